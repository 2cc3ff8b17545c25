/* The contact of any line, on squares and on hexes: the general kernel, for everything that the faster kernels leave
   out (free walls that graze a line or reach its ends, geometric rules on hexes).

   It follows rules/line.py step by step: grid_line.h says what a line meets of the grid, judgment.h how it is decided.
   Free walls, in 1/384,000ths, meet a line between the marks of the grid; so positions are fractions from 0 to 1 here,
   compared in 128 bits, and judged by their ranks. */
#ifndef SIGHTLINE_ANY_LINE_H
#define SIGHTLINE_ANY_LINE_H

#include "grid_line.h"
#include "heights.h"
#include "hex_lines.h"
#include "judgment.h"
#include "special_walls.h"
#include "wall_touch.h"

typedef struct { int32_t a, b; } Tile;           /* as positions are given: row and column, or q and r */

/* A question about lines between two tiles: one of the two boards, and what does not block in this question. */
typedef struct {
    const Square *squares;
    const Hexes *hexes;
    const Segment *wall;
    int32_t walls;
    const Special *special;       /* walls with a property */
    int32_t specials;
    int with_limited;             /* do limited walls count, as in asking what they separate? */
    int only_clear;               /* whether only clear lines matter, so that all others may be reported as BLOCKED */
    Tile source, target;
    const int64_t *clear;         /* further cells that do not block these lines */
    int32_t clears;
    int failed;
    Levels *levels;               /* NULL: a flat board */
} LineQuery;

static inline int on_hexes(const LineQuery *l) { return l->hexes != NULL; }
static inline int64_t wall_scale(const LineQuery *l) { return WALL_UNIT / (l->hexes ? 3 : 2); }
static inline int32_t row_of(const LineQuery *l, Tile t) { return l->hexes ? t.b : t.a; }
static inline int32_t col_of(const LineQuery *l, Tile t) { return l->hexes ? t.a : t.b; }
static inline Tile tile_at(const LineQuery *l, int64_t row, int64_t col) {
    Tile t = {(int32_t)(l->hexes ? col : row), (int32_t)(l->hexes ? row : col)};
    return t;
}

static inline int corners_of(const LineQuery *l, Tile t, Spot *out) { return tile_corners(on_hexes(l), row_of(l, t), col_of(l, t), out); }
static inline Spot center_of(const LineQuery *l, Tile t) { return tile_center(on_hexes(l), row_of(l, t), col_of(l, t)); }

static inline GridLine line_between(const LineQuery *l, Spot from, Spot to) {
    return grid_line(on_hexes(l), from.x, from.y, to.x - from.x, to.y - from.y);
}

/* --- what blocks */

static inline int64_t index_of(const LineQuery *l, Tile t) {
    return l->hexes ? hex_at(l->hexes, t.a, t.b) : cell_at(l->squares, t.a, t.b);
}

static inline int is_same_tile(Tile one, Tile other) { return one.a == other.a && one.b == other.b; }

/* Whether the tile is in the board's rectangle, or just beyond its rim. */
static inline int in_planes(const LineQuery *l, Tile t) {
    if (l->hexes) return t.b >= l->hexes->row0 - 1 && t.b <= l->hexes->row0 + l->hexes->rows && t.a >= l->hexes->col0 - 1 && t.a <= l->hexes->col0 + l->hexes->cols;
    return t.a >= -1 && t.a <= l->squares->rows && t.b >= -1 && t.b <= l->squares->cols;
}

static inline int is_rim(const LineQuery *l, int64_t at) { return l->squares && (l->squares->cell[at] & OUTSIDE); }

/* Is it one of the further cells that do not block these lines? */
static inline int is_cleared(const LineQuery *l, int64_t at) {
    for (int32_t k = 0; k < l->clears; k++) if (l->clear[k] == at) return 1;
    return 0;
}

/* Is there ground at the level, or a figure? */
static inline int stands_high(const LineQuery *l, int64_t at) {
    return l->levels && (l->hexes ? l->hexes->holds[at] : !is_rim(l, at)) && column_stands(l->levels, at);
}

