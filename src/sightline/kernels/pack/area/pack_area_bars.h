/* What stands between two tiles, as bars: for lines from or to any part of a tile (pack_area.h).

   Whole numbers only. Squares have their centers at odd numbers and their corners at even ones, two
   to a tile; hexes, in axial coordinates, have their centers at multiples of three, and corners
   between them. Points are held from an origin near the line, so they stay below 12,300 (4,096 tiles
   of three), and products of two of them below 2^29.

   Lines are handled by sector: the directions between two neighboring directions of edges. Within a sector everything
   is simple. Which two corners of a tile are furthest to the left and to the right is the same for all lines, so that a
   line meets the tile if and only if it meets the bar between these two; and of two tiles that are met, it is always
   the same that comes first. */
#ifndef SIGHTLINE_PACK_AREA_BARS_H
#define SIGHTLINE_PACK_AREA_BARS_H

#include <stdint.h>
#include <stdlib.h>

#include "pack_ground.h"

typedef struct { int32_t x, y; } AreaPoint;

typedef struct { int32_t row, col; } AreaTile;

/* From its left end to its right end, as seen along the lines of a sector. Is an end shut: does it stop
   a line that only touches it? */
typedef struct {
    AreaPoint left, right;
    uint8_t left_shut, right_shut;
} AreaBar;

/* A stretch of directions that a bar stops, from the right to the left, and whether its ends belong to
   it. */
typedef struct {
    AreaPoint from, to;
    uint8_t from_too, to_too;
} AreaSpan;

/* --- the grids ------------------------------------------------------------------------------------ */

typedef struct {
    int32_t unit, half;      /* from tile to tile; where the center of the first is */
    int corners, axes, sectors;
    AreaPoint corner[6];     /* from the center, in order round the tile */
    AreaPoint axis[3];       /* across the sides: the half width of every tile */
    int32_t reach;
    int forward;             /* how many directions of `edges` there are */
    AreaTile ahead[3];
} AreaGrid;

static const AreaGrid AREA_SQUARES = {
    2, 1, 4, 2, 4, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {{1, 0}, {0, 1}}, 1, 2, {{0, 1}, {1, 0}},
};
static const AreaGrid AREA_HEXES = {
    3, 0, 6, 3, 6, {{2, -1}, {1, -2}, {-1, -1}, {-2, 1}, {-1, 2}, {1, 1}}, {{2, 1}, {1, 2}, {-1, 1}}, 3, 3,
    {{0, 1}, {1, 0}, {1, -1}},
};

static inline const AreaGrid *area_grid(const PackGround *ground) {
    return ground->hex ? &AREA_HEXES : &AREA_SQUARES;
}

static inline int32_t area_cross(AreaPoint a, AreaPoint b) { return a.x * b.y - a.y * b.x; }
static inline int32_t area_dot(AreaPoint a, AreaPoint b) { return a.x * b.x + a.y * b.y; }
static inline AreaPoint area_plus(AreaPoint a, AreaPoint b) { AreaPoint p = {a.x + b.x, a.y + b.y}; return p; }
static inline AreaPoint area_less(AreaPoint a, AreaPoint b) { AreaPoint p = {a.x - b.x, a.y - b.y}; return p; }
static inline AreaPoint area_minus(AreaPoint a) { AreaPoint p = {-a.x, -a.y}; return p; }
static inline int area_same(AreaPoint a, AreaPoint b) { return a.x == b.x && a.y == b.y; }
static inline int area_same_tile(AreaTile a, AreaTile b) { return a.row == b.row && a.col == b.col; }

static inline AreaPoint area_center(const AreaGrid *grid, AreaTile tile) {
    AreaPoint p = {grid->unit * tile.col + grid->half, grid->unit * tile.row + grid->half};
    return p;
}

static inline int area_blocks(const PackGround *ground, AreaTile tile) {
    int here = ground_at(ground, tile.row, tile.col);
    return here == GROUND_BLOCKS || (here == GROUND_OUTSIDE && ground->walled);
}

static inline int area_edge(const PackGround *ground, int direction, AreaTile tile) {
    int32_t row = tile.row - ground->first_row, col = tile.col - ground->first_col;
    return ground->edges[direction] && row >= 0 && row < ground->rows && col >= 0 && col < ground->cols
        && ground->edges[direction][(int64_t)row * ground->cols + col] == EDGE_BLOCKS;
}

