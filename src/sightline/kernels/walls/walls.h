/* Free walls on squares: which of them touch a line, found through the tiles that both cross.

   Ends are in 1/384,000ths of a tile and span less than 2^31 (see kernels/__init__.py), lines are
   given in half tiles, so each cross product below stays inside 64 bits. */
#ifndef SIGHTLINE_WALLS_H
#define SIGHTLINE_WALLS_H

#include "portable.h"
#include "square.h"

#define WALL_UNIT 384000
#define HALF_TILE (WALL_UNIT / 2)

typedef struct { int64_t x0, y0, x1, y1; } Segment;

/* Properties of walls. LIMITED: only the second on a line stops it. ONE_WAY: a walk crosses it from its right to its
   left only, going from the first end to the second. ON_EDGE: it stands on an edge, and touches count
   as those of edges do. */
enum { LIMITED = 1, ONE_WAY = 2, ON_EDGE = 4 };

typedef struct {
    int32_t count;
    Segment *wall;
    uint8_t *flags;               /* of each wall; NULL: none of them has a property */
    int backward;                 /* are lines given the other way round? */
    int32_t *first;               /* for each tile, where its walls begin in `list`; one more at the end */
    int32_t *list;
    int32_t *above;               /* for each point of the grid, how many tiles above and left of it have walls */
} Walls;

static inline int64_t floor_div(int64_t n, int64_t d) {  /* d > 0 */
    int64_t q = n / d;
    return n % d < 0 ? q - 1 : q;
}

/* The rows of tiles that a wall touches in column `col`, closed. Returns 0 if it does not reach it. */
static inline int rows_touched(const Segment *w, int32_t col, int64_t rows, int64_t *from, int64_t *to) {
    Segment s = *w;               /* from left to right */
    if (s.x0 > s.x1) { s.x0 = w->x1; s.y0 = w->y1; s.x1 = w->x0; s.y1 = w->y0; }
    int64_t left = (int64_t)col * WALL_UNIT, right = left + WALL_UNIT, dx = s.x1 - s.x0, dy = s.y1 - s.y0;
    if (s.x1 < left || s.x0 > right) return 0;
    /* Its heights where it enters and leaves, in units of 1/dx. */
    int64_t a = s.y0, b = s.y1, d = 1;
    if (dx > 0) {
        d = dx;
        a = s.y0 * dx + (s.x0 < left ? (left - s.x0) * dy : 0);
        b = s.x1 > right ? s.y0 * dx + (right - s.x0) * dy : s.y1 * dx;
    }
    int64_t low = a < b ? a : b, high = a < b ? b : a;
    int64_t top = floor_div(low, d), bottom = floor_div(high, d);  /* whole units at or above */
    *from = floor_div(top, WALL_UNIT);
    if (top % WALL_UNIT == 0 && top * d == low) (*from)--;       /* it touches the tile above too */
    *to = floor_div(bottom, WALL_UNIT);
    if (*from < 0) *from = 0;
    if (*to > rows - 1) *to = rows - 1;
    return *from <= *to;
}

static void free_walls(Walls *walls) {
    free(walls->wall); free(walls->flags); free(walls->first); free(walls->list); free(walls->above);
    memset(walls, 0, sizeof(*walls));
}

/* Fill `above` starting at a row; the rows above are already right. */
static void count_above(Walls *walls, int32_t from, int32_t rows, int32_t cols) {
    for (int32_t row = from; row < rows; row++) {
        int32_t *line = walls->above + (int64_t)(row + 1) * (cols + 1), in_row = 0;
        line[0] = 0;
        for (int32_t col = 0; col < cols; col++) {
            int64_t tile = (int64_t)row * cols + col;
            in_row += walls->first[tile + 1] > walls->first[tile];
            line[col + 1] = line[col - cols] + in_row;
        }
    }
}

/* The columns that a wall may touch. */
static inline void cols_touched(const Segment *w, int32_t cols, int64_t *from, int64_t *to) {
    int64_t low = w->x0 < w->x1 ? w->x0 : w->x1, high = w->x0 < w->x1 ? w->x1 : w->x0;
    *from = floor_div(low, WALL_UNIT) - 1; *to = floor_div(high, WALL_UNIT);
    if (*from < 0) *from = 0;
    if (*to > cols - 1) *to = cols - 1;
}