static inline int blocks_at(const LineQuery *l, int64_t at) {
    if (!(l->hexes ? l->hexes->cell[at] & HEX_TILE : l->squares->cell[at] & TILE) && !stands_high(l, at)) return 0;
    return at != index_of(l, l->source) && at != index_of(l, l->target) && !is_cleared(l, at);
}

/* Does a forward edge of the tile block? */
static inline int edge_blocks(const LineQuery *l, int direction, Tile t) {
    static const uint8_t square[2] = {EAST, SOUTH}, hex[3] = {HEX_EDGE << 0, HEX_EDGE << 5, HEX_EDGE << 4};
    return l->hexes ? (l->hexes->cell[index_of(l, t)] & hex[direction]) != 0 : (l->squares->cell[index_of(l, t)] & square[direction]) != 0;
}

/* The edge that two tiles share, and whether it blocks. Returns 0 if they share none. */
static int shared_edge(const LineQuery *l, Tile one, Tile other, Spot *w, Spot *v, int *blocks) {
    int turned, direction = edge_between(on_hexes(l), row_of(l, other) - row_of(l, one), col_of(l, other) - col_of(l, one), &turned);
    if (direction < 0) return 0;
    if (turned) one = other;
    edge_ends(on_hexes(l), direction, row_of(l, one), col_of(l, one), w, v);
    *blocks = edge_blocks(l, direction, one);
    return 1;
}

static inline int32_t all_walls(const LineQuery *l) { return l->walls + l->specials; }

/* One of the free walls, those with a property last. */
static inline const Segment *free_wall(const LineQuery *l, int32_t k, int *flags) {
    *flags = k < l->walls ? 0 : l->special[k - l->walls].flags;
    return k < l->walls ? &l->wall[k] : &l->special[k - l->walls].at;
}

/* The same; NULL for a limited wall where those do not count, and for a wall that is not at the level. */
static inline const Segment *counted_wall(const LineQuery *l, int32_t k, int *flags) {
    const Segment *s = free_wall(l, k, flags);
    if (l->levels && !at_level(l->levels, wall_span(l->levels, *flags))) return NULL;
    return *flags & LIMITED && !l->with_limited ? NULL : s;
}

/* Does a wall stop a walker going straight from the source to the target? */
static inline int stops_walk(const LineQuery *l, const Segment *s, int flags) {
    Spot from = center_of(l, l->source), to = center_of(l, l->target);
    return stands_for(s, flags, to.x - from.x, to.y - from.y);
}

/* --- quick decisions */

static int in_the_way(const void *query, int64_t at) { return blocks_at((const LineQuery *)query, at); }

/* The contact of a line that only free walls touch. */
static int glance_at_walls(const LineQuery *l, const GridLine *line) {
    int passed = 0, found = GLANCE_CLEAR, flags;
    for (int32_t k = 0; k < all_walls(l); k++) {
        const Segment *s = free_wall(l, k, &flags);
        WallTouch t;
        if (!meets_wall(line, wall_scale(l), s, &t)) continue;
        if (!stands_for(s, flags, line->dx, line->dy)) {
            if (lanes_passed(s, line->dx, line->dy, &t)) found = GLANCE_UNSURE;
            continue;
        }
        if (!flags && l->only_clear && compare(t.hi, START) > 0 && compare(t.lo, FINISH) < 0) return GLANCE_BLOCKED;
        if (!goes_across(&t)) { found = GLANCE_UNSURE; continue; }
        if (!(flags & LIMITED)) return GLANCE_BLOCKED;
        /* A line passes one limited wall. A second one stops it only if no limited wall joins the two places. */
        if (passed) found = GLANCE_UNSURE;
        passed = 1;
    }
    return found;
}

/* On squares: whether free walls certainly stop the line. A plain or one-way wall does if it crosses the line, and a
   plain one also by any touch between the two ends if only clear lines matter. */
static inline int stopped_on_squares(const LineQuery *l, Spot from, Spot to) {
    int stops = l->only_clear ? INSIDE : CROSSED;
    for (int32_t k = 0; k < l->walls; k++) if (wall_touches(&l->wall[k], from.x, from.y, to.x, to.y) & stops) return 1;
    for (int32_t k = 0; k < l->specials; k++) {
        const Special *s = &l->special[k];
        if (s->flags & LIMITED || !stands_for(&s->at, s->flags, to.x - from.x, to.y - from.y)) continue;
        if (wall_touches(&s->at, from.x, from.y, to.x, to.y) & CROSSED) return 1;
    }
    return 0;
}

