/* Squares: what one tile sees by the corner rule, through windows of slopes from each of its corners. */
#ifndef SIGHTLINE_CORNERFIELD_H
#define SIGHTLINE_CORNERFIELD_H

#include "corner_lenient.h"

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

/* A sweep from a corner: where its source is, and the lines of bits in which it marks what it sees. */
typedef struct {
    Sweep w;
    int32_t own_line, own;        /* the source's line, and its place on it */
    uint64_t *marks;              /* NULL: nothing is marked in planes */
    int64_t mark_words;
    int32_t mark_line, mark_at;   /* the first of them */
} CornerSweep;

static inline CornerSweep corner_sweep_towards(const Square *s, int by_column, int32_t dir, int32_t pr, int32_t pc, const Extent *x, const Seen *seen) {
    CornerSweep c = {sweep_towards(s, by_column, dir, pr, pc), x->row, x->col, NULL, 0, 0, 0};
    if (by_column) { c.own_line = x->col; c.own = x->row; }
    const Planes *p = seen->planes;
    if (!p) return c;
    if (by_column) { c.marks = p->col; c.mark_words = p->col_words; c.mark_line = p->left; c.mark_at = p->top; }
    else { c.marks = p->row; c.mark_words = p->row_words; c.mark_line = p->top; c.mark_at = p->left; }
    return c;
}

/* The blocking tiles on a line, without the source. */
static inline uint64_t tiles_on(const CornerSweep *c, int32_t line, int32_t at) {
    if (line < 0 || line >= c->w.lines) return 0;
    uint64_t bits = window(line_of(&c->w, c->w.tile, line), at);
    if (line == c->own_line && c->own >= at && c->own < at + 64) bits &= ~(1ULL << (c->own - at));
    return bits;
}