/* Put each wall into the tiles that it touches. Takes over `wall` and `flags`. Returns 0 when out of memory. */
static int index_walls(Walls *walls, Segment *wall, uint8_t *flags, int32_t count, int32_t rows, int32_t cols) {
    free_walls(walls);
    walls->wall = wall;
    walls->flags = flags;
    if (!count) return 1;
    int64_t tiles = (int64_t)rows * cols;
    walls->first = (int32_t *)calloc((size_t)tiles + 2, sizeof(int32_t));
    if (!walls->first) return 0;
    for (int pass = 0; pass < 2; pass++) {  /* count, then fill */
        for (int32_t i = 0; i < count; i++) {
            int64_t c0, c1;
            cols_touched(&wall[i], cols, &c0, &c1);
            for (int64_t col = c0; col <= c1; col++) {
                int64_t from, to;
                if (!rows_touched(&wall[i], (int32_t)col, rows, &from, &to)) continue;
                for (int64_t row = from; row <= to; row++) {
                    if (pass) walls->list[walls->first[row * cols + col + 1]++] = i;
                    else walls->first[row * cols + col + 2]++;
                }
            }
        }
        if (!pass) {
            for (int64_t t = 2; t <= tiles + 1; t++) walls->first[t] += walls->first[t - 1];
            walls->list = (int32_t *)malloc(sizeof(int32_t) * (size_t)(walls->first[tiles + 1] + 1));
            if (!walls->list) return 0;
        }
    }
    walls->above = (int32_t *)calloc((size_t)(rows + 1) * (size_t)(cols + 1), sizeof(int32_t));
    if (!walls->above) return 0;
    count_above(walls, 0, rows, cols);
    walls->count = count;
    return 1;
}

/* Is there any wall in the tiles of the rectangle that two tiles span? If not, none touches a line between them. */
static inline int walls_between(const Walls *walls, const Square *s, int32_t r0, int32_t c0, int32_t r1, int32_t c1) {
    int32_t top = r0 < r1 ? r0 : r1, left = c0 < c1 ? c0 : c1, bottom = (r0 < r1 ? r1 : r0) + 1, right = (c0 < c1 ? c1 : c0) + 1;
    const int32_t *above = walls->above;
    int64_t up = (int64_t)top * (s->cols + 1), down = (int64_t)bottom * (s->cols + 1);
    return above[down + right] - above[down + left] - above[up + right] + above[up + left] != 0;
}

/* The same, but only of the tiles that the lines between two tiles pass. These are within a band: `dn` places aside
   over `dm` rows, 0 <= dn <= dm, where rows from a to b reach from place dn*(a-1)/dm to dn*(b+1)/dm + 1. So the band is
   bisected as long as there is a wall in a part. */
typedef struct { const int32_t *above; int64_t at, row, place; int32_t dn, slope; } WallBand;

static int walls_in_band(const WallBand *w, int32_t a, int32_t b) {
    int32_t from = a > 1 ? (a - 1) * w->slope >> 16 : 0, to = ((b + 1) * w->slope >> 16) + 2;
    if (to > w->dn) to = w->dn;   /* what was rounded off the slope is less than one place */
    int64_t up = w->at + a * w->row, down = w->at + (b + 1) * w->row, left = from * w->place, right = (to + 1) * w->place;
    if (w->above[down + right] - w->above[down + left] == w->above[up + right] - w->above[up + left]) return 0;
    int32_t half = (a + b) >> 1;
    return a == b || walls_in_band(w, a, half) || walls_in_band(w, half + 1, b);
}

static int walls_on_way(const Walls *walls, const Square *s, int32_t r0, int32_t c0, int32_t r1, int32_t c1) {
    int32_t dr = r1 > r0 ? r1 - r0 : r0 - r1, dc = c1 > c0 ? c1 - c0 : c0 - c1;
    if (!walls_between(walls, s, r0, c0, r1, c1)) return 0;
    /* From the tile's corner that is furthest from the other tile, towards that one. */
    int64_t down = s->cols + 1, right = 1, at = (r0 + (r1 < r0)) * down + c0 + (c1 < c0);
    if (r1 < r0) down = -down;
    if (c1 < c0) right = -1;
    int32_t dm = dr > dc ? dr : dc, dn = dr > dc ? dc : dr;
    WallBand band = {walls->above, at, dr > dc ? down : right, dr > dc ? right : down, dn, dm ? (dn << 16) / dm : 0};
    return walls_in_band(&band, 0, dm);
}