/* Does the edge between two neighbors block? */
static int area_edge_between(const PackGround *ground, AreaTile a, AreaTile b) {
    const AreaGrid *grid = area_grid(ground);
    for (int i = 0; i < grid->forward; i++) {
        int32_t row = grid->ahead[i].row, col = grid->ahead[i].col;
        if (b.row - a.row == row && b.col - a.col == col) return area_edge(ground, i, a);
        if (a.row - b.row == row && a.col - b.col == col) return area_edge(ground, i, b);
    }
    return 0;
}

/* --- sectors -------------------------------------------------------------------------------------- */

typedef struct {
    AreaPoint from, to;      /* the directions that bound it: its right one and its left one */
    AreaPoint ahead;         /* whose product with every direction of it is above 0 */
    AreaPoint axis[3];       /* the grid's, turned so that theirs are */
    AreaPoint left, right;   /* the corners of a tile that are furthest to either side */
    AreaPoint next[2];       /* from a corner of the grid: possible centers of the tile that such a line enters */
} AreaSector;

static AreaSector area_new_sector(const AreaGrid *grid, int k) {
    AreaSector s;
    AreaPoint one = grid->corner[k], other = grid->corner[(k + 1) % grid->corners], middle = area_plus(one, other);
    s.next[0] = one;
    s.next[1] = other;
    if (grid->corners == 4) {  /* the corners lie in the middle of sectors, and not between them */
        middle = s.next[1] = one;
        one.x = 0;
        other = middle;
        other.y = 0;
    }
    int turned = area_cross(one, other) < 0;
    s.from = turned ? other : one;
    s.to = turned ? one : other;
    s.ahead.x = s.ahead.y = 0;
    for (int i = 0; i < grid->axes; i++) {
        s.axis[i] = area_dot(grid->axis[i], middle) > 0 ? grid->axis[i] : area_minus(grid->axis[i]);
        s.ahead = area_plus(s.ahead, s.axis[i]);
    }
    s.left = s.right = grid->corner[0];
    for (int i = 1; i < grid->corners; i++) {
        AreaPoint corner = grid->corner[i];
        if (area_cross(middle, corner) > area_cross(middle, s.left)) s.left = corner;
        if (area_cross(middle, corner) < area_cross(middle, s.right)) s.right = corner;
    }
    return s;
}

/* A tile that blocks, or the wall ahead of it in that of the grid's forward directions. */
enum { AREA_IS_TILE = -1 };
typedef struct { AreaTile tile; AreaPoint center; int wall; } AreaThing;

/* Working memory of a question; empty at first, and freed by the caller. */
typedef struct {
    AreaBar *bars;
    AreaSpan *spans;
    AreaThing *things;       /* all bars that may be met, where several questions share them */
    int32_t count, room, listed, thing_room;
    int is_listed;
    const AreaGrid *grid;    /* whose sectors these are */
    AreaSector sectors[6];
} AreaWork;

static void area_free(AreaWork *work) {
    free(work->bars);
    free(work->spans);
    free(work->things);
    work->bars = NULL;
    work->spans = NULL;
    work->things = NULL;
    work->count = work->room = work->listed = work->thing_room = 0;
}

static inline const AreaSector *area_sector(AreaWork *work, const AreaGrid *grid, int k) {
    if (work->grid != grid) {
        for (int i = 0; i < grid->sectors; i++) work->sectors[i] = area_new_sector(grid, i);
        work->grid = grid;
    }
    return &work->sectors[k];
}

/* A corner or tile as such lines come to it, by each axis: not further back than `low`. */
static inline int area_is_ahead(const AreaGrid *grid, const AreaSector *s, AreaPoint step, int32_t low) {
    for (int i = 0; i < grid->axes; i++)
        if (area_dot(s->axis[i], step) < low) return 0;
    return 1;
}

/* --- bars between two places ---------------------------------------------------------------------- */

/* The lines of a sector from a tile, or a point, to a tile. Points are held from `origin`. */
typedef struct {
    const PackGround *ground;
    const AreaGrid *grid;
    AreaSector sector;
    AreaPoint origin;
    AreaPoint start;         /* the center of the first tile, or the point */
    int32_t back;            /* how far behind the start, by each axis, a center may be that is met later */
    AreaPoint end;           /* the center of the last tile */
    AreaTile own[2];         /* the tiles that never block */
    AreaPoint side[2];       /* the two sides between which the lines run: a center is within if its product */
    int32_t slack[2];        /* with each, and so much, is above 0 */
    int pass;                /* do lines pass that touch a corner on one side only? */
    int pinch;               /* and those between two tiles? */
    int lists;               /* only list what they may meet? */
} AreaWay;

