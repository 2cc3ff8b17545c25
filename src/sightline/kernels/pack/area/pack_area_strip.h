/* What stands between two tiles where there are free, limited or one-way walls, with exact points: for lines from or to
   any part of a tile (pack_area_walls.h).

   The part of a wall inside the two tiles does not block. So walls are cut where they cross a border, and points have a
   denominator. Everything is decided by the turn of three points, exactly. */
#ifndef SIGHTLINE_PACK_AREA_STRIP_H
#define SIGHTLINE_PACK_AREA_STRIP_H

#include "pack_area.h"
#include "pack_levels.h"

/* The point (x / w, y / w), w > 0. As a direction from another: towards it, or with `away` from it. */
typedef struct { int64_t x, y, w; int away; } Exact;

typedef struct {
    Exact at[6];
    int n;                                           /* 2: a wall */
    int flags;
    int32_t wall;                                    /* its number, or -1 */
    int row, col;                                    /* of a tile */
    int within;                                      /* is part of it inside one of the two tiles? */
    int cut;                                         /* of a wall, 1 and 2: does it go on beyond that end, inside a tile? */
    HighSpan span;                                   /* from which bottom to which top it blocks */
    int64_t low[2], high[2];                         /* the box around it, or all */
} Bar;

/* Directions from a pivot, to points, from the first one to the right up to the other; of a bar, or of nothing. */
typedef struct { Exact from, to; const Bar *bar; } Span;
typedef struct { Span *at; int n, room; } Spans;

typedef struct {
    Bar *bar, *whole;                                /* `whole`: with all of each wall, in pack_area_touching.h */
    Spans shut, limited;                             /* the directions from a pivot that are shut, and those of limited walls */
    int bars, bar_room, wholes, whole_room, failed;
    int unsure;                                      /* are there numbers that are too large? */
    int cut;                                         /* is there a wall inside one of the tiles? */
    int covered;                                     /* does one bar stop all directions from the pivot? */
    int has_limited;                                 /* are there limited walls? */
    int twins;                                       /* do two of them overlap along one line? -1: that is not known yet */
    int diamonds;                                    /* are tiles the diamonds between the middles of their sides? */
    int32_t *join;                                   /* room for pack_area_shut.h */
    int64_t join_room;
    PackLook look;                                   /* from the one tile to the other */
    int corners;
    Exact here[6], there[6], middle[2];              /* the two tiles */
    int64_t x, y;                                    /* where points are counted from */
    int64_t dx, dy, wide;                            /* the band: its direction, and how far it reaches aside */
} Strip;

/* --- exact turns */

/* Seen from the first point, is the third to the right (1) or to the left (-1) of the second? */
static int turn(const Exact *a, const Exact *b, const Exact *c) {
    int found;
    if (a->w == 1 && b->w == 1 && c->w == 1) found = sign((b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x));
    else found = sign_of_determinant(a->x, a->y, a->w, b->x, b->y, b->w, c->x, c->y, c->w);
    return b->away != c->away ? -found : found;
}

static inline Exact away_from(Exact e) { e.away = !e.away; return e; }

static inline int is_same_point(const Exact *a, const Exact *b) {
    if (a->w == b->w) return a->x == b->x && a->y == b->y;
    return compare_products(a->x, b->w, b->x, a->w) == 0 && compare_products(a->y, b->w, b->y, a->w) == 0;
}

/* Which way to turn from one direction to another, at most a half turn to the right: 1, or 0 if they are the same. */
static int turn_right(const Exact *p, const Exact *from, const Exact *to) {
    int found = turn(p, from, to);
    if (found) return found;
    int one = compare_products(from->x, p->w, p->x, from->w), other = compare_products(to->x, p->w, p->x, to->w);
    if (!one) { one = compare_products(from->y, p->w, p->y, from->w); other = compare_products(to->y, p->w, p->y, to->w); }
    return (one != other) != (from->away != to->away);
}

/* Of directions from p: is x strictly between the two, which are at most a half turn apart? */
static inline int is_between(const Exact *p, const Exact *from, const Exact *to, const Exact *x) {
    return turn(p, from, x) > 0 && turn(p, x, to) > 0;
}

/* The outermost corners of a bar, seen from a point that is not inside it. `skip`: p is one of them. 0: it has no
   width. */
static int cone_of(const Exact *p, const Exact *at, int n, Span *cone) {
    const Exact *from = NULL, *to = NULL;
    for (int i = 0; i < n; i++) {
        if (is_same_point(p, &at[i])) continue;
        if (!from) { from = to = &at[i]; continue; }
        if (turn(p, &at[i], from) > 0) from = &at[i];
        if (turn(p, to, &at[i]) > 0) to = &at[i];
    }
    if (!from || turn(p, from, to) <= 0) return 0;
    cone->from = *from; cone->to = *to;
    return 1;
}

