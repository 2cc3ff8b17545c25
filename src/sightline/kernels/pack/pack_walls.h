/* The free walls, and the walls on edges with a property, that block for some kinds: found through cells.

   A cell is a tile wide and high, on hexes in axial coordinates. A wall is in every cell that has a point of it,
   so a line only looks at the walls of the cells that it passes. */
#ifndef SIGHTLINE_PACK_WALLS_H
#define SIGHTLINE_PACK_WALLS_H

#include "heights.h"

enum { AWAY = 64 };               /* of a wall that does not count for this question */

typedef struct PackWalls {
    int32_t count;
    Segment *wall;
    uint8_t *flags;               /* of each: LIMITED, ONE_WAY, ON_EDGE, AWAY */
    int32_t *span;                /* of each the number of its bottom and top, 0 for none; NULL: all are without end */
    int64_t rows, cols, first_row, first_col;
    int32_t *first;               /* for each cell, where its walls begin in `list`; one more at the end */
    int32_t *list;
} PackWalls;

/* --- cells */

/* Iterates over the walls of the cells that a stretch passes, or of all cells of its bounding box. */
typedef struct {
    const PackWalls *walls;
    int64_t x0, y0, x1, y1;       /* from left to right */
    int64_t col, last_col, row, last_row;
    int32_t at, end;
    int box;
} WallWalk;

static inline int64_t cell_of(int64_t at) { return floor_div(at, WALL_UNIT); }

/* The rows of cells that the stretch passes in its column. */
static inline void walk_column(WallWalk *v) {
    int64_t a = v->y0, b = v->y1, dx = v->x1 - v->x0, left = v->col * WALL_UNIT;
    if (!v->box && dx) {
        if (left > v->x0) a = v->y0 + floor_div((left - v->x0) * (v->y1 - v->y0), dx);
        if (left + WALL_UNIT < v->x1) b = v->y0 + floor_div((left + WALL_UNIT - v->x0) * (v->y1 - v->y0), dx);
    }
    int64_t first = v->walls->first_row, last = first + v->walls->rows - 1;
    v->row = cell_of(a < b ? a : b); v->last_row = cell_of(a < b ? b : a);
    if (v->row < first) v->row = first;
    if (v->last_row > last) v->last_row = last;
    v->row--;
}

static inline void walk_from(WallWalk *v, const PackWalls *walls, int64_t x0, int64_t y0, int64_t x1, int64_t y1, int box) {
    int turned = x0 > x1;
    v->walls = walls; v->box = box;
    v->x0 = turned ? x1 : x0; v->y0 = turned ? y1 : y0; v->x1 = turned ? x0 : x1; v->y1 = turned ? y0 : y1;
    v->col = cell_of(v->x0); v->last_col = cell_of(v->x1);
    if (v->col < walls->first_col) v->col = walls->first_col;
    if (v->last_col > walls->first_col + walls->cols - 1) v->last_col = walls->first_col + walls->cols - 1;
    v->at = v->end = 0;
    v->row = 0; v->last_row = -1;
    if (v->col <= v->last_col) walk_column(v);
    else { v->row = v->last_row; }
}

/* The next cell, as its index; -1: there is none. */
static inline int64_t next_cell(WallWalk *v) {
    if (v->col > v->last_col) return -1;
    while (v->row >= v->last_row) {
        if (++v->col > v->last_col) return -1;
        walk_column(v);
    }
    v->row++;
    return (v->row - v->walls->first_row) * v->walls->cols + v->col - v->walls->first_col;
}

/* The next wall that counts; -1: there is none. One that is in several cells comes several times. */
static inline int32_t next_wall(WallWalk *v) {
    for (;;) {
        while (v->at == v->end) {
            int64_t cell = next_cell(v);
            if (cell < 0) return -1;
            v->at = v->walls->first[cell]; v->end = v->walls->first[cell + 1];
        }
        int32_t wall = v->walls->list[v->at++];
        if (!(v->walls->flags[wall] & AWAY)) return wall;
    }
}

static void pack_free_walls(PackWalls *w) {
    free(w->wall); free(w->flags); free(w->span); free(w->first); free(w->list);
    memset(w, 0, sizeof(*w));
}

