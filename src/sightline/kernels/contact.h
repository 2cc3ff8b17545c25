/* The contact of any line, on squares and on hexes: the whole definition, for whatever the faster
   kernels leave out (large figures, free walls that graze a line, geometric rules on hexes).

   It follows rules/line.py step by step. Points are in half tiles on squares, in thirds on hexes;
   free walls in 1/384,000ths. Positions along a line are fractions from 0 to 1, compared in 128 bits. */
#ifndef SIGHTLINE_CONTACT_H
#define SIGHTLINE_CONTACT_H

#include "hexagon.h"
#include "walls.h"

typedef __int128 Wide;
typedef struct { int64_t n, d; } Position;       /* n/d, d > 0 */
typedef struct { int64_t x, y; } Spot;

enum { ON_LEFT = 1, ON_RIGHT = 2, ON_BOTH = 3 };
enum { OF_GRID, OF_WALL, OF_RIM };

typedef struct { Position lo, hi; int sides, of, quiet; } Touch;
typedef struct { Position lo, hi; } Stretch;

/* A list that grows; `failed` when there is no memory for it. */
typedef struct { Touch *at; int n, room, failed; Touch few[64]; } Touches;
typedef struct { Stretch *at; int n, room, failed; Stretch few[32]; } Stretches;

static inline void no_touches(Touches *t) { t->at = t->few; t->n = 0; t->room = 64; t->failed = 0; }
static inline void no_stretches(Stretches *s) { s->at = s->few; s->n = 0; s->room = 32; s->failed = 0; }
static inline void drop_touches(Touches *t) { if (t->at != t->few) free(t->at); }
static inline void drop_stretches(Stretches *s) { if (s->at != s->few) free(s->at); }

static void *grown(void *old, int is_few, int n, int *room, size_t size) {
    void *more = malloc(size * (size_t)*room * 2);
    if (more) {
        memcpy(more, old, size * (size_t)n);
        if (!is_few) free(old);
        *room *= 2;
    }
    return more;
}

static inline void add_touch(Touches *t, Touch touch) {
    if (t->n == t->room) {
        void *more = grown(t->at, t->at == t->few, t->n, &t->room, sizeof(Touch));
        if (!more) { t->failed = 1; return; }
        t->at = more;
    }
    t->at[t->n++] = touch;
}

static inline void add_stretch(Stretches *s, Position lo, Position hi) {
    if (s->n == s->room) {
        void *more = grown(s->at, s->at == s->few, s->n, &s->room, sizeof(Stretch));
        if (!more) { s->failed = 1; return; }
        s->at = more;
    }
    s->at[s->n].lo = lo; s->at[s->n++].hi = hi;
}

static inline int compare(Position a, Position b) {
    Wide l = (Wide)a.n * b.d, r = (Wide)b.n * a.d;
    return (l > r) - (l < r);
}
static inline Position later(Position a, Position b) { return compare(a, b) < 0 ? b : a; }
static inline Position sooner(Position a, Position b) { return compare(a, b) > 0 ? b : a; }
static inline Position fraction(int64_t n, int64_t d) {
    Position p = {d < 0 ? -n : n, d < 0 ? -d : d};
    return p;
}
static const Position START = {0, 1}, FINISH = {1, 1};

/* The outermost coordinates of some tiles. `full`: all that lies between them is one of these. */
typedef struct { int32_t a0, a1, b0, b1; int full; } Box;

/* What a look needs to know of the board: one of the two, and what does not block this time. */
typedef struct {
    const Square *squares;
    const Hexes *hexes;
    const Segment *wall;
    int32_t walls;
    const int32_t *source, *target;  /* tiles as pairs, as positions are given */
    int32_t sources, targets;
    Box around_source, around_target;
    const int64_t *clear;         /* cells of figures that are transparent for this look */
    int32_t clears;
    int failed;
} Look;

typedef struct { Spot from; int64_t dx, dy; int reach; } Ray;   /* reach 0: only its start */

static inline int scale_of(const Look *l) { return l->hexes ? 3 : 2; }

static const int64_t HEX_CORNER_X[6] = {2, 1, -1, -2, -1, 1}, HEX_CORNER_Y[6] = {-1, -2, -1, 1, 2, 1};

