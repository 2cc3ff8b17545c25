/* Straight lines over the grid, squares or hexes: which tiles and edges they meet, where and on which side.

   Points are in halves of squares and in thirds of hexes; those of a fine line in parts of these. Positions on a line
   are integer marks, fine enough that every border of the grid is at a mark: geometry/walk.py in C. On hexes rows count
   r and columns q. */
#ifndef SIGHTLINE_GRID_LINE_H
#define SIGHTLINE_GRID_LINE_H

#include "sectors.h"

typedef struct { int64_t x, y; } Spot;
typedef struct { int64_t lo, hi; int32_t sides; } Stretch;   /* a wall has no side where the line runs inside it */

typedef struct {
    int hex, axes;
    int64_t unit, scale;           /* a tile; a half or third of one */
    int64_t x, y, dx, dy;          /* dx and dy are not both 0 */
    int64_t at[3], drift[3], pace[3];
    int64_t span;                  /* the mark at which it ends */
} GridLine;

static const int HEX_CORNER_X[6] = {2, 1, -1, -2, -1, 1}, HEX_CORNER_Y[6] = {-1, -2, -1, 1, 2, 1};
static const int SQUARE_CORNER_X[4] = {0, 2, 2, 0}, SQUARE_CORNER_Y[4] = {0, 0, 2, 2};