/* Put each wall into its cells. `rows` and the next three are set; takes over `wall` and `flags`. 0: no memory. */
static int pack_index_walls(PackWalls *w, Segment *wall, uint8_t *flags, int32_t count) {
    int64_t cells = w->rows * w->cols;
    w->wall = wall; w->flags = flags; w->count = count;
    w->first = (int32_t *)calloc((size_t)cells + 2, sizeof(int32_t));
    if (!w->first) return 0;
    for (int pass = 0; pass < 2; pass++) {  /* count, then fill */
        for (int32_t i = 0; i < count; i++) {
            WallWalk v;
            walk_from(&v, w, wall[i].x0, wall[i].y0, wall[i].x1, wall[i].y1, 0);
            for (int64_t cell; (cell = next_cell(&v)) >= 0;) {
                if (pass) w->list[w->first[cell + 1]++] = i;
                else w->first[cell + 2]++;
            }
        }
        if (pass) continue;
        for (int64_t c = 2; c <= cells + 1; c++) w->first[c] += w->first[c - 1];
        w->list = (int32_t *)malloc(sizeof(int32_t) * (size_t)(w->first[cells + 1] + 1));
        if (!w->list) return 0;
    }
    return 1;
}

/* --- walls on a line */

static inline const HighSpan *pack_wall_span(const PackWalls *walls, const Heights *high, int32_t wall) {
    return high && walls->span && walls->span[wall] ? &high->wall[walls->span[wall]] : &ENDLESS_SPAN;
}

enum { WALLS_APART, WALLS_TOUCH, WALLS_LIMIT, WALLS_CROSS };

static inline int is_apart(int64_t a, int64_t b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

/* Do walls touch the line between two points, of which `unit` wall units are 1? CROSS: one certainly stops it. LIMIT:
   two limited ones stop it if nothing else does. A single limited wall is not a touch. */
static int walls_on(const PackWalls *walls, Spot p, Spot q, int64_t unit) {
    int64_t dx = q.x - p.x, dy = q.y - p.y, px = p.x * unit, py = p.y * unit, qx = q.x * unit, qy = q.y * unit;
    int found = WALLS_APART, stopped = 0, along = 0;
    int32_t limited = -1, i;
    Position place = START;
    WallWalk v;
    walk_from(&v, walls, px, py, qx, qy, 0);
    while ((i = next_wall(&v)) >= 0) {
        const Segment *w = &walls->wall[i];
        int flags = walls->flags[i];
        int64_t a = dx * (w->y0 - py) - dy * (w->x0 - px), b = dx * (w->y1 - py) - dy * (w->x1 - px);
        if (is_apart(a, b) || is_beside(w, px, py, qx, qy)) continue;
        int64_t wx = w->x1 - w->x0, wy = w->y1 - w->y0;
        int64_t c = wx * (py - w->y0) - wy * (px - w->x0), d = wx * (qy - w->y0) - wy * (qx - w->x0);
        if (is_apart(c, d)) continue;
        if (!stands_for(w, flags, dx, dy)) {
            /* Along the line, and at its ends, it affects where a walker can go. */
            if (!(flags & LIMITED) && (!c || !d)) found = WALLS_TOUCH;
        } else if (flags & LIMITED) {
            if (limited >= 0 && limited != i) found = WALLS_TOUCH;
            if (!a || !b || !c || !d) { along |= a == b; limited = i; continue; }
            /* Two that cross it at different points stop it, unless one along the line joins them. */
            Position at = fraction(c, dx * wy - dy * wx);
            if (limited >= 0 && place.n && compare(place, at) != 0) stopped = 1;
            if (!place.n) place = at;
            limited = i;
        } else if (a && b && c && d) return WALLS_CROSS;
        else found = WALLS_TOUCH;
    }
    return stopped && !along ? WALLS_LIMIT : found;
}

/* Do walls that stop a walker in the direction (dx, dy), limited ones excluded, cover the whole stretch between the
   grid points w and v? With `levels`: those at its height. */
static int pack_walls_cover(const PackWalls *walls, const Levels *levels, Spot w, Spot v, int64_t unit, int64_t dx, int64_t dy) {
    int64_t x = w.x * unit, y = w.y * unit, ex = v.x - w.x, ey = v.y - w.y, length = (ex * ex + ey * ey) * unit, covered = 0;
    for (int more = 1; more && covered < length;) {
        WallWalk walk;
        int32_t i;
        more = 0;
        walk_from(&walk, walls, x, y, v.x * unit, v.y * unit, 0);
        while ((i = next_wall(&walk)) >= 0) {
            const Segment *s = &walls->wall[i];
            if (walls->flags[i] & LIMITED || !stands_for(s, walls->flags[i], dx, dy)) continue;
            if (levels && !at_level(levels, pack_wall_span(walls, levels->board, i))) continue;
            int64_t ax = s->x0 - x, ay = s->y0 - y, bx = s->x1 - x, by = s->y1 - y;
            if (ex * ay != ey * ax || ex * by != ey * bx) continue;
            int64_t low = ex * ax + ey * ay, high = ex * bx + ey * by;
            if (low > high) { int64_t t = low; low = high; high = t; }
            if (low <= covered && high > covered) { covered = high; more = 1; }
        }
    }
    return covered >= length;
}

#endif