/* How walls touch a line: only in its first or last point, or INSIDE, anywhere else. CROSSED: one crosses the line
   there, from one side to the other, and so separates its ends. PERHAPS: walls with a property still have to be
   decided, if nothing else stops the line. */
enum { APART = 0, AT_START = 1, AT_END = 2, INSIDE = 4, CROSSED = 8, PERHAPS = 16 };

enum { FEW_WALLS = 24 };

static inline int sign(int64_t v) { return (v > 0) - (v < 0); }

/* The line from p to q, in half tiles. */
static inline int wall_touches(const Segment *w, int64_t px, int64_t py, int64_t qx, int64_t qy) {
    int64_t dx = qx - px, dy = qy - py;
    int64_t ux = px * HALF_TILE, uy = py * HALF_TILE, vx = qx * HALF_TILE, vy = qy * HALF_TILE;
    int a = sign(dx * (w->y0 - uy) - dy * (w->x0 - ux)), b = sign(dx * (w->y1 - uy) - dy * (w->x1 - ux));
    if (a && a == b) return APART;
    if (!a && !b) {               /* on one line: compare along it */
        int by_x = dx != 0, forward = by_x ? dx > 0 : dy > 0;
        int64_t l0 = by_x ? ux : uy, l1 = by_x ? vx : vy, w0 = by_x ? w->x0 : w->y0, w1 = by_x ? w->x1 : w->y1;
        if (l0 > l1) { int64_t t = l0; l0 = l1; l1 = t; }
        if (w0 > w1) { int64_t t = w0; w0 = w1; w1 = t; }
        if (w1 < l0 || w0 > l1) return APART;
        if (w1 == l0) return forward ? AT_START : AT_END;
        if (w0 == l1) return forward ? AT_END : AT_START;
        return INSIDE;
    }
    int64_t wx = w->x1 - w->x0, wy = w->y1 - w->y0;
    int p = sign(wx * (uy - w->y0) - wy * (ux - w->x0)), q = sign(wx * (vy - w->y0) - wy * (vx - w->x0));
    if (p && p == q) return APART;
    if (!p) return AT_START;
    if (!q) return AT_END;
    return a && b ? INSIDE | CROSSED : INSIDE;
}

/* Does a wall with these flags stop a walker in the direction (dx, dy)? */
static inline int stands_for(const Segment *w, int flags, int64_t dx, int64_t dy) {
    return !(flags & ONE_WAY) || (w->x1 - w->x0) * dy - (w->y1 - w->y0) * dx > 0;
}

/* The limited walls on a line: a line passes one. It is stopped by two that cross it at different points, unless a
   limited wall along the line joins the two. */
typedef struct { int32_t first; int stopped, unsure; } LimitedMet;

/* Do two walls that cross the line from p in the direction (dx, dy) cross it at the same point? */
static inline int cross_at_one_point(const Segment *a, const Segment *b, int64_t px, int64_t py, int64_t dx, int64_t dy) {
    int64_t ax = a->x1 - a->x0, ay = a->y1 - a->y0, bx = b->x1 - b->x0, by = b->y1 - b->y0;
    int64_t one = ax * (py * HALF_TILE - a->y0) - ay * (px * HALF_TILE - a->x0);
    int64_t other = bx * (py * HALF_TILE - b->y0) - by * (px * HALF_TILE - b->x0);
    return compare_products(one, dx * by - dy * bx, other, dx * ay - dy * ax) == 0;
}

/* The touch that a wall with a property adds to the line. */
static inline int special_touches(const Walls *walls, int32_t k, int64_t px, int64_t py, int64_t qx, int64_t qy, LimitedMet *met) {
    const Segment *w = &walls->wall[k];
    int flags = walls->flags[k], way = walls->backward ? -1 : 1;
    int touch = wall_touches(w, px, py, qx, qy);
    if (!stands_for(w, flags, way * (qx - px), way * (qy - py))) {
        /* Along the line, and at its ends, it affects where a walker can go. */
        int along = (w->x1 - w->x0) * (qy - py) == (w->y1 - w->y0) * (qx - px);
        return touch & (AT_START | AT_END) || (touch && along) ? PERHAPS : APART;
    }
    if (!(flags & LIMITED)) {
        /* At the ends, and on edges, it differs from other free walls. */
        return touch == APART || touch & CROSSED || (touch == INSIDE && !(flags & ON_EDGE)) ? touch : PERHAPS;
    }
    if (!(touch & CROSSED)) {
        met->unsure |= touch & INSIDE;
        return touch == APART ? APART : PERHAPS;
    }
    if (met->first < 0) met->first = k;
    if (met->first == k || met->stopped) return APART;
    if (cross_at_one_point(&walls->wall[met->first], w, px, py, qx - px, qy - py)) return PERHAPS;
    met->stopped = 1;
    return APART;
}

