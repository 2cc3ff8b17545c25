/* The contact of any line, on squares and on hexes: the whole definition, for whatever the faster
   kernels leave out (free walls that graze a line or reach its ends, geometric rules on hexes).

   It follows rules/line.py and geometry/contact.py step by step. Points are in half tiles on squares,
   in thirds on hexes; free walls in 1/384,000ths. Positions along a line are fractions from 0 to 1,
   compared in 128 bits. */
#ifndef SIGHTLINE_ANY_LINE_H
#define SIGHTLINE_ANY_LINE_H

#include "hex_lines.h"
#include "sectors.h"
#include "special_walls.h"

typedef struct { int64_t n, d; } Position;       /* n/d, d > 0 */
typedef struct { int64_t x, y; } Spot;
typedef struct { int32_t a, b; } Tile;           /* as positions are given: row and column, or q and r */

enum { OF_TILE, OF_EDGE, OF_WALL, OF_RIM };

typedef struct { Position lo, hi; int sides, of; } Touch;

/* A list that grows; `failed` when there is no memory for it. */
typedef struct { Touch *at; int n, room, failed; Touch few[64]; } Touches;

static inline void no_touches(Touches *t) { t->at = t->few; t->n = 0; t->room = 64; t->failed = 0; }
static inline void drop_touches(Touches *t) { if (t->at != t->few) free(t->at); }

static inline void add_touch(Touches *t, Touch touch) {
    if (t->n == t->room) {
        Touch *more = malloc(sizeof(Touch) * (size_t)t->room * 2);
        if (!more) { t->failed = 1; return; }
        memcpy(more, t->at, sizeof(Touch) * (size_t)t->n);
        drop_touches(t);
        t->at = more; t->room *= 2;
    }
    t->at[t->n++] = touch;
}

static inline int compare(Position a, Position b) {
    return compare_products(a.n, b.d, b.n, a.d);
}
static inline Position later(Position a, Position b) { return compare(a, b) < 0 ? b : a; }
static inline Position sooner(Position a, Position b) { return compare(a, b) > 0 ? b : a; }
static inline int same(Position a, Position b) { return compare(a, b) == 0; }
static inline Position fraction(int64_t n, int64_t d) {
    Position p = {d < 0 ? -n : n, d < 0 ? -d : d};
    return p;
}
static const Position START = {0, 1}, FINISH = {1, 1};

/* What a look needs to know of the board: one of the two, and what does not block this time. */
typedef struct {
    const Square *squares;
    const Hexes *hexes;
    const Segment *wall;
    int32_t walls;
    const Special *special;       /* walls with a property */
    int32_t specials;
    int64_t dx, dy;               /* the way of the line that is looked at, for one-way walls */
    int with_limited;             /* are limited walls there, as when what they part is looked at? */
    Tile source, target;
    const int64_t *clear;         /* further cells that do not block this look */
    int32_t clears;
    int failed;
} Look;

typedef struct { Spot from; int64_t dx, dy; } Ray;

static inline int scale_of(const Look *l) { return l->hexes ? 3 : 2; }

static const int64_t HEX_CORNER_X[6] = {2, 1, -1, -2, -1, 1}, HEX_CORNER_Y[6] = {-1, -2, -1, 1, 2, 1};

static inline int corners_of(const Look *l, Tile t, Spot *out) {
    if (l->hexes) {
        for (int k = 0; k < 6; k++) { out[k].x = 3LL * t.a + HEX_CORNER_X[k]; out[k].y = 3LL * t.b + HEX_CORNER_Y[k]; }
        return 6;
    }
    int64_t x = 2LL * t.b, y = 2LL * t.a;
    out[0].x = x; out[0].y = y; out[1].x = x + 2; out[1].y = y;
    out[2].x = x + 2; out[2].y = y + 2; out[3].x = x; out[3].y = y + 2;
    return 4;
}

static inline int side_of(const Ray *ray, int64_t x, int64_t y) {
    int64_t turn = ray->dx * (y - ray->from.y) - ray->dy * (x - ray->from.x);
    return turn < 0 ? ON_LEFT : turn > 0 ? ON_RIGHT : 0;
}

static inline int sides_of_tile(const Look *l, const Ray *ray, Tile t) {
    Spot c[6];
    int sides = 0, n = corners_of(l, t, c);
    for (int k = 0; k < n; k++) sides |= side_of(ray, c[k].x, c[k].y);
    return sides;
}

/* Cut [lo, hi] down to where value + t * step lies between low and high. */
static inline int clip(int64_t value, int64_t step, int64_t low, int64_t high, Position *lo, Position *hi) {
    if (step == 0) return low <= value && value <= high;
    Position in = fraction(step > 0 ? low - value : high - value, step), out = fraction(step > 0 ? high - value : low - value, step);
    *lo = later(*lo, in); *hi = sooner(*hi, out);
    return compare(*lo, *hi) <= 0;
}