static inline int64_t floor_of(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static inline int64_t greatest_factor(int64_t a, int64_t b) {
    while (b) { int64_t c = a % b; a = b; b = c; }
    return a < 0 ? -a : a;
}

/* Borders of the grid lie where one of these is a whole number of tiles. */
static inline int64_t grid_axis(int hex, int k, int64_t x, int64_t y) {
    if (!hex) return k ? y : x;
    return k == 0 ? 2 * x + y : k == 1 ? x + 2 * y : x - y;
}

static inline GridLine fine_line(int hex, int64_t x, int64_t y, int64_t dx, int64_t dy, int64_t scale) {
    GridLine l = {hex, hex ? 3 : 2, (hex ? 3 : 2) * scale, scale, x, y, dx, dy, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 1};
    for (int k = 0; k < l.axes; k++) {
        l.at[k] = grid_axis(hex, k, x, y);
        l.drift[k] = grid_axis(hex, k, dx, dy);
        int64_t size = l.drift[k] < 0 ? -l.drift[k] : l.drift[k];
        if (size) l.span = l.span / greatest_factor(l.span, size) * size;
    }
    for (int k = 0; k < l.axes; k++) if (l.drift[k]) l.pace[k] = l.span / l.drift[k];
    return l;
}

static inline GridLine grid_line(int hex, int64_t x, int64_t y, int64_t dx, int64_t dy) { return fine_line(hex, x, y, dx, dy, 1); }

/* The corners of a tile: of squares to the right, of hexes to the left. Returns how many. */
static inline int tile_corners(int hex, int64_t row, int64_t col, Spot *out) {
    for (int k = 0; k < (hex ? 6 : 4); k++) {
        out[k].x = hex ? 3 * col + HEX_CORNER_X[k] : 2 * col + SQUARE_CORNER_X[k];
        out[k].y = hex ? 3 * row + HEX_CORNER_Y[k] : 2 * row + SQUARE_CORNER_Y[k];
    }
    return hex ? 6 : 4;
}

static inline Spot tile_center(int hex, int64_t row, int64_t col) {
    Spot c = {hex ? 3 * col : 2 * col + 1, hex ? 3 * row : 2 * row + 1};
    return c;
}

/* The tiles beyond the forward edges of a tile, by direction. */
static const int FORWARD_ROW[2][3] = {{0, 1, 0}, {0, 1, 1}}, FORWARD_COL[2][3] = {{1, 0, 0}, {1, 0, -1}};

/* The ends of the edge over which a tile looks in a forward direction of the grid. */
static inline void edge_ends(int hex, int direction, int64_t row, int64_t col, Spot *w, Spot *v) {
    static const int corner[2][3][2] = {{{2, 1}, {2, 3}, {0, 0}}, {{0, 5}, {5, 4}, {4, 3}}};
    Spot corners[6];
    tile_corners(hex, row, col, corners);
    *w = corners[corner[hex][direction][0]];
    *v = corners[corner[hex][direction][1]];
}

/* The direction from a tile to another across their shared edge; `*turned`: it is the other tile's edge. -1: they share
   none. */
static inline int edge_between(int hex, int rows, int cols, int *turned) {
    for (int d = 0; d < (hex ? 3 : 2); d++) {
        int dr = FORWARD_ROW[hex][d], dc = FORWARD_COL[hex][d];
        if ((rows == dr && cols == dc) || (rows == -dr && cols == -dc)) {
            *turned = rows != dr || cols != dc;
            return d;
        }
    }
    return -1;
}

/* The rows that the line comes near, and the columns of one of them: one more on each side, which the exact tests
   discard. */
static inline void near_rows(const GridLine *l, int64_t *first, int64_t *last) {
    int64_t y1 = l->y + l->dy;
    *first = floor_of(l->y < y1 ? l->y : y1, l->unit) - 1;
    *last = floor_of(l->y < y1 ? y1 : l->y, l->unit) + 1;
}

static inline void near_cols(const GridLine *l, int64_t row, int64_t *first, int64_t *last) {
    int64_t from = l->dx < 0 ? l->x + l->dx : l->x, to = l->dx < 0 ? l->x : l->x + l->dx;
    if (l->dy) {
        int64_t above = (row - 1) * l->unit - l->y, below = (row + 2) * l->unit - l->y;
        int64_t p = l->x + floor_of(above * l->dx, l->dy), q = l->x + floor_of(below * l->dx, l->dy);
        if (p > q) { int64_t t = p; p = q; q = t; }
        if (p > from) from = p;
        if (q + 1 < to) to = q + 1;
    }
    *first = floor_of(from, l->unit) - 1;
    *last = floor_of(to, l->unit) + 1;
}

/* Of a point of the grid. */
static inline int64_t turn_of(const GridLine *l, Spot p) { return l->dx * (p.y * l->scale - l->y) - l->dy * (p.x * l->scale - l->x); }

/* Where the line is in a tile; 0: nowhere. Its sides are not set. */
static inline int in_tile(const GridLine *l, int64_t row, int64_t col, Stretch *s) {
    s->lo = 0; s->hi = l->span;
    for (int k = 0; k < l->axes; k++) {
        int64_t middle = grid_axis(l->hex, k, l->unit * col, l->unit * row);
        int64_t first = l->hex ? middle - l->unit : middle, last = middle + l->unit;
        if (!l->drift[k]) {
            if (l->at[k] < first || l->at[k] > last) return 0;
            continue;
        }
        int64_t in = (first - l->at[k]) * l->pace[k], out = (last - l->at[k]) * l->pace[k];
        if (l->pace[k] < 0) { int64_t t = in; in = out; out = t; }
        if (in > s->lo) s->lo = in;
        if (out < s->hi) s->hi = out;
        if (s->lo > s->hi) return 0;
    }
    return 1;
}

/* The sides of the line on which a tile that it meets lies. */
static inline int tile_sides(const GridLine *l, int64_t row, int64_t col) {
    Spot corner[6];
    int sides = 0;
    for (int k = tile_corners(l->hex, row, col, corner); k--;) {
        int64_t turn = turn_of(l, corner[k]);
        sides |= turn < 0 ? ON_LEFT : turn > 0 ? ON_RIGHT : 0;
    }
    return sides;
}

/* Where the line meets a forward edge of a tile, and on which sides; 0: nowhere. */
static inline int on_edge(const GridLine *l, int direction, int64_t row, int64_t col, Stretch *s) {
    Spot w, v;
    edge_ends(l->hex, direction, row, col, &w, &v);
    int64_t one = turn_of(l, w), other = turn_of(l, v);
    if ((one > 0 && other > 0) || (one < 0 && other < 0)) return 0;
    if (one == 0 && other == 0) {
        const int k = l->drift[0] ? 0 : 1;   /* an axis along which it moves */
        int64_t p = (grid_axis(l->hex, k, w.x, w.y) * l->scale - l->at[k]) * l->pace[k];
        int64_t q = (grid_axis(l->hex, k, v.x, v.y) * l->scale - l->at[k]) * l->pace[k];
        s->lo = p < q ? p : q;
        s->hi = p < q ? q : p;
        if (s->lo < 0) s->lo = 0;
        if (s->hi > l->span) s->hi = l->span;
        s->sides = 0;
        return s->lo <= s->hi;
    }
    s->lo = s->hi = (grid_axis(l->hex, direction, w.x, w.y) * l->scale - l->at[direction]) * l->pace[direction];
    s->sides = (one < 0 || other < 0 ? ON_LEFT : 0) | (one > 0 || other > 0 ? ON_RIGHT : 0);
    return s->lo >= 0 && s->lo <= l->span;
}

#endif
