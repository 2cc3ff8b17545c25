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
static inline int free_touch(const Square *s, const Walls *walls, int32_t pr, int32_t pc, int32_t dy, int32_t dx) {
    return walls ? walls_on_line(walls, s, 2 * pc, 2 * pr, 2 * (pc + dx), 2 * (pr + dy)) : APART;
}

/* The line from corner (pr, pc), level (dy = 0) or upright (dx = 0): only from the last corner of the
   source to the first of the target; the others run along one of the two first. */
static inline int corner_line_along(const Square *s, int32_t r0, int32_t c0, int32_t r1, int32_t c1, int32_t pr, int32_t pc, int32_t dy, int32_t dx, const Walls *walls) {
    int64_t source = cell_at(s, r0, c0), target = cell_at(s, r1, c1);
    int touch = free_touch(s, walls, pr, pc, dy, dx);
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
            int touch = free_touch(s, walls, pr, pc, dy, dx);
            if (!(touch & LOUD) && ends_open(s, first, last, source, target, dx > 0 ? 1 : -1, dy > 0 ? 1 : -1, touch)) return 1;
        }
    }
    return unsure;
}

/* --- fields */

static inline void corner_shadow(int kind, int32_t u, int32_t first, int32_t last, int32_t *an, int32_t *ad, int32_t *bn, int32_t *bd) {
    if (kind == A_TILE) {
        *an = first; *ad = first >= 0 ? u + 1 : u;
        *bn = last + 1; *bd = last + 1 > 0 ? u : u + 1;
    } else if (kind == A_CROSS) {
        *an = first; *ad = u; *bn = last + 1; *bd = u;
    } else {
        *an = first + 1; *ad = *an > 0 ? u + 1 : u;
        *bn = first + 1; *bd = *bn > 0 ? u : u + 1;
    }
}

/* How far aside of the source a line's tiles are within reach, by the line's distance from it. */
typedef struct {
    const int32_t *aside;         /* NULL: everywhere */
    int32_t lines;                /* how many distances there are */
    int32_t row, col;
} Extent;

static inline void see_bits(const Sweep *w, const Extent *x, Seen *seen, int32_t line, int32_t base, uint64_t bits) {
    if (!bits || line < 0 || line >= w->lines) return;
    int32_t low = 0, high = w->minors - 1;
    if (x->aside) {
        int32_t away = line - (w->by_column ? x->col : x->row), middle = w->by_column ? x->row : x->col;
        if (away < 0) away = -away;
        if (away >= x->lines) return;
        if (middle - x->aside[away] > low) low = middle - x->aside[away];
        if (middle + x->aside[away] < high) high = middle + x->aside[away];
    }
    if (base < low) bits = low - base < 64 ? bits >> (low - base) << (low - base) : 0;
    if (base + 63 > high) bits = high >= base ? bits & (~0ULL >> (63 - (high - base))) : 0;
    while (bits) {
        int32_t a = __builtin_ctzll(bits);
        uint64_t run = ~(bits >> a);
        int32_t b = a + (run ? __builtin_ctzll(run) : 64) - 1;
        see_line(w, seen, line, base + a, base + b);
        bits = b >= 63 ? 0 : bits & (~0ULL << (b + 1));
    }
}

/* Bits of a plane that are tiles of the source do not block. */
static inline uint64_t tiles_on(const Sweep *w, const Extent *x, int32_t line, int32_t at) {
    if (line < 0 || line >= w->lines) return 0;
    uint64_t bits = window(line_of(w, w->tile, line), at);
    int32_t own_line = w->by_column ? x->col : x->row, own = (w->by_column ? x->row : x->col) - at;
    if (line == own_line && own >= 0 && own < 64) bits &= ~(1ULL << own);
    return bits;
}

static inline uint64_t off_board(const Sweep *w, int32_t line, int32_t at) {
    if (line < 0 || line >= w->lines) return ~0ULL;
    uint64_t bits = 0;
    if (at < 0) bits |= -at >= 64 ? ~0ULL : (1ULL << -at) - 1;
    int32_t past = w->minors - at;
    if (past < 64) bits |= past <= 0 ? ~0ULL : ~0ULL << past;
    return bits;
}

