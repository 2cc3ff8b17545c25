/* Where a line meets a free wall. Walls are in 1/384,000ths of a tile and meet a line between the marks of the
   grid; so positions are fractions from 0 to 1 here, compared in 128 bits. */
#ifndef SIGHTLINE_WALL_TOUCH_H
#define SIGHTLINE_WALL_TOUCH_H

#include "grid_line.h"
#include "sectors.h"
#include "walls.h"

typedef struct { int64_t n, d; } Position;       /* n/d, d > 0 */

static inline int compare(Position a, Position b) { return compare_products(a.n, b.d, b.n, a.d); }
static inline Position later(Position a, Position b) { return compare(a, b) < 0 ? b : a; }
static inline Position sooner(Position a, Position b) { return compare(a, b) > 0 ? b : a; }
static inline Position fraction(int64_t n, int64_t d) {
    Position p = {d < 0 ? -n : n, d < 0 ? -d : d};
    return p;
}
static const Position START = {0, 1}, FINISH = {1, 1};

/* Is the whole wall outside the box around the line between these two points? */
static inline int is_beside(const Segment *s, int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
    if ((s->x0 < x0 && s->x0 < x1 && s->x1 < x0 && s->x1 < x1) || (s->x0 > x0 && s->x0 > x1 && s->x1 > x0 && s->x1 > x1)) return 1;
    return (s->y0 < y0 && s->y0 < y1 && s->y1 < y0 && s->y1 < y1) || (s->y0 > y0 && s->y0 > y1 && s->y1 > y0 && s->y1 > y1);
}

typedef struct { Position lo, hi; int sides; } WallTouch;

/* Where a line meets a free wall; 0: nowhere. */
static int meets_wall(const GridLine *line, int64_t unit, const Segment *s, WallTouch *t) {
    int64_t x = line->x * unit, y = line->y * unit, dx = line->dx, dy = line->dy;
    if (is_beside(s, x, y, x + dx * unit, y + dy * unit)) return 0;
    int64_t a = dx * (s->y0 - y) - dy * (s->x0 - x), b = dx * (s->y1 - y) - dy * (s->x1 - x);
    if ((a > 0 && b > 0) || (a < 0 && b < 0)) return 0;
    if (a == 0 && b == 0) {
        int by_x = dx != 0;
        int64_t d = (by_x ? dx : dy) * unit;
        Position p = fraction(by_x ? s->x0 - x : s->y0 - y, d), q = fraction(by_x ? s->x1 - x : s->y1 - y, d);
        t->lo = later(START, sooner(p, q)); t->hi = sooner(FINISH, later(p, q));
        t->sides = 0;
        return compare(t->lo, t->hi) <= 0;
    }
    int64_t wx = s->x1 - s->x0, wy = s->y1 - s->y0;
    t->lo = t->hi = fraction((s->x0 - x) * wy - (s->y0 - y) * wx, (dx * wy - dy * wx) * unit);
    t->sides = (a < 0 || b < 0 ? ON_LEFT : 0) | (a > 0 || b > 0 ? ON_RIGHT : 0);
    return compare(t->lo, START) >= 0 && compare(t->lo, FINISH) <= 0;
}

/* Does a line in the direction (dx, dy) pass a one-way wall without a touch that still affects where a walker can go?
   Then the lanes onto which it lets a walker cross: along the line one of them, at the line's ends both; else 0. */
static inline int lanes_passed(const Segment *s, int64_t dx, int64_t dy, const WallTouch *t) {
    int64_t wx = s->x1 - s->x0, wy = s->y1 - s->y0;
    if (t->sides == 0 && wx * dy == wy * dx) return wx * dx + wy * dy > 0 ? ON_LEFT : ON_RIGHT;
    return compare(t->lo, START) <= 0 || compare(t->hi, FINISH) >= 0 ? ON_BOTH : 0;
}

/* Add the spokes of a wall that contains the corner (x, y). */
static inline void add_wall_spokes(Disc *d, const Segment *s, int flags, int64_t x, int64_t y) {
    if (s->x0 != x || s->y0 != y) add_spoke(d, s->x0 - x, s->y0 - y, flags & ONE_WAY ? ON_LEFT : ON_BOTH, NO_TILE);
    if (s->x1 != x || s->y1 != y) add_spoke(d, s->x1 - x, s->y1 - y, flags & ONE_WAY ? ON_RIGHT : ON_BOTH, NO_TILE);
}

/* Does the line go right across the wall between its two ends? */
static inline int goes_across(const WallTouch *t) { return t->sides == ON_BOTH && compare(t->lo, START) > 0 && compare(t->hi, FINISH) < 0; }

/* Until they are ranked, the marks of touches are numbers of positions. */
typedef struct { Position at; int64_t *mark; } Marked;

static int by_position(const void *one, const void *other) { return compare(((const Marked *)one)->at, ((const Marked *)other)->at); }

/* Replace each mark by the rank of its position; 0 is the rank of the start. */
static void rank_marks(Marked *marked, size_t count) {
    qsort(marked, count, sizeof(Marked), by_position);
    int64_t rank = compare(marked[0].at, START) > 0;
    for (size_t i = 0; i < count; i++) {
        if (i && compare(marked[i - 1].at, marked[i].at) != 0) rank++;
        *marked[i].mark = rank;
    }
}

#endif
