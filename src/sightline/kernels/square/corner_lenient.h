/* Squares: the corner rule where a line may graze (ties "corners-pass" and "permissive"). `passes` is the
   worst contact that is visible: CORNER or EDGE.

   A line that is neither horizontal nor vertical meets matter for a length only by going through it. So it passes as
   long as a walker can go around every point of the grid on it, and both ties agree. Horizontal and vertical lines run
   along the sides of tiles (along.h): with CORNER they may only touch the ends of walls, with EDGE anything that does
   not part their ends.

   `closed_ends` lifts touches that are ignored to CORNER, which passes, or to EDGE where they last: that is, where a
   horizontal or vertical line runs along a wall of its own source or target.

   A free wall only adds to what a line touches, so it never makes anything visible. A line that passes without them passes with
   them too if none touches it, and does not if one crosses it. Everything in between is left to the general kernel
   (any_line.h). */
#ifndef SIGHTLINE_CORNER_LENIENT_H
#define SIGHTLINE_CORNER_LENIENT_H

#include "corner.h"

/* --- one pair */

/* Like open_between in corner.h, but the line passes a point that a walker can go round. */
static inline int passes_between(const Square *s, const Quadrant *q, int64_t first, int32_t dx, int32_t dy, const Own *own) {
    const uint8_t *cell = s->cell;
    int64_t at = first;
    int32_t e = dy - dx, u = 1;
    for (;;) {
        if (blocks_look(s, own, at)) return 0;
        if (e < 0) {
            if (cell[at] & q->ex) return 0;
            at += q->sx; u++; e += dy;
        } else if (e > 0) {
            if (cell[at] & q->ey) return 0;
            at += q->sy; e -= dx;
        } else {
            if (u == dx) return 1;
            if (!walks_round(s, q, at, at + q->sx + q->sy, own)) return 0;
            at += q->sx + q->sy; u++; e += dy - dx;
        }
    }
}

/* A line that is neither horizontal nor vertical. 1 it passes, 0 not, -1 unsure: with free walls. */
static inline int between_grazes(const Square *s, const Walls *walls, const CornerLine *l, const Own *own) {
    Quadrant q = quadrant(s, l->dx > 0, l->dy > 0);
    int32_t ax = l->dx > 0 ? l->dx : -l->dx, ay = l->dy > 0 ? l->dy : -l->dy;
    int64_t first = cell_at(s, l->dy > 0 ? l->pr : l->pr - 1, l->dx > 0 ? l->pc : l->pc - 1);
    int64_t last = first + (ax - 1) * q.sx + (ay - 1) * q.sy;
    /* A diagonal through the source or the target is tried from its other corner. */
    if (ax == ay && (first == own->source || last == own->target)) return 0;
    if (!passes_between(s, &q, first, ax, ay, own)) return 0;
    int touch = free_touch(s, walls, l->pr, l->pc, l->dy, l->dx, CROSSED);
    if (touch & CROSSED) return 0;
    /* Walls that only reach its ends do not affect the stretch between them. */
    int open = ends_open(s, walls, l, first, last, touch, own);
    return touch & INSIDE && open ? -1 : open;
}

enum { UNSURE = 16 };

/* The best contact that is not CLEAR: CORNER, EDGE (only if `passes` is EDGE) or BLOCKED; with UNSURE if free walls
   leave open whether there is a better one. */
static int corner_grazes_at_best(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1, int passes, int closed_ends, const Own *own) {
    const uint8_t *cell = s->cell;
    int64_t source = own->source, target = own->target;
    int32_t dr = r1 - r0, dc = c1 - c0;
    int best = BLOCKED, unsure = 0, open = walls ? BLOCKED | UNSURE : CORNER;
    /* Neighbors: every line between them crosses their shared edge. */
    if (dr == 0 && (dc == 1 || dc == -1)) return cell[source] & (dc > 0 ? EAST : WEST) ? BLOCKED : open;
    if (dc == 0 && (dr == 1 || dr == -1)) return cell[source] & (dr > 0 ? SOUTH : NORTH) ? BLOCKED : open;
    if ((dr == 1 || dr == -1) && (dc == 1 || dc == -1)) {
        Quadrant q = quadrant(s, dc > 0, dr > 0);
        if (walks_round(s, &q, source, target, own)) return open;  /* around the corner that they share */
    }
    for (int i = 0; i < 4; i++) {
        int32_t pr = r0 + (i & 1), pc = c0 + (i >> 1);
        for (int j = 0; j < 4; j++) {
            CornerLine l = {r0, c0, r1, c1, pr, pc, r1 + (j & 1) - pr, c1 + (j >> 1) - pc};
            if (l.dx == 0 && l.dy == 0) continue;
            int along = l.dx == 0 || l.dy == 0;
            int passed = along ? along_passes(s, walls, &l, own, CORNER, closed_ends) : between_grazes(s, walls, &l, own);
            if (passed > 0) return CORNER;
            if (along && passes == EDGE) {
                if (!passed) passed = along_passes(s, walls, &l, own, EDGE, 0);
                if (passed > 0) best = EDGE;
            }
            if (passed < 0) unsure = UNSURE;
        }
    }
    return best | unsure;
}

