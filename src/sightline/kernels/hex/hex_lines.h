/* Hexes: a quick test for straight lines. It decides lines that touch nothing, or go right through something. Grazing
   lines and free walls are left to any_line.h.

   A line has a value f at every point: 0 on it, below 0 to the left, above 0 to the right. A hex touches the infinite
   line where f at its middle is at most H, the largest difference of f at a corner, which is the same for all hexes.
   Apart from that, only the three directions across a hex's sides can separate the two. */
#ifndef SIGHTLINE_HEX_LINES_H
#define SIGHTLINE_HEX_LINES_H

#include "hexagon.h"

/* From (x, y) by (dx, dy), in thirds of hexes; the bounds of the line in the three directions. */
typedef struct {
    int64_t x, y, dx, dy, reach;
    int64_t low[3], high[3];
} HexLine;

enum { GLANCE_CLEAR = 0, GLANCE_BLOCKED = 3, GLANCE_UNSURE = -1 };

static inline void across_hex(int64_t x, int64_t y, int64_t *a) { a[0] = 2 * x + y; a[1] = x + 2 * y; a[2] = x - y; }

static inline HexLine hex_line(int64_t x, int64_t y, int64_t dx, int64_t dy) {
    HexLine l = {x, y, dx, dy, 0, {0}, {0}};
    int64_t from[3], to[3], turn[3] = {llabs(2 * dx + dy), llabs(dx + 2 * dy), llabs(dx - dy)};
    across_hex(x, y, from);
    across_hex(x + dx, y + dy, to);
    for (int k = 0; k < 3; k++) {
        l.low[k] = from[k] < to[k] ? from[k] : to[k];
        l.high[k] = from[k] < to[k] ? to[k] : from[k];
        if (turn[k] > l.reach) l.reach = turn[k];
    }
    return l;
}

/* 1 if the hex with this middle, where f is `f`, is crossed; 0 if it is only touched; -1 if it is not touched. */
static inline int meets_hex(const HexLine *l, int64_t x, int64_t y, int64_t f) {
    int64_t at[3];
    int crossed = f > -l->reach && f < l->reach;
    across_hex(x, y, at);
    for (int k = 0; k < 3; k++) {
        if (at[k] + 3 < l->low[k] || at[k] - 3 > l->high[k]) return -1;
        if (at[k] + 3 == l->low[k] || at[k] - 3 == l->high[k]) crossed = 0;
    }
    return crossed;
}

/* The same for the edge of a hex between two of its corners. */
static inline int meets_hex_edge(const HexLine *l, int64_t wx, int64_t wy, int64_t vx, int64_t vy) {
    int64_t a = l->dx * (wy - l->y) - l->dy * (wx - l->x), b = l->dx * (vy - l->y) - l->dy * (vx - l->x);
    if ((a > 0 && b > 0) || (a < 0 && b < 0)) return -1;
    int64_t ex = vx - wx, ey = vy - wy;
    int64_t p = ex * (l->y - wy) - ey * (l->x - wx), q = p + ex * l->dy - ey * l->dx;
    if ((p > 0 && q > 0) || (p < 0 && q < 0)) return -1;
    return a && b && p && q;
}

/* The ends of the edge towards each of the six directions, from the middle of the hex. */
static const int64_t HEX_EDGE_W[6][2] = {{1, 1}, {2, -1}, {1, -2}, {-1, -1}, {-2, 1}, {-1, 2}};
static const int64_t HEX_EDGE_V[6][2] = {{2, -1}, {1, -2}, {-1, -1}, {-2, 1}, {-1, 2}, {1, 1}};

/* `in_the_way` says whether the hex at an index blocks in this question, if its cell does. */
typedef int InTheWay(const void *look, int64_t at);

static inline int glance_at(const Hexes *h, const HexLine *l, int32_t q, int32_t r, int64_t f, InTheWay *in_the_way, const void *look) {
    int64_t at = hex_at(h, q, r), x = 3LL * q, y = 3LL * r;
    uint8_t cell = h->cell[at];
    int found = GLANCE_CLEAR;
    if (!(cell & ~HEX_LARGE)) return found;
    if (cell & HEX_TILE && in_the_way(look, at)) {
        int met = meets_hex(l, x, y, f);
        if (met > 0) return GLANCE_BLOCKED;
        if (met == 0) found = GLANCE_UNSURE;
    }
    for (int d = 0; d < 6; d++) {
        if (!(cell & HEX_EDGE << d)) continue;
        int met = meets_hex_edge(l, x + HEX_EDGE_W[d][0], y + HEX_EDGE_W[d][1], x + HEX_EDGE_V[d][0], y + HEX_EDGE_V[d][1]);
        if (met > 0) return GLANCE_BLOCKED;
        if (met == 0) found = GLANCE_UNSURE;
    }
    return found;
}

/* Go by rows or by columns, whichever are more, through the hexes of each that touch the infinite line: three at most.
 */
static int hex_glance(const Hexes *h, const HexLine *l, InTheWay *in_the_way, const void *look) {
    int by_row = llabs(l->dy) >= llabs(l->dx);
    int64_t along = by_row ? l->y : l->x, span = by_row ? l->dy : l->dx, dir = span > 0 ? 1 : -1;
    /* f = step * p + turn * s + rest, with turn > 0: its sign does not matter here. */
    int64_t step = by_row ? 3 * l->dx : -3 * l->dy, turn = by_row ? -3 * l->dy : 3 * l->dx, rest = l->dy * l->x - l->dx * l->y;
    if (turn < 0) { step = -step; turn = -turn; rest = -rest; }
    int32_t least = by_row ? h->row0 - 1 : h->col0 - 1, most = by_row ? h->row0 + h->rows : h->col0 + h->cols;
    int32_t side_least = by_row ? h->col0 - 1 : h->row0 - 1, side_most = by_row ? h->col0 + h->cols : h->row0 + h->rows;
    /* A hex reaches two thirds beyond its middle. */
    int64_t first = dir * along - 2, last = dir * (along + span) + 2;
    first = first >= 0 ? (first + 2) / 3 : -(-first / 3);
    last = last >= 0 ? last / 3 : -((-last + 2) / 3);
    int64_t p = dir * first, top = -l->reach - step * p - rest;
    int64_t s = top >= 0 ? (top + turn - 1) / turn : -(-top / turn);   /* the first that touches */
    int64_t f = step * p + turn * s + rest;
    int found = GLANCE_CLEAR;
    for (int64_t k = first; k <= last; k++, p += dir, f += dir * step) {
        while (f < -l->reach) { s++; f += turn; }
        while (f - turn >= -l->reach) { s--; f -= turn; }
        if (p < least || p > most) continue;
        for (int64_t side = s, value = f; value <= l->reach; side++, value += turn) {
            if (side < side_least || side > side_most) continue;
            int32_t q = (int32_t)(by_row ? side : p), r = (int32_t)(by_row ? p : side);
            int met = glance_at(h, l, q, r, value, in_the_way, look);
            if (met == GLANCE_BLOCKED) return met;
            if (met == GLANCE_UNSURE) found = met;
        }
    }
    return found;
}

#endif
