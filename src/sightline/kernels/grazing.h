/* Squares: the corner rule where a line may graze (ties "corners-pass" and "permissive"). `passes` is the
   worst contact that is visible: CORNER or EDGE.

   A line that is neither level nor upright meets matter for a length only by going through it. So it
   passes as long as no point of the grid on it is two-sided, and both ties say the same of it. A level
   or upright line runs along the sides of tiles: with CORNER it may only touch the ends of walls, with
   EDGE one of its two sides may be taken up anywhere, never both at one point.

   At the points where the line leaves the source and enters the target a one-sided touch is ignored,
   elsewhere these ties let it pass: to them all points are alike, and `closed_ends`, which lifts what
   is ignored to CORNER, changes nothing.

   A free wall only adds to what a line touches, so it never opens a view. A line that passes without
   them passes with them too if none touches it, and does not if one goes across it. What lies
   between is left to the general kernel (contact.h). */
#ifndef SIGHTLINE_GRAZING_H
#define SIGHTLINE_GRAZING_H

#include "corner.h"

enum { NO_CELL = -1 };

/* --- one pair */

/* As open_between in corner.h, but what only touches the line on one side lets it pass. */
static inline int passes_between(const Square *s, const Quadrant *q, int64_t first, int32_t dx, int32_t dy, int64_t source, int64_t target) {
    const uint8_t *cell = s->cell;
    int64_t at = first;
    int32_t e = dy - dx, u = 1;
    for (;;) {
        if ((cell[at] & TILE) && at != source && at != target) return 0;
        if (e < 0) {
            if (cell[at] & q->ex) return 0;
            at += q->sx; u++; e += dy;
        } else if (e > 0) {
            if (cell[at] & q->ey) return 0;
            at += q->sy; e -= dx;
        } else {
            if (u == dx) return 1;
            /* Neither source nor target is round this point: from their corner it is two tiles away
               or more, or the line is a diagonal that only touches them there. */
            if (point_blocked(s, q, at, NO_CELL)) return 0;
            at += q->sx + q->sy; u++; e += dy - dx;
        }
    }
}

/* A level or upright line between two rows of tiles, a's and b's, looked at point by point. */
typedef struct {
    int64_t a, b, step;           /* the tiles beside the stretch that begins here */
    uint8_t e_step, e_across;     /* the edges from a to the next a, from a to b */
    int from_a, to_a;             /* is the source among the a's, the target? */
    int left, right;              /* what takes up the sides of the stretch that ends here, a's and b's */
} Along;

static inline Along along_from(const Square *s, int32_t pr, int32_t pc, int32_t sr, int32_t sc, int64_t source, int to_same_side) {
    Along l;
    l.a = cell_at(s, sr < 0 || sc ? pr - 1 : pr, sc < 0 || sr ? pc - 1 : pc);
    l.b = l.a + (sr ? 1 : s->stride);
    l.step = (int64_t)sr * s->stride + sc;
    l.e_step = sr ? (sr > 0 ? SOUTH : NORTH) : (sc > 0 ? EAST : WEST);
    l.e_across = sr ? EAST : SOUTH;
    l.from_a = l.a - l.step == source;
    l.to_a = l.from_a == to_same_side;
    l.left = !l.from_a && (s->cell[l.a - l.step] & TILE);
    l.right = l.from_a && (s->cell[l.b - l.step] & TILE);
    return l;
}

/* May the line come to the target here? It stands beside what would be the next stretch. */
static inline int ends_along(const Square *s, const Along *l) {
    const uint8_t *cell = s->cell;
    int left = l->left || (cell[l->a - l->step] & l->e_step) || (!l->to_a && (cell[l->a] & TILE));
    int right = l->right || (cell[l->b - l->step] & l->e_step) || (l->to_a && (cell[l->b] & TILE));
    return !two_sided(left, right, cell[l->a] & OUTSIDE, cell[l->b] & OUTSIDE);
}