static inline int corners_of(const Look *l, int32_t a, int32_t b, Spot *out) {
    if (l->hexes) {
        for (int k = 0; k < 6; k++) { out[k].x = 3LL * a + HEX_CORNER_X[k]; out[k].y = 3LL * b + HEX_CORNER_Y[k]; }
        return 6;
    }
    int64_t x = 2LL * b, y = 2LL * a;
    out[0].x = x; out[0].y = y; out[1].x = x + 2; out[1].y = y;
    out[2].x = x + 2; out[2].y = y + 2; out[3].x = x; out[3].y = y + 2;
    return 4;
}

static inline int side_of(const Ray *ray, int64_t x, int64_t y) {
    int64_t turn = ray->dx * (y - ray->from.y) - ray->dy * (x - ray->from.x);
    return turn < 0 ? ON_LEFT : turn > 0 ? ON_RIGHT : 0;
}

static inline int sides_of_tile(const Look *l, const Ray *ray, int32_t a, int32_t b) {
    Spot c[6];
    int sides = 0, n = corners_of(l, a, b, c);
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

static inline int meets_tile(const Look *l, const Ray *ray, int32_t a, int32_t b, Position *lo, Position *hi) {
    *lo = START; *hi = ray->reach ? FINISH : START;
    int64_t x = ray->from.x, y = ray->from.y, dx = ray->dx, dy = ray->dy;
    if (l->hexes) {
        x -= 3LL * a; y -= 3LL * b;
        return clip(2 * x + y, 2 * dx + dy, -3, 3, lo, hi) && clip(x + 2 * y, dx + 2 * dy, -3, 3, lo, hi) && clip(x - y, dx - dy, -3, 3, lo, hi);
    }
    return clip(x, dx, 2LL * b, 2LL * b + 2, lo, hi) && clip(y, dy, 2LL * a, 2LL * a + 2, lo, hi);
}

/* A straight wall from w to v, all in one unit `unit` times finer than the ray's. `along`: the ray
   runs inside it. */
static int meets_wall(const Ray *ray, int64_t unit, Spot w, Spot v, Position *lo, Position *hi, int *sides, int *along) {
    int64_t ux = ray->from.x * unit, uy = ray->from.y * unit;
    int64_t a = ray->dx * (w.y - uy) - ray->dy * (w.x - ux), b = ray->dx * (v.y - uy) - ray->dy * (v.x - ux);
    *along = 0;
    if ((a > 0 && b > 0) || (a < 0 && b < 0)) return 0;
    Position end = ray->reach ? FINISH : START;
    if (a == 0 && b == 0) {
        int by_x = ray->dx != 0;
        int64_t d = (by_x ? ray->dx : ray->dy) * unit;
        Position p = fraction(by_x ? w.x - ux : w.y - uy, d), q = fraction(by_x ? v.x - ux : v.y - uy, d);
        *lo = later(START, sooner(p, q)); *hi = sooner(end, later(p, q));
        *sides = 0;
        *along = compare(*lo, *hi) < 0;
        return compare(*lo, *hi) <= 0;
    }
    int64_t wx = v.x - w.x, wy = v.y - w.y;
    *lo = *hi = fraction((w.x - ux) * wy - (w.y - uy) * wx, (ray->dx * wy - ray->dy * wx) * unit);
    *sides = (a < 0 || b < 0 ? ON_LEFT : 0) | (a > 0 || b > 0 ? ON_RIGHT : 0);
    return compare(*lo, START) >= 0 && compare(*lo, end) <= 0;
}

static Box box_around(const int32_t *tiles, int32_t count) {
    Box x = {tiles[0], tiles[0], tiles[1], tiles[1], 0};
    for (int32_t k = 1; k < count; k++) {
        int32_t a = tiles[2 * k], b = tiles[2 * k + 1];
        if (a < x.a0) x.a0 = a;
        if (a > x.a1) x.a1 = a;
        if (b < x.b0) x.b0 = b;
        if (b > x.b1) x.b1 = b;
    }
    x.full = (int64_t)(x.a1 - x.a0 + 1) * (x.b1 - x.b0 + 1) == count;
    return x;
}

static inline int among(const int32_t *tiles, int32_t count, const Box *around, int32_t a, int32_t b) {
    if (a < around->a0 || a > around->a1 || b < around->b0 || b > around->b1) return 0;
    if (around->full) return 1;
    for (int32_t k = 0; k < count; k++) if (tiles[2 * k] == a && tiles[2 * k + 1] == b) return 1;
    return 0;
}

static inline int in_source(const Look *l, int32_t a, int32_t b) { return among(l->source, l->sources, &l->around_source, a, b); }
static inline int in_target(const Look *l, int32_t a, int32_t b) { return among(l->target, l->targets, &l->around_target, a, b); }

static inline int64_t index_of(const Look *l, int32_t a, int32_t b) {
    return l->hexes ? hex_at(l->hexes, a, b) : cell_at(l->squares, a, b);
}

/* Is the tile in the board's rectangle, or right beyond its rim? */
static inline int in_planes(const Look *l, int32_t a, int32_t b) {
    if (l->hexes) return b >= l->hexes->row0 - 1 && b <= l->hexes->row0 + l->hexes->rows && a >= l->hexes->col0 - 1 && a <= l->hexes->col0 + l->hexes->cols;
    return a >= -1 && a <= l->squares->rows && b >= -1 && b <= l->squares->cols;
}

static inline int is_clear_this_time(const Look *l, int64_t at) {
    for (int32_t k = 0; k < l->clears; k++) if (l->clear[k] == at) return 1;
    return 0;
}

/* The sides of a wall that the ray runs inside: away from both ends of the look, or both, or none. */
static int sides_of_wall_inside(const Look *l, const Ray *ray) {
    int source = 0, target = 0;
    for (int32_t k = 0; k < l->sources; k++) source |= sides_of_tile(l, ray, l->source[2 * k], l->source[2 * k + 1]);
    for (int32_t k = 0; k < l->targets; k++) target |= sides_of_tile(l, ray, l->target[2 * k], l->target[2 * k + 1]);
    if (source == ON_BOTH || target == ON_BOTH) return 0;
    return source == target ? ON_BOTH & ~source : ON_BOTH;
}

/* The forward edges of a tile: does each block, which tile is beyond, and where are its ends? */
static inline int forward_edge(const Look *l, int32_t a, int32_t b, int k, int32_t *na, int32_t *nb, Spot *w, Spot *v, int *blocks) {
    if (l->hexes) {
        static const int32_t da[3] = {1, 0, -1}, db[3] = {0, 1, 1};
        static const int direction[3] = {0, 5, 4}, first[3] = {0, 5, 4}, second[3] = {5, 4, 3};
        if (k == 3) return 0;
        *na = a + da[k]; *nb = b + db[k];
        w->x = 3LL * a + HEX_CORNER_X[first[k]]; w->y = 3LL * b + HEX_CORNER_Y[first[k]];
        v->x = 3LL * a + HEX_CORNER_X[second[k]]; v->y = 3LL * b + HEX_CORNER_Y[second[k]];
        *blocks = (l->hexes->cell[hex_at(l->hexes, a, b)] & (HEX_EDGE << direction[k])) != 0;
        return 1;
    }
    if (k == 2) return 0;
    *na = a + (k == 1); *nb = b + (k == 0);
    w->x = 2LL * b + 2; w->y = 2LL * a + 2;
    v->x = k == 0 ? w->x : w->x - 2; v->y = k == 0 ? w->y - 2 : w->y;
    *blocks = (l->squares->cell[cell_at(l->squares, a, b)] & (k == 0 ? EAST : SOUTH)) != 0;
    return 1;
}

/* --- what a ray touches */

/* `stopped`: it goes through something in the open, so it is blocked whatever else it touches, and the
   rest was not looked at. */
typedef struct { Touches touches; Stretches source, target; int stopped; } Met;

static inline void no_met(Met *m) { no_touches(&m->touches); no_stretches(&m->source); no_stretches(&m->target); m->stopped = 0; }
static inline void drop_met(Met *m) { drop_touches(&m->touches); drop_stretches(&m->source); drop_stretches(&m->target); }

static void meet_one_tile(Look *l, const Ray *ray, int32_t a, int32_t b, Met *m) {
    Position lo, hi;
    if (!in_planes(l, a, b) || !meets_tile(l, ray, a, b, &lo, &hi)) return;
    int64_t at = index_of(l, a, b);
    int blocks = 0, rim = 0, own = 1;
    if (in_source(l, a, b)) add_stretch(&m->source, lo, hi);
    else if (in_target(l, a, b)) add_stretch(&m->target, lo, hi);
    else own = 0;
    if (!own && l->hexes) blocks = (l->hexes->cell[at] & HEX_TILE) && !is_clear_this_time(l, at);
    else if (!own) {
        rim = (l->squares->cell[at] & OUTSIDE) != 0;
        blocks = (l->squares->cell[at] & TILE) && !is_clear_this_time(l, at);
    }
    if (blocks || rim) {
        Touch t = {lo, hi, sides_of_tile(l, ray, a, b), rim ? OF_RIM : OF_GRID, 0};
        add_touch(&m->touches, t);
        /* Inside it there is nothing of source and target. */
        if (blocks && !rim && t.sides == ON_BOTH && compare(lo, hi) < 0) { m->stopped = ray->reach; return; }
    }
    if (!l->hexes && l->squares->thin == 0) return;
    for (int k = 0;; k++) {
        int32_t na, nb;
        Spot w, v;
        int edge, along;
        if (!forward_edge(l, a, b, k, &na, &nb, &w, &v, &edge)) return;
        Touch t = {START, START, 0, OF_GRID, 0};
        if (edge && meets_wall(ray, 1, w, v, &t.lo, &t.hi, &t.sides, &along)) {
            if (along) t.sides = sides_of_wall_inside(l, ray);
            add_touch(&m->touches, t);
            /* Crossed between its ends, which is inside no tile but its own two. */
            if (!along && t.sides == ON_BOTH && !own && !in_source(l, na, nb) && !in_target(l, na, nb)) { m->stopped = ray->reach; return; }
        }
    }
}

static void meet_all(Look *l, const Ray *ray, Met *m) {
    int64_t scale = scale_of(l), x0 = ray->from.x, y0 = ray->from.y, x1 = x0 + ray->reach * ray->dx, y1 = y0 + ray->reach * ray->dy;
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
            meet_one_tile(l, ray, (int32_t)(l->hexes ? col : row), (int32_t)(l->hexes ? row : col), m);
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
        Touch t = {START, START, 0, OF_WALL, 0};
        int along;
        if (!meets_wall(ray, unit, w, v, &t.lo, &t.hi, &t.sides, &along)) continue;
        if (along) t.sides = sides_of_wall_inside(l, ray);
        add_touch(&m->touches, t);
        if (t.sides == ON_BOTH) m->stopped = ray->reach;
    }
    if (m->touches.failed | m->source.failed | m->target.failed) l->failed = 1;
}