static inline int meets_tile(const Look *l, const Ray *ray, Tile t, Position *lo, Position *hi) {
    *lo = START; *hi = FINISH;
    int64_t x = ray->from.x, y = ray->from.y, dx = ray->dx, dy = ray->dy;
    if (l->hexes) {
        x -= 3LL * t.a; y -= 3LL * t.b;
        return clip(2 * x + y, 2 * dx + dy, -3, 3, lo, hi) && clip(x + 2 * y, dx + 2 * dy, -3, 3, lo, hi) && clip(x - y, dx - dy, -3, 3, lo, hi);
    }
    return clip(x, dx, 2LL * t.b, 2LL * t.b + 2, lo, hi) && clip(y, dy, 2LL * t.a, 2LL * t.a + 2, lo, hi);
}

/* A straight wall from w to v, all in one unit `unit` times finer than the ray's. It has no side where
   the ray runs along inside it. */
static int meets_wall(const Ray *ray, int64_t unit, Spot w, Spot v, Position *lo, Position *hi, int *sides) {
    int64_t ux = ray->from.x * unit, uy = ray->from.y * unit;
    int64_t a = ray->dx * (w.y - uy) - ray->dy * (w.x - ux), b = ray->dx * (v.y - uy) - ray->dy * (v.x - ux);
    if ((a > 0 && b > 0) || (a < 0 && b < 0)) return 0;
    if (a == 0 && b == 0) {
        int by_x = ray->dx != 0;
        int64_t d = (by_x ? ray->dx : ray->dy) * unit;
        Position p = fraction(by_x ? w.x - ux : w.y - uy, d), q = fraction(by_x ? v.x - ux : v.y - uy, d);
        *lo = later(START, sooner(p, q)); *hi = sooner(FINISH, later(p, q));
        *sides = 0;
        return compare(*lo, *hi) <= 0;
    }
    int64_t wx = v.x - w.x, wy = v.y - w.y;
    *lo = *hi = fraction((w.x - ux) * wy - (w.y - uy) * wx, (ray->dx * wy - ray->dy * wx) * unit);
    *sides = (a < 0 || b < 0 ? ON_LEFT : 0) | (a > 0 || b > 0 ? ON_RIGHT : 0);
    return compare(*lo, START) >= 0 && compare(*lo, FINISH) <= 0;
}

static inline int64_t index_of(const Look *l, Tile t) {
    return l->hexes ? hex_at(l->hexes, t.a, t.b) : cell_at(l->squares, t.a, t.b);
}

static inline int is_same_tile(Tile one, Tile other) { return one.a == other.a && one.b == other.b; }

/* Is the tile in the board's rectangle, or right beyond its rim? */
static inline int in_planes(const Look *l, Tile t) {
    if (l->hexes) return t.b >= l->hexes->row0 - 1 && t.b <= l->hexes->row0 + l->hexes->rows && t.a >= l->hexes->col0 - 1 && t.a <= l->hexes->col0 + l->hexes->cols;
    return t.a >= -1 && t.a <= l->squares->rows && t.b >= -1 && t.b <= l->squares->cols;
}

static inline int is_rim(const Look *l, int64_t at) { return l->squares && (l->squares->cell[at] & OUTSIDE); }

static inline int blocks_at(const Look *l, int64_t at) {
    if (!(l->hexes ? l->hexes->cell[at] & HEX_TILE : l->squares->cell[at] & TILE)) return 0;
    if (at == index_of(l, l->source) || at == index_of(l, l->target)) return 0;
    for (int32_t k = 0; k < l->clears; k++) if (l->clear[k] == at) return 0;
    return 1;
}

/* The forward edges of a tile: does each block, which tile is beyond, and where are its ends? */
static inline int forward_edge(const Look *l, Tile t, int k, Tile *beyond, Spot *w, Spot *v, int *blocks) {
    if (l->hexes) {
        static const int32_t da[3] = {1, 0, -1}, db[3] = {0, 1, 1};
        static const int direction[3] = {0, 5, 4}, first[3] = {0, 5, 4}, second[3] = {5, 4, 3};
        if (k == 3) return 0;
        beyond->a = t.a + da[k]; beyond->b = t.b + db[k];
        w->x = 3LL * t.a + HEX_CORNER_X[first[k]]; w->y = 3LL * t.b + HEX_CORNER_Y[first[k]];
        v->x = 3LL * t.a + HEX_CORNER_X[second[k]]; v->y = 3LL * t.b + HEX_CORNER_Y[second[k]];
        *blocks = (l->hexes->cell[hex_at(l->hexes, t.a, t.b)] & (HEX_EDGE << direction[k])) != 0;
        return 1;
    }
    if (k == 2) return 0;
    beyond->a = t.a + (k == 1); beyond->b = t.b + (k == 0);
    w->x = 2LL * t.b + 2; w->y = 2LL * t.a + 2;
    v->x = k == 0 ? w->x : w->x - 2; v->y = k == 0 ? w->y - 2 : w->y;
    *blocks = (l->squares->cell[cell_at(l->squares, t.a, t.b)] & (k == 0 ? EAST : SOUTH)) != 0;
    return 1;
}