static inline uint64_t edges_on(const Sweep *w, const uint64_t *plane, int32_t line, int32_t at) {
    return line < 0 || line >= w->lines ? 0 : window(line_of(w, plane, line), at);
}

/* Rows of points on one line, a bit each: the tiles round every point, the thin walls that end in it
   (on the side of L, on the side of R), and which of the tiles are off the board. The latter two are
   looked at, and filled in, only on boards with thin walls. */
typedef struct { uint64_t bk, l, r, ah, left, right, out_l, out_r, out_ah; } Round;

/* Which of L, R and Ah are seen through these points, each where it is the target. */
static inline void seen_through(uint64_t points, const Round *o, int thin, uint64_t *see_l, uint64_t *see_r, uint64_t *see_ah) {
    uint64_t through = points & ~o->bk;
    if (!thin) {
        *see_l = *see_r = through & ~o->ah;
        *see_ah = through & ~(o->l & o->r);
        return;
    }
    /* Two-sided, as in point_blocked: something real, and both sides reached. */
    uint64_t l = o->l, r = o->r, ah = o->ah, left = o->left, right = o->right, out = o->out_ah;
    *see_l = through & ~((left | r | right | ah) & (left | ah | out) & (r | right | ah | o->out_r | out));
    *see_r = through & ~((l | left | right | ah) & (l | left | ah | o->out_l | out) & (right | ah | out));
    *see_ah = through & ~((l | left | r | right) & (l | left | o->out_l) & (r | right | o->out_r));
}

/* Mark what is seen through the points from `at` on, on the line before `line + dir`. `up`: the
   lines to them climb. */
static inline void see_points(const Sweep *w, const Extent *x, Seen *seen, int32_t line, int32_t at, uint64_t points, int up) {
    int32_t next = line + w->dir;
    int32_t back = up ? at - 1 : at, fore = up ? at : at - 1;  /* minor index of Bk and R; of L and Ah */
    uint64_t see_l, see_r, see_ah;
    int thin = 0;
    Round o;
    o.bk = tiles_on(w, x, line, back); o.l = tiles_on(w, x, line, fore);
    o.r = tiles_on(w, x, next, back); o.ah = tiles_on(w, x, next, fore);
    if (w->s->thin) {
        int32_t cross = w->dir > 0 ? line : next;
        o.left = edges_on(w, w->side, line, at - 1) | edges_on(w, w->cross, cross, fore);
        o.right = edges_on(w, w->side, next, at - 1) | edges_on(w, w->cross, cross, back);
        thin = ((o.left | o.right) & points) != 0;  /* none ends in these points: as if there were none */
        if (thin) { o.out_l = off_board(w, line, fore); o.out_r = off_board(w, next, back); o.out_ah = off_board(w, next, fore); }
    }
    seen_through(points, &o, thin, &see_l, &see_r, &see_ah);
    int to_back = back - at + 1, to_fore = fore - at + 1;
    see_bits(w, x, seen, line, at - 1, points << to_back | see_l << to_fore);
    see_bits(w, x, seen, next, at - 1, see_r << to_back | see_ah << to_fore);
}

/* One quarter of the field seen from one corner: slopes strictly between -1 and 0, 0 and 1. */
static void corner_sweep(const Sweep *w, const Extent *x, Seen *seen, int up, int down, Windows *a, Windows *b) {
    int thin = w->s->thin > 0;
    Windows *t;
    a->n = 0;
    if (down) open_window(a, -1, 1, 0, 1);
    if (up) open_window(a, 0, 1, 1, 1);
    int32_t own = w->by_column ? x->col : x->row;
    for (int32_t u = 0; a->n; u++) {
        int32_t line = w->dir > 0 ? w->line0 + u : w->line0 - 1 - u;
        if (line < 0 || line >= w->lines) return;
        if (x->aside) {
            int32_t away = line > own ? line - own : own - line;
            if (away >= x->lines && u > 1) return;
        }
        for (int i = 0; i < a->n && u; i++) {
            int32_t from = place_below(&a->at[i], u + 1) + 1, to = place_above(&a->at[i], u + 1) - 1;
            if (from < -w->minor0) from = -w->minor0;
            if (to > w->minors - w->minor0) to = w->minors - w->minor0;
            while (from <= to) {
                int32_t count = to - from + 1 < 48 ? to - from + 1 : 48;
                see_points(w, x, seen, line, w->minor0 + from, (1ULL << count) - 1, a->at[i].hn > 0);
                from += count;
            }
        }
        if (u) {
            const uint64_t *tiles = line_of(w, w->tile, line);
            carve(corner_shadow, A_TILE, w, tiles, u, a, b, NULL, 0, 1);
            t = a; a = b; b = t;
            if (thin) {
                carve(corner_shadow, A_SIDE, w, line_of(w, w->side, line), u, a, b, NULL, 0, 1);
                t = a; a = b; b = t;
            }
        }
        if (thin) {
            carve(corner_shadow, A_CROSS, w, line_of(w, w->cross, w->dir > 0 ? line : line - 1), u + 1, a, b, NULL, 0, 1);
            t = a; a = b; b = t;
        }
    }
}

