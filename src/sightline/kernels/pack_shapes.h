/* The shape of a straight line: all tiles and edges of the grid that it meets, wherever it begins.

   Points are in halves of squares and in thirds of hexes. Positions on a line are whole marks, so fine that it
   meets every border of the grid at one of them: geometry/walk.py in C. Shapes of lines that are not too long
   are kept, for a game asks for the same ones again and again. */
#ifndef SIGHTLINE_PACK_SHAPES_H
#define SIGHTLINE_PACK_SHAPES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LANE_LEFT = 1, LANE_RIGHT = 2, LANE_BOTH = 3, LANE_GAP = 4 };
enum { SHAPE_KINDS = 9, SHAPE_TILES = 24 };   /* kinds of starting points; the longest shape that is kept */

/* Rows and columns from the tile of the start; on hexes rows count r and columns q. */
typedef struct { int16_t row, col; } ShapeTile;
typedef struct { int16_t row, col, direction; } ShapeEdge;
typedef struct { int64_t lo, hi; int32_t sides; } ShapeStretch;

typedef struct {
    int64_t span;
    int tiles, through;            /* all tiles; the first of them are those that the line goes through */
    int before;                    /* how many of those it leaves again before it ends */
    int edges, across;             /* all edges; the first of them are those that it crosses on the way */
    ShapeTile *tile;
    ShapeStretch *in_tile;
    ShapeEdge *edge;
    ShapeStretch *in_edge;
    ShapeTile first[2], last[2];   /* the tiles on its left and its right hand, where it begins and ends */
} LineShape;

/* Kept shapes lie close to each other, each part among its like: most looks read the heads and tiles alone. */
typedef struct { char *at; size_t left; } ShapeStore;

typedef struct {
    int hex, failed;
    ShapeStore heads, borders, stretches;
    LineShape **kept[SHAPE_KINDS];
    LineShape *passing;            /* the last one that was too long to be kept */
    int room;                      /* for the arrays below, which a new shape is made in */
    ShapeTile *tile;
    ShapeStretch *in_tile;
    ShapeEdge *edge;
    ShapeStretch *in_edge;
} ShapeBook;