/* The edge that two tiles share, whichever of them keeps it. Returns 0 if they share none. */
static int edge_between(const Look *l, Tile one, Tile other, Spot *w, Spot *v, int *blocks) {
    Tile beyond;
    for (int k = 0; forward_edge(l, one, k, &beyond, w, v, blocks); k++) if (is_same_tile(beyond, other)) return 1;
    for (int k = 0; forward_edge(l, other, k, &beyond, w, v, blocks); k++) if (is_same_tile(beyond, one)) return 1;
    return 0;
}

/* --- what a ray touches */

/* `stopped`: it goes through something on the way, so it is blocked whatever else it touches, and the
   rest was not looked at. */
typedef struct { Touches touches, limited; Position leaves, enters; int stopped; } Met;

static inline int is_on_the_way(const Touch *t) { return compare(t->lo, START) > 0 && compare(t->hi, FINISH) < 0; }

/* --- what is plain at a glance, without all of that */

static int in_the_way(const void *look, int64_t at) { return blocks_at(look, at); }

/* Does the wall, in 1/384,000ths, lie all beside the box around the line between these two points? */
static inline int is_beside(const Segment *s, int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
    if ((s->x0 < x0 && s->x0 < x1 && s->x1 < x0 && s->x1 < x1) || (s->x0 > x0 && s->x0 > x1 && s->x1 > x0 && s->x1 > x1)) return 1;
    return (s->y0 < y0 && s->y0 < y1 && s->y1 < y0 && s->y1 < y1) || (s->y0 > y0 && s->y0 > y1 && s->y1 > y0 && s->y1 > y1);
}

/* What walls with a property make of a ray that nothing else touches. */
static int glance_at_specials(const Look *l, const Ray *ray) {
    int64_t unit = WALL_UNIT / scale_of(l), x0 = ray->from.x * unit, y0 = ray->from.y * unit;
    int64_t x1 = x0 + ray->dx * unit, y1 = y0 + ray->dy * unit;
    int passed = 0, unsure = 0;
    Position first = START;
    for (int32_t k = 0; k < l->specials; k++) {
        const Special *s = &l->special[k];
        if (is_beside(&s->at, x0, y0, x1, y1) || !special_stands(s, ray->dx, ray->dy)) continue;
        Spot w = {s->at.x0, s->at.y0}, v = {s->at.x1, s->at.y1};
        Touch t = {START, START, 0, OF_WALL};
        if (!meets_wall(ray, unit, w, v, &t.lo, &t.hi, &t.sides)) continue;
        if (t.sides != ON_BOTH || !is_on_the_way(&t)) { unsure = 1; continue; }
        if (!(s->flags & LIMITED)) return GLANCE_BLOCKED;
        /* One that goes right across parts by itself: a second one elsewhere stops the line. */
        if (passed && !same(first, t.lo)) return GLANCE_BLOCKED;
        passed = 1; first = t.lo;
    }
    return unsure ? GLANCE_UNSURE : GLANCE_CLEAR;
}

/* What free walls make of a ray that nothing else touches. */
static int glance_at_walls(const Look *l, const Ray *ray) {
    int64_t unit = WALL_UNIT / scale_of(l), x0 = ray->from.x * unit, y0 = ray->from.y * unit;
    int64_t x1 = x0 + ray->dx * unit, y1 = y0 + ray->dy * unit;
    int found = GLANCE_CLEAR;
    for (int32_t k = 0; k < l->walls; k++) {
        const Segment *s = &l->wall[k];
        if (is_beside(s, x0, y0, x1, y1)) continue;
        Spot w = {s->x0, s->y0}, v = {s->x1, s->y1};
        Touch t = {START, START, 0, OF_WALL};
        if (!meets_wall(ray, unit, w, v, &t.lo, &t.hi, &t.sides)) continue;
        if (t.sides == ON_BOTH && is_on_the_way(&t)) return GLANCE_BLOCKED;
        found = GLANCE_UNSURE;
    }
    return found;
}

/* Free walls never open a view, so what is blocked stays so. */
static inline int glance(const Look *l, const Ray *ray) {
    if (!l->hexes) return GLANCE_UNSURE;
    HexLine line = hex_line(ray->from.x, ray->from.y, ray->dx, ray->dy);
    int found = hex_glance(l->hexes, &line, in_the_way, l);
    if (found == GLANCE_CLEAR && l->walls) found = glance_at_walls(l, ray);
    return found == GLANCE_CLEAR && l->specials ? glance_at_specials(l, ray) : found;
}

