/* Every tile that one tile sees by lines from or to any part of a tile: pack_area.h for a whole window.

   From a corner of the source, all tiles of a sector are visited, nearer ones first, with the directions that are still
   free: a tile is seen if one of them leads into it, and a blocker removes its own directions. In reverse, each corner
   of the grid is tested once for a free line to the source, for all tiles that share it. */
#ifndef SIGHTLINE_PACK_AREA_FIELD_H
#define SIGHTLINE_PACK_AREA_FIELD_H

#include <string.h>

#include "pack_area.h"

/* The tiles asked about, row by row: 1 in `seen` where an answer is wanted, and then what it is. */
typedef struct {
    AreaTile first;
    int32_t rows, cols;
    uint8_t *seen;
} AreaWindow;

enum { AREA_NO, AREA_WANTED, AREA_YES };

static inline uint8_t *area_entry(const AreaWindow *window, AreaTile tile) {
    int32_t row = tile.row - window->first.row, col = tile.col - window->first.col;
    if (row < 0 || row >= window->rows || col < 0 || col >= window->cols) return NULL;
    return &window->seen[(int64_t)row * window->cols + col];
}

/* --- from a corner of the source ------------------------------------------------------------------ */

/* The directions that are still free: open stretches from the right to the left. */
typedef struct {
    AreaRange *free;
    int32_t count, room;
} AreaSight;

/* Remove the directions of a bar; 0: out of memory. */
static int area_shade(AreaSight *sight, AreaRange bar) {
    int32_t i = 0, kept;
    while (i < sight->count && !area_right_of(bar.from, sight->free[i].to)) i++;
    if (i == sight->count || !area_right_of(sight->free[i].from, bar.to)) return 1;
    AreaRange first = sight->free[i];
    int32_t last = i;
    while (last + 1 < sight->count && area_right_of(sight->free[last + 1].from, bar.to)) last++;
    AreaRange end = sight->free[last];
    AreaRange left[2];
    kept = 0;
    if (area_right_of(first.from, bar.from)) {
        left[kept].from = first.from;
        left[kept++].to = bar.from;
    }
    if (area_right_of(bar.to, end.to)) {
        left[kept].from = bar.to;
        left[kept++].to = end.to;
    }
    if (sight->count + 1 > sight->room) {
        int32_t room = sight->room ? 2 * sight->room : 64;
        AreaRange *more = realloc(sight->free, (size_t)room * sizeof(AreaRange));
        if (!more) return 0;
        sight->free = more;
        sight->room = room;
    }
    memmove(sight->free + i + kept, sight->free + last + 1, (size_t)(sight->count - last - 1) * sizeof(AreaRange));
    memcpy(sight->free + i, left, (size_t)kept * sizeof(AreaRange));
    sight->count += kept - (last + 1 - i);
    return 1;
}

static int area_is_lit(const AreaSight *sight, AreaRange range) {
    for (int32_t i = 0; i < sight->count; i++)
        if (area_right_of(range.from, sight->free[i].to)) return area_right_of(sight->free[i].from, range.to);
    return 0;
}

static inline AreaRange area_range(const AreaSector *s, AreaPoint left, AreaPoint right) {
    AreaRange range = {area_key(s, right).key, area_key(s, left).key};
    return range;
}

/* Visits a sector in an order in which every tile comes after those before it on any line: along columns or rows, away
   from the corner. */
typedef struct {
    AreaTile at, major, minor;
    int32_t outer, inner;
} AreaOrder;

static AreaOrder area_order(const AreaGrid *grid, const AreaSector *s, AreaTile first, int32_t rows, int32_t cols) {
    /* The middle of a sector leads along a row of hexes only in two of six: then visit columns. */
    AreaPoint middle = area_plus(s->from, s->to);
    int by_rows = middle.y != 0;
    AreaPoint step = {by_rows ? grid->unit : 0, by_rows ? 0 : grid->unit};
    int onward = area_is_ahead(grid, s, step, -grid->reach) ? 1 : -1, outward = (by_rows ? middle.y : middle.x) > 0 ? 1 : -1;
    AreaTile along_rows = {by_rows ? outward : onward, 0}, along_cols = {0, by_rows ? onward : outward};
    AreaOrder order;
    order.major = by_rows ? along_rows : along_cols;
    order.minor = by_rows ? along_cols : along_rows;
    order.outer = by_rows ? rows : cols;
    order.inner = by_rows ? cols : rows;
    order.at.row = along_rows.row > 0 ? first.row : first.row + rows - 1;
    order.at.col = along_cols.col > 0 ? first.col : first.col + cols - 1;
    return order;
}