static inline int64_t shape_floor(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static inline int64_t shape_gcd(int64_t a, int64_t b) {
    while (b) { int64_t c = a % b; a = b; b = c; }
    return a < 0 ? -a : a;
}

static const int SHAPE_HEX_X[6] = {2, 1, -1, -2, -1, 1}, SHAPE_HEX_Y[6] = {-1, -2, -1, 1, 2, 1};

/* Borders of the grid lie where one of these is a whole number of tiles. */
static inline int64_t shape_axis(int hex, int k, int64_t x, int64_t y) {
    if (!hex) return k ? y : x;
    return k == 0 ? 2 * x + y : k == 1 ? x + 2 * y : x - y;
}

/* The ends of the edge over which a tile looks in that direction: see the forward directions of the grids. */
static inline void shape_edge_ends(int hex, int direction, int64_t row, int64_t col, int64_t *x, int64_t *y) {
    if (hex) {
        static const int corner[3][2] = {{0, 5}, {5, 4}, {4, 3}};
        for (int k = 0; k < 2; k++) {
            x[k] = 3 * col + SHAPE_HEX_X[corner[direction][k]];
            y[k] = 3 * row + SHAPE_HEX_Y[corner[direction][k]];
        }
        return;
    }
    x[0] = 2 * col + 2; y[0] = 2 * row + 2;
    x[1] = direction == 0 ? x[0] : x[0] - 2;
    y[1] = direction == 0 ? y[0] - 2 : y[0];
}

static void shape_free(LineShape *s) {
    if (!s) return;
    free(s->edge);
    free(s->in_tile);
    free(s);
}

/* Memory for so much, of a store, or of its own where there is none; NULL: there is none left. */
static void *shape_room(ShapeStore *store, size_t size) {
    enum { BLOCK = 1 << 18 };
    size = (size + 7) / 8 * 8 + 8 * !size;
    if (!store) return malloc(size);
    if (size > store->left) {
        size_t block = size > BLOCK ? size : BLOCK;
        char *at = malloc(block);
        if (!at) return NULL;
        store->at = at;
        store->left = block;
    }
    char *found = store->at;
    store->at += size;
    store->left -= size;
    return found;
}

static int shape_grow(ShapeBook *b, int room) {
    if (room <= b->room) return 1;
    ShapeTile *tile = realloc(b->tile, sizeof(ShapeTile) * (size_t)room);
    if (tile) b->tile = tile;
    ShapeStretch *in_tile = realloc(b->in_tile, sizeof(ShapeStretch) * (size_t)room);
    if (in_tile) b->in_tile = in_tile;
    ShapeEdge *edge = realloc(b->edge, sizeof(ShapeEdge) * (size_t)room * 3);
    if (edge) b->edge = edge;
    ShapeStretch *in_edge = realloc(b->in_edge, sizeof(ShapeStretch) * (size_t)room * 3);
    if (in_edge) b->in_edge = in_edge;
    if (!tile || !in_tile || !edge || !in_edge) return 0;
    b->room = room;
    return 1;
}

/* Those that stop every line come first, and of those the nearest: most lines are stopped soon. */
static int shape_sort_tiles(ShapeTile *tile, ShapeStretch *at, int n) {
    int first = 0;
    for (int i = 0; i < n; i++) {
        int stops = at[i].sides == LANE_BOTH && at[i].lo < at[i].hi, k = i;
        if (!stops) continue;
        ShapeTile t = tile[i];
        ShapeStretch s = at[i];
        for (; k > first; k--) { tile[k] = tile[k - 1]; at[k] = at[k - 1]; }
        for (; k && at[k - 1].lo > s.lo; k--) { tile[k] = tile[k - 1]; at[k] = at[k - 1]; }
        tile[k] = t; at[k] = s;
        first++;
    }
    return first;
}

static int shape_sort_edges(ShapeEdge *edge, ShapeStretch *at, int n, int64_t span) {
    int first = 0;
    for (int i = 0; i < n; i++) {
        int stops = at[i].sides == LANE_BOTH && at[i].lo != 0 && at[i].hi != span, k = i;
        if (!stops) continue;
        ShapeEdge e = edge[i];
        ShapeStretch s = at[i];
        for (; k > first; k--) { edge[k] = edge[k - 1]; at[k] = at[k - 1]; }
        for (; k && at[k - 1].lo > s.lo; k--) { edge[k] = edge[k - 1]; at[k] = at[k - 1]; }
        edge[k] = e; at[k] = s;
        first++;
    }
    return first;
}

/* The shape of the line from (x, y) by (dx, dy), which are not both 0; NULL: there is no memory. */
static LineShape *shape_made(ShapeBook *b, int64_t x, int64_t y, int64_t dx, int64_t dy, int keep) {
    const int hex = b->hex, axes = hex ? 3 : 2, unit = hex ? 3 : 2, corners = hex ? 6 : 4;
    int64_t at[3], drift[3], pace[3] = {0, 0, 0}, marks = 1;
    for (int k = 0; k < axes; k++) {
        at[k] = shape_axis(hex, k, x, y);
        drift[k] = shape_axis(hex, k, dx, dy);
        int64_t size = drift[k] < 0 ? -drift[k] : drift[k];
        if (size) marks = marks / shape_gcd(marks, size) * size;
    }
    for (int k = 0; k < axes; k++) if (drift[k]) pace[k] = marks / drift[k];
    int tiles = 0, edges = 0, steady = drift[0] ? 0 : 1;   /* an axis along which it moves */
    int64_t y1 = y + dy, top = y < y1 ? y : y1, bottom = y < y1 ? y1 : y;
    int64_t least = dx < 0 ? x + dx : x, most = dx < 0 ? x : x + dx;
    for (int64_t row = shape_floor(top, unit) - 1; row <= shape_floor(bottom, unit) + 1; row++) {
        int64_t from = least, to = most;
        if (dy) {   /* where the line is near this row */
            int64_t above = (row - 1) * unit - y, below = (row + 2) * unit - y;
            int64_t p = x + shape_floor(above * dx, dy), q = x + shape_floor(below * dx, dy);
            if (p > q) { int64_t t = p; p = q; q = t; }
            if (p > from) from = p;
            if (q + 1 < to) to = q + 1;
        }
        for (int64_t col = shape_floor(from, unit) - 1; col <= shape_floor(to, unit) + 1; col++) {
            int64_t lo = 0, hi = marks, low = INT64_MAX, high = INT64_MIN;
            int meets = 1;
            for (int k = 0; k < axes && meets; k++) {
                int64_t middle = shape_axis(hex, k, unit * col, unit * row);
                int64_t first = hex ? middle - 3 : middle, last = hex ? middle + 3 : middle + 2;
                if (!drift[k]) { meets = first <= at[k] && at[k] <= last; continue; }
                int64_t in = (first - at[k]) * pace[k], out = (last - at[k]) * pace[k];
                if (pace[k] < 0) { int64_t t = in; in = out; out = t; }
                if (in > lo) lo = in;
                if (out < hi) hi = out;
                meets = lo <= hi;
            }
            if (!meets) continue;
            for (int k = 0; k < corners; k++) {
                int64_t cx = unit * col + (hex ? SHAPE_HEX_X[k] : k == 1 || k == 2 ? 2 : 0);
                int64_t cy = unit * row + (hex ? SHAPE_HEX_Y[k] : k >= 2 ? 2 : 0);
                int64_t turn = dx * (cy - y) - dy * (cx - x);
                if (turn < low) low = turn;
                if (turn > high) high = turn;
            }
            if (low > 0 || high < 0) continue;
            if (tiles == b->room && !shape_grow(b, 2 * b->room + 64)) return NULL;
            b->tile[tiles].row = (int16_t)row; b->tile[tiles].col = (int16_t)col;
            b->in_tile[tiles].lo = lo; b->in_tile[tiles].hi = hi;
            b->in_tile[tiles++].sides = (low < 0 ? LANE_LEFT : 0) | (high > 0 ? LANE_RIGHT : 0);
            for (int d = 0; d < axes; d++) {
                int64_t ex[2], ey[2], turn[2];
                shape_edge_ends(hex, d, row, col, ex, ey);
                for (int k = 0; k < 2; k++) turn[k] = dx * (ey[k] - y) - dy * (ex[k] - x);
                if ((turn[0] > 0 && turn[1] > 0) || (turn[0] < 0 && turn[1] < 0)) continue;
                ShapeStretch met = {0, 0, 0};
                if (turn[0] == 0 && turn[1] == 0) {   /* it runs along inside it */
                    int64_t p = (shape_axis(hex, steady, ex[0], ey[0]) - at[steady]) * pace[steady];
                    int64_t q = (shape_axis(hex, steady, ex[1], ey[1]) - at[steady]) * pace[steady];
                    met.lo = p < q ? p : q;
                    met.hi = p < q ? q : p;
                    if (met.lo < 0) met.lo = 0;
                    if (met.hi > marks) met.hi = marks;
                    if (met.lo > met.hi) continue;
                } else {
                    met.lo = met.hi = (shape_axis(hex, d, ex[0], ey[0]) - at[d]) * pace[d];
                    if (met.lo < 0 || met.lo > marks) continue;
                    met.sides = (turn[0] < 0 || turn[1] < 0 ? LANE_LEFT : 0) | (turn[0] > 0 || turn[1] > 0 ? LANE_RIGHT : 0);
                }
                b->edge[edges].row = (int16_t)row; b->edge[edges].col = (int16_t)col;
                b->edge[edges].direction = (int16_t)d;
                b->in_edge[edges++] = met;
            }
        }
    }
    LineShape *made = shape_room(keep ? &b->heads : NULL, sizeof(LineShape) + sizeof(ShapeTile) * (size_t)tiles);
    if (!made) return NULL;
    made->edge = shape_room(keep ? &b->borders : NULL, sizeof(ShapeEdge) * (size_t)edges);
    made->in_tile = shape_room(keep ? &b->stretches : NULL, sizeof(ShapeStretch) * (size_t)(tiles + edges));
    if (!made->edge || !made->in_tile) {
        if (!keep) shape_free(made);
        return NULL;
    }
    made->span = marks;
    made->tiles = tiles; made->edges = edges;
    made->through = shape_sort_tiles(b->tile, b->in_tile, tiles);
    made->before = made->through - (made->through && b->in_tile[made->through - 1].hi == marks);
    made->across = shape_sort_edges(b->edge, b->in_edge, edges, marks);
    made->tile = (ShapeTile *)(made + 1);
    made->in_edge = made->in_tile + tiles;
    memcpy(made->in_tile, b->in_tile, sizeof(ShapeStretch) * (size_t)tiles);
    memcpy(made->tile, b->tile, sizeof(ShapeTile) * (size_t)tiles);
    if (edges) {
        memcpy(made->in_edge, b->in_edge, sizeof(ShapeStretch) * (size_t)edges);
        memcpy(made->edge, b->edge, sizeof(ShapeEdge) * (size_t)edges);
    }
    for (int i = 0; i < tiles; i++) {
        const ShapeStretch *s = &made->in_tile[i];
        if (s->lo == s->hi) continue;
        for (int hand = 0; hand < 2; hand++) {
            if (!(s->sides & (hand ? LANE_RIGHT : LANE_LEFT))) continue;
            if (s->lo == 0) made->first[hand] = made->tile[i];
            if (s->hi == marks) made->last[hand] = made->tile[i];
        }
    }
    return made;
}

/* The shape of the line between two points, which are not the same; `row` and `col` become the tile that its
   tiles and edges are counted from. NULL: there is no memory. It stays good until the next one is asked for. */
static const LineShape *shape_of(ShapeBook *b, int64_t x0, int64_t y0, int64_t x1, int64_t y1, int64_t *row, int64_t *col) {
    const int unit = b->hex ? 3 : 2, most = SHAPE_TILES * unit, side = 2 * most + 1;
    *row = shape_floor(y0, unit); *col = shape_floor(x0, unit);
    int64_t x = x0 - *col * unit, y = y0 - *row * unit, dx = x1 - x0, dy = y1 - y0;
    if (dx < -most || dx > most || dy < -most || dy > most) {
        LineShape *made = shape_made(b, x, y, dx, dy, 0);
        shape_free(b->passing);
        b->passing = made;
        b->failed |= !made;
        return made;
    }
    LineShape ***kept = &b->kept[y * unit + x];
    if (!*kept && !(*kept = calloc((size_t)side * (size_t)side, sizeof(LineShape *)))) { b->failed = 1; return NULL; }
    LineShape **slot = &(*kept)[(dy + most) * side + dx + most];
    if (!*slot) *slot = shape_made(b, x, y, dx, dy, 1);
    b->failed |= !*slot;
    return *slot;
}

#endif
