/* Squares: the two ends of a line from corner to corner.

   Four tiles meet at a point of the grid. Along a line that is neither horizontal nor vertical:

            L  |  Ah        Bk  behind: the line comes through it
           ----Q----        Ah  ahead
            Bk |  R         L, R  beside: they only touch the line in the point

   A walker must be able to go around the point from Bk to the target (at the other end: to the source), one way or the
   other, over edges and tiles that do not block. */
#ifndef SIGHTLINE_CORNER_ENDS_H
#define SIGHTLINE_CORNER_ENDS_H

#include "sectors.h"
#include "walls.h"

/* A walk in one of the four quadrants: how to step, and which edge of a cell is crossed by it. */
typedef struct {
    int64_t sx, sy;
    uint8_t ex, ey;               /* the edge that a step in x, in y crosses */
    uint8_t bx, by;               /* the same edges seen from the other side */
} Quadrant;

static inline Quadrant quadrant(const Square *s, int right, int down) {
    Quadrant q;
    q.sx = right ? 1 : -1; q.sy = down ? s->stride : -(int64_t)s->stride;
    q.ex = right ? EAST : WEST; q.bx = right ? WEST : EAST;
    q.ey = down ? SOUTH : NORTH; q.by = down ? NORTH : SOUTH;
    return q;
}

/* Is that tile impassable? */
static inline int shut(const Square *s, const Own *own, int64_t at) {
    return (s->cell[at] & (TILE | OUTSIDE)) && ((s->cell[at] & OUTSIDE) || !is_own(own, at));
}

/* Can a walker go around the point ahead of tile `behind` to tile `to`, another of the four? */
static inline int walks_round(const Square *s, const Quadrant *q, int64_t behind, int64_t to, const Own *own) {
    const uint8_t *cell = s->cell;
    int64_t left = behind + q->sy, right = behind + q->sx, ahead = right + q->sy;
    uint8_t bk = cell[behind], l = cell[left], r = cell[right];
    if (to == left) return !(bk & q->ey) || !((bk & q->ex) || shut(s, own, right) || (r & q->ey) || shut(s, own, ahead) || (l & q->ex));
    if (to == right) return !(bk & q->ex) || !((bk & q->ey) || shut(s, own, left) || (l & q->ex) || shut(s, own, ahead) || (r & q->ey));
    return !((bk & q->ey) || shut(s, own, left) || (l & q->ex)) || !((bk & q->ex) || shut(s, own, right) || (r & q->ey));
}

/* The lanes beside the line that leaves corner (pr, pc) of tile (row, col) in direction (dx, dy) on which a walker can
   leave that tile, given the free walls that reach the corner; -1 when out of memory. */
static int lanes_round(const Square *s, const Walls *walls, int32_t row, int32_t col, int32_t pr, int32_t pc, int32_t dx, int32_t dy, const Own *own) {
    int64_t x = (int64_t)pc * WALL_UNIT, y = (int64_t)pr * WALL_UNIT;
    int64_t se = cell_at(s, pr, pc), tile = (int64_t)row * s->cols + col, at = cell_at(s, row, col);
    int64_t round[4] = {se, se - 1, se - s->stride - 1, se - s->stride};   /* to the right, from the east */
    const uint8_t *cell = s->cell;
    Disc d;
    int from = 0;
    no_spokes(&d);
    add_spoke(&d, 1, 0, cell[round[3]] & SOUTH ? ON_BOTH : 0, 0);
    add_spoke(&d, 0, 1, cell[round[1]] & EAST ? ON_BOTH : 0, 1);
    add_spoke(&d, -1, 0, cell[round[2]] & SOUTH ? ON_BOTH : 0, 2);
    add_spoke(&d, 0, -1, cell[round[2]] & EAST ? ON_BOTH : 0, 3);
    for (int k = 0; k < 4; k++) {
        if (shut(s, own, round[k])) d.shut |= 1 << k;
        if (round[k] == at) from = k;
    }
    for (int32_t k = walls->first[tile]; k < walls->first[tile + 1]; k++) {
        const Segment *w = &walls->wall[walls->list[k]];
        /* No wall with a property is on this line; such lines are handled elsewhere. */
        if (!is_on_wall(w, x, y) || (walls->flags && walls->flags[walls->list[k]])) continue;
        if (w->x0 != x || w->y0 != y) add_spoke(&d, w->x0 - x, w->y0 - y, ON_BOTH, NO_TILE);
        if (w->x1 != x || w->y1 != y) add_spoke(&d, w->x1 - x, w->y1 - y, ON_BOTH, NO_TILE);
    }
    add_spoke(&d, dx, dy, 0, NO_TILE);
    int lanes = d.failed ? -1 : lanes_reached(&d, from, dx, dy, 0);
    drop_spokes(&d);
    return lanes;
}

/* A line with its two tiles: from corner (pr, pc) of tile (r0, c0) to a corner of (r1, c1), offset by dy and dx,
   neither of them 0. */
typedef struct { int32_t r0, c0, r1, c1, pr, pc, dy, dx; } CornerLine;

/* May the line leave the source through its first tile, and enter the target through its last? Of the free walls on it,
   `touch` says whether they reach its ends. -1 when out of memory, or unsure. */
static inline int ends_open(const Square *s, const Walls *walls, const CornerLine *l, int64_t first, int64_t last, int touch, const Own *own) {
    if (touch & PERHAPS) return -1;
    if (touch & AT_START) {
        int lanes = lanes_round(s, walls, l->r0, l->c0, l->pr, l->pc, l->dx, l->dy, own);
        if (lanes <= 0) return lanes;
    } else if (first != own->source) {
        Quadrant back = quadrant(s, l->dx < 0, l->dy < 0);
        if (!walks_round(s, &back, first, own->source, own)) return 0;
    }
    if (touch & AT_END) {
        int lanes = lanes_round(s, walls, l->r1, l->c1, l->pr + l->dy, l->pc + l->dx, -l->dx, -l->dy, own);
        if (lanes <= 0) return lanes;
    } else if (last != own->target) {
        Quadrant q = quadrant(s, l->dx > 0, l->dy > 0);
        if (!walks_round(s, &q, last, own->target, own)) return 0;
    }
    return 1;
}

/* The free walls on the line from corner (pr, pc), as in walls.h. */
static inline int free_touch(const Square *s, const Walls *walls, int32_t pr, int32_t pc, int32_t dy, int32_t dx, int enough) {
    return walls ? walls_on_line(walls, s, 2 * pc, 2 * pr, 2 * (pc + dx), 2 * (pr + dy), enough) : APART;
}

#endif