/* --- judging */

static int judge(const Touches *t) {
    int contact = CLEAR;
    for (int i = 0; i < t->n; i++) {
        Position at = t->at[i].lo;
        int real = 0, all = 0;
        for (int k = 0; k < t->n; k++) {
            const Touch *o = &t->at[k];
            if (compare(o->lo, at) > 0 || compare(at, o->hi) > 0) continue;
            all |= o->sides;
            if (o->of != OF_RIM) real |= o->sides;
        }
        if (real && all == ON_BOTH) return BLOCKED;
        const Touch *o = &t->at[i];
        if (o->of == OF_RIM || o->quiet) continue;
        int worth = compare(o->lo, o->hi) < 0 ? EDGE : CORNER;
        if (worth > contact) contact = worth;
    }
    return contact;
}

static void merge(Stretches *s) {
    for (int i = 1; i < s->n; i++) {          /* few: sorted by hand */
        Stretch v = s->at[i];
        int k = i;
        for (; k > 0 && compare(s->at[k - 1].lo, v.lo) > 0; k--) s->at[k] = s->at[k - 1];
        s->at[k] = v;
    }
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (n && compare(s->at[i].lo, s->at[n - 1].hi) <= 0) s->at[n - 1].hi = later(s->at[n - 1].hi, s->at[i].hi);
        else s->at[n++] = s->at[i];
    }
    s->n = n;
}

