/* Squares: the corner rule in strict play, over the planes of square.h.

   Lines run from a corner of the source, P, to a corner of the target, Q, both points of the grid.
   Around such a point stand four tiles. Looking along a line that is neither level nor upright:

            L  |  Ah        Bk  behind: the line comes through it
           ----Q----        Ah  ahead
            Bk |  R         L, R  beside: they only touch the line in the point

   Strict play wants nothing to touch the line between its ends, and no two-sided touch in them.
   In an end, L and the edges round it are on the one side, R and its edges on the other, and what
   lies straight ahead (or behind, at P) on both; the outside completes what something else began. */
#ifndef SIGHTLINE_CORNER_H
#define SIGHTLINE_CORNER_H

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

/* Both sides reached, by something other than the outside alone? */
static inline int two_sided(int left, int right, int out_left, int out_right) {
    return (left | right) && (left | out_left) && (right | out_right);
}

/* What one target or source among the four tiles round a point makes of it. `own` is its cell. Free
   walls that end in the point bring `left` and `right` with them. */
static inline int point_blocked_with(const Square *s, const Quadrant *q, int64_t behind, int64_t own, int left, int right) {
    const uint8_t *cell = s->cell;
    int64_t left_at = behind + q->sy, right_at = behind + q->sx, ahead_at = behind + q->sx + q->sy;
    uint8_t bk = cell[behind], l = cell[left_at], r = cell[right_at], ah = cell[ahead_at];
    int ahead = ahead_at != own && (ah & TILE);
    left |= (left_at != own && (l & TILE)) || (bk & q->ey) || (l & q->ex) || ahead;
    right |= (right_at != own && (r & TILE)) || (bk & q->ex) || (r & q->ey) || ahead;
    int out_ahead = ah & OUTSIDE;
    return two_sided(left, right, (l & OUTSIDE) | out_ahead, (r & OUTSIDE) | out_ahead);
}

static inline int point_blocked(const Square *s, const Quadrant *q, int64_t behind, int64_t own) {
    return point_blocked_with(s, q, behind, own, 0, 0);
}

/* May a line leave the source through its first tile, and come to the target through its last? `sx`,
   `sy` are its directions, `touch` the free walls at its ends (walls.h). */
static inline int ends_open(const Square *s, int64_t first, int64_t last, int64_t source, int64_t target, int32_t sx, int32_t sy, int touch) {
    /* To the side of the tile beside that lies towards sy: the turn has the sign of sx * sy. */
    int near_sy = sx * sy > 0;
    int start_sy = touch & (near_sy ? START_PLUS : START_MINUS), start_sx = touch & (near_sy ? START_MINUS : START_PLUS);
    int end_sy = touch & (near_sy ? END_PLUS : END_MINUS), end_sx = touch & (near_sy ? END_MINUS : END_PLUS);
    if (first != source) {
        /* The start seen from the other way: what was towards sy is now on the right. */
        Quadrant back = quadrant(s, sx < 0, sy < 0);
        if (point_blocked_with(s, &back, first, source, start_sx != 0, start_sy != 0)) return 0;
    } else if (start_sx && start_sy) return 0;
    if (last != target) {
        Quadrant q = quadrant(s, sx > 0, sy > 0);
        if (point_blocked_with(s, &q, last, target, end_sy != 0, end_sx != 0)) return 0;
    } else if (end_sx && end_sy) return 0;
    return 1;
}

/* --- one pair */

/* Does nothing touch the line from the corner before tile `first` to the point dx, dy further (both
   positive), between its ends? `source` and `target` never block. */
static inline int open_between(const Square *s, const Quadrant *q, int64_t first, int32_t dx, int32_t dy, int64_t source, int64_t target) {
    const uint8_t *cell = s->cell;
    int64_t at = first;
    int32_t e = dy - dx, u = 1, v = 1;  /* e = u*dy - v*dx */
    for (;;) {
        if ((cell[at] & TILE) && at != source && at != target) return 0;
        if (e < 0) {
            if (cell[at] & q->ex) return 0;
            at += q->sx; u++; e += dy;
        } else if (e > 0) {
            if (cell[at] & q->ey) return 0;
            at += q->sy; v++; e -= dx;
        } else {
            if (u == dx) return 1;
            uint8_t here = cell[at], one = cell[at + q->sx], other = cell[at + q->sy];
            int64_t one_at = at + q->sx, other_at = at + q->sy;
            if ((one & TILE) && one_at != source && one_at != target) return 0;
            if ((other & TILE) && other_at != source && other_at != target) return 0;
            if ((here & (q->ex | q->ey)) | (one & q->ey) | (other & q->ex)) return 0;
            at += q->sx + q->sy; u++; v++; e += dy - dx;
        }
    }
}

/* A level or upright line along the side between tiles a and b = a + across, n tiles long, from
   behind the source (one of the two tiles before) to before the target (one of the two after). */
