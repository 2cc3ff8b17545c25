/* The fan between two lines from one corner to two neighboring corners of the target: does a wall stand in it?
   rules/packs/fan.py in C. */
#ifndef SIGHTLINE_PACK_FAN_H
#define SIGHTLINE_PACK_FAN_H

#include "pack_levels.h"

static inline int64_t fan_turn(Spot a, Spot b, Spot c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Does the wall have a stretch inside the fan? The edges of the grid never are inside the target. */
static int fan_holds(const Spot *fan, Spot w, Spot v) {
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
static int fan_covers(Spot w, Spot v, Spot one, Spot other) {
    if (fan_turn(one, other, w) || fan_turn(one, other, v)) return 0;
    int64_t dx = other.x - one.x, dy = other.y - one.y, size = dx * dx + dy * dy;
    int64_t a = (w.x - one.x) * dx + (w.y - one.y) * dy, b = (v.x - one.x) * dx + (v.y - one.y) * dy;
    return (a < b ? a : b) < size && (a < b ? b : a) > 0;
}

/* Where a free wall is in a convex shape, from 0 at its first end to 1 at the other; `unit`: wall units in a unit of
   the shape's points. 0: no stretch is inside, or the shape is on one side of the wall. */
static int fan_clips(const Spot *shape, int n, const Segment *s, int64_t unit, Position *lo, Position *hi) {
    int64_t area = 0;
    int left = 0, right = 0;
    for (int k = 0; k < n; k++) {
        int64_t turn = (s->x1 - s->x0) * (shape[k].y * unit - s->y0) - (s->y1 - s->y0) * (shape[k].x * unit - s->x0);
        left |= turn < 0;
        right |= turn > 0;
        if (k + 1 < n && k) area += fan_turn(shape[0], shape[k], shape[k + 1]);
    }
    if (!left || !right) return 0;
    *lo = START; *hi = FINISH;
    for (int k = 0; k < n; k++) {
        Spot a = shape[k], b = shape[(k + 1) % n];
        int64_t dx = b.x - a.x, dy = b.y - a.y;
        int64_t here = dx * (s->y0 - a.y * unit) - dy * (s->x0 - a.x * unit), there = dx * (s->y1 - a.y * unit) - dy * (s->x1 - a.x * unit);
        if (area < 0) { here = -here; there = -there; }
        if (here == there) { if (here < 0) return 0; }
        else if (there > here) *lo = later(*lo, fraction(-here, there - here));
        else *hi = sooner(*hi, fraction(here, here - there));
    }
    return compare(*lo, *hi) < 0;
}

/* Does a free wall stand in the fan, outside the target, or along the target's side where the fan meets it? */
static int fan_has_walls(const PackLook *l, const Spot *fan, int outer) {
    const PackWalls *walls = l->ground->walls;
    const int hex = l->ground->hex;
    const int64_t unit = WALL_UNIT / (hex ? 3 : 2);
    const int64_t dx = fan[1].x + fan[2].x - 2 * fan[0].x, dy = fan[1].y + fan[2].y - 2 * fan[0].y;
    Spot home[6];
    int n = tile_corners(hex, l->target.row, l->target.col, home);
    int64_t x0 = fan[0].x, y0 = fan[0].y, x1 = x0, y1 = y0;
    for (int k = 1; k < 3; k++) {
        if (fan[k].x < x0) x0 = fan[k].x;
        if (fan[k].x > x1) x1 = fan[k].x;
        if (fan[k].y < y0) y0 = fan[k].y;
        if (fan[k].y > y1) y1 = fan[k].y;
    }
    WallWalk v;
    int32_t i;
    walk_from(&v, walls, x0 * unit, y0 * unit, x1 * unit, y1 * unit, 1);
    while ((i = next_wall(&v)) >= 0) {
        const Segment *s = &walls->wall[i];
        Position lo, hi, own_lo, own_hi;
        if (walls->flags[i] & LIMITED || !stands_for(s, walls->flags[i], dx, dy)) continue;
        if (fan_clips(fan, 3, s, unit, &lo, &hi)) {
            if (!fan_clips(home, n, s, unit, &own_lo, &own_hi)) return 1;
            if (compare(lo, own_lo) < 0 || compare(own_hi, hi) < 0) return 1;
        }
        if (!outer) continue;
        int64_t ex = fan[2].x - fan[1].x, ey = fan[2].y - fan[1].y, size = (ex * ex + ey * ey) * unit;
        int64_t ax = s->x0 - fan[1].x * unit, ay = s->y0 - fan[1].y * unit, bx = s->x1 - fan[1].x * unit, by = s->y1 - fan[1].y * unit;
        if (ex * ay != ey * ax || ex * by != ey * bx) continue;
        int64_t a = ax * ex + ay * ey, b = bx * ex + by * ey;
        if ((a < b ? a : b) < size && (a < b ? b : a) > 0) return 1;
    }
    return 0;
}

/* 1: a wall stands in the fan; -1: out of memory. */
static int pack_fan(const PackLook *l, Spot start, Spot one, Spot other) {
    const PackGround *g = l->ground;
    const int directions = g->hex ? 3 : 2;
    Spot fan[3] = {start, one, other};
    Spot middle = tile_center(g->hex, l->target.row, l->target.col), w, v;
    if ((!pack_has_edges(g) && !g->walls) || fan_turn(start, one, other) == 0) return 0;
    int64_t here = fan_turn(one, other, start), there = fan_turn(one, other, middle);
    int outer = (here < 0 && there > 0) || (here > 0 && there < 0);
    if (g->walls && fan_has_walls(l, fan, outer)) return 1;
    for (int side = 0; side < 3 && pack_has_edges(g); side++) {
        Spot from = fan[side == 2 ? 1 : 0], to = fan[side == 0 ? 1 : 2];
        int64_t row, col;
        if (from.x == to.x && from.y == to.y) continue;
        const LineShape *s = shape_of(l->shapes, from.x, from.y, to.x, to.y, &row, &col);
        if (!s) return -1;
        for (int i = 0; i < s->tiles; i++) {
            for (int d = 0; d < 2 * directions; d++) {
                int64_t r = row + s->tile[i].row - (d % 2 ? FORWARD_ROW[g->hex][d / 2] : 0);
                int64_t c = col + s->tile[i].col - (d % 2 ? FORWARD_COL[g->hex][d / 2] : 0);
                if (r < g->first_row || r >= g->first_row + g->rows || c < g->first_col || c >= g->first_col + g->cols) continue;
                if (!pack_edge_blocks(g, d / 2, r, c)) continue;
                edge_ends(g->hex, d / 2, r, c, &w, &v);
                if (fan_holds(fan, w, v) || (outer && fan_covers(w, v, one, other))) return 1;
            }
        }
    }
    return 0;
}

#endif