/* Is x strictly beyond the bar, as seen from p, in a direction in which the bar is? */
static int is_beyond(const Exact *p, const Exact *at, int n, const Exact *x) {
    for (int i = 0; i < (n == 2 ? 1 : n); i++) {
        const Exact *a = &at[i], *b = &at[(i + 1) % n];
        int side = turn(p, a, b);
        if (!side) continue;
        if (side < 0) { const Exact *other = a; a = b; b = other; }
        if (turn(p, a, x) < 0 || turn(p, x, b) < 0) continue;
        if (turn(a, b, p) * turn(a, b, x) < 0) return 1;
    }
    return 0;
}

static int is_on_stretch(const Exact *m, const Exact *a, const Exact *b) {
    if (turn(a, b, m)) return 0;
    int x = compare_products(m->x, a->w, a->x, m->w) * compare_products(m->x, b->w, b->x, m->w);
    int y = compare_products(m->y, a->w, a->y, m->w) * compare_products(m->y, b->w, b->y, m->w);
    return x <= 0 && y <= 0;
}

/* Is a point on the border of a bar (1), or inside it (2)? */
static int is_at_bar(const Exact *m, const Exact *at, int n) {
    int sides = 0;
    for (int i = 0; i < (n == 2 ? 1 : n); i++) {
        if (is_on_stretch(m, &at[i], &at[(i + 1) % n])) return 1;
        sides |= turn(&at[i], &at[(i + 1) % n], m) > 0 ? 1 : 2;
    }
    return n > 2 && sides != 3 ? 2 : 0;
}

/* --- collecting */

static void add_bar(Strip *s, const Bar *bar) {
    if (s->bars == s->bar_room) {
        int room = s->bar_room ? 2 * s->bar_room : 64;
        Bar *more = (Bar *)realloc(s->bar, sizeof(Bar) * (size_t)room);
        if (!more) { s->failed = 1; return; }
        s->bar = more; s->bar_room = room;
    }
    Bar *b = &s->bar[s->bars++];
    *b = *bar;
    for (int axis = 0; axis < 2; axis++) {
        b->low[axis] = INT64_MAX; b->high[axis] = INT64_MIN;
        for (int i = 0; i < b->n; i++) {
            const int64_t at = axis ? b->at[i].y : b->at[i].x, exact = b->at[i].w == 1;
            if (!exact || at < b->low[axis]) b->low[axis] = exact ? at : INT64_MIN;
            if (!exact || at > b->high[axis]) b->high[axis] = exact ? at : INT64_MAX;
            if (!exact) break;
        }
    }
}

static inline int are_boxes_apart(const Bar *a, const Bar *b) {
    return a->low[0] > b->high[0] || b->low[0] > a->high[0] || a->low[1] > b->high[1] || b->low[1] > a->high[1];
}

static void add_span(Strip *s, Spans *spans, const Exact *from, const Exact *to, const Bar *bar) {
    if (spans->n == spans->room) {
        int room = spans->room ? 2 * spans->room : 64;
        Span *more = (Span *)realloc(spans->at, sizeof(Span) * (size_t)room);
        if (!more) { s->failed = 1; return; }
        spans->at = more; spans->room = room;
    }
    Span *span = &spans->at[spans->n++];
    span->from = *from; span->to = *to; span->bar = bar;
}

static inline Exact exact_at(const Strip *s, int64_t x, int64_t y) {
    Exact e = {x - s->x, y - s->y, 1, 0};
    return e;
}

static inline int64_t grid_unit(const PackGround *g) { return WALL_UNIT / (g->hex ? 3 : 2); }

static int exact_corners(const Strip *s, int64_t row, int64_t col, Exact *out) {
    const PackGround *g = s->look.ground;
    const int64_t unit = grid_unit(g);
    Spot corner[6];
    int n = tile_corners(g->hex, row, col, corner);
    for (int i = 0; i < n; i++) {
        const Spot a = corner[i], b = corner[s->diamonds ? (i + 1) % n : i];
        out[i] = exact_at(s, (a.x + b.x) * unit / 2, (a.y + b.y) * unit / 2);
    }
    return n;
}