static inline int in_extent(const Extent *x, int32_t row, int32_t col) {
    if (!x->aside) return 1;
    int32_t away = row > x->row ? row - x->row : x->row - row, aside = col > x->col ? col - x->col : x->col - col;
    return away < x->lines && aside <= x->aside[away];
}

static inline void see_tile(const Square *s, const Extent *x, Seen *seen, int32_t row, int32_t col) {
    if (row >= 0 && col >= 0 && row < s->rows && col < s->cols && in_extent(x, row, col)) see(seen, row, col);
}

/* The diagonal from corner (pr, pc) into one quadrant. */
static void corner_diagonal(const Square *s, const Extent *x, Seen *seen, const Quadrant *q, int32_t pr, int32_t pc, int32_t sr, int32_t sc) {
    int32_t r = sr > 0 ? pr : pr - 1, c = sc > 0 ? pc : pc - 1;
    int64_t source = cell_at(s, x->row, x->col);
    const uint8_t *cell = s->cell;
    while (r >= 0 && c >= 0 && r < s->rows && c < s->cols && in_extent(x, r, c)) {
        int64_t at = cell_at(s, r, c);
        if (cell[at] & TILE) return;
        if (!point_blocked(s, q, at, at + q->sy)) see_tile(s, x, seen, r + sr, c);
        if (!point_blocked(s, q, at, at + q->sx)) see_tile(s, x, seen, r, c + sc);
        if (!point_blocked(s, q, at, at + q->sx + q->sy)) see_tile(s, x, seen, r + sr, c + sc);
        uint8_t one = at + q->sx == source ? cell[at + q->sx] & ~TILE : cell[at + q->sx];
        uint8_t other = at + q->sy == source ? cell[at + q->sy] & ~TILE : cell[at + q->sy];
        if ((cell[at] & (q->ex | q->ey)) | (one & (TILE | q->ey)) | (other & (TILE | q->ex))) return;
        r += sr; c += sc;
    }
}

/* The level or upright line from corner (pr, pc), with the source behind. */
static void corner_axis(const Square *s, const Extent *x, Seen *seen, int32_t pr, int32_t pc, int32_t sr, int32_t sc) {
    const uint8_t *cell = s->cell;
    int64_t source = cell_at(s, x->row, x->col);
    /* The tiles on both sides of the line's first stretch, a before b across it. */
    int32_t r = sr < 0 ? pr - 1 : sr > 0 ? pr : pr - 1, c = sc < 0 ? pc - 1 : sc > 0 ? pc : pc - 1;
    int64_t step = (int64_t)sr * s->stride + sc, across = sr ? 1 : s->stride;
    uint8_t e_step = sr ? (sr > 0 ? SOUTH : NORTH) : (sc > 0 ? EAST : WEST), e_across = sr ? EAST : SOUTH;
    int64_t a = cell_at(s, r, c), b = a + across;
    int left = (cell[a - step] & e_step) || (a - step != source && (cell[a - step] & TILE));
    int right = (cell[b - step] & e_step) || (b - step != source && (cell[b - step] & TILE));
    if (two_sided(left, right, cell[a] & OUTSIDE, cell[b] & OUTSIDE)) return;
    for (int32_t n = 1;; n++) {
        if (((cell[a] | cell[b]) & TILE) | (cell[a] & e_across) || (cell[a] & cell[b] & OUTSIDE)) return;
        if (n > 1 && ((cell[a - step] | cell[b - step]) & e_step)) return;
        r += sr; c += sc;
        a += step; b += step;
        if (r < -1 || c < -1 || r > s->rows || c > s->cols) return;
        if ((sr && (r < 0 || r >= s->rows)) || (sc && (c < 0 || c >= s->cols))) return;
        left = (cell[a - step] & e_step) != 0;
        right = (cell[b - step] & e_step) != 0;
        int a_blocks = cell[a] & TILE, b_blocks = cell[b] & TILE;
        if (!two_sided(left, right | b_blocks, 0, cell[b] & OUTSIDE)) see_tile(s, x, seen, r, c);
        if (!two_sided(left | a_blocks, right, cell[a] & OUTSIDE, 0)) see_tile(s, x, seen, r + (sc ? 1 : 0), c + (sr ? 1 : 0));
        if (!in_extent(x, r, c) && !in_extent(x, r + (sc ? 1 : 0), c + (sr ? 1 : 0))) return;
    }
}