static inline int same(Position a, Position b) { return compare(a, b) == 0; }

static inline int is_quiet_wall(const Touch *t) {
    return same(t->lo, t->hi) && (same(t->lo, START) || same(t->lo, FINISH));
}

/* Free walls on the whole line, all else in the open between source and target. */
static int in_the_open(Look *l, const Met *m) {
    Stretches own;
    Touches open;
    no_stretches(&own); no_touches(&open);
    for (int i = 0; i < m->source.n; i++) add_stretch(&own, m->source.at[i].lo, m->source.at[i].hi);
    for (int i = 0; i < m->target.n; i++) add_stretch(&own, m->target.at[i].lo, m->target.at[i].hi);
    merge(&own);
    for (int i = 0; i < m->touches.n; i++) {
        Touch t = m->touches.at[i];
        if (t.of == OF_WALL) {
            t.quiet = is_quiet_wall(&t);
            add_touch(&open, t);
            continue;
        }
        for (int g = 0; g <= own.n; g++) {     /* the gaps before, between and after */
            Position from = g ? own.at[g - 1].hi : START, to = g < own.n ? own.at[g].lo : FINISH;
            if ((g == 0 || g == own.n) && compare(from, to) >= 0) continue;
            Touch cut = t;
            cut.lo = later(t.lo, from); cut.hi = sooner(t.hi, to);
            if (compare(cut.lo, cut.hi) > 0) continue;
            cut.quiet = same(cut.lo, cut.hi) && (same(cut.lo, from) || same(cut.lo, to));
            add_touch(&open, cut);
        }
    }
    int contact = judge(&open);
    if (own.failed | open.failed) l->failed = 1;
    drop_stretches(&own); drop_touches(&open);
    return contact;
}