/* Go along the next stretch. Returns 0 if the line may not. */
static inline int goes_along(const Square *s, Along *l, int passes) {
    const uint8_t *cell = s->cell;
    int a = cell[l->a] & TILE, b = cell[l->b] & TILE, wall = cell[l->a] & l->e_across;
    if ((a | b | wall) && passes < EDGE) return 0;
    if (wall) {                   /* the line runs inside it */
        if (l->from_a != l->to_a) return 0;
        if (l->from_a) b = 1; else a = 1;
    }
    int left = l->left || (cell[l->a - l->step] & l->e_step) || a;
    int right = l->right || (cell[l->b - l->step] & l->e_step) || b;
    if (two_sided(left, right, cell[l->a] & OUTSIDE, cell[l->b] & OUTSIDE)) return 0;
    l->left = a; l->right = b;
    l->a += l->step; l->b += l->step;
    return 1;
}

/* The line of n tiles from corner (pr, pc), the last of the source, to the first of the target. */
static inline int passes_along(const Square *s, int32_t pr, int32_t pc, int32_t sr, int32_t sc, int32_t n, int64_t source, int64_t target, int passes) {
    Along l = along_from(s, pr, pc, sr, sc, source, 1);
    l.to_a = l.a + n * l.step == target;
    for (int32_t i = 0; i < n; i++) if (!goes_along(s, &l, passes)) return 0;
    return ends_along(s, &l);
}

/* How do free walls leave the line that passes without them? 1 it passes, 0 it does not, -1 unsure. */
static inline int passes_walls(const Square *s, const Walls *walls, int32_t pr, int32_t pc, int32_t dy, int32_t dx) {
    int touch = free_touch(s, walls, pr, pc, dy, dx, CROSSED);
    return touch & CROSSED ? 0 : touch & ~BEYOND_END ? -1 : 1;
}

/* 1 seen, 0 not, -1 unsure: with free walls. */
static int corner_lenient(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1, int passes) {
    const uint8_t *cell = s->cell;
    int64_t source = cell_at(s, r0, c0), target = cell_at(s, r1, c1);
    if (source == target) return 1;
    int32_t dr = r1 - r0, dc = c1 - c0;
    int seen = walls ? -1 : 1, unsure = 0;
    /* Neighbours: every line between them goes over the edge that they share. */
    if (dr == 0 && (dc == 1 || dc == -1)) return cell[source] & (dc > 0 ? EAST : WEST) ? 0 : seen;
    if (dc == 0 && (dr == 1 || dr == -1)) return cell[source] & (dr > 0 ? SOUTH : NORTH) ? 0 : seen;
    if ((dr == 1 || dr == -1) && (dc == 1 || dc == -1)) {
        Quadrant q = quadrant(s, dc > 0, dr > 0);
        if (!point_blocked(s, &q, source, target)) return seen;  /* through the corner that they share */
    }
    for (int i = 0; i < 4; i++) {
        int32_t pr = r0 + (i & 1), pc = c0 + (i >> 1);
        for (int j = 0; j < 4; j++) {
            int32_t dy = r1 + (j & 1) - pr, dx = c1 + (j >> 1) - pc;
            int32_t sx = dx > 0 ? 1 : -1, sy = dy > 0 ? 1 : -1, ax = dx * sx, ay = dy * sy;
            if (dx == 0 && dy == 0) continue;
            if (dx == 0) {        /* only between the two corners that face each other: see corner.h */
                if (dy > 0 ? pr == r0 || pr + dy != r1 : pr != r0 || pr + dy == r1) continue;
                if (!passes_along(s, pr, pc, sy, 0, ay, source, target, passes)) continue;
            } else if (dy == 0) {
                if (dx > 0 ? pc == c0 || pc + dx != c1 : pc != c0 || pc + dx == c1) continue;
                if (!passes_along(s, pr, pc, 0, sx, ax, source, target, passes)) continue;
            } else {
                Quadrant q = quadrant(s, dx > 0, dy > 0);
                int64_t first = cell_at(s, dy > 0 ? pr : pr - 1, dx > 0 ? pc : pc - 1);
                int64_t last = first + (ax - 1) * q.sx + (ay - 1) * q.sy;
                /* A diagonal through the source or the target is tried from its other corner. */
                if (ax == ay && (first == source || last == target)) continue;
                if (!passes_between(s, &q, first, ax, ay, source, target)) continue;
                if (!ends_open(s, first, last, source, target, sx, sy, APART)) continue;
            }
            int passed = passes_walls(s, walls, pr, pc, dy, dx);
            if (passed > 0) return 1;
            unsure |= passed;
        }
    }
    return unsure;
}

