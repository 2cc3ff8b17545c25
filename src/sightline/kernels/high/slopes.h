/* The heights of a line at its two ends, cut into cells: geometry/slopes.py in C, exact.

   A line starts at a height z0 and ends at a height z1; a part n/d of the way, its height is ((d - n) z0 + n z1) / d. So a
   comparison with a height is a straight cut through the plane of all (z0, z1). A cell is convex, and is kept as the
   cuts around it, in order; its corners are where two of them meet. */
#ifndef SIGHTLINE_SLOPES_H
#define SIGHTLINE_SLOPES_H

#include "heights.h"

/* a z0 + b z1 = c, in 1/384,000ths above the base: the line has the height `high` (in fine parts) at n/d. */
typedef struct { int64_t a, b, c, high; } Cut;

enum { MOST_SIDES = 24, MOST_CUTS = 1000 };

/* `side`: on which side of a cut the cell is, 1 above and -1 below. Corner k is between cuts k and k + 1. */
typedef struct { int n; int16_t cut[MOST_SIDES]; int8_t side[MOST_SIDES]; } Cell;

typedef struct { Cut cut[MOST_CUTS]; int n, failed; } Cuts;

/* The number of a cut, which is new; -1 and `failed`: too many, or its numbers are too large. */
static int add_cut(Cuts *c, const Levels *h, Position at, int64_t high) {
    if (c->n == MOST_CUTS || at.d > ((int64_t)1 << 61) / (h->size + 1)) { c->failed = 1; return -1; }
    Cut made = {at.d - at.n, at.n, high / h->fine * at.d, high};
    c->cut[c->n] = made;
    return c->n++;
}

/* Is the corner between cuts i and j above cut k (1), on it (0) or below (-1)? */
static int corner_side(const Cut *i, const Cut *j, const Cut *k) {
    int turn = compare_products(i->a, j->b, j->a, i->b);
    return -turn * sign_of_determinant(k->c, k->a, k->b, i->c, i->a, i->b, j->c, j->a, j->b);
}

/* Is the line with these heights at its ends, in fine parts, above the cut, on it or below? */
static inline int heights_side(const Cut *k, int64_t z0, int64_t z1) {
    return compare_products(k->b, z1 - z0, k->a + k->b, k->high - z0);
}

enum { NOTHING, A_PART, THE_WHOLE };

/* What of a cell is on a side of a cut: nothing, a part, which is then in `out`, or the whole. */
static int part_of_cell(Cuts *c, const Cell *cell, int cut, int side, Cell *out) {
    int8_t at[MOST_SIDES];
    int inside = 0, beyond = 0, n = cell->n;
    for (int k = 0; k < n; k++) {
        int i = cell->cut[k], j = cell->cut[k + 1 < n ? k + 1 : 0];
        at[k] = (int8_t)(i == cut || j == cut ? 0 : side * corner_side(&c->cut[i], &c->cut[j], &c->cut[cut]));
        inside |= at[k] > 0;
        beyond |= at[k] < 0;
    }
    if (!inside) return NOTHING;
    if (!beyond) return THE_WHOLE;
    out->n = 0;
    for (int k = 0; k < n; k++) {
        int before = at[k ? k - 1 : n - 1];
        if (before <= 0 && at[k] <= 0) continue;
        if (out->n + 2 > MOST_SIDES) { c->failed = 1; return NOTHING; }
        out->cut[out->n] = cell->cut[k]; out->side[out->n++] = cell->side[k];
        if (at[k] <= 0) { out->cut[out->n] = (int16_t)cut; out->side[out->n++] = (int8_t)side; }
    }
    return A_PART;
}

/* All heights in two bodies, given in 1/384,000ths above the base. */
static void all_heights(Cuts *c, const Levels *h, const HighSpan *source, const HighSpan *target, Cell *cell) {
    static const int8_t side[4] = {1, 1, -1, -1};
    int64_t bound[4] = {source->bottom, target->bottom, source->top, target->top};
    c->n = 0; c->failed = 0; cell->n = 4;
    for (int k = 0; k < 4; k++) {
        Position at = k & 1 ? FINISH : START;
        cell->cut[k] = (int16_t)add_cut(c, h, at, (bound[k] - h->base) * h->fine);
        cell->side[k] = side[k];
    }
}

/* Whole heights well inside a cell, in fine parts. 0: none was found. */
static int heights_inside(const Cuts *c, const Levels *h, const Cell *cell, int64_t *z0, int64_t *z1) {
    double x = 0, y = 0;
    for (int k = 0; k < cell->n; k++) {
        const Cut *i = &c->cut[cell->cut[k]], *j = &c->cut[cell->cut[k + 1 < cell->n ? k + 1 : 0]];
        double turn = (double)i->a * (double)j->b - (double)j->a * (double)i->b;
        x += ((double)i->c * (double)j->b - (double)j->c * (double)i->b) / turn;
        y += ((double)i->a * (double)j->c - (double)j->a * (double)i->c) / turn;
    }
    *z0 = (int64_t)(x / cell->n * (double)h->fine);
    *z1 = (int64_t)(y / cell->n * (double)h->fine);
    for (int k = 0; k < cell->n; k++) if (heights_side(&c->cut[cell->cut[k]], *z0, *z1) * cell->side[k] <= 0) return 0;
    return 1;
}

#endif