static void meet_one_tile(Look *l, const Ray *ray, Tile tile, Met *m) {
    Touch t = {START, START, 0, OF_TILE};
    if (!in_planes(l, tile) || !meets_tile(l, ray, tile, &t.lo, &t.hi)) return;
    int64_t at = index_of(l, tile);
    if (is_same_tile(tile, l->source)) m->leaves = t.hi;
    if (is_same_tile(tile, l->target)) m->enters = t.lo;
    int rim = is_rim(l, at);
    if (rim || blocks_at(l, at)) {
        t.sides = sides_of_tile(l, ray, tile);
        if (rim) t.of = OF_RIM;
        add_touch(&m->touches, t);
        if (t.sides == ON_BOTH && compare(t.lo, t.hi) < 0) { m->stopped = 1; return; }
    }
    if (!l->hexes && l->squares->thin == 0) return;
    Tile beyond;
    Spot w, v;
    int edge;
    t.of = OF_EDGE;
    for (int k = 0; forward_edge(l, tile, k, &beyond, &w, &v, &edge); k++) {
        if (!edge || !meets_wall(ray, 1, w, v, &t.lo, &t.hi, &t.sides)) continue;
        add_touch(&m->touches, t);
        if (t.sides == ON_BOTH && is_on_the_way(&t)) { m->stopped = 1; return; }
    }
}

/* The walls with a property that this ray meets: limited ones are kept apart. */
static void meet_specials(const Look *l, const Ray *ray, Met *m) {
    int64_t unit = WALL_UNIT / scale_of(l), x0 = ray->from.x * unit, y0 = ray->from.y * unit;
    int64_t x1 = x0 + ray->dx * unit, y1 = y0 + ray->dy * unit;
    for (int32_t k = 0; k < l->specials && !m->stopped; k++) {
        const Special *s = &l->special[k];
        if (is_beside(&s->at, x0, y0, x1, y1) || !special_stands(s, ray->dx, ray->dy)) continue;
        Spot w = {s->at.x0, s->at.y0}, v = {s->at.x1, s->at.y1};
        Touch t = {START, START, 0, s->flags & ON_EDGE ? OF_EDGE : OF_WALL};
        if (!meets_wall(ray, unit, w, v, &t.lo, &t.hi, &t.sides)) continue;
        if (s->flags & LIMITED) add_touch(&m->limited, t);
        else {
            add_touch(&m->touches, t);
            if (t.sides == ON_BOTH && is_on_the_way(&t)) m->stopped = 1;
        }
    }
}

static void drop_met(Met *m) { drop_touches(&m->touches); drop_touches(&m->limited); }

static void meet_all(Look *l, const Ray *ray, Met *m) {
    no_touches(&m->touches); no_touches(&m->limited);
    m->leaves = START; m->enters = FINISH; m->stopped = 0;
    int64_t scale = scale_of(l), x0 = ray->from.x, y0 = ray->from.y, x1 = x0 + ray->dx, y1 = y0 + ray->dy;
    int64_t top = y0 < y1 ? y0 : y1, bottom = y0 < y1 ? y1 : y0;
    int64_t least = x0 < x1 ? x0 : x1, most = x0 < x1 ? x1 : x0;
    int64_t first = floor_div(top, scale) - 1, last = floor_div(bottom, scale) + 1;
    for (int64_t k = first; k <= last; k++) {
        int64_t row = y0 <= y1 ? k : first + last - k;      /* from the ray's start on */
        /* The part of the ray near this row, one more on each side: what is beside it is left out
           by the exact test. */
        int64_t a = least, b = most, dy = y1 - y0, dx = x1 - x0;
        if (dy != 0) {
            int64_t in = (row - 1) * scale - y0, out = (row + 2) * scale - y0;
            int64_t p = floor_div(dy > 0 ? in * dx : -in * dx, dy > 0 ? dy : -dy) + x0;
            int64_t q = floor_div(dy > 0 ? out * dx : -out * dx, dy > 0 ? dy : -dy) + x0;
            if ((p < q ? p : q) > a) a = p < q ? p : q;
            if ((p < q ? q : p) + 1 < b) b = (p < q ? q : p) + 1;
        }
        int64_t left = floor_div(a, scale) - 1, right = floor_div(b, scale) + 1;
        for (int64_t i = left; i <= right && !m->stopped; i++) {
            int64_t col = x0 <= x1 ? i : left + right - i;
            Tile tile = {(int32_t)(l->hexes ? col : row), (int32_t)(l->hexes ? row : col)};
            meet_one_tile(l, ray, tile, m);
        }
        if (m->stopped) break;
    }
    int64_t unit = WALL_UNIT / scale;
    for (int32_t k = 0; k < l->walls && !m->stopped; k++) {
        const Segment *s = &l->wall[k];
        int64_t wl = s->x0 < s->x1 ? s->x0 : s->x1, wr = s->x0 < s->x1 ? s->x1 : s->x0;
        int64_t wt = s->y0 < s->y1 ? s->y0 : s->y1, wb = s->y0 < s->y1 ? s->y1 : s->y0;
        if (wr < least * unit || wl > most * unit || wb < top * unit || wt > bottom * unit) continue;
        Spot w = {s->x0, s->y0}, v = {s->x1, s->y1};
        Touch t = {START, START, 0, OF_WALL};
        if (!meets_wall(ray, unit, w, v, &t.lo, &t.hi, &t.sides)) continue;
        add_touch(&m->touches, t);
        if (t.sides == ON_BOTH && is_on_the_way(&t)) m->stopped = 1;
    }
    if (l->specials) meet_specials(l, ray, m);
    if (m->touches.failed || m->limited.failed) l->failed = 1;
}

