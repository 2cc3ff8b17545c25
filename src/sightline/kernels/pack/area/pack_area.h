/* Is there a free line from any part of a tile, or from a corner of it, to any part of another?

   The answers are those of rules/packs/area.py, for one tile on either side, on ground without free, limited and
   one-way walls. Everything is decided with exact integers.

   From a point: each bar (pack_area_bars.h) stops a stretch of directions; a direction that is left
   over is a free line.

   From a tile: move a free line to the left, until it meets the right end of a bar or would leave one of the two tiles.
   If that tile is the target, the line is turned about its left end, its near part to the left, until it meets the
   right end of a bar or would leave the source, too. So every family of free lines has lines through the right end of a
   bar, or through the source's left end: a pivot. What is to the right only gets further away. Around each pivot the
   bars stop stretches of directions, and what is left over is a line of which those a hair to the right are free. Where
   touches pass, that line itself counts. */
#ifndef SIGHTLINE_PACK_AREA_H
#define SIGHTLINE_PACK_AREA_H

#include "pack_area_bars.h"

enum { AREA_TO_AREA, CORNER_TO_AREA, AREA_TO_CORNER, CORNER_OF_EITHER, CENTER_TO_AREA, AREA_TO_CENTER, CENTER_OF_EITHER };
enum { AREA_TURN, AREA_CLOSED, AREA_OPEN };
enum { CORNER_PASSES = 1, PINCH_PASSES = 2, EDGE_PASSES = 4, SEAM_PASSES = 8 };

typedef struct {
    int lines;    /* from what to what */
    int ends;     /* what counts at the corner that a line begins at */
    int passes;   /* the touches that do not stop a line: of a corner, between two, along sides and seams */
} PackAreaRule;

/* Can this kernel answer? Lines from centers are for pack_area_walls.h. Touches pass on squares only, and from tile to
   tile: there no line runs along a side. Lines that pass between two corners, but by none, are not looked for. */
static int area_can(const PackGround *ground, const PackAreaRule *rule) {
    if (!rule->passes) return rule->lines < CENTER_TO_AREA;
    return !ground->hex && rule->lines == AREA_TO_AREA && (rule->passes & CORNER_PASSES || !(rule->passes & PINCH_PASSES));
}

/* --- directions round a pivot --------------------------------------------------------------------- */

typedef struct {
    AreaPoint key;   /* a direction of the sector, or the nearest of the two that bound it */
    int front;       /* is the point ahead of the pivot, or behind? */
} AreaKey;

static inline AreaKey area_key(const AreaSector *s, AreaPoint step) {
    AreaKey k = {step, area_dot(s->ahead, step) >= 0};
    if (!k.front) k.key = area_minus(step);
    if (area_cross(s->from, k.key) <= 0) k.key = s->from;
    else if (area_cross(k.key, s->to) <= 0) k.key = s->to;
    return k;
}

/* Is the one direction to the right of the other? */
static inline int area_right_of(AreaPoint a, AreaPoint b) { return area_cross(a, b) > 0; }

enum { LINE_MOVED, LINE_ITSELF, RAY };

typedef struct { AreaPoint from, to; } AreaRange;

/* Keeps the directions in which a line through the pivot goes through the inside of a tile. */
static int area_narrow(const AreaSector *s, AreaPoint pivot, AreaPoint center, int kind, AreaRange *range) {
    AreaPoint left = area_less(area_plus(center, s->left), pivot), right = area_less(area_plus(center, s->right), pivot);
    if (!(right.x | right.y)) return 0;
    if (left.x | left.y) {
        AreaKey k = area_key(s, left);
        if (k.front ? area_right_of(k.key, range->to) : area_right_of(range->from, k.key))
            *(k.front ? &range->to : &range->from) = k.key;
    } else if (kind != LINE_MOVED) return 0;
    AreaKey k = area_key(s, right);
    if (k.front ? area_right_of(range->from, k.key) : area_right_of(k.key, range->to))
        *(k.front ? &range->from : &range->to) = k.key;
    return area_right_of(range->from, range->to);
}