/* What a single tile sees by the corner rule in strict play. Returns 0 when out of memory. */
static int corner_field(const Square *s, int32_t row, int32_t col, const Reach *reach, Seen *seen) {
    int32_t few[64];
    int32_t *aside = NULL;
    Extent x;
    x.row = row; x.col = col; x.aside = NULL; x.lines = 0;
    if (reach->limit >= 0) {
        int32_t longest = s->rows > s->cols ? s->rows : s->cols, wide = longest;
        aside = longest <= 64 ? few : malloc(sizeof(int32_t) * (size_t)longest);
        if (!aside) return 0;
        while (x.lines < longest && within(reach, x.lines, 0)) {
            while (!within(reach, x.lines, wide)) wide--;
            aside[x.lines++] = wide;
        }
        x.aside = aside;
    }
    Windows a, b;
    no_windows(&a); no_windows(&b);
    const uint8_t *cell = s->cell;
    int64_t source = cell_at(s, row, col);
    if (in_extent(&x, row, col)) see(seen, row, col);
    if (!(cell[source] & EAST)) see_tile(s, &x, seen, row, col + 1);
    if (!(cell[source] & WEST)) see_tile(s, &x, seen, row, col - 1);
    if (!(cell[source] & SOUTH)) see_tile(s, &x, seen, row + 1, col);
    if (!(cell[source] & NORTH)) see_tile(s, &x, seen, row - 1, col);
    for (int corner = 0; corner < 4; corner++) {
        int32_t pr = row + (corner >> 1), pc = col + (corner & 1);
        int open[2][2];           /* by down, right: may a line go out into that quadrant? */
        for (int down = 0; down < 2; down++) {
            for (int right = 0; right < 2; right++) {
                int32_t r = down ? pr : pr - 1, c = right ? pc : pc - 1;
                open[down][right] = 0;
                if (r < 0 || c < 0 || r >= s->rows || c >= s->cols) continue;
                int64_t first = cell_at(s, r, c);
                if (first == source) { open[down][right] = 1; continue; }
                Quadrant back = quadrant(s, !right, !down), q = quadrant(s, right, down);
                if (point_blocked(s, &back, first, source)) continue;
                if (r != row && c != col) see_tile(s, &x, seen, r, c);  /* they share this corner */
                if (cell[first] & TILE) continue;
                open[down][right] = 1;
                corner_diagonal(s, &x, seen, &q, pr, pc, down ? 1 : -1, right ? 1 : -1);
            }
        }
        for (int by_column = 0; by_column < 2; by_column++) {
            for (int32_t dir = -1; dir <= 1; dir += 2) {
                Sweep w = sweep_towards(s, by_column, dir, pr, pc);
                int fore = dir > 0;
                int up = by_column ? open[1][fore] : open[fore][1];
                int down = by_column ? open[0][fore] : open[fore][0];
                if (up | down) corner_sweep(&w, &x, seen, up, down, &a, &b);
            }
        }
        if (corner & 1) corner_axis(s, &x, seen, pr, pc, 0, 1); else corner_axis(s, &x, seen, pr, pc, 0, -1);
        if (corner >> 1) corner_axis(s, &x, seen, pr, pc, 1, 0); else corner_axis(s, &x, seen, pr, pc, -1, 0);
    }
    free_windows(&a); free_windows(&b);
    if (aside != few) free(aside);
    return !(a.failed | b.failed);
}

#endif