/* Is this wall with a property a blocker of the line that is looked at? */
static inline int counts_now(const Look *l, const Special *s) {
    return (l->with_limited || !(s->flags & LIMITED)) && special_stands(s, l->dx, l->dy);
}

/* --- the ends of a corner line */

/* The small disc around a corner of `tile`, which becomes number 0 of the tiles round it. */
static void disc_around(Look *l, Tile tile, Spot at, Disc *d, Tile *round) {
    Spot own[6], other[6];
    int n = corners_of(l, tile, own), tiles = 0;
    no_spokes(d);
    for (int32_t da = -1; da <= 1; da++) {
        for (int32_t db = -1; db <= 1; db++) {
            Tile t = {tile.a + da, tile.b + db};
            corners_of(l, t, other);
            int k = 0;
            while (k < n && (other[k].x != at.x || other[k].y != at.y)) k++;
            if (k == n) continue;
            int number = da == 0 && db == 0 ? 0 : ++tiles;
            round[number] = t;
            if (number && in_planes(l, t)) {
                int64_t cell = index_of(l, t);
                if (is_rim(l, cell) || blocks_at(l, cell)) d->shut |= 1 << number;
            }
            /* Corners of squares run to the right, those of hexes to the left. */
            Spot p = other[(k + 1) % n], q = other[(k + n - 1) % n];
            Spot begin = l->hexes ? q : p;
            add_spoke(d, begin.x - at.x, begin.y - at.y, 0, number);
        }
    }
    for (int i = 0; i <= tiles; i++) {        /* the edges between them, where they block */
        for (int k = 0; k < i; k++) {
            Spot w, v;
            int blocks;
            if (!in_planes(l, round[i]) || !in_planes(l, round[k])) continue;
            if (!edge_between(l, round[i], round[k], &w, &v, &blocks) || !blocks) continue;
            if (w.x == at.x && w.y == at.y) w = v;
            add_spoke(d, w.x - at.x, w.y - at.y, 1, NO_TILE);
        }
    }
    int64_t unit = WALL_UNIT / scale_of(l), x = at.x * unit, y = at.y * unit;
    for (int32_t k = 0; k < l->walls; k++) {
        const Segment *s = &l->wall[k];
        if ((s->x0 < x && s->x1 < x) || (s->x0 > x && s->x1 > x) || (s->y0 < y && s->y1 < y) || (s->y0 > y && s->y1 > y)) continue;
        if ((s->x1 - s->x0) * (y - s->y0) != (s->y1 - s->y0) * (x - s->x0)) continue;
        if (s->x0 != x || s->y0 != y) add_spoke(d, s->x0 - x, s->y0 - y, 1, NO_TILE);
        if (s->x1 != x || s->y1 != y) add_spoke(d, s->x1 - x, s->y1 - y, 1, NO_TILE);
    }
    for (int32_t k = 0; k < l->specials; k++) {
        const Segment *s = &l->special[k].at;
        if (!is_on_wall(s, x, y) || !counts_now(l, &l->special[k])) continue;
        if (s->x0 != x || s->y0 != y) add_spoke(d, s->x0 - x, s->y0 - y, 1, NO_TILE);
        if (s->x1 != x || s->y1 != y) add_spoke(d, s->x1 - x, s->y1 - y, 1, NO_TILE);
    }
}

/* The lanes of the line that leaves `tile` at `at` in this direction on which one can get out. */
static int lanes_out(Look *l, Tile tile, Spot at, int64_t dx, int64_t dy) {
    Disc d;
    Tile round[4];
    disc_around(l, tile, at, &d, round);
    add_spoke(&d, dx, dy, 0, NO_TILE);
    int lanes = lanes_reached(&d, 0, dx, dy);
    if (d.failed) l->failed = 1;
    drop_spokes(&d);
    return lanes;
}

