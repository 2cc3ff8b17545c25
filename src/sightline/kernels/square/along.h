/* Squares: horizontal and vertical lines between two corners, along the sides of tiles.

   On each side of such a line runs a row of tiles, the a's and the b's: the two lanes of the strip. A lane is open
   where its tile can be walked on; the two are one where no wall runs between them. From stretch to stretch a lane is
   cut by the wall between its tiles, or by a tile that nobody can walk on. The source is beside the first stretch, the
   target beside the last.

   A line may begin at the far corner of its source, and so run along its side first. There, touches do not count, and a
   walker can also go around the far corner to the other lane. So it lets through at least what the line from the near
   corner does, unless free walls are in the way or ends are closed. */
#ifndef SIGHTLINE_ALONG_H
#define SIGHTLINE_ALONG_H

#include "corner_ends.h"

enum { LANE_A = 1, LANE_B = 2 };

typedef struct {
    int64_t a, b, step;           /* the tiles beside the stretch that begins here */
    uint8_t e_step, e_across;     /* the edges from a to the next a, from a to b */
    int lanes;                    /* those that were reached on the stretch before */
} Along;

/* From corner (pr, pc) on, in one of the four directions. */
static inline Along along_from(const Square *s, int32_t pr, int32_t pc, int32_t sr, int32_t sc) {
    Along l;
    l.a = cell_at(s, sr < 0 || sc ? pr - 1 : pr, sc < 0 || sr ? pc - 1 : pc);
    l.b = l.a + (sr ? 1 : s->stride);
    l.step = (int64_t)sr * s->stride + sc;
    l.e_step = sr ? (sr > 0 ? SOUTH : NORTH) : (sc > 0 ? EAST : WEST);
    l.e_across = sr ? EAST : SOUTH;
    l.lanes = 0;
    return l;
}

/* All lanes beside the stretch a, b that can be reached from the given ones. */
static inline int spread_lanes(const Square *s, const Own *own, int64_t a, int64_t b, uint8_t e_across, int lanes) {
    if (shut(s, own, a)) lanes &= ~LANE_A;
    if (shut(s, own, b)) lanes &= ~LANE_B;
    if (lanes == LANE_A && !(s->cell[a] & e_across) && !shut(s, own, b)) return LANE_A | LANE_B;
    if (lanes == LANE_B && !(s->cell[a] & e_across) && !shut(s, own, a)) return LANE_A | LANE_B;
    return lanes;
}

/* Can a walker go from a to b, or back, around the end of the stretch beside them, by the two tiles beyond? `step` leads
   to those, over edges `e_step`. */
static inline int round_the_end(const Square *s, const Own *own, int64_t a, int64_t b, int64_t step, uint8_t e_step, uint8_t e_across) {
    int64_t beyond_a = a + step, beyond_b = b + step;
    return !((s->cell[a] | s->cell[b]) & e_step) && !(s->cell[beyond_a] & e_across) && !shut(s, own, beyond_a) && !shut(s, own, beyond_b);
}

static inline uint8_t opposite(uint8_t edge) {
    return edge == EAST ? WEST : edge == WEST ? EAST : edge == SOUTH ? NORTH : SOUTH;
}

/* The lanes that the source, beside the stretch before this one, reaches on that stretch. */
static inline void leave_source(const Square *s, const Own *own, Along *l, int far) {
    int64_t a = l->a - l->step, b = l->b - l->step;
    int own_lane = a == own->source ? LANE_A : LANE_B;
    l->lanes = spread_lanes(s, own, a, b, l->e_across, own_lane);
    if (far && l->lanes == own_lane && !shut(s, own, own_lane == LANE_A ? b : a)
        && round_the_end(s, own, a, b, -l->step, opposite(l->e_step), l->e_across)) l->lanes = LANE_A | LANE_B;
}

/* The lanes of the stretch that begins here, with those before it as they were reached. */
static inline int lanes_ahead(const Square *s, const Own *own, const Along *l) {
    int lanes = l->lanes;
    if (s->cell[l->a - l->step] & l->e_step) lanes &= ~LANE_A;
    if (s->cell[l->b - l->step] & l->e_step) lanes &= ~LANE_B;
    return spread_lanes(s, own, l->a, l->b, l->e_across, lanes);
}

/* Go along the stretch that begins here. `touched`: a point touch at its beginning counts. Returns 0 if the line is
   stopped. */
static inline int goes_along(const Square *s, const Own *own, Along *l, int passes, int touched) {
    const uint8_t *cell = s->cell;
    if (l->lanes == (LANE_A | LANE_B) && !(cell[l->a] | cell[l->b])) {  /* open floor, the usual case */
        l->a += l->step; l->b += l->step;
        return l->lanes;
    }
    if (passes < EDGE && (blocks_look(s, own, l->a) || blocks_look(s, own, l->b) || (cell[l->a] & l->e_across))) return 0;
    if (passes < CORNER && touched && ((cell[l->a - l->step] | cell[l->b - l->step]) & l->e_step)) return 0;
    l->lanes = lanes_ahead(s, own, l);
    l->a += l->step; l->b += l->step;
    return l->lanes;
}

/* Does the line reach the target, which stands beside the stretch that begins here? */
static inline int comes_to_target(const Square *s, const Own *own, const Along *l, int far) {
    int lanes = lanes_ahead(s, own, l), own_lane = l->a == own->target ? LANE_A : LANE_B;
    if (lanes & own_lane) return 1;
    return far && lanes && round_the_end(s, own, l->a, l->b, l->step, l->e_step, l->e_across);
}

/* The horizontal or vertical line. 1 it passes, 0 not, -1 unsure: a free wall is on it. */
static inline int along_passes(const Square *s, const Walls *walls, const CornerLine *l, const Own *own, int passes, int closed_ends) {
    int32_t sr = (l->dy > 0) - (l->dy < 0), sc = (l->dx > 0) - (l->dx < 0);
    /* How far the corners of both are along the line. */
    int32_t from = sr ? l->pr : l->pc, to = from + (sr ? l->dy : l->dx), sign_ = sr + sc;
    int32_t near_from = (sr ? l->r0 : l->c0) + (sign_ > 0), near_to = (sr ? l->r1 : l->c1) + (sign_ < 0);
    int far_start = from != near_from, far_end = to != near_to, n = sign_ * (near_to - near_from);
    if (n < 0) return 0;
    /* Without free walls the line between the far corners decides for all four. With closed ends, any extra reach over
       the line between the near corners goes around a wall along its own tiles, which is a lasting touch. */
    if (closed_ends ? far_start || far_end : !walls && (!far_start || !far_end)) return 0;
    Along a = along_from(s, sr ? near_from : l->pr, sr ? l->pc : near_from, sr, sc);
    leave_source(s, own, &a, far_start);
    for (int32_t i = 0; i < n; i++) if (!goes_along(s, own, &a, passes, i > 0)) return 0;
    if (!comes_to_target(s, own, &a, far_end)) return 0;
    int touch = free_touch(s, walls, l->pr, l->pc, l->dy, l->dx, passes == CLEAR ? INSIDE : CROSSED);
    if (touch & CROSSED || (passes == CLEAR && touch & INSIDE)) return 0;
    return touch == APART ? 1 : -1;
}

#endif