/* Is a direction of the range left over by all bars? */
static int area_is_open(AreaWork *work, const AreaSector *s, AreaPoint pivot, int kind, AreaRange range) {
    AreaSpan *spans = work->spans;
    int32_t count = 0;
    for (int32_t i = 0; i < work->count; i++) {
        const AreaBar *bar = &work->bars[i];
        AreaPoint left = area_less(bar->left, pivot), right = area_less(bar->right, pivot);
        if (!(left.x | left.y)) {
            if (kind == LINE_MOVED) return 0;
            continue;
        }
        if (!(right.x | right.y)) continue;
        AreaKey l = area_key(s, left), r = area_key(s, right);
        AreaSpan span = {r.key, l.key, bar->right_shut, bar->left_shut};
        if (!l.front && !r.front) {
            AreaSpan turned = {l.key, r.key, bar->left_shut, bar->right_shut};
            span = turned;
        } else if (l.front != r.front) {
            /* The line turns about a point beside the bar: it is stopped up to one end, or starting at one end. */
            AreaSpan half = {s->from, s->to, 1, 1};
            int left_first = area_right_of(l.key, r.key);
            if (l.front) {
                half.to = left_first ? l.key : r.key;
                half.to_too = left_first ? bar->left_shut : bar->right_shut;
            } else {
                half.from = left_first ? r.key : l.key;
                half.from_too = left_first ? bar->right_shut : bar->left_shut;
            }
            span = half;
        }
        if (kind != LINE_ITSELF) span.from_too = span.to_too = 1;
        if (area_right_of(range.from, span.to) && area_right_of(span.from, range.to)) spans[count++] = span;
    }
    /* From the right: every stretch that holds the first direction moves it to the stretch's end. */
    AreaPoint at = range.from;
    int itself = 0, moved = 1;  /* is it that very direction, or the ones a hair to the left? */
    while (moved) {
        moved = 0;
        for (int32_t i = 0; i < count; i++) {
            int32_t after = area_cross(spans[i].from, at), before = area_cross(at, spans[i].to);
            int holds = itself ? (after > 0 || (!after && spans[i].from_too)) && (before > 0 || (!before && spans[i].to_too))
                               : after >= 0 && before > 0;
            if (!holds) continue;
            at = spans[i].to;
            itself = !spans[i].to_too;
            moved = 1;
            if (!area_right_of(at, range.to)) return 0;
        }
    }
    return 1;
}

/* --- from a tile ---------------------------------------------------------------------------------- */

/* Is the line from center to center clear? */
static int area_middle_is_free(const AreaWork *work, const AreaWay *way) {
    AreaPoint ahead = area_less(way->end, way->start);
    if (!area_is_ahead(way->grid, &way->sector, ahead, 0)) return 0;
    for (int32_t i = 0; i < work->count; i++)
        if (area_cross(ahead, area_less(work->bars[i].right, way->start)) <= 0
            && area_cross(ahead, area_less(work->bars[i].left, way->start)) >= 0) return 0;
    return 1;
}

static int area_pivot(AreaWork *work, const AreaWay *way, AreaPoint pivot, int kind) {
    AreaRange range = {way->sector.from, way->sector.to};
    return area_narrow(&way->sector, pivot, way->start, kind, &range)
        && area_narrow(&way->sector, pivot, way->end, kind, &range)
        && area_is_open(work, &way->sector, pivot, kind, range);
}

/* All lines from the one to the other. */
static AreaWay area_band(const PackGround *ground, AreaTile source, AreaTile target) {
    const AreaGrid *grid = area_grid(ground);
    AreaWay way;
    way.ground = ground;
    way.grid = grid;
    way.origin = area_center(grid, source);
    way.start.x = way.start.y = 0;
    way.end = area_less(area_center(grid, target), way.origin);
    way.back = -grid->reach;
    way.own[0] = source;
    way.own[1] = target;
    way.lists = 0;
    int32_t wide = 0;
    for (int i = 0; i < grid->corners; i++) {
        int32_t turn = area_cross(way.end, grid->corner[i]);
        if (turn > wide) wide = turn;
    }
    /* The product of a tile's center with these is how far it is to either side of the middle line. */
    way.side[0].x = way.end.y;
    way.side[0].y = -way.end.x;
    way.side[1] = area_minus(way.side[0]);
    way.slack[0] = way.slack[1] = 2 * wide;
    return way;
}