/* The stretch of a wall inside a tile, from 0 at its first end to 1; 0: nothing is inside. */
static int inside_tile(const Exact *tile, int n, const Exact *a, const Exact *b, int64_t unit, Position *lo, Position *hi) {
    int left = 0, right = 0;
    for (int i = 0; i < n; i++) {
        int side = turn(a, b, &tile[i]);
        left |= side < 0;
        right |= side > 0;
    }
    if (!left || !right) return 0;
    int sense = turn(&tile[0], &tile[1], &tile[2]);
    *lo = START; *hi = FINISH;
    for (int i = 0; i < n; i++) {
        const Exact *p = &tile[i], *q = &tile[(i + 1) % n];
        int64_t dx = (q->x - p->x) / unit * sense, dy = (q->y - p->y) / unit * sense;
        int64_t here = dx * (a->y - p->y) - dy * (a->x - p->x), there = dx * (b->y - p->y) - dy * (b->x - p->x);
        if (here == there) { if (here <= 0) return 0; }
        else if (there > here) *lo = later(*lo, fraction(-here, there - here));
        else *hi = sooner(*hi, fraction(here, here - there));
    }
    return compare(*lo, *hi) < 0;
}

static Exact along_wall(Strip *s, const Exact *a, const Exact *b, Position t) {
    int64_t n = t.n, d = t.d, common = greatest_factor(d, n), far = 1;
    if (n == 0) return *a;
    if (n == d) return *b;
    n /= common; d /= common;
    const int64_t size[4] = {llabs(a->x), llabs(a->y), llabs(b->x), llabs(b->y)};
    for (int i = 0; i < 4; i++) if (size[i] > far) far = size[i];
    /* On hexes, a wall of more than 2,000 of them may be too long for that. */
    if (d > INT64_MAX / far) { s->unsure = 1; return *a; }
    Exact e = {a->x * d + (b->x - a->x) * n, a->y * d + (b->y - a->y) * n, d, 0};
    common = greatest_factor(greatest_factor(e.x, e.y), e.w);
    e.x /= common; e.y /= common; e.w /= common;
    return e;
}

/* Add what of a wall is outside the first tile (1), the second (2), or both. */
static void add_wall_bar(Strip *s, int32_t number, const Segment *w, int flags, int outside) {
    const PackGround *g = s->look.ground;
    const int64_t unit = grid_unit(g);
    const HighSpan *span = pack_wall_span(g->walls, g->high, number);
    Exact a = exact_at(s, w->x0, w->y0), b = exact_at(s, w->x1, w->y1);
    Position cut[2][2];
    int cuts = 0, within = 0;
    s->has_limited |= flags & LIMITED;
    for (int k = 0; k < 2; k++) {
        if (!inside_tile(k ? s->there : s->here, s->corners, &a, &b, unit, &cut[cuts][0], &cut[cuts][1])) continue;
        s->cut = 1;
        if (outside >> k & 1) cuts++;
        else within = 1;
    }
    if (cuts == 2 && compare(cut[0][0], cut[1][0]) > 0) {
        for (int k = 0; k < 2; k++) { Position other = cut[0][k]; cut[0][k] = cut[1][k]; cut[1][k] = other; }
    }
    Position begin = START;
    for (int k = 0; k <= cuts; k++) {
        Position end = k < cuts ? cut[k][0] : FINISH;
        if (compare(begin, end) < 0) {
            Bar bar = {{along_wall(s, &a, &b, begin), along_wall(s, &a, &b, end)}, 2, flags, number, 0, 0, within, (k > 0) | 2 * (k < cuts), *span};
            add_bar(s, &bar);
        }
        if (k < cuts) begin = cut[k][1];
    }
}

/* Is it all to one side of the band in which lines from tile to tile run? */
static int is_off_band(const Exact *at, int n, const Exact *middle, int64_t dx, int64_t dy, int64_t wide) {
    int low = 1, high = 1;
    for (int i = 0; i < n; i++) {
        int64_t across = dx * (at[i].y - middle->y) - dy * (at[i].x - middle->x);
        low &= across <= -wide;
        high &= across >= wide;
    }
    return low || high;
}

/* Add all of a tile, from a bottom to a top. */
static void add_tile_bar(Strip *s, int64_t row, int64_t col, const HighSpan *span) {
    Bar bar = {{{0, 0, 0, 0}}, 0, 0, -1, (int)row, (int)col, 0, 0, *span};
    bar.n = exact_corners(s, row, col, bar.at);
    if (!is_off_band(bar.at, bar.n, &s->middle[0], s->dx, s->dy, s->wide)) add_bar(s, &bar);
}

/* On ground with heights: add what stands in a tile, if that is not at an end, and its floors. */
static void add_column_bars(Strip *s, int64_t row, int64_t col, int64_t at) {
    const PackGround *g = s->look.ground;
    const int32_t *first = g->high->first + 2 * (int64_t)g->high->column[at];
    const int own = at == s->look.at_source || at == s->look.at_target || g->tiles[at] != GROUND_HIGH;
    for (int32_t k = first[own]; k < first[2]; k++) add_tile_bar(s, row, col, &g->high->part[k]);
}