/* The touches of all walls on a line, up to the first that is `enough`: INSIDE or CROSSED. `specials`: do some have a
   property? */
static inline int walls_met(const Walls *walls, const Square *s, int64_t px, int64_t py, int64_t qx, int64_t qy, int enough, int specials) {
    int found = APART;
    LimitedMet limited = {-1, 0, 0};
    if (!specials && walls->count <= FEW_WALLS) {  /* faster than a search */
        int64_t left = (px < qx ? px : qx) * HALF_TILE, right = (px < qx ? qx : px) * HALF_TILE;
        int64_t top = (py < qy ? py : qy) * HALF_TILE, bottom = (py < qy ? qy : py) * HALF_TILE;
        for (int32_t k = 0; k < walls->count && !(found & enough); k++) {
            const Segment *w = &walls->wall[k];
            if ((w->x0 < left && w->x1 < left) || (w->x0 > right && w->x1 > right)) continue;
            if ((w->y0 < top && w->y1 < top) || (w->y0 > bottom && w->y1 > bottom)) continue;
            found |= wall_touches(w, px, py, qx, qy);
        }
        return found;
    }
    int64_t sx0 = px, sy0 = py, dx = qx - px, dy = qy - py;
    if (dx < 0) { sx0 = qx; sy0 = qy; dx = -dx; dy = -dy; }
    int64_t b = sy0, rest = 0;    /* where the line is, on the far side of a column: b + rest / dx */
    for (int64_t col = sx0 >> 1; col <= (sx0 + dx) >> 1; col++) {
        int64_t c = col < s->cols ? col : s->cols - 1, a = b;
        if (dx) {
            int64_t left = 2 * col > sx0 ? 2 * col : sx0, right = 2 * col + 2 < sx0 + dx ? 2 * col + 2 : sx0 + dx;
            rest += (right - left) * dy;
            while (rest < 0) { rest += dx; b--; }
            while (rest >= dx) { rest -= dx; b++; }
        } else b = sy0 + dy;
        int64_t from = (a < b ? a : b) >> 1, to = (a < b ? b : a) >> 1;
        if (to > s->rows - 1) to = s->rows - 1;
        if (from > to) from = to;
        for (int64_t row = from; row <= to; row++) {
            int64_t tile = row * s->cols + c;
            for (int32_t k = walls->first[tile]; k < walls->first[tile + 1]; k++) {
                int32_t i = walls->list[k];
                if (specials && walls->flags[i]) found |= special_touches(walls, i, px, py, qx, qy, &limited);
                else found |= wall_touches(&walls->wall[i], px, py, qx, qy);
                if (found & enough) return found;
            }
        }
    }
    if (limited.stopped) found |= limited.unsure ? PERHAPS : INSIDE | CROSSED;
    return found;
}

static int walls_on_line(const Walls *walls, const Square *s, int64_t px, int64_t py, int64_t qx, int64_t qy, int enough) {
    return walls->flags ? walls_met(walls, s, px, py, qx, qy, enough, 1) : walls_met(walls, s, px, py, qx, qy, enough, 0);
}

static inline int is_on_wall(const Segment *w, int64_t x, int64_t y) {
    if ((w->x0 < x && w->x1 < x) || (w->x0 > x && w->x1 > x) || (w->y0 < y && w->y1 < y) || (w->y0 > y && w->y1 > y)) return 0;
    return (w->x1 - w->x0) * (y - w->y0) == (w->y1 - w->y0) * (x - w->x0);
}

/* Is a corner of the tile (row, col), given in half tiles, on a wall? 2: only on walls with a property. */
static inline int wall_at(const Walls *walls, const Square *s, int32_t row, int32_t col, int64_t x, int64_t y) {
    int64_t tile = (int64_t)row * s->cols + col;
    int special = 0;
    for (int32_t k = walls->first[tile]; k < walls->first[tile + 1]; k++) {
        if (!is_on_wall(&walls->wall[walls->list[k]], x * HALF_TILE, y * HALF_TILE)) continue;
        if (!walls->flags || !walls->flags[walls->list[k]]) return 1;
        special = 2;
    }
    return special;
}

#endif
