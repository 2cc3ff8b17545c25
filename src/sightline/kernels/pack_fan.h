/* The fan between two lines from one corner to two neighbouring corners of the target: does a wall on an edge
   stand in it? rules/pack_fan.py in C. */
#ifndef SIGHTLINE_PACK_FAN_H
#define SIGHTLINE_PACK_FAN_H

#include "pack_levels.h"

static inline int64_t fan_turn(PackPoint a, PackPoint b, PackPoint c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Does the wall have a stretch inside the fan? The edges of the grid never are inside the target. */
static int fan_holds(const PackPoint *fan, PackPoint w, PackPoint v) {
    int64_t low = 0, low_of = 1, high = 1, high_of = 1, least = INT64_MAX, most = INT64_MIN;
    int64_t sense = fan_turn(fan[0], fan[1], fan[2]) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++) {
        int64_t turn = fan_turn(w, v, fan[k]);
        if (turn < least) least = turn;
        if (turn > most) most = turn;
    }
    if (least >= 0 || most <= 0) return 0;   /* it runs along the border, or beside it */
    for (int k = 0; k < 3; k++) {
        int64_t here = sense * fan_turn(fan[k], fan[(k + 1) % 3], w), there = sense * fan_turn(fan[k], fan[(k + 1) % 3], v);
        int64_t drift = there - here;        /* inside where here + t * drift >= 0 */
        if (drift == 0) { if (here < 0) return 0; }
        else if (drift > 0) { if (-here * low_of > low * drift) { low = -here; low_of = drift; } }
        else if (here * high_of < high * -drift) { high = here; high_of = -drift; }
    }
    return low * high_of < high * low_of;
}

/* Does the wall lie on the straight line between the two, with some length between them? */
static int fan_covers(PackPoint w, PackPoint v, PackPoint one, PackPoint other) {
    if (fan_turn(one, other, w) || fan_turn(one, other, v)) return 0;
    int64_t dx = other.x - one.x, dy = other.y - one.y, size = dx * dx + dy * dy;
    int64_t a = (w.x - one.x) * dx + (w.y - one.y) * dy, b = (v.x - one.x) * dx + (v.y - one.y) * dy;
    return (a < b ? a : b) < size && (a < b ? b : a) > 0;
}

/* 1: a wall stands in the fan; -1: there is no memory. */
static int pack_fan(const PackLook *l, PackPoint start, PackPoint one, PackPoint other) {
    const PackGround *g = l->ground;
    const int unit = g->hex ? 3 : 2, directions = g->hex ? 3 : 2;
    static const int rows[2][3] = {{0, 1, 0}, {0, 1, 1}}, cols[2][3] = {{1, 0, 0}, {1, 0, -1}};
    PackPoint fan[3] = {start, one, other};
    PackPoint middle = {unit * (int64_t)l->target.col + (g->hex ? 0 : 1), unit * (int64_t)l->target.row + (g->hex ? 0 : 1)};
    if (!pack_has_edges(g) || fan_turn(start, one, other) == 0) return 0;
    int64_t here = fan_turn(one, other, start), there = fan_turn(one, other, middle);
    int outer = (here < 0 && there > 0) || (here > 0 && there < 0);
    for (int side = 0; side < 3; side++) {
        PackPoint from = fan[side == 2 ? 1 : 0], to = fan[side == 0 ? 1 : 2];
        int64_t row, col;
        if (from.x == to.x && from.y == to.y) continue;
        const LineShape *s = shape_of(l->shapes, from.x, from.y, to.x, to.y, &row, &col);
        if (!s) return -1;
        for (int i = 0; i < s->tiles; i++) {
            for (int d = 0; d < 2 * directions; d++) {
                int64_t r = row + s->tile[i].row - (d % 2 ? rows[g->hex][d / 2] : 0);
                int64_t c = col + s->tile[i].col - (d % 2 ? cols[g->hex][d / 2] : 0), x[2], y[2];
                if (r < g->first_row || r >= g->first_row + g->rows || c < g->first_col || c >= g->first_col + g->cols) continue;
                if (!pack_edge_blocks(g, d / 2, r, c)) continue;
                shape_edge_ends(g->hex, d / 2, r, c, x, y);
                PackPoint w = {x[0], y[0]}, v = {x[1], y[1]};
                if (fan_holds(fan, w, v) || (outer && fan_covers(w, v, one, other))) return 1;
            }
        }
    }
    return 0;
}

#endif