/* The directions that walls between a tile and those before it leave free. 0: out of memory. */
static int area_shade_walls(AreaSight *sight, const AreaWay *way, AreaTile tile, AreaPoint center) {
    const AreaGrid *grid = way->grid;
    const AreaSector *s = &way->sector;
    for (int i = 0; i < 2 * grid->forward; i++) {
        int turned = i >= grid->forward, direction = i % grid->forward;
        AreaTile ahead = grid->ahead[direction], other = {tile.row - ahead.row, tile.col - ahead.col};
        AreaPoint step = {grid->unit * ahead.col, grid->unit * ahead.row};
        if (turned) {
            other.row = tile.row + ahead.row;
            other.col = tile.col + ahead.col;
            step = area_minus(step);
        }
        if (!area_edge(way->ground, direction, turned ? tile : other)) continue;
        if (!area_is_ahead(grid, s, step, -grid->reach)) continue;
        AreaPoint left, right;
        area_wall_ends(grid, s, center, area_less(center, step), &left, &right);
        if (!(left.x | left.y) || !(right.x | right.y)) continue;
        if (!area_shade(sight, area_range(s, left, right))) return 0;
    }
    return 1;
}

/* Mark what the source sees in one sector from one of its corners. 0: out of memory. */
static int area_sweep(AreaSight *sight, AreaWay *way, AreaWindow *window, AreaTile source, AreaTile low, int32_t rows, int32_t cols) {
    const AreaGrid *grid = way->grid;
    const AreaSector *s = &way->sector;
    const PackGround *ground = way->ground;
    int walls = ground->edges[0] || ground->edges[1] || (ground->hex && ground->edges[2]);
    AreaOrder order = area_order(grid, s, low, rows, cols);
    AreaRange all = {s->from, s->to};
    sight->free[0] = all;
    sight->count = 1;
    for (int32_t i = 0; i < order.outer && sight->count; i++) {
        AreaTile tile = {order.at.row + i * order.major.row, order.at.col + i * order.major.col};
        for (int32_t j = 0; j < order.inner; j++, tile.row += order.minor.row, tile.col += order.minor.col) {
            AreaPoint center = area_at(way, tile);
            if (!area_is_ahead(grid, s, center, way->back)) continue;
            if (walls && !area_shade_walls(sight, way, tile, center)) return 0;
            uint8_t *entry = area_entry(window, tile);
            int blocks = area_blocks(ground, tile) && !area_same_tile(tile, source);
            if (!blocks && !(entry && *entry == AREA_WANTED)) continue;
            AreaRange range = area_range(s, area_plus(center, s->left), area_plus(center, s->right));
            if (entry && *entry == AREA_WANTED && area_is_lit(sight, range)) *entry = AREA_YES;
            if (blocks && !area_shade(sight, range)) return 0;
        }
    }
    return 1;
}

/* From every corner of the source. Tiles that share a corner with it are skipped. 0: out of memory. */
static int area_sweeps(AreaWork *work, const PackGround *ground, AreaWindow *window, AreaTile source, int ends) {
    const AreaGrid *grid = area_grid(ground);
    AreaSight sight = {malloc(64 * sizeof(AreaRange)), 0, 64};
    int done = sight.free != NULL, margin = ground->hex;
    /* Lines may leave the window by a hex, but stay between its tiles and the source. */
    AreaTile low = window->first, high = {low.row + window->rows - 1, low.col + window->cols - 1};
    if (source.row < low.row) low.row = source.row;
    if (source.col < low.col) low.col = source.col;
    if (source.row > high.row) high.row = source.row;
    if (source.col > high.col) high.col = source.col;
    low.row -= margin;
    low.col -= margin;
    for (int i = 0; i < grid->corners && done; i++) {
        AreaWay way;
        way.ground = ground;
        way.grid = grid;
        way.origin = area_plus(area_center(grid, source), grid->corner[i]);
        way.back = 1 - grid->reach;
        if (ends == AREA_CLOSED && area_is_touched(ground, way.origin, source, source)) continue;
        for (int k = 0; k < grid->sectors && done; k++) {
            way.sector = *area_sector(work, grid, k);
            AreaTile into = area_next(grid, &way.sector, way.origin);
            if (area_blocks(ground, into) && !area_same_tile(into, source)) continue;
            if (!area_leaves(ground, way.origin, source, source, into, ends)) continue;
            done = area_sweep(&sight, &way, window, source, low, high.row - low.row + 1 + margin, high.col - low.col + 1 + margin);
        }
    }
    free(sight.free);
    return done;
}