/* Free walls never make anything visible, so a blocked line stays blocked. */
static inline int glance(const LineQuery *l, Spot from, Spot to) {
    if (!l->hexes) return stopped_on_squares(l, from, to) ? GLANCE_BLOCKED : GLANCE_UNSURE;
    HexLine hex = hex_line(from.x, from.y, to.x - from.x, to.y - from.y);
    int found = hex_glance(l->hexes, &hex, in_the_way, l);
    if (found != GLANCE_CLEAR || !all_walls(l)) return found;
    GridLine line = line_between(l, from, to);
    return glance_at_walls(l, &line);
}

/* --- what a line touches */

static void meet_tile(const LineQuery *l, const GridLine *line, int64_t row, int64_t col, Met *m) {
    Stretch s;
    Tile tile = tile_at(l, row, col);
    if (!in_planes(l, tile) || !in_tile(line, row, col, &s)) return;
    int64_t at = index_of(l, tile);
    if (is_same_tile(tile, l->source)) m->leaves = s.hi;
    if (is_same_tile(tile, l->target)) m->enters = s.lo;
    int rim = is_rim(l, at);
    if (rim || blocks_at(l, at)) {
        int sides = tile_sides(line, row, col);
        add_touch(&m->touches, s.lo, s.hi, sides, rim ? TOUCH_RIM : TOUCH_TILE, row, col);
        if (sides == ON_BOTH && s.lo < s.hi) { m->stopped = 1; return; }
    }
    if (!l->hexes && l->squares->thin == 0) return;
    for (int d = 0; d < line->axes; d++) {
        if (!edge_blocks(l, d, tile) || !on_edge(line, d, row, col, &s)) continue;
        add_touch(&m->touches, s.lo, s.hi, s.sides, TOUCH_EDGE, 0, 0);
        if (s.sides == ON_BOTH && s.lo > 0 && s.hi < line->span) { m->stopped = 1; return; }
    }
}

/* Add the free walls on the line. If there are any, all marks are replaced by ranks. */
static void meet_walls(LineQuery *l, const GridLine *line, Met *m) {
    WallTouch few[32], *wall = few;
    int n = 0, room = 32, flags;
    Touches *of[2] = {&m->touches, &m->limited};
    const int on_grid = m->touches.n;
    for (int32_t k = 0; k < all_walls(l) && !m->stopped; k++) {
        const Segment *s = free_wall(l, k, &flags);
        if (n == room) {
            WallTouch *more = (WallTouch *)malloc(sizeof(WallTouch) * (size_t)room * 2);
            if (!more) { l->failed = 1; break; }
            memcpy(more, wall, sizeof(WallTouch) * (size_t)n);
            if (wall != few) free(wall);
            wall = more; room *= 2;
        }
        if (!meets_wall(line, wall_scale(l), s, &wall[n])) continue;
        int sides = wall[n].sides, kind = flags & ON_EDGE ? TOUCH_EDGE : TOUCH_WALL;
        if (!stands_for(s, flags, line->dx, line->dy)) {
            kind = TOUCH_PASSED;
            if (!(sides = lanes_passed(s, line->dx, line->dy, &wall[n]))) continue;
        } else if (!(flags & LIMITED)) m->stopped |= goes_across(&wall[n]);
        /* For now its mark says which of `wall` it is. */
        add_touch(of[(flags & LIMITED) != 0], n, n, sides, kind, 0, 0);
        n++;
    }
    Marked marked_few[256], *marked = marked_few;
    size_t count = 0, most = 2 * ((size_t)m->touches.n + (size_t)m->limited.n) + 3;
    if (n && !m->stopped && most > 256 && !(marked = (Marked *)malloc(sizeof(Marked) * most))) l->failed = 1;
    if (n && !m->stopped && !l->failed && !m->touches.failed && !m->limited.failed) {
        int64_t *ends[3] = {&m->span, &m->leaves, &m->enters};
        for (int i = 0; i < 3; i++) { Marked one = {{*ends[i], line->span}, ends[i]}; marked[count++] = one; }
        for (int list = 0; list < 2; list++) {
            for (int i = 0; i < of[list]->n; i++) {
                Touch *t = &of[list]->at[i];
                int grid = list == 0 && i < on_grid;
                Marked lo = {{t->lo, line->span}, &t->lo}, hi = {{t->hi, line->span}, &t->hi};
                if (!grid) { lo.at = wall[t->lo].lo; hi.at = wall[t->hi].hi; }
                marked[count++] = lo; marked[count++] = hi;
            }
        }
        rank_marks(marked, count);
    }
    if (marked != marked_few) free(marked);
    if (wall != few) free(wall);
}