static inline void mark_seen(const CornerSweep *c, int32_t line, int32_t at, uint64_t bits) {
    set_bits(c->marks + (line - c->mark_line) * c->mark_words, at - c->mark_at, bits);
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

/* Rows of points on one line, one bit each: the tiles around every point, the impassable ones, and the thin walls
   between them (by the letters of their tiles). The walls, and the outside among the impassable tiles, are only read on
   boards with thin walls. */
typedef struct { uint64_t bk, l, r, ah, bl, la, br, ra; } Round;

/* Which of L, R and Ah are seen through these points, each where it is the target? */
static inline void seen_through(uint64_t points, const Round *o, int thin, uint64_t *see_l, uint64_t *see_r, uint64_t *see_ah) {
    uint64_t through = points & ~o->bk;
    if (!thin) {                  /* L and R are reached directly; Ah through one of them */
        *see_l = *see_r = through;
        *see_ah = through & ~(o->l & o->r);
        return;
    }
    uint64_t by_left = ~(o->bl | o->l | o->la), by_right = ~(o->br | o->r | o->ra);
    *see_l = through & (~o->bl | (by_right & ~(o->ah | o->la)));
    *see_r = through & (~o->br | (by_left & ~(o->ah | o->ra)));
    *see_ah = through & (by_left | by_right);
}

/* Mark what is seen through the points starting at `at`, on the line before `line + dir`. `up`: the lines to them
   climb. */
static inline void see_points(const CornerSweep *c, const Extent *x, Seen *seen, int32_t line, int32_t at, uint64_t points, int up) {
    const Sweep *w = &c->w;
    int32_t next = line + w->dir;
    int32_t back = up ? at - 1 : at, fore = up ? at : at - 1;  /* minor index of Bk and R; of L and Ah */
    uint64_t see_l, see_r, see_ah;
    int thin = 0;
    Round o;
    /* Read once, starting one place before: `back` and `fore` are that one and the next, or the reverse. */
    uint64_t here = tiles_on(c, line, at - 1), there = tiles_on(c, next, at - 1);
    o.bk = up ? here : here >> 1; o.l = up ? here >> 1 : here;
    o.r = up ? there : there >> 1; o.ah = up ? there >> 1 : there;
    if (w->s->thin) {
        int32_t cross = w->dir > 0 ? line : next;
        o.bl = edges_on(w, w->side, line, at - 1); o.la = edges_on(w, w->cross, cross, fore);
        o.ra = edges_on(w, w->side, next, at - 1); o.br = edges_on(w, w->cross, cross, back);
        thin = ((o.bl | o.la | o.ra | o.br) & points) != 0;  /* no wall ends in these points: treat as no walls */
        if (thin) { o.l |= off_board(w, line, fore); o.r |= off_board(w, next, back); o.ah |= off_board(w, next, fore); }
    }
    seen_through(points, &o, thin, &see_l, &see_r, &see_ah);
    int to_back = back - at + 1, to_fore = fore - at + 1;
    uint64_t on_line = points << to_back | see_l << to_fore, on_next = see_r << to_back | see_ah << to_fore;
    if (c->marks) {
        mark_seen(c, line, at - 1, on_line);
        mark_seen(c, next, at - 1, on_next);
    } else {
        see_bits(w, x, seen, line, at - 1, on_line);
        see_bits(w, x, seen, next, at - 1, on_next);
    }
}

/* One quarter of the field seen from one corner: slopes strictly between -1 and 0, 0 and 1. Slopes that touch a blocker
   there go to `grazed`, if it is not NULL. */
static inline void corner_sweep(const CornerSweep *c, const Extent *x, Seen *seen, int up, int down, Windows *a, Windows *b, Windows *grazed) {
    const Sweep *w = &c->w;
    int thin = w->s->thin > 0;
    a->n = 0;
    if (down) first_window(a, -1, 1, 0, 1);
    if (up) first_window(a, 0, 1, 1, 1);
    /* The points round which a tile is on the board and in reach. */
    int32_t least = -w->minor0, most = w->minors - w->minor0;
    if (x->aside) {
        int32_t middle = c->own - w->minor0;
        if (middle - x->lines > least) least = middle - x->lines;
        if (middle + x->lines < most) most = middle + x->lines;
    }
    for (int32_t u = 0; a->n; u++) {
        int32_t line = w->dir > 0 ? w->line0 + u : w->line0 - 1 - u;
        if (line < 0 || line >= w->lines) return;
        if (x->aside) {
            int32_t away = line > c->own_line ? line - c->own_line : c->own_line - line;
            if (away >= x->lines && u > 1) return;
        }
        for (int i = 0; i < a->n && u; i++) {
            End lo = end_ahead(a->at[i].lo), hi = end_ahead(a->at[i].hi);
            int32_t from = place_below(&lo) + 1, to = place_above(&hi) - 1;
            if (from < least) from = least;
            if (to > most) to = most;
            while (from <= to) {
                int32_t count = to - from + 1 < 48 ? to - from + 1 : 48;
                see_points(c, x, seen, line, w->minor0 + from, (1ULL << count) - 1, hi.n > 0);
                from += count;
            }
        }
        if (u) {
            carve(corner_shadow, A_TILE, w, line_of(w, w->tile, line), u, &a, &b, 1, grazed);
            if (thin) carve(corner_shadow, A_SIDE, w, line_of(w, w->side, line), u, &a, &b, 1, grazed);
        }
        go_ahead(a);
        if (thin) carve(corner_shadow, A_CROSS, w, line_of(w, w->cross, w->dir > 0 ? line : line - 1), u + 1, &a, &b, 1, grazed);
    }
}

/* The diagonal from corner (pr, pc) into one quadrant. */
static void corner_diagonal(const Square *s, const Extent *x, Seen *seen, const Quadrant *q, int32_t pr, int32_t pc, int32_t sr, int32_t sc) {
    int32_t r = sr > 0 ? pr : pr - 1, c = sc > 0 ? pc : pc - 1;
    Own own = {cell_at(s, x->row, x->col), NO_CELL, NULL, 0};
    const uint8_t *cell = s->cell;
    while (r >= 0 && c >= 0 && r < s->rows && c < s->cols && in_extent(x, r, c)) {
        int64_t at = cell_at(s, r, c), one = at + q->sx, other = at + q->sy;
        if (cell[at] & TILE) return;
        see_round(s, x, seen, q, r, c, sr, sc, at);
        if (cell[at] | cell[one] | cell[other]) {
            if (blocks_look(s, &own, one) || blocks_look(s, &own, other)) return;
            if ((cell[at] & (q->ex | q->ey)) | (cell[one] & q->ey) | (cell[other] & q->ex)) return;
        }
        r += sr; c += sc;
    }
}

/* The horizontal or vertical line from corner (pr, pc), with the source behind: to targets on both sides. */
static void corner_axis(const Square *s, const Extent *x, Seen *seen, int32_t pr, int32_t pc, int32_t sr, int32_t sc, int passes, int far) {
    Own own = {cell_at(s, x->row, x->col), NO_CELL, NULL, 0};
    Along l = along_from(s, pr, pc, sr, sc);
    /* The tiles beside the stretch that begins at the corner: a, then b. */
    int32_t ar = sr < 0 || sc ? pr - 1 : pr, ac = sc < 0 || sr ? pc - 1 : pc, br = ar + (sc != 0), bc = ac + (sr != 0);
    const uint8_t *cell = s->cell;
    leave_source(s, &own, &l, far);
    for (int touched = 0;; touched = 1) {
        if (touched && l.lanes == (LANE_A | LANE_B) && !(cell[l.a] | cell[l.b])) {  /* open floor: both are seen */
            see_tile(s, x, seen, ar, ac);
            see_tile(s, x, seen, br, bc);
            if (past_extent(x, ar, ac)) return;
            l.a += l.step; l.b += l.step;
            ar += sr; br += sr; ac += sc; bc += sc;
            continue;
        }
        /* Beside the first stretch stand neighbors of the source: one shares an edge with it. */
        if ((sr && (ar < 0 || ar >= s->rows)) || (sc && (ac < 0 || ac >= s->cols))) return;
        const uint8_t *a = s->cell + l.a, *b = s->cell + l.b;
        if (touched && l.lanes == (LANE_A | LANE_B) && !((*a | *b | a[-l.step] | b[-l.step]) & ANYTHING)) {
            see_tile(s, x, seen, ar, ac); see_tile(s, x, seen, br, bc);
            if (past_extent(x, ar, ac)) return;
            l.a += l.step; l.b += l.step;
            ar += sr; br += sr; ac += sc; bc += sc;
            continue;
        }
        for (int k = 0; k < 2; k++) {
            int32_t r = k ? br : ar, c = k ? bc : ac;
            if (r < 0 || c < 0 || r >= s->rows || c >= s->cols || (!touched && (r == x->row || c == x->col))) continue;
            own.target = k ? l.b : l.a;
            if (comes_to_target(s, &own, &l, far)) see_tile(s, x, seen, r, c);
        }
        own.target = NO_CELL;
        if (past_extent(x, ar, ac) || !goes_along(s, &own, &l, passes, touched)) return;
        ar += sr; br += sr; ac += sc; bc += sc;
    }
}

/* The same where a line may graze. A line that touches a blocker but is not blocked, and is not horizontal, vertical or
   diagonal, has its first touch at a point of the grid on the rim of a shadow, in a window that was open up to there:
   nothing touched it before, and inside the shadow it would be blocked. (The target's own shadow is no exception: to
   touch the target, for such a line, is to end there, or to end at the far corner of the same tile.) So what is seen
   beyond the strict field is seen along the slopes that the sweep found grazed. */
static void corner_grazes(const CornerSweep *c, const Extent *x, Seen *seen, int up, int down, Windows *a, Windows *b, Windows *grazed) {
    const Sweep *w = &c->w;
    grazed->n = 0;
    corner_sweep(c, x, seen, up, down, a, b, grazed);
    for (int i = 0; i < grazed->n; i++) {
        int32_t v = grazed->at[i].lo.n, u = grazed->at[i].lo.d, f = common_factor(v, u);
        v /= f; u = u / f * w->dir;
        if (w->by_column) graze(w->s, x, seen, w->minor0, w->line0, v, u);
        else graze(w->s, x, seen, w->line0, w->minor0, u, v);
    }
}

/* What a single tile sees by the corner rule, if `passes` is the worst contact that is visible. `far`: horizontal and
   vertical lines may run along the source and the target. Returns 0 when out of memory. */
static inline int corner_field_by(const Square *s, const Extent *x, int passes, int far, Seen *seen) {
    int32_t row = x->row, col = x->col;
    Windows a, b, grazed;
    no_windows(&a); no_windows(&b); no_windows(&grazed);
    const uint8_t *cell = s->cell;
    int64_t source = cell_at(s, row, col);
    Own own = {source, NO_CELL, NULL, 0};
    if (in_extent(x, row, col)) see(seen, row, col);
    if (!(cell[source] & EAST)) see_tile(s, x, seen, row, col + 1);
    if (!(cell[source] & WEST)) see_tile(s, x, seen, row, col - 1);
    if (!(cell[source] & SOUTH)) see_tile(s, x, seen, row + 1, col);
    if (!(cell[source] & NORTH)) see_tile(s, x, seen, row - 1, col);
    for (int corner = 0; corner < 4; corner++) {
        int32_t pr = row + (corner >> 1), pc = col + (corner & 1);
        int open[2][2];           /* by down, right: may a line leave into that quadrant? */
        for (int down = 0; down < 2; down++) {
            for (int right = 0; right < 2; right++) {
                int32_t r = down ? pr : pr - 1, c = right ? pc : pc - 1;
                open[down][right] = 0;
                if (r < 0 || c < 0 || r >= s->rows || c >= s->cols) continue;
                int64_t first = cell_at(s, r, c);
                if (first == source) { open[down][right] = 1; continue; }
                Quadrant back = quadrant(s, !right, !down), q = quadrant(s, right, down);
                if (!walks_round(s, &back, first, source, &own)) continue;
                if (r != row && c != col) see_tile(s, x, seen, r, c);  /* they share this corner */
                if (cell[first] & TILE) continue;
                open[down][right] = 1;
                if (passes > CLEAR) graze(s, x, seen, pr, pc, down ? 1 : -1, right ? 1 : -1);
                else corner_diagonal(s, x, seen, &q, pr, pc, down ? 1 : -1, right ? 1 : -1);
            }
        }
        for (int by_column = 0; by_column < 2; by_column++) {
            for (int32_t dir = -1; dir <= 1; dir += 2) {
                CornerSweep w = corner_sweep_towards(s, by_column, dir, pr, pc, x, seen);
                int fore = dir > 0;
                int up = by_column ? open[1][fore] : open[fore][1];
                int down = by_column ? open[0][fore] : open[fore][0];
                if (!(up | down)) continue;
                if (passes > CLEAR) corner_grazes(&w, x, seen, up, down, &a, &b, &grazed);
                else corner_sweep(&w, x, seen, up, down, &a, &b, NULL);
            }
        }
        int sr = corner >> 1 ? 1 : -1, sc = corner & 1 ? 1 : -1;
        corner_axis(s, x, seen, pr, pc, 0, sc, passes, far);
        corner_axis(s, x, seen, pr, pc, sr, 0, passes, far);
    }
    free_windows(&a); free_windows(&b); free_windows(&grazed);
    return !(a.failed | b.failed | grazed.failed);
}

static int corner_field(const Square *s, const Extent *x, Seen *seen) { return corner_field_by(s, x, CLEAR, 1, seen); }

static int corner_lenient_field(const Square *s, const Extent *x, int passes, int far, Seen *seen) {
    return corner_field_by(s, x, passes, far, seen);
}

#endif