/* From any part of the one to any part of the other; -1 if there is no memory. */
static int area_between(AreaWork *work, const PackGround *ground, AreaTile source, AreaTile target, int passes) {
    const AreaGrid *grid = area_grid(ground);
    AreaWay way = area_band(ground, source, target);
    way.pass = passes & CORNER_PASSES;
    way.pinch = passes & PINCH_PASSES;
    for (int k = 0; k < grid->sectors; k++) {
        const AreaSector *s = area_sector(work, grid, k);
        if (!area_is_ahead(grid, s, way.end, -grid->reach)) continue;
        way.sector = *s;
        if (!area_collect(work, &way, source, target)) return -1;
        if (!work->count || area_middle_is_free(work, &way)) return 1;
        if (area_pivot(work, &way, s->left, LINE_MOVED)) return 1;
        for (int32_t i = 0; i < work->count; i++) {
            const AreaBar *bar = &work->bars[i];
            if (way.pass && bar->right_shut) continue;
            if (area_pivot(work, &way, bar->right, way.pass ? LINE_ITSELF : LINE_MOVED)) return 1;
        }
    }
    return 0;
}

/* --- from a corner -------------------------------------------------------------------------------- */

/* The tiles around a corner of the grid, in order; how many there are. */
static int area_round(const AreaGrid *grid, AreaPoint corner, AreaTile *tiles) {
    int found = 0;
    for (int i = 0; i < grid->corners; i++) {
        int32_t x = corner.x - grid->corner[i].x - grid->half, y = corner.y - grid->corner[i].y - grid->half;
        if (x % grid->unit || y % grid->unit) continue;
        tiles[found].row = y / grid->unit;
        tiles[found++].col = x / grid->unit;
    }
    return found;
}

static int area_is_touched(const PackGround *ground, AreaPoint corner, AreaTile own, AreaTile target) {
    AreaTile tiles[6];
    int count = area_round(area_grid(ground), corner, tiles);
    for (int i = 0; i < count; i++) {
        AreaTile tile = tiles[i];
        if (area_edge_between(ground, tile, tiles[(i + 1) % count])) return 1;
        if (area_blocks(ground, tile) && !area_same_tile(tile, own) && !area_same_tile(tile, target)) return 1;
    }
    return 0;
}

/* Can a walker get from the own tile, around that corner, to the tile that the line enters? Where nothing else counts at
   the ends, walls still do: a corner is on both sides of them. */
static int area_leaves(const PackGround *ground, AreaPoint corner, AreaTile own, AreaTile target, AreaTile into, int ends) {
    AreaTile tiles[6];
    int count = area_round(area_grid(ground), corner, tiles), at = 0;
    while (!area_same_tile(tiles[at], own)) at++;
    for (int step = 1; step < count; step += count - 2) {   /* one way round, then the other */
        for (int i = at;; ) {
            AreaTile here = tiles[i], next;
            if (area_same_tile(here, into)) return 1;
            i = (i + step) % count;
            next = tiles[i];
            if (area_same_tile(next, own) || area_edge_between(ground, here, next)) break;
            if (area_same_tile(next, target)) continue;
            int outside = ground_at(ground, next.row, next.col) == GROUND_OUTSIDE;
            if (outside ? ground->walled || !ground->hex : ends != AREA_OPEN && area_blocks(ground, next)) break;
        }
    }
    return 0;
}

/* The tile into which a line of a sector goes from a corner. */
static AreaTile area_next(const AreaGrid *grid, const AreaSector *s, AreaPoint corner) {
    AreaTile tile = {0, 0};
    for (int i = 0; i < 2; i++) {
        int32_t x = corner.x + s->next[i].x - grid->half, y = corner.y + s->next[i].y - grid->half;
        if (x % grid->unit || y % grid->unit) continue;
        tile.row = y / grid->unit;
        tile.col = x / grid->unit;
    }
    return tile;
}