static void meet_all(LineQuery *l, const GridLine *line, Met *m) {
    int64_t top, bottom, left, right;
    no_touches(&m->touches); no_touches(&m->limited);
    m->span = m->enters = line->span; m->leaves = 0; m->stopped = 0;
    near_rows(line, &top, &bottom);
    for (int64_t k = top; k <= bottom && !m->stopped; k++) {
        int64_t row = line->dy >= 0 ? k : top + bottom - k;      /* from the line's start on */
        near_cols(line, row, &left, &right);
        for (int64_t i = left; i <= right && !m->stopped; i++) meet_tile(l, line, row, line->dx >= 0 ? i : left + right - i, m);
    }
    if (!m->stopped && all_walls(l)) meet_walls(l, line, m);
    if (m->touches.failed || m->limited.failed) l->failed = 1;
    if (l->failed) m->stopped = 1;
}

/* --- the ends of a corner line */

/* The small disc around a corner of `tile`, which becomes number 0 of the tiles around it. */
static void disc_around(LineQuery *l, Tile tile, Spot at, Disc *d, Tile *round) {
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
            Spot begin = l->hexes ? other[(k + n - 1) % n] : other[(k + 1) % n];
            add_spoke(d, begin.x - at.x, begin.y - at.y, 0, number);
        }
    }
    for (int i = 0; i <= tiles; i++) {        /* the edges between them, where they block */
        for (int k = 0; k < i; k++) {
            Spot w, v;
            int blocks;
            if (!in_planes(l, round[i]) || !in_planes(l, round[k])) continue;
            if (!shared_edge(l, round[i], round[k], &w, &v, &blocks) || !blocks) continue;
            if (w.x == at.x && w.y == at.y) w = v;
            add_spoke(d, w.x - at.x, w.y - at.y, ON_BOTH, NO_TILE);
        }
    }
    int64_t x = at.x * wall_scale(l), y = at.y * wall_scale(l);
    for (int32_t k = 0; k < all_walls(l); k++) {
        int flags;
        const Segment *s = counted_wall(l, k, &flags);
        if (s && is_on_wall(s, x, y)) add_wall_spokes(d, s, flags, x, y);
    }
}

/* The lanes of the line that leaves `tile` at `at` in this direction on which a walker can leave; `backward`: on which
   a walker can enter. */
static int lanes_out(LineQuery *l, Tile tile, Spot at, int64_t dx, int64_t dy, int backward) {
    Disc d;
    Tile round[4];
    disc_around(l, tile, at, &d, round);
    add_spoke(&d, dx, dy, 0, NO_TILE);
    int lanes = lanes_reached(&d, 0, dx, dy, backward);
    if (d.failed) l->failed = 1;
    drop_spokes(&d);
    return lanes;
}

/* Whether a walk around the shared corner leads from source to target. */
static int joined_around(LineQuery *l, Spot at) {
    Disc d;
    Tile round[4];
    int joined = 0;
    disc_around(l, l->source, at, &d, round);
    for (int k = 1; k < (l->hexes ? 3 : 4); k++) if (is_same_tile(round[k], l->target)) joined = tiles_joined(&d, 0, k);
    if (d.failed) l->failed = 1;
    drop_spokes(&d);
    return joined;
}

/* Whether those of the first `count` free walls that stop a walk from source to target cover the whole stretch from w
   to v. */