/* The columns of a row (relative to the first tile) whose middles are less than `wide` from the line. */
static void clip_columns(const PackGround *g, int64_t down, int64_t dx, int64_t dy, int64_t wide, int64_t first, int64_t *begin, int64_t *end) {
    const int64_t step = g->hex ? 3 : 2;
    if (dy) {
        int64_t size = llabs(dy) * step, middle = dx * down * step * (dy < 0 ? -1 : 1);
        int64_t low = first + floor_of(middle - wide, size), high = first + floor_of(middle + wide, size) + 1;
        if (low > *begin) *begin = low;
        if (high < *end) *end = high;
    }
    if (*begin < g->first_col) *begin = g->first_col;
    if (*end > g->first_col + g->cols - 1) *end = g->first_col + g->cols - 1;
}

/* Collect all bars between the two tiles; `outside` as above. */
static void collect_bars(Strip *s, const PackGround *g, PackTile source, PackTile target, int outside) {
    const int64_t unit = grid_unit(g), stride = g->cols;
    const int margin = g->hex, directions = g->hex ? 3 : 2;
    Spot one = tile_center(g->hex, source.row, source.col), other = tile_center(g->hex, target.row, target.col);
    s->x = one.x * unit; s->y = one.y * unit;
    PackLook look = {g, NULL, source, target, pack_index(g, source.row, source.col), pack_index(g, target.row, target.col), 0, 0, NULL};
    s->look = look;
    s->bars = s->unsure = s->cut = s->has_limited = 0;
    s->twins = -1;
    s->corners = exact_corners(s, source.row, source.col, s->here);
    exact_corners(s, target.row, target.col, s->there);
    s->middle[0] = exact_at(s, one.x * unit, one.y * unit);
    s->middle[1] = exact_at(s, other.x * unit, other.y * unit);
    int64_t dx = other.x - one.x, dy = other.y - one.y, wide = 0;      /* in halves or thirds */
    for (int i = 0; i < s->corners; i++) {
        int64_t across = dx * s->here[i].y - dy * s->here[i].x;
        if (across > wide) wide = across;
    }
    s->dx = dx; s->dy = dy; s->wide = wide;
    int64_t top = (source.row < target.row ? source.row : target.row) - margin, bottom = (source.row < target.row ? target.row : source.row) + margin;
    int64_t left = (source.col < target.col ? source.col : target.col) - margin, right = (source.col < target.col ? target.col : source.col) + margin;
    for (int64_t row = top; row <= bottom; row++) {
        if (row < g->first_row || row >= g->first_row + g->rows) continue;
        int64_t begin = left, end = right;
        clip_columns(g, row - source.row, dx, dy, 2 * wide / unit, source.col, &begin, &end);
        for (int64_t col = begin; col <= end; col++) {
            int64_t at = pack_index(g, row, col);
            if (g->tiles[at] && pack_blocks(&s->look, at) == TOUCH_TILE) add_tile_bar(s, row, col, &ENDLESS_SPAN);
            if (g->high && !pack_is_outside(g, at)) add_column_bars(s, row, col, at);
            for (int d = 0; d < directions; d++) {
                if (!g->edges[d] || g->edges[d][at] != EDGE_BLOCKS) continue;
                Spot w, v;
                edge_ends(g->hex, d, row, col, &w, &v);
                Bar bar = {{exact_at(s, w.x * unit, w.y * unit), exact_at(s, v.x * unit, v.y * unit)}, 2, 0, -1, 0, 0, 0, 0, ENDLESS_SPAN};
                if (!is_off_band(bar.at, 2, &s->middle[0], dx, dy, wide)) add_bar(s, &bar);
            }
        }
    }
    const PackWalls *walls = g->walls;
    if (!walls) return;
    int first = s->bars;
    for (int64_t row = top - margin; row <= bottom + margin; row++) {
        if (row < walls->first_row || row >= walls->first_row + walls->rows) continue;
        int64_t begin = left - margin, end = right + margin;
        /* Cells of hexes lie between their middles, and so may be met a little further off. */
        clip_columns(g, row - source.row, dx, dy, 2 * wide / unit + 3 * margin * (llabs(dx) + llabs(dy)), source.col, &begin, &end);
        for (int64_t col = begin; col <= end; col++) {
            int64_t cell = (row - walls->first_row) * stride + col - walls->first_col;
            for (int32_t k = walls->first[cell]; k < walls->first[cell + 1]; k++) {
                int32_t i = walls->list[k];
                const Segment *w = &walls->wall[i];
                Exact ends[2] = {exact_at(s, w->x0, w->y0), exact_at(s, w->x1, w->y1)};
                if (is_off_band(ends, 2, &s->middle[0], dx, dy, wide)) continue;
                int known = first;
                while (known < s->bars && s->bar[known].wall != i) known++;
                if (known == s->bars) add_wall_bar(s, i, w, walls->flags[i], outside);
            }
        }
    }
}

#endif