/* Are source and target joined around the corner that they share? */
static int joined_around(Look *l, Spot at) {
    Disc d;
    Tile round[4];
    int joined = 0;
    disc_around(l, l->source, at, &d, round);
    for (int k = 1; k < (l->hexes ? 3 : 4); k++) if (is_same_tile(round[k], l->target)) joined = tiles_joined(&d, 0, k);
    if (d.failed) l->failed = 1;
    drop_spokes(&d);
    return joined;
}

/* Do free walls cover all of the stretch from w to v? `specials`: with those that have a property, as far
   as they count for the line that is looked at. */
static int walls_cover(const Look *l, Spot w, Spot v, int specials) {
    int64_t unit = WALL_UNIT / scale_of(l), x = w.x * unit, y = w.y * unit, dx = v.x - w.x, dy = v.y - w.y;
    int64_t length = (dx * dx + dy * dy) * unit, covered = 0;
    for (int more = 1; more && covered < length;) {
        more = 0;
        for (int32_t k = 0; k < l->walls + (specials ? l->specials : 0); k++) {
            const Segment *s = k < l->walls ? &l->wall[k] : &l->special[k - l->walls].at;
            if (k >= l->walls && !counts_now(l, &l->special[k - l->walls])) continue;
            int64_t ax = s->x0 - x, ay = s->y0 - y, bx = s->x1 - x, by = s->y1 - y;
            if (dx * ay != dy * ax || dx * by != dy * bx) continue;
            int64_t low = dx * ax + dy * ay, high = dx * bx + dy * by;
            if (low > high) { int64_t t = low; low = high; high = t; }
            if (low <= covered && high > covered) { covered = high; more = 1; }
        }
    }
    return covered >= length;
}

/* Neighbours whose common edge blocks, by its threshold or by free walls all along it. */
static int parted_neighbours(const Look *l) {
    Spot w, v;
    int blocks;
    if (!edge_between(l, l->source, l->target, &w, &v, &blocks)) return 0;
    return blocks || (l->walls && walls_cover(l, w, v, 0));
}

/* The same for the line that is looked at, by walls with a property as well. */
static int parted_by_specials(const Look *l) {
    Spot w, v;
    int blocks;
    return edge_between(l, l->source, l->target, &w, &v, &blocks) && walls_cover(l, w, v, 1);
}

/* Does the line leave the source where it enters the target? */
static int goes_straight_over(const Look *l, Spot from, Spot to) {
    Ray ray = {from, to.x - from.x, to.y - from.y};
    Position lo, leaves, enters, hi;
    if (ray.dx == 0 && ray.dy == 0) return 1;
    return meets_tile(l, &ray, l->source, &lo, &leaves) && meets_tile(l, &ray, l->target, &enters, &hi) && compare(enters, leaves) <= 0;
}

/* --- judging */

static int by_position(const void *one, const void *other) { return compare(*(const Position *)one, *(const Position *)other); }

static inline int holds(const Touch *t, Position lo, Position hi) { return compare(t->lo, lo) <= 0 && compare(t->hi, hi) >= 0; }

/* Do the blockers part the two ends? `leaving` and `coming`: the lanes that lead out and home. */
static int parted(Look *l, const Touches *t, int leaving, int coming) {
    Position few[132], *mark = few;
    int n = 0, lanes = leaving;
    if (t->n > 64 && !(mark = malloc(sizeof(Position) * (2 * (size_t)t->n + 2)))) { l->failed = 1; return 1; }
    mark[n++] = START; mark[n++] = FINISH;
    for (int i = 0; i < t->n; i++) { mark[n++] = t->at[i].lo; mark[n++] = t->at[i].hi; }
    qsort(mark, (size_t)n, sizeof(Position), by_position);
    int count = 1;
    for (int i = 1; i < n; i++) if (!same(mark[i], mark[count - 1])) mark[count++] = mark[i];
    for (int i = 0; i + 1 < count && lanes; i++) {
        int cut = 0, closed = 0, split = 0;
        for (int k = 0; k < t->n; k++) {
            const Touch *o = &t->at[k];
            if (!holds(o, mark[i], mark[i])) continue;
            if (i) cut |= o->sides;
            if (!holds(o, mark[i], mark[i + 1])) continue;
            if (o->of == OF_EDGE || o->of == OF_WALL) split = 1;
            else closed |= o->sides;
        }
        lanes &= ~(cut | closed);
        if (lanes && !closed && !split) lanes = ON_BOTH;
    }
    if (mark != few) free(mark);
    return !(lanes & coming);
}

static int by_begin(const void *one, const void *other) { return compare(((const Touch *)one)->lo, ((const Touch *)other)->lo); }

/* Do these blockers part what is before the stretch [lo, hi] of the line from what is after it? Nothing
   else is looked at: who comes may come on any lane that is open there, or from the end. */