static int walls_cover(const LineQuery *l, Spot w, Spot v, int32_t count) {
    int64_t unit = wall_scale(l), x = w.x * unit, y = w.y * unit, dx = v.x - w.x, dy = v.y - w.y;
    int64_t length = (dx * dx + dy * dy) * unit, covered = 0;
    for (int more = 1; more && covered < length;) {
        more = 0;
        for (int32_t k = 0; k < count; k++) {
            int flags;
            const Segment *s = counted_wall(l, k, &flags);
            if (!s || !stops_walk(l, s, flags)) continue;
            int64_t ax = s->x0 - x, ay = s->y0 - y, bx = s->x1 - x, by = s->y1 - y;
            if (dx * ay != dy * ax || dx * by != dy * bx) continue;
            int64_t low = dx * ax + dy * ay, high = dx * bx + dy * by;
            if (low > high) { int64_t t = low; low = high; high = t; }
            if (low <= covered && high > covered) { covered = high; more = 1; }
        }
    }
    return covered >= length;
}

/* Neighbors whose common edge blocks, by its threshold or by free walls all along it. */
static int parted_neighbors(const LineQuery *l) {
    Spot w, v;
    int blocks;
    if (!shared_edge(l, l->source, l->target, &w, &v, &blocks)) return 0;
    return blocks || (l->walls && walls_cover(l, w, v, l->walls));
}

/* The same by walls with a property as well. */
static int parted_by_specials(const LineQuery *l) {
    Spot w, v;
    int blocks;
    return shared_edge(l, l->source, l->target, &w, &v, &blocks) && walls_cover(l, w, v, all_walls(l));
}

/* Does the line leave the source where it enters the target? */
static int goes_straight_over(const LineQuery *l, Spot from, Spot to) {
    Stretch own, there;
    if (from.x == to.x && from.y == to.y) return 1;
    GridLine line = line_between(l, from, to);
    return in_tile(&line, row_of(l, l->source), col_of(l, l->source), &own)
        && in_tile(&line, row_of(l, l->target), col_of(l, l->target), &there) && there.lo <= own.hi;
}

/* --- judging */

/* Contacts are the levels up to BLOCKED, which stands for everything that stops a line. */
static int is_parted(LineQuery *l, const Met *m, int leaving, int coming) {
    int found = m->touches.n ? parted(&m->touches, m->span, leaving, coming, 0, on_hexes(l)) : LEVEL_CLEAR;
    if (found < 0) l->failed = 1;
    return found != LEVEL_CLEAR;
}

static int is_stopped_by_limited(LineQuery *l, Met *m, int leaving, int coming) {
    int found = stopped_by_limited(&m->touches, &m->limited, m->span, leaving, coming);
    if (found < 0) l->failed = 1;
    return found != 0;
}

static int center_line_contact(LineQuery *l, Spot a, Spot b) {
    int contact = glance(l, a, b);
    if (contact != GLANCE_UNSURE) return contact;
    GridLine line = line_between(l, a, b);
    Met m;
    meet_all(l, &line, &m);
    contact = BLOCKED;
    if (!m.stopped && !is_parted(l, &m, ON_BOTH, ON_BOTH) && !is_stopped_by_limited(l, &m, ON_BOTH, ON_BOTH))
        contact = grazed(&m.touches, m.span, 0, m.span, 0);
    drop_met(&m);
    return contact;
}

/* Does anything but the rim touch the point? */
static int point_touched(LineQuery *l, Spot at) {
    Disc d;
    Tile round[4];
    disc_around(l, l->source, at, &d, round);
    int touched = 0;
    for (int k = 1; k < (l->hexes ? 3 : 4); k++)
        touched |= (d.shut >> k & 1) && !(in_planes(l, round[k]) && is_rim(l, index_of(l, round[k])));
    for (int i = 0; i < d.n; i++) touched |= d.at[i].stops == ON_BOTH;
    drop_spokes(&d);
    for (int32_t k = 0; k < l->specials && !touched; k++) {
        int flags;
        const Segment *s = counted_wall(l, l->walls + k, &flags);
        touched = s && flags & ONE_WAY && stops_walk(l, s, flags) && is_on_wall(s, at.x * wall_scale(l), at.y * wall_scale(l));
    }
    return touched;
}