static inline AreaPoint area_at(const AreaWay *way, AreaTile tile) {
    return area_less(area_center(way->grid, tile), way->origin);
}

static inline int area_is_own(const AreaWay *way, AreaTile tile) {
    return area_same_tile(tile, way->own[0]) || area_same_tile(tile, way->own[1]);
}

/* Can a line come to that tile between start and end, these two included? */
static inline int area_is_between(const AreaWay *way, AreaPoint center) {
    return area_is_ahead(way->grid, &way->sector, area_less(center, way->start), way->back)
        && area_is_ahead(way->grid, &way->sector, area_less(way->end, center), -way->grid->reach);
}

/* On squares, where touches pass: do blockers on both sides stop a line through this corner? Two tiles that meet there
   may let it pass, but a wall and another blocker never do. */
static int area_is_shut(const AreaWay *way, AreaPoint corner) {
    const PackGround *ground = way->ground;
    if (way->pinch && !ground->edges[0] && !ground->edges[1]) return 0;
    int32_t col = (corner.x + way->origin.x) >> 1, row = (corner.y + way->origin.y) >> 1;
    int left = 0, right = 0, wall = 0;
    for (int i = 0; i < 4; i++) {
        AreaPoint to = way->grid->corner[i];
        AreaTile tile = {row + (to.y > 0 ? 0 : -1), col + (to.x > 0 ? 0 : -1)};
        if (!area_blocks(ground, tile) || area_is_own(way, tile)) continue;
        left |= area_same(to, way->sector.left);
        right |= area_same(to, way->sector.right);
    }
    AreaTile above = {row - 1, col - 1}, beside = {row - 1, col}, below = {row, col - 1};
    AreaPoint up = {0, -1}, down = {0, 1}, east = {1, 0}, west = {-1, 0};
    AreaPoint spokes[4] = {up, down, west, east};
    int stands[4] = {
        area_edge(ground, 0, above), area_edge(ground, 0, below), area_edge(ground, 1, above), area_edge(ground, 1, beside),
    };
    for (int i = 0; i < 4; i++) {
        if (!stands[i]) continue;
        wall = 1;
        /* A spoke bounds the sector or its opposite, so it is to one side of all lines. */
        if (area_cross(area_plus(way->sector.from, way->sector.to), spokes[i]) > 0) left = 1;
        else right = 1;
    }
    return left && right && (wall || !way->pinch);
}

/* 0 if there is no memory. */
static int area_add(AreaWork *work, const AreaWay *way, AreaPoint left, AreaPoint right) {
    if (work->count == work->room) {
        int32_t room = work->room ? 2 * work->room : 64;
        AreaBar *bars = realloc(work->bars, (size_t)room * sizeof(AreaBar));
        if (bars) work->bars = bars;
        AreaSpan *spans = realloc(work->spans, (size_t)room * sizeof(AreaSpan));
        if (spans) work->spans = spans;
        if (!bars || !spans) return 0;
        work->room = room;
    }
    AreaBar bar = {left, right, !way->pass || area_is_shut(way, left), !way->pass || area_is_shut(way, right)};
    work->bars[work->count++] = bar;
    return 1;
}

/* The two ends of the edge between neighbors, by their centers. */
static void area_wall_ends(const AreaGrid *grid, const AreaSector *s, AreaPoint one, AreaPoint other, AreaPoint *left, AreaPoint *right) {
    AreaPoint ends[2] = {{0, 0}, {0, 0}}, middle = area_plus(s->from, s->to);
    int found = 0;
    for (int i = 0; i < grid->corners; i++) {
        AreaPoint corner = area_plus(one, grid->corner[i]), from = area_less(corner, other);
        for (int j = 0; j < grid->corners; j++)
            if (area_same(from, grid->corner[j])) ends[found++ & 1] = corner;
    }
    int first = area_cross(middle, area_less(ends[0], ends[1])) > 0;
    *left = ends[!first];
    *right = ends[first];
}