static int parted_at(const Touches *t, Position lo, Position hi, int leaving, int coming) {
    int lanes = leaving, at_start = compare(lo, START) <= 0;
    Position here = lo;
    if (!at_start) {
        lanes = ON_BOTH;
        for (int k = 0; k < t->n; k++)   /* what closes a lane up to here */
            if (t->at[k].of != OF_EDGE && t->at[k].of != OF_WALL && compare(t->at[k].lo, lo) < 0 && compare(t->at[k].hi, lo) >= 0) lanes &= ~t->at[k].sides;
    }
    for (;;) {
        /* The next place where something begins or ends. */
        Position next = FINISH;
        for (int k = 0; k < t->n; k++) {
            if (compare(t->at[k].lo, here) > 0) next = sooner(next, t->at[k].lo);
            if (compare(t->at[k].hi, here) > 0) next = sooner(next, t->at[k].hi);
        }
        if (compare(here, FINISH) >= 0) return !(lanes & coming);
        int cut = 0, closed = 0, split = 0;
        for (int k = 0; k < t->n; k++) {
            const Touch *o = &t->at[k];
            if (!holds(o, here, here)) continue;
            if (compare(here, START) > 0) cut |= o->sides;
            if (!holds(o, here, next)) continue;
            if (o->of == OF_EDGE || o->of == OF_WALL) split = 1;
            else closed |= o->sides;
        }
        lanes &= ~(cut | closed);
        if (lanes && !closed && !split) lanes = ON_BOTH;
        if (!lanes) return 1;
        if (compare(here, hi) >= 0) return 0;
        here = next;
    }
}

/* Is a line that nothing else blocks stopped by limited walls: parted by them at two places or more, each
   by itself? Sorts them. `leaving` and `coming`: the lanes at the ends with limited walls there. */
static int stopped_by_limited(Look *l, Met *m, int leaving, int coming) {
    Touches every;
    int parted_places = 0, n = m->limited.n;
    qsort(m->limited.at, (size_t)n, sizeof(Touch), by_begin);
    no_touches(&every);
    for (int i = 0; i < m->touches.n; i++) add_touch(&every, m->touches.at[i]);
    for (int i = 0; i < n; i++) add_touch(&every, m->limited.at[i]);
    if (every.failed) l->failed = 1;
    for (int i = 0; i < n && parted_places < 2 && !every.failed;) {
        Position lo = m->limited.at[i].lo, hi = m->limited.at[i].hi;
        for (i++; i < n && compare(m->limited.at[i].lo, hi) <= 0; i++) hi = later(hi, m->limited.at[i].hi);
        parted_places += parted_at(&every, lo, hi, leaving, coming);
    }
    drop_touches(&every);
    return parted_places > 1;
}

/* What a touch between these two positions counts for; `open_ends`: not if it only reaches one of them. */
static inline int worth(const Touch *t, Position from, Position to, int open_ends) {
    Position lo = later(t->lo, from), hi = sooner(t->hi, to);
    int order = compare(lo, hi);
    if (order < 0) return EDGE;
    return order > 0 || (open_ends && (same(lo, from) || same(lo, to))) ? CLEAR : CORNER;
}

/* What a line that is not parted amounts to: grid blockers count between `leaves` and `enters`, free
   walls anywhere but at the two ends alone. */
static int grazed(const Met *m, Position leaves, Position enters, int open_ends) {
    int contact = CLEAR;
    for (int i = 0; i < m->touches.n; i++) {
        const Touch *t = &m->touches.at[i];
        if (t->of == OF_RIM) continue;
        int counts = t->of == OF_WALL ? worth(t, START, FINISH, 1) : worth(t, leaves, enters, open_ends);
        if (counts > contact) contact = counts;
    }
    return contact;
}

static int any_touch(const Met *m) {
    int contact = CLEAR;
    for (int i = 0; i < m->touches.n; i++) {
        const Touch *t = &m->touches.at[i];
        int counts = t->of == OF_RIM ? CLEAR : worth(t, START, FINISH, 0);
        if (counts > contact) contact = counts;
    }
    return contact;
}

static int center_line_contact(Look *l, Spot a, Spot b) {
    Ray ray = {a, b.x - a.x, b.y - a.y};
    int contact = glance(l, &ray);
    if (contact != GLANCE_UNSURE) return contact;
    Met m;
    meet_all(l, &ray, &m);
    contact = BLOCKED;
    if (!m.stopped && !(m.touches.n && parted(l, &m.touches, ON_BOTH, ON_BOTH))
        && !(m.limited.n > 1 && stopped_by_limited(l, &m, ON_BOTH, ON_BOTH))) contact = grazed(&m, START, FINISH, 0);
    drop_met(&m);
    return contact;
}