/* In a sector, is there a free line from a corner to the target, if the tile that it enters allows it? That tile is
   returned in `into`. -1: out of memory. */
static int area_ray(AreaWork *work, const PackGround *ground, int k, AreaPoint corner, AreaTile target, AreaTile *into) {
    const AreaGrid *grid = area_grid(ground);
    const AreaSector *s = area_sector(work, grid, k);
    AreaWay way;
    way.end = area_less(area_center(grid, target), corner);
    way.back = 1 - grid->reach;
    if (!area_is_ahead(grid, s, way.end, way.back)) return 0;
    way.ground = ground;
    way.grid = grid;
    way.sector = *s;
    way.origin = corner;
    way.start.x = way.start.y = 0;
    way.pass = way.pinch = way.lists = 0;
    *into = area_next(grid, &way.sector, corner);
    way.own[0] = *into;
    way.own[1] = target;
    AreaRange range = {way.sector.from, way.sector.to};
    AreaPoint none = {0, 0};
    if (!area_narrow(&way.sector, none, way.end, RAY, &range)) return 0;
    AreaPoint bounds[2] = {range.from, area_minus(range.to)};
    for (int i = 0; i < 2; i++) {
        way.side[i].x = -bounds[i].y;
        way.side[i].y = bounds[i].x;
        way.slack[i] = 0;
        for (int j = 0; j < grid->corners; j++) {
            int32_t turn = area_cross(bounds[i], grid->corner[j]);
            if (turn > way.slack[i]) way.slack[i] = turn;
        }
    }
    if (!area_collect(work, &way, *into, target)) return -1;
    return !work->count || area_is_open(work, &way.sector, none, RAY, range);
}

/* From a corner of the own tile to any part of another; -1: out of memory. */
static int area_from_corner(AreaWork *work, const PackGround *ground, AreaPoint corner, AreaTile own, AreaTile target, int ends) {
    if (ends == AREA_CLOSED && area_is_touched(ground, corner, own, target)) return 0;
    const AreaGrid *grid = area_grid(ground);
    AreaPoint end = area_less(area_center(grid, target), corner);
    for (int k = 0; k < grid->sectors; k++) {
        const AreaSector *s = area_sector(work, grid, k);
        if (!area_is_ahead(grid, s, end, 1 - grid->reach)) continue;
        AreaTile into = area_next(grid, s, corner);
        if (area_blocks(ground, into) && !area_same_tile(into, own) && !area_same_tile(into, target)) continue;
        int free_line = area_ray(work, ground, k, corner, target, &into);
        if (free_line < 0) return -1;
        if (free_line && area_leaves(ground, corner, own, target, into, ends)) return 1;
    }
    return 0;
}

/* --- what is asked -------------------------------------------------------------------------------- */

/* Does the one tile see the other? -1 if this kernel has no answer. */
static int area_sees(AreaWork *work, const PackGround *ground, AreaTile source, AreaTile target, const PackAreaRule *rule) {
    if (!area_can(ground, rule)) return -1;
    if (area_same_tile(source, target)) return 1;
    if (rule->lines == AREA_TO_AREA) return area_between(work, ground, source, target, rule->passes);
    const AreaGrid *grid = area_grid(ground);
    AreaWay band = area_band(ground, source, target);
    int found = 0;
    band.lists = 1;
    work->listed = 0;
    if (!area_collect(work, &band, source, target)) return -1;
    /* A line through the inside of its own tile turns round nothing. */
    if (!work->listed && rule->ends != AREA_CLOSED) return 1;
    work->is_listed = 1;
    for (int way = 0; way < 2; way++) {
        if (rule->lines == (way ? CORNER_TO_AREA : AREA_TO_CORNER)) continue;
        AreaTile own = way ? target : source, other = way ? source : target;
        for (int i = 0; i < grid->corners && !found; i++) {
            AreaPoint corner = area_plus(area_center(grid, own), grid->corner[i]);
            found = area_from_corner(work, ground, corner, own, other, rule->ends);
        }
    }
    work->is_listed = 0;
    return found;
}

#endif
