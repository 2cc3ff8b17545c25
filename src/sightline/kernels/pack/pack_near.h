/* Blockers that count only at some positions: near the target, or away from the viewer. rules/packs/nearness.py in
   C. */
#ifndef SIGHTLINE_PACK_NEAR_H
#define SIGHTLINE_PACK_NEAR_H

#include "pack_levels.h"

/* How many steps two tiles are apart, over sides and corners. */
static inline int near_steps(int hex, int rows, int cols) {
    int down = rows < 0 ? -rows : rows, right = cols < 0 ? -cols : cols, both = rows + cols < 0 ? -rows - cols : rows + cols;
    int most = down > right ? down : right;
    return hex && both > most ? both : most;
}

/* Is a tile at most `steps` steps from one of these? */
static int near_tile(int hex, int row, int col, const PackTile *tiles, int count, int steps) {
    for (int i = 0; i < count; i++)
        if (near_steps(hex, row - tiles[i].row, col - tiles[i].col) <= steps) return 1;
    return 0;
}

/* Does a wall have a point of a tile, its border included? True if neither a side of the tile nor the wall separates
   the two. */
static int near_meets(int hex, const Segment *s, int row, int col) {
    const int64_t unit = WALL_UNIT / (hex ? 3 : 2), wx = s->x1 - s->x0, wy = s->y1 - s->y0;
    Spot corner[6], center = tile_center(hex, row, col);
    int n = tile_corners(hex, row, col, corner), left = 0, right = 0;
    for (int k = 0; k < n; k++) {
        const Spot a = corner[k], b = corner[(k + 1) % n];
        const int64_t x = a.x * unit, y = a.y * unit, ex = b.x - a.x, ey = b.y - a.y;
        const int64_t turn = wx * (y - s->y0) - wy * (x - s->x0);
        left += turn < 0; right += turn > 0;
        const int64_t inside = ex * (center.y - a.y) - ey * (center.x - a.x);
        const int64_t one = ex * (s->y0 - y) - ey * (s->x0 - x), other = ex * (s->y1 - y) - ey * (s->x1 - x);
        if (inside > 0 ? one < 0 && other < 0 : one > 0 && other > 0) return 0;
    }
    return left < n && right < n;
}

/* Does a wall touch a tile at most `steps` steps from one of these? */
static int near_wall(int hex, const Segment *s, const PackTile *tiles, int count, int steps) {
    for (int i = 0; i < count; i++)
        for (int row = -steps; row <= steps; row++)
            for (int col = -steps; col <= steps; col++)
                if (near_steps(hex, row, col) <= steps && near_meets(hex, s, tiles[i].row + row, tiles[i].col + col)) return 1;
    return 0;
}

/* Two places, and what counts between them: at most `near` steps from the target (0: no limit), and more than `beyond`
   steps from the viewer. */
typedef struct { PackTile *source, *target; int sources, targets, near, beyond; } PackNear;

static int near_counts_tile(const PackNear *n, int hex, int row, int col) {
    if (n->near && !near_tile(hex, row, col, n->target, n->targets, n->near)) return 0;
    return !near_tile(hex, row, col, n->source, n->sources, n->beyond);
}

static int near_counts_wall(const PackNear *n, int hex, const Segment *s) {
    if (n->near && !near_wall(hex, s, n->target, n->targets, n->near - 1)) return 0;
    return !n->beyond || !near_wall(hex, s, n->source, n->sources, n->beyond - 1);
}

static int near_counts_edge(const PackNear *n, int hex, int direction, int row, int col) {
    const int64_t unit = WALL_UNIT / (hex ? 3 : 2);
    Spot w, v;
    edge_ends(hex, direction, row, col, &w, &v);
    const Segment s = {w.x * unit, w.y * unit, v.x * unit, v.y * unit};
    return near_counts_wall(n, hex, &s);
}

/* All walls of the cells around these, up to a number of tiles away. */
static inline void near_walk(WallWalk *v, const PackWalls *walls, PackTile at, int64_t reach) {
    const int64_t row = at.row, col = at.col;
    walk_from(v, walls, (col - reach) * WALL_UNIT, (row - reach) * WALL_UNIT, (col + reach) * WALL_UNIT, (row + reach) * WALL_UNIT, 1);
}

/* Leave out the walls near the viewer (`away`), or count them again. */
static void near_take_away(const PackNear *n, int hex, PackWalls *walls, int away) {
    WallWalk v;
    for (int k = 0; k < n->sources; k++) {
        near_walk(&v, walls, n->source[k], n->beyond + 1);
        for (int64_t cell; (cell = next_cell(&v)) >= 0;) {
            for (int32_t at = walls->first[cell]; at < walls->first[cell + 1]; at++) {
                uint8_t *flags = &walls->flags[walls->list[at]];
                if (!away) *flags &= (uint8_t)~AWAY;
                else if (!(*flags & AWAY) && !near_counts_wall(n, hex, &walls->wall[walls->list[at]])) *flags |= AWAY;
            }
        }
    }
}

/* The walls that count, as a separate index with the cells around them, or with the cells of `like` if `all_cells`. 0:
   out of memory. */
static int near_walls_of(const PackNear *n, int hex, const PackWalls *like, int all_cells, PackWalls *out) {
    WallWalk v;
    int32_t count = 0, room = like->count, i;
    int64_t top = 0, bottom = -1, first = 0, last = -1;
    const int tiles = n->near ? n->targets : 1;
    memset(out, 0, sizeof(*out));
    if (n->near) {
        int64_t most = 0;
        for (int k = 0; k < tiles; k++) {
            near_walk(&v, like, n->target[k], n->near + 1);
            for (int64_t cell; (cell = next_cell(&v)) >= 0;) most += like->first[cell + 1] - like->first[cell];
        }
        if (most < room) room = (int32_t)most;
    }
    if (!room) return 1;
    Segment *wall = (Segment *)malloc(sizeof(Segment) * (size_t)room);
    uint8_t *flags = (uint8_t *)malloc((size_t)room);
    int32_t *number = (int32_t *)malloc(sizeof(int32_t) * (size_t)room);
    const int done = wall && flags && number;
    for (int k = 0; k < tiles && done; k++) {
        if (n->near) near_walk(&v, like, n->target[k], n->near + 1);
        for (int32_t at = 0; (i = n->near ? next_wall(&v) : at < like->count ? at : -1) >= 0; at++) {
            const Segment *s = &like->wall[i];
            int known = 0;
            while (n->near && known < count && number[known] != i) known++;
            if ((n->near && known < count) || !near_counts_wall(n, hex, s)) continue;
            const int64_t rows[2] = {cell_of(s->y0), cell_of(s->y1)}, cols[2] = {cell_of(s->x0), cell_of(s->x1)};
            for (int e = 0; e < 2; e++) {
                if (bottom < top && !e) { top = bottom = rows[0]; first = last = cols[0]; }
                if (rows[e] < top) top = rows[e];
                if (rows[e] > bottom) bottom = rows[e];
                if (cols[e] < first) first = cols[e];
                if (cols[e] > last) last = cols[e];
            }
            number[count] = i;
            wall[count] = *s;
            flags[count++] = like->flags[i];
        }
    }
    free(number);
    if (!done || !count) { free(wall); free(flags); return done; }
    out->rows = all_cells ? like->rows : bottom - top + 1; out->cols = all_cells ? like->cols : last - first + 1;
    out->first_row = all_cells ? like->first_row : top; out->first_col = all_cells ? like->first_col : first;
    return pack_index_walls(out, wall, flags, count);
}

#endif