/* Does anything but the rim touch the point? */
static int point_touched(Look *l, Spot at) {
    Disc d;
    Tile round[4];
    disc_around(l, l->source, at, &d, round);
    int touched = 0;
    for (int k = 1; k < (l->hexes ? 3 : 4); k++)
        touched |= (d.shut >> k & 1) && !(in_planes(l, round[k]) && is_rim(l, index_of(l, round[k])));
    for (int i = 0; i < d.n; i++) touched |= d.at[i].blocks;
    drop_spokes(&d);
    return touched;
}

/* The lanes that lead out of the source on this line, and those that lead home. */
static void lanes_at_ends(Look *l, const Ray *ray, int *leaving, int *coming) {
    Spot to = {ray->from.x + ray->dx, ray->from.y + ray->dy};
    *leaving = lanes_out(l, l->source, ray->from, ray->dx, ray->dy);
    int back = lanes_out(l, l->target, to, -ray->dx, -ray->dy);
    /* Who looks back has the other hand on each side. */
    *coming = (back & ON_LEFT ? ON_RIGHT : 0) | (back & ON_RIGHT ? ON_LEFT : 0);
}

/* Does a line between corners get past limited walls? */
static int passes_limited(Look *l, const Ray *ray, Met *m) {
    int leaving, coming;
    if (m->limited.n < 2) return 1;
    l->with_limited = 1;
    lanes_at_ends(l, ray, &leaving, &coming);
    l->with_limited = 0;
    return !stopped_by_limited(l, m, leaving, coming);
}

/* A line between two corners of the source and the target, whose common edge, if any, does not block. */
static int corner_line_contact(Look *l, Spot from, Spot to, int closed_ends) {
    Ray ray = {from, to.x - from.x, to.y - from.y};
    if (l->specials && goes_straight_over(l, from, to) && parted_by_specials(l)) return BLOCKED;
    if (ray.dx == 0 && ray.dy == 0) {
        if (!joined_around(l, from)) return BLOCKED;
        return closed_ends && point_touched(l, from) ? CORNER : CLEAR;
    }
    Met m;
    meet_all(l, &ray, &m);
    int contact = BLOCKED;
    if (!m.stopped) {
        contact = CLEAR;
        if (m.touches.n) {
            int leaving, coming;
            lanes_at_ends(l, &ray, &leaving, &coming);
            if (parted(l, &m.touches, leaving, coming)) contact = BLOCKED;
            else {
                contact = grazed(&m, m.leaves, m.enters, 1);
                int closed = closed_ends ? any_touch(&m) : CLEAR;
                if (closed > contact) contact = closed;
            }
        }
        if (contact < BLOCKED && !passes_limited(l, &ray, &m)) contact = BLOCKED;
    }
    drop_met(&m);
    return contact;
}

static inline Spot center_of(const Look *l, Tile t) {
    Spot c = {2LL * t.b + 1, 2LL * t.a + 1};
    if (l->hexes) { c.x = 3LL * t.a; c.y = 3LL * t.b; }
    return c;
}

/* From now on the line between these two corners is looked at; one of no length goes from centre to centre. */
static inline void look_along(Look *l, Spot from, Spot to) {
    if (from.x == to.x && from.y == to.y) { from = center_of(l, l->source); to = center_of(l, l->target); }
    l->dx = to.x - from.x; l->dy = to.y - from.y; l->with_limited = 0;
}

/* The contact from centre to centre of two different tiles. */
static int look_center(Look *l) { return center_line_contact(l, center_of(l, l->source), center_of(l, l->target)); }

/* The best contact of all lines from corner to corner; `enough`: a contact that ends the search. On
   squares every line between neighbours goes over the edge that they share; on hexes only those that
   leave the one where they enter the other. What takes long is put off: one clear line ends the search. */
static int look_corners(Look *l, int closed_ends, int enough) {
    Spot from[6], to[6];
    int n = corners_of(l, l->source, from), m = corners_of(l, l->target, to), best = BLOCKED;
    int walled = parted_neighbours(l), put_off = 0;
    int8_t line[36];
    for (int p = 0; p < n; p++) {
        for (int q = 0; q < m; q++) {
            if (walled && goes_straight_over(l, from[p], to[q])) continue;
            Ray ray = {from[p], to[q].x - from[p].x, to[q].y - from[p].y};
            int contact = ray.dx || ray.dy ? glance(l, &ray) : GLANCE_UNSURE;
            if (contact == GLANCE_CLEAR && !(l->specials && goes_straight_over(l, from[p], to[q]))) return CLEAR;
            if (contact == GLANCE_CLEAR) contact = GLANCE_UNSURE;  /* walls with a property may part neighbours */
            if (contact == GLANCE_UNSURE) line[put_off++] = (int8_t)(p * m + q);
        }
    }
    for (int i = 0; i < put_off && best > enough && !l->failed; i++) {
        look_along(l, from[line[i] / m], to[line[i] % m]);
        int contact = corner_line_contact(l, from[line[i] / m], to[line[i] % m], closed_ends);
        if (contact < best) best = contact;
    }
    return best;
}

#endif