/* The lanes that lead out of the source on this line, and those that lead into the target. */
static void lanes_at_ends(LineQuery *l, const GridLine *line, int *leaving, int *coming) {
    Spot from = {line->x, line->y}, to = {line->x + line->dx, line->y + line->dy};
    if (l->levels) l->levels->at = START;
    *leaving = lanes_out(l, l->source, from, line->dx, line->dy, 0);
    if (l->levels) l->levels->at = FINISH;
    int back = lanes_out(l, l->target, to, -line->dx, -line->dy, 1);
    /* In the reverse direction left and right are exchanged. */
    *coming = (back & ON_LEFT ? ON_RIGHT : 0) | (back & ON_RIGHT ? ON_LEFT : 0);
}

/* Does a line between corners pass limited walls? */
static int passes_limited(LineQuery *l, const GridLine *line, Met *m) {
    int leaving, coming;
    if (m->limited.n < 2) return 1;
    l->with_limited = 1;
    lanes_at_ends(l, line, &leaving, &coming);
    l->with_limited = 0;
    return !is_stopped_by_limited(l, m, leaving, coming);
}

/* A line between two corners of the source and the target, whose common edge, if any, does not block. */
static int corner_line_contact(LineQuery *l, Spot from, Spot to, int closed_ends) {
    if (l->specials && goes_straight_over(l, from, to) && parted_by_specials(l)) return BLOCKED;
    if (from.x == to.x && from.y == to.y) {
        if (!joined_around(l, from)) return BLOCKED;
        return closed_ends && point_touched(l, from) ? CORNER : CLEAR;
    }
    GridLine line = line_between(l, from, to);
    Met m;
    meet_all(l, &line, &m);
    int contact = BLOCKED;
    if (!m.stopped) {
        contact = CLEAR;
        if (m.touches.n) {
            int leaving, coming;
            lanes_at_ends(l, &line, &leaving, &coming);
            if (is_parted(l, &m, leaving, coming)) contact = BLOCKED;
            else {
                contact = grazed(&m.touches, m.span, m.leaves, m.enters, 1);
                int closed = closed_ends ? any_touch(&m.touches, m.span) : CLEAR;
                if (closed > contact) contact = closed;
            }
        }
        if (contact < BLOCKED && !passes_limited(l, &line, &m)) contact = BLOCKED;
    }
    drop_met(&m);
    return contact;
}

/* The contact from center to center of two different tiles. */
static int query_center(LineQuery *l) { return center_line_contact(l, center_of(l, l->source), center_of(l, l->target)); }

/* The best contact of all lines from corner to corner; `enough`: a contact that ends the search. On squares every line
   between neighbors goes over the edge that they share; on hexes only those that leave one tile where they enter the
   other. Slow tests come last: one clear line ends the search. */
static int query_corners(LineQuery *l, int closed_ends, int enough) {
    Spot from[6], to[6];
    int n = corners_of(l, l->source, from), m = corners_of(l, l->target, to), best = BLOCKED;
    int walled = parted_neighbors(l), put_off = 0;
    int8_t line[36];
    for (int p = 0; p < n; p++) {
        for (int q = 0; q < m; q++) {
            if (walled && goes_straight_over(l, from[p], to[q])) continue;
            int contact = from[p].x != to[q].x || from[p].y != to[q].y ? glance(l, from[p], to[q]) : GLANCE_UNSURE;
            if (contact == GLANCE_CLEAR && !(l->specials && goes_straight_over(l, from[p], to[q]))) return CLEAR;
            if (contact == GLANCE_CLEAR) contact = GLANCE_UNSURE;  /* walls with a property may separate neighbors */
            if (contact == GLANCE_UNSURE) line[put_off++] = (int8_t)(p * m + q);
        }
    }
    for (int i = 0; i < put_off && best > enough && !l->failed; i++) {
        int contact = corner_line_contact(l, from[line[i] / m], to[line[i] % m], closed_ends);
        if (contact < best) best = contact;
    }
    return best;
}

#endif