/* --- fields: along one line as far as it goes */

/* Has a line that is now at this tile left the extent for good? */
static inline int past_extent(const Extent *x, int32_t row, int32_t col) {
    if (!x->aside) return 0;
    int32_t away = row > x->row ? row - x->row : x->row - row, aside = col > x->col ? col - x->col : x->col - col;
    return away > x->lines || aside > x->lines;
}

/* Mark all that is seen along the line that leaves corner (pr, pc) for the point (dr, dc) further on:
   neither is 0, and they have no common factor. The corner itself lets it out into this quadrant. */
static void graze(const Square *s, const Extent *x, Seen *seen, int32_t pr, int32_t pc, int32_t dr, int32_t dc) {
    const uint8_t *cell = s->cell;
    int32_t sr = dr > 0 ? 1 : -1, sc = dc > 0 ? 1 : -1, ay = dr * sr, ax = dc * sc;
    Quadrant q = quadrant(s, sc > 0, sr > 0);
    int32_t r = sr > 0 ? pr : pr - 1, c = sc > 0 ? pc : pc - 1;
    int64_t at = cell_at(s, r, c), source = cell_at(s, x->row, x->col);
    while (!past_extent(x, r, c)) {
        for (int32_t e = ay - ax; e; ) {      /* to the next point of the grid on the line */
            if ((cell[at] & OUTSIDE) || ((cell[at] & TILE) && at != source)) return;
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
        /* Through the target to its far corner; a diagonal comes to its near corner just as well. */
        if (ax != ay) see_tile(s, x, seen, r, c);
        if ((cell[at] & TILE) && at != source) return;
        if (!point_blocked(s, &q, at, at + q.sy)) see_tile(s, x, seen, r + sr, c);
        if (!point_blocked(s, &q, at, at + q.sx)) see_tile(s, x, seen, r, c + sc);
        if (!point_blocked(s, &q, at, at + q.sx + q.sy)) see_tile(s, x, seen, r + sr, c + sc);
        if (point_blocked(s, &q, at, NO_CELL)) return;
        at += q.sx + q.sy;
        r += sr; c += sc;
    }
}

/* The same along the level or upright line from corner (pr, pc), with the source behind. */
static void graze_axis(const Square *s, const Extent *x, Seen *seen, int32_t pr, int32_t pc, int32_t sr, int32_t sc, int passes) {
    int64_t source = cell_at(s, x->row, x->col);
    for (int to_same_side = 0; to_same_side < 2; to_same_side++) {
        Along l = along_from(s, pr, pc, sr, sc, source, to_same_side);
        int32_t r = x->row, c = x->col;       /* the tile of that side, beside the stretch behind */
        if (!to_same_side) {
            int32_t aside = l.from_a ? 1 : -1;
            if (sr) c += aside; else r += aside;
        }
        if (r < 0 || c < 0 || r >= s->rows || c >= s->cols) continue;
        while (goes_along(s, &l, passes)) {
            r += sr; c += sc;
            int32_t nr = r + sr, nc = c + sc;
            if (nr < 0 || nc < 0 || nr >= s->rows || nc >= s->cols || past_extent(x, nr, nc)) break;
            if (ends_along(s, &l)) see_tile(s, x, seen, nr, nc);
        }
    }
}

#endif