/* --- fields: along one line as far as it goes */

/* Has a line at this tile left the extent for good? */
static inline int past_extent(const Extent *x, int32_t row, int32_t col) {
    if (!x->aside) return 0;
    int32_t away = row > x->row ? row - x->row : x->row - row, aside = col > x->col ? col - x->col : x->col - col;
    return away > x->lines || aside > x->lines;
}

/* Which of the three other tiles around the point ahead of `at` are seen through it? */
static inline void see_round(const Square *s, const Extent *x, Seen *seen, const Quadrant *q, int32_t r, int32_t c, int32_t sr, int32_t sc, int64_t at) {
    if (!(s->cell[at] | s->cell[at + q->sx] | s->cell[at + q->sy])) {  /* open floor: all of them */
        see_tile(s, x, seen, r + sr, c);
        see_tile(s, x, seen, r, c + sc);
        see_tile(s, x, seen, r + sr, c + sc);
        return;
    }
    Own own = {cell_at(s, x->row, x->col), at + q->sy, NULL, 0};
    const uint8_t *cell = s->cell;
    if (!((cell[at] | cell[at + q->sx] | cell[at + q->sy] | cell[at + q->sx + q->sy]) & ANYTHING)) {
        see_tile(s, x, seen, r + sr, c); see_tile(s, x, seen, r, c + sc); see_tile(s, x, seen, r + sr, c + sc);
        return;
    }
    if (walks_round(s, q, at, own.target, &own)) see_tile(s, x, seen, r + sr, c);
    own.target = at + q->sx;
    if (walks_round(s, q, at, own.target, &own)) see_tile(s, x, seen, r, c + sc);
    own.target = at + q->sx + q->sy;
    if (walks_round(s, q, at, own.target, &own)) see_tile(s, x, seen, r + sr, c + sc);
}

/* Mark everything seen along the line that leaves corner (pr, pc) by the offset (dr, dc): neither is 0, and they have
   no common factor. The corner itself lets it out into this quadrant. */
static void graze(const Square *s, const Extent *x, Seen *seen, int32_t pr, int32_t pc, int32_t dr, int32_t dc) {
    const uint8_t *cell = s->cell;
    int32_t sr = dr > 0 ? 1 : -1, sc = dc > 0 ? 1 : -1, ay = dr * sr, ax = dc * sc;
    Quadrant q = quadrant(s, sc > 0, sr > 0);
    int32_t r = sr > 0 ? pr : pr - 1, c = sc > 0 ? pc : pc - 1;
    int64_t at = cell_at(s, r, c), source = cell_at(s, x->row, x->col);
    Own own = {source, NO_CELL, NULL, 0};
    while (!past_extent(x, r, c)) {
        for (int32_t e = ay - ax; e; ) {      /* to the next point of the grid on the line */
            if (shut(s, &own, at)) return;
            if (e < 0) {
                if (cell[at] & q.ex) return;
                at += q.sx; e += ay;
            } else {
                if (cell[at] & q.ey) return;
                at += q.sy; e -= ax;
            }
        }
        if (cell[at] & OUTSIDE) return;
        r += (ay - 1) * sr; c += (ax - 1) * sc;
        /* Through the target to its far corner; a diagonal also reaches its near corner. */
        if (ax != ay) see_tile(s, x, seen, r, c);
        if (blocks_look(s, &own, at)) return;
        see_round(s, x, seen, &q, r, c, sr, sc, at);
        if (!walks_round(s, &q, at, at + q.sx + q.sy, &own)) return;
        at += q.sx + q.sy;
        r += sr; c += sc;
    }
}

#endif