/* --- from corners of the targets ------------------------------------------------------------------ */

enum { AREA_KNOWN = 128 };

/* For a corner of the grid, the sectors in which it has a free line to the source, as bits. */
static int area_rays(AreaWork *work, const PackGround *ground, AreaPoint corner, AreaTile source) {
    int found = AREA_KNOWN;
    for (int k = 0; k < area_grid(ground)->sectors; k++) {
        AreaTile into;
        int free_line = area_ray(work, ground, k, corner, source, &into);
        if (free_line < 0) return -1;
        found |= free_line << k;
    }
    return found;
}

/* Mark the tiles of the window with a corner that sees the source. 0: out of memory. */
static int area_backwards(AreaWork *work, const PackGround *ground, AreaWindow *window, AreaTile source, int ends) {
    const AreaGrid *grid = area_grid(ground);
    /* On hexes there are two corners to a tile: their remainders by three are 1 and 2. */
    int32_t wide = 2 * (window->cols + 2);
    uint8_t *known = calloc((size_t)wide * (size_t)(window->rows + 2), 1);
    if (!known) return 0;
    int done = 1;
    AreaTile tile;
    for (int32_t i = 0; i < window->rows && done; i++) {
        for (int32_t j = 0; j < window->cols && done; j++) {
            uint8_t *entry = &window->seen[(int64_t)i * window->cols + j];
            tile.row = window->first.row + i;
            tile.col = window->first.col + j;
            for (int c = 0; c < grid->corners && *entry == AREA_WANTED && done; c++) {
                AreaPoint from = grid->corner[c], corner = area_plus(area_center(grid, tile), from);
                int32_t row = grid->unit * (i + 1) + grid->half + from.y, col = grid->unit * (j + 1) + grid->half + from.x;
                uint8_t *rays = &known[wide * (row / grid->unit) + 2 * (col / grid->unit) + (col % grid->unit == 1)];
                if (!*rays) {
                    int found = area_rays(work, ground, corner, source);
                    done = found >= 0;
                    *rays = (uint8_t)(found & 255);
                }
                if (*rays == AREA_KNOWN || (ends == AREA_CLOSED && area_is_touched(ground, corner, tile, source))) continue;
                for (int k = 0; k < grid->sectors; k++) {
                    if (!(*rays >> k & 1)) continue;
                    AreaTile into = area_next(grid, area_sector(work, grid, k), corner);
                    if (area_blocks(ground, into) && !area_same_tile(into, tile) && !area_same_tile(into, source)) continue;
                    if (!area_leaves(ground, corner, tile, source, into, ends)) continue;
                    *entry = AREA_YES;
                }
            }
        }
    }
    free(known);
    return done;
}

/* --- what is asked -------------------------------------------------------------------------------- */

/* Answer for all requested tiles of the window; 0: this kernel cannot. */
static int area_field(AreaWork *work, const PackGround *ground, AreaTile source, const PackAreaRule *rule, AreaWindow *window) {
    if (!area_can(ground, rule)) return 0;
    int swept = rule->lines != AREA_TO_AREA;
    for (int32_t i = 0; i < window->rows; i++) {
        for (int32_t j = 0; j < window->cols; j++) {
            AreaTile tile = {window->first.row + i, window->first.col + j};
            uint8_t *entry = &window->seen[(int64_t)i * window->cols + j];
            if (*entry != AREA_WANTED || (swept && (abs(tile.row - source.row) > 1 || abs(tile.col - source.col) > 1))) continue;
            int found = area_sees(work, ground, source, tile, rule);
            if (found < 0) return 0;
            *entry = found ? AREA_YES : AREA_NO;
        }
    }
    if (swept && rule->lines != AREA_TO_CORNER && !area_sweeps(work, ground, window, source, rule->ends)) return 0;
    if (swept && rule->lines != CORNER_TO_AREA && !area_backwards(work, ground, window, source, rule->ends)) return 0;
    for (int64_t i = 0; i < (int64_t)window->rows * window->cols; i++) window->seen[i] = window->seen[i] == AREA_YES;
    return 1;
}

#endif