/* Both sides of a point of the grid, seen in the direction from centre to centre. `only_walls`: count
   only if a free wall takes part. */
static int point_two_sided(Look *l, Spot at, Spot along, int only_walls) {
    Ray ray = {at, along.x, along.y, 0};
    Met m;
    no_met(&m);
    meet_all(l, &ray, &m);
    int real = 0, all = 0, walls = 0;
    for (int i = 0; i < m.touches.n; i++) {
        all |= m.touches.at[i].sides;
        if (m.touches.at[i].of != OF_RIM) real |= m.touches.at[i].sides;
        if (m.touches.at[i].of == OF_WALL) walls |= m.touches.at[i].sides;
    }
    drop_met(&m);
    return (!only_walls || walls) && real && all == ON_BOTH;
}

/* Source and target touch on this stretch of the line. */
static int where_they_touch(Look *l, const Ray *ray, Position lo, Position hi, Spot along) {
    int shared = 0, closed = 0;
    for (int32_t i = 0; i < l->sources; i++) {
        int32_t a = l->source[2 * i], b = l->source[2 * i + 1], na, nb;
        Spot w, v;
        int blocks, along_it, sides;
        for (int k = 0; forward_edge(l, a, b, k, &na, &nb, &w, &v, &blocks); k++) {
            /* The edge between them, kept by whichever looks forward over it. */
            int32_t pa = 2 * a - na, pb = 2 * b - nb;
            for (int back = 0; back < 2; back++) {
                Position from, to;
                if (!(back ? in_target(l, pa, pb) : in_target(l, na, nb))) continue;
                if (back) forward_edge(l, pa, pb, k, &na, &nb, &w, &v, &blocks);
                if (!meets_wall(ray, 1, w, v, &from, &to, &sides, &along_it)) continue;
                if (compare(from, hi) > 0 || compare(lo, to) > 0) continue;
                shared++;
                closed += blocks;
            }
        }
    }
    if (shared && closed == shared) return BLOCKED;
    if (shared && ray->reach) return CLEAR;
    for (int k = 0; k < 2; k++) {
        Position p = k ? hi : lo;
        if (k && same(lo, hi)) break;
        Spot at = {ray->from.x + ray->dx * p.n / p.d, ray->from.y + ray->dy * p.n / p.d};
        if (point_two_sided(l, at, along, shared > 0)) return BLOCKED;
    }
    return CLEAR;
}