static inline int open_along(const Square *s, int64_t a, int64_t across, int64_t step, int32_t n, uint8_t e_across, uint8_t e_step, int64_t source, int64_t target, int touch) {
    const uint8_t *cell = s->cell;
    int64_t b = a + across;
    int64_t back_a = a - step, back_b = b - step;
    /* The turn towards a: minus going right or up, plus going left or down. */
    int plus_a = e_step == WEST || e_step == SOUTH;
    int left = (cell[back_a] & e_step) || (back_a != source && (cell[back_a] & TILE)) || (touch & (plus_a ? START_PLUS : START_MINUS));
    int right = (cell[back_b] & e_step) || (back_b != source && (cell[back_b] & TILE)) || (touch & (plus_a ? START_MINUS : START_PLUS));
    if (two_sided(left, right, cell[a] & OUTSIDE, cell[b] & OUTSIDE)) return 0;
    for (int32_t i = 0; i < n; i++) {
        if (((cell[a] | cell[b]) & TILE) | (cell[a] & e_across)) return 0;
        if (i + 1 < n && ((cell[a] | cell[b]) & e_step)) return 0;
        a += step; b += step;
    }
    left = (cell[a - step] & e_step) || (a != target && (cell[a] & TILE)) || (touch & (plus_a ? END_PLUS : END_MINUS));
    right = (cell[b - step] & e_step) || (b != target && (cell[b] & TILE)) || (touch & (plus_a ? END_MINUS : END_PLUS));
    return !two_sided(left, right, cell[a] & OUTSIDE, cell[b] & OUTSIDE);
}

/* The free walls on the line from corner (pr, pc), as walls.h tells them. */
static inline int free_touch(const Square *s, const Walls *walls, int32_t pr, int32_t pc, int32_t dy, int32_t dx, int enough) {
    return walls ? walls_on_line(walls, s, 2 * pc, 2 * pr, 2 * (pc + dx), 2 * (pr + dy), enough) : APART;
}

/* The line from corner (pr, pc), level (dy = 0) or upright (dx = 0): only from the last corner of the
   source to the first of the target; the others run along one of the two first. */
static inline int corner_line_along(const Square *s, int32_t r0, int32_t c0, int32_t r1, int32_t c1, int32_t pr, int32_t pc, int32_t dy, int32_t dx, const Walls *walls) {
    int64_t source = cell_at(s, r0, c0), target = cell_at(s, r1, c1);
    int touch = free_touch(s, walls, pr, pc, dy, dx, LOUD);
    if (touch & LOUD) return 0;
    if (dy == 0) {
        int right = dx > 0;
        if (right ? pc != c0 + 1 || pc + dx != c1 : pc != c0 || pc + dx != c1 + 1) return 0;
        int64_t a = cell_at(s, pr - 1, right ? pc : pc - 1);
        return open_along(s, a, s->stride, right ? 1 : -1, right ? dx : -dx, SOUTH, right ? EAST : WEST, source, target, touch);
    }
    int down = dy > 0;
    if (down ? pr != r0 + 1 || pr + dy != r1 : pr != r0 || pr + dy != r1 + 1) return 0;
    int64_t a = cell_at(s, down ? pr : pr - 1, pc - 1);
    return open_along(s, a, 1, down ? s->stride : -(int64_t)s->stride, down ? dy : -dy, EAST, down ? SOUTH : NORTH, source, target, touch);
}

/* 1 seen, 0 not, -1 unsure: two tiles that touch, with a free wall at the place. */
static int corner_strict(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1) {
    const uint8_t *cell = s->cell;
    int64_t source = cell_at(s, r0, c0), target = cell_at(s, r1, c1);
    if (source == target) return 1;
    int32_t dr = r1 - r0, dc = c1 - c0;
    int unsure = 0;
    if (dr == 0 && (dc == 1 || dc == -1)) {
        if (cell[source] & (dc > 0 ? EAST : WEST)) return 0;
        int64_t x = 2 * (c0 + (dc > 0));
        return !walls || !wall_at(walls, s, r0, c0, x, 2 * r0) || !wall_at(walls, s, r0, c0, x, 2 * r0 + 2) ? 1 : -1;
    }
    if (dc == 0 && (dr == 1 || dr == -1)) {
        if (cell[source] & (dr > 0 ? SOUTH : NORTH)) return 0;
        int64_t y = 2 * (r0 + (dr > 0));
        return !walls || !wall_at(walls, s, r0, c0, 2 * c0, y) || !wall_at(walls, s, r0, c0, 2 * c0 + 2, y) ? 1 : -1;
    }
    if ((dr == 1 || dr == -1) && (dc == 1 || dc == -1)) {
        Quadrant q = quadrant(s, dc > 0, dr > 0);
        if (!point_blocked(s, &q, source, target)) {  /* they share a corner */
            if (!walls || !wall_at(walls, s, r0, c0, 2 * (c0 + (dc > 0)), 2 * (r0 + (dr > 0)))) return 1;
            unsure = -1;
        }
    }
    for (int i = 0; i < 4; i++) {
        int32_t pr = r0 + (i & 1), pc = c0 + (i >> 1);
        for (int j = 0; j < 4; j++) {
            int32_t dy = r1 + (j & 1) - pr, dx = c1 + (j >> 1) - pc;
            if (dx == 0 && dy == 0) continue;
            if (dx == 0 || dy == 0) {
                if (corner_line_along(s, r0, c0, r1, c1, pr, pc, dy, dx, walls)) return 1;
                continue;
            }
            Quadrant q = quadrant(s, dx > 0, dy > 0);
            int64_t first = cell_at(s, dy > 0 ? pr : pr - 1, dx > 0 ? pc : pc - 1);
            int32_t ax = dx > 0 ? dx : -dx, ay = dy > 0 ? dy : -dy;
            int64_t last = first + (ax - 1) * q.sx + (ay - 1) * q.sy;
            /* A diagonal through the source or the target is tried from its other corner. */
            if (ax == ay && (first == source || last == target)) continue;
            if (!open_between(s, &q, first, ax, ay, source, target)) continue;
            int touch = free_touch(s, walls, pr, pc, dy, dx, LOUD);
            if (!(touch & LOUD) && ends_open(s, first, last, source, target, dx > 0 ? 1 : -1, dy > 0 ? 1 : -1, touch)) return 1;
        }
    }
    return unsure;
}

#endif