/* The wall between a tile and its neighbor ahead in one of the grid's forward directions; likewise. */
static int area_add_wall(AreaWork *work, const AreaWay *way, AreaPoint center, int direction) {
    const AreaGrid *grid = way->grid;
    AreaTile ahead = grid->ahead[direction];
    AreaPoint other = {center.x + grid->unit * ahead.col, center.y + grid->unit * ahead.row}, left, right;
    if (!area_is_between(way, center) || !area_is_between(way, other)) return 1;
    area_wall_ends(grid, &way->sector, center, other, &left, &right);
    return area_add(work, way, left, right);
}

static inline int32_t area_floor(int32_t a, int32_t b) { return a / b - (a % b < 0); }

/* The columns of a row within one of the two sides. */
static inline void area_clip(const AreaWay *way, int i, int32_t y, int32_t *first, int32_t *last) {
    AreaPoint side = way->side[i];
    int32_t unit = way->grid->unit, x0 = way->grid->half - way->origin.x;
    int32_t base = side.x * x0 + side.y * y + way->slack[i], step = side.x * unit;
    if (step > 0) {            /* base + step * col > 0 */
        int32_t low = area_floor(-base, step) + 1;
        if (low > *first) *first = low;
    } else if (step < 0) {
        int32_t high = area_floor(base - 1, -step);
        if (high < *last) *last = high;
    } else if (base <= 0) *last = *first - 1;
}

/* Add what blocks there. 0: out of memory. */
static inline int area_take(AreaWork *work, const AreaWay *way, AreaTile tile, int wall) {
    if (way->lists) {
        if (work->listed == work->thing_room) {
            int32_t room = work->thing_room ? 2 * work->thing_room : 64;
            AreaThing *things = realloc(work->things, (size_t)room * sizeof(AreaThing));
            if (!things) return 0;
            work->things = things;
            work->thing_room = room;
        }
        AreaThing thing = {tile, area_center(way->grid, tile), wall};
        work->things[work->listed++] = thing;
        return 1;
    }
    AreaPoint center = area_at(way, tile);
    if (wall != AREA_IS_TILE) return area_add_wall(work, way, center, wall);
    if (area_is_own(way, tile) || !area_is_between(way, center)) return 1;
    return area_add(work, way, area_plus(center, way->sector.left), area_plus(center, way->sector.right));
}

/* Collect all bars that a line of this way can meet, tile by tile between two corners of a rectangle. 0 if there is no
   memory. */
static int area_collect(AreaWork *work, const AreaWay *way, AreaTile one, AreaTile other) {
    const PackGround *ground = way->ground;
    const AreaGrid *grid = way->grid;
    work->count = 0;
    if (work->is_listed) {
        for (int32_t i = 0; i < work->listed; i++) {
            const AreaThing *thing = &work->things[i];
            if (thing->wall == AREA_IS_TILE) {
                AreaPoint center = area_less(thing->center, way->origin);
                if (area_dot(way->side[0], center) + way->slack[0] <= 0 || area_dot(way->side[1], center) + way->slack[1] <= 0) continue;
            }
            if (!area_take(work, way, thing->tile, thing->wall)) return 0;
        }
        return 1;
    }
    int margin = ground->hex;
    int32_t top = (one.row < other.row ? one.row : other.row) - margin, bottom = (one.row > other.row ? one.row : other.row) + margin;
    int32_t begin = (one.col < other.col ? one.col : other.col) - margin, end = (one.col > other.col ? one.col : other.col) + margin;
    int walls = ground->edges[0] || ground->edges[1] || (ground->hex && ground->edges[2]);
    const int32_t top_row = ground->first_row, left_col = ground->first_col;
    int within = top >= top_row && bottom < top_row + ground->rows && begin >= left_col && end < left_col + ground->cols;
    for (int32_t row = top; row <= bottom; row++) {
        int32_t first = begin, last = end;
        AreaTile tile = {row, 0};
        int32_t y = grid->unit * row + grid->half - way->origin.y;
        area_clip(way, 0, y, &first, &last);
        area_clip(way, 1, y, &first, &last);
        const uint8_t *words = within ? ground->tiles + (int64_t)(row - top_row) * ground->cols : NULL;
        for (tile.col = first; tile.col <= last; tile.col++) {
            if ((!words || words[tile.col - left_col]) && area_blocks(ground, tile) && !area_take(work, way, tile, AREA_IS_TILE)) return 0;
            if (!walls) continue;
            for (int i = 0; i < grid->forward; i++)
                if (area_edge(ground, i, tile) && !area_take(work, way, tile, i)) return 0;
        }
    }
    return 1;
}

#endif