static int corner_line_contact(Look *l, Spot from, Spot to, Spot along, int closed_ends) {
    Ray ray = {from, to.x - from.x, to.y - from.y, 1};
    if (ray.dx == 0 && ray.dy == 0) { ray.dx = along.x; ray.dy = along.y; ray.reach = 0; }
    Met m;
    no_met(&m);
    meet_all(l, &ray, &m);
    if (m.stopped) { drop_met(&m); return BLOCKED; }
    merge(&m.source); merge(&m.target);
    int contact = ray.reach ? in_the_open(l, &m) : CLEAR;
    for (int i = 0; i < m.source.n && contact < BLOCKED; i++) {
        for (int j = 0; j < m.target.n && contact < BLOCKED; j++) {
            Position lo = later(m.source.at[i].lo, m.target.at[j].lo), hi = sooner(m.source.at[i].hi, m.target.at[j].hi);
            if (compare(lo, hi) > 0) continue;
            int there = where_they_touch(l, &ray, lo, hi, along);
            if (there > contact) contact = there;
        }
    }
    if (closed_ends) {
        for (int i = 0; i < m.touches.n; i++) {
            const Touch *t = &m.touches.at[i];
            int worth = t->of == OF_RIM ? CLEAR : compare(t->lo, t->hi) < 0 ? EDGE : CORNER;
            if (worth > contact) contact = worth;
        }
    }
    drop_met(&m);
    return contact;
}

/* The centre of a footprint: the middle between its outermost tiles. */
static Spot center_of(const Look *l, const Box *x) {
    int64_t a = (int64_t)x->a0 + x->a1, b = (int64_t)x->b0 + x->b1;
    Spot c = {b + 1, a + 1};
    if (l->hexes) { c.x = 3 * a / 2; c.y = 3 * b / 2; }
    return c;
}

static int look_shares_tile(const Look *l) {
    for (int32_t k = 0; k < l->sources; k++) if (in_target(l, l->source[2 * k], l->source[2 * k + 1])) return 1;
    return 0;
}

static void mark_ends(Look *l) {
    l->around_source = box_around(l->source, l->sources);
    l->around_target = box_around(l->target, l->targets);
}

static int look_center(Look *l) {
    mark_ends(l);
    if (look_shares_tile(l)) return CLEAR;
    Spot a = center_of(l, &l->around_source), b = center_of(l, &l->around_target);
    Ray ray = {a, b.x - a.x, b.y - a.y, 1};
    Met m;
    no_met(&m);
    meet_all(l, &ray, &m);
    for (int i = 0; i < m.touches.n; i++)
        if (m.touches.at[i].of == OF_WALL) m.touches.at[i].quiet = is_quiet_wall(&m.touches.at[i]);
    int contact = m.stopped ? BLOCKED : judge(&m.touches);
    drop_met(&m);
    return contact;
}

static int in_order(const void *one, const void *other) {
    const Spot *a = one, *b = other;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

/* The corners of all these tiles, each once: `few` holds those of one tile, more are to be freed. */
static Spot *all_corners(Look *l, const int32_t *tiles, int32_t count, Spot *few, int *found) {
    Spot *every = few;
    int n = 0;
    if (count > 1 && !(every = malloc(sizeof(Spot) * 6 * (size_t)count))) { l->failed = 1; return NULL; }
    for (int32_t k = 0; k < count; k++) n += corners_of(l, tiles[2 * k], tiles[2 * k + 1], every + n);
    *found = n;
    if (count == 1) return every;
    qsort(every, (size_t)n, sizeof(Spot), in_order);
    *found = 1;
    for (int k = 1; k < n; k++) if (in_order(&every[k], &every[*found - 1])) every[(*found)++] = every[k];
    return every;
}

/* The best contact of all lines from corner to corner; `enough`: a contact that ends the search. */
static int look_corners(Look *l, int closed_ends, int enough) {
    mark_ends(l);
    if (look_shares_tile(l)) return CLEAR;
    Spot a = center_of(l, &l->around_source), b = center_of(l, &l->around_target), along = {b.x - a.x, b.y - a.y};
    Spot few_from[6], few_to[6];
    int n = 0, m = 0, best = BLOCKED;
    Spot *from = all_corners(l, l->source, l->sources, few_from, &n), *to = all_corners(l, l->target, l->targets, few_to, &m);
    for (int p = 0; p < n && from && to; p++) {
        for (int q = 0; q < m && best > enough && !l->failed; q++) {
            int contact = corner_line_contact(l, from[p], to[q], along, closed_ends);
            if (contact < best) best = contact;
        }
    }
    if (from != few_from) free(from);
    if (to != few_to) free(to);
    return best;
}

#endif
