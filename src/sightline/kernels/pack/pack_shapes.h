/* The shape of a straight line: all tiles and edges of the grid that it meets (grid_line.h), relative to its start.
   Shapes of lines that are not too long are cached, since a game uses the same ones again and again. */
#ifndef SIGHTLINE_PACK_SHAPES_H
#define SIGHTLINE_PACK_SHAPES_H

#include "grid_line.h"

enum { SHAPE_KINDS = 9, SHAPE_TILES = 24 };   /* kinds of starting points; the longest cached shape */

/* Rows and columns from the tile of the start; on hexes rows count r and columns q. */
typedef struct { int16_t row, col; } ShapeTile;
typedef struct { int16_t row, col, direction; } ShapeEdge;

typedef struct {
    int64_t span;
    int tiles, through;            /* all tiles; the first of them are those that the line goes through */
    int before;                    /* how many of those it leaves before its end */
    int edges, across;             /* all edges; the first of them are those that it crosses on the way */
    ShapeTile *tile;
    Stretch *in_tile;
    ShapeEdge *edge;
    Stretch *in_edge;
    ShapeTile first[2], last[2];   /* the tiles to its left and right, at its start and end */
} LineShape;

/* Cached shapes are stored together, each part in its own array: most questions only read the heads and tiles. */
typedef struct { char *at; size_t left; } ShapeStore;

/* Of a fine line, by where it starts in its tile and how far it goes. */
typedef struct { int64_t x, y, dx, dy; LineShape *shape; } FineShape;

typedef struct {
    int hex, failed;
    int64_t scale;                 /* parts of a half square or a third of a hex in which points are given */
    FineShape *fine;               /* for scale > 1: a table of cached shapes */
    size_t fine_count, fine_room;
    ShapeStore heads, borders, stretches;
    LineShape **kept[SHAPE_KINDS];
    LineShape *passing;            /* the last shape too long for the cache */
    int room;                      /* for the arrays below, where a new shape is built */
    ShapeTile *tile;
    Stretch *in_tile;
    ShapeEdge *edge;
    Stretch *in_edge;
} ShapeBook;

static void shape_free(LineShape *s) {
    if (!s) return;
    free(s->edge);
    free(s->in_tile);
    free(s);
}

/* Memory of that size, from a store or, without one, newly allocated; NULL: out of memory. */
static void *shape_room(ShapeStore *store, size_t size) {
    enum { BLOCK = 1 << 18 };
    size = (size + 7) / 8 * 8 + 8 * !size;
    if (!store) return malloc(size);
    if (size > store->left) {
        size_t block = size > BLOCK ? size : BLOCK;
        char *at = malloc(block);
        if (!at) return NULL;
        store->at = at;
        store->left = block;
    }
    char *found = store->at;
    store->at += size;
    store->left -= size;
    return found;
}

static int shape_grow(ShapeBook *b, int room) {
    if (room <= b->room) return 1;
    ShapeTile *tile = realloc(b->tile, sizeof(ShapeTile) * (size_t)room);
    if (tile) b->tile = tile;
    Stretch *in_tile = realloc(b->in_tile, sizeof(Stretch) * (size_t)room);
    if (in_tile) b->in_tile = in_tile;
    ShapeEdge *edge = realloc(b->edge, sizeof(ShapeEdge) * (size_t)room * 3);
    if (edge) b->edge = edge;
    Stretch *in_edge = realloc(b->in_edge, sizeof(Stretch) * (size_t)room * 3);
    if (in_edge) b->in_edge = in_edge;
    if (!tile || !in_tile || !edge || !in_edge) return 0;
    b->room = room;
    return 1;
}

/* Tiles that stop every line come first, nearest first: most lines stop early. */
static int shape_sort_tiles(ShapeTile *tile, Stretch *at, int n) {
    int first = 0;
    for (int i = 0; i < n; i++) {
        int stops = at[i].sides == ON_BOTH && at[i].lo < at[i].hi, k = i;
        if (!stops) continue;
        ShapeTile t = tile[i];
        Stretch s = at[i];
        for (; k > first; k--) { tile[k] = tile[k - 1]; at[k] = at[k - 1]; }
        for (; k && at[k - 1].lo > s.lo; k--) { tile[k] = tile[k - 1]; at[k] = at[k - 1]; }
        tile[k] = t; at[k] = s;
        first++;
    }
    return first;
}

static int shape_sort_edges(ShapeEdge *edge, Stretch *at, int n, int64_t span) {
    int first = 0;
    for (int i = 0; i < n; i++) {
        int stops = at[i].sides == ON_BOTH && at[i].lo != 0 && at[i].hi != span, k = i;
        if (!stops) continue;
        ShapeEdge e = edge[i];
        Stretch s = at[i];
        for (; k > first; k--) { edge[k] = edge[k - 1]; at[k] = at[k - 1]; }
        for (; k && at[k - 1].lo > s.lo; k--) { edge[k] = edge[k - 1]; at[k] = at[k - 1]; }
        edge[k] = e; at[k] = s;
        first++;
    }
    return first;
}

/* The shape of the line from (x, y) by (dx, dy), which are not both 0; NULL: out of memory. */
static LineShape *shape_made(ShapeBook *b, int64_t x, int64_t y, int64_t dx, int64_t dy, int keep) {
    const GridLine line = fine_line(b->hex, x, y, dx, dy, b->scale);
    const int64_t marks = line.span;
    int64_t row, bottom, col, right;
    int tiles = 0, edges = 0;
    for (near_rows(&line, &row, &bottom); row <= bottom; row++) {
        for (near_cols(&line, row, &col, &right); col <= right; col++) {
            Stretch met;
            if (!in_tile(&line, row, col, &met)) continue;
            if (tiles == b->room && !shape_grow(b, 2 * b->room + 64)) return NULL;
            met.sides = tile_sides(&line, row, col);
            b->tile[tiles].row = (int16_t)row; b->tile[tiles].col = (int16_t)col;
            b->in_tile[tiles++] = met;
            for (int d = 0; d < line.axes; d++) {
                if (!on_edge(&line, d, row, col, &met)) continue;
                b->edge[edges].row = (int16_t)row; b->edge[edges].col = (int16_t)col;
                b->edge[edges].direction = (int16_t)d;
                b->in_edge[edges++] = met;
            }
        }
    }
    LineShape *made = shape_room(keep ? &b->heads : NULL, sizeof(LineShape) + sizeof(ShapeTile) * (size_t)tiles);
    if (!made) return NULL;
    made->edge = shape_room(keep ? &b->borders : NULL, sizeof(ShapeEdge) * (size_t)edges);
    made->in_tile = shape_room(keep ? &b->stretches : NULL, sizeof(Stretch) * (size_t)(tiles + edges));
    if (!made->edge || !made->in_tile) {
        if (!keep) shape_free(made);
        return NULL;
    }
    made->span = marks;
    made->tiles = tiles; made->edges = edges;
    made->through = shape_sort_tiles(b->tile, b->in_tile, tiles);
    made->before = made->through - (made->through && b->in_tile[made->through - 1].hi == marks);
    made->across = shape_sort_edges(b->edge, b->in_edge, edges, marks);
    made->tile = (ShapeTile *)(made + 1);
    made->in_edge = made->in_tile + tiles;
    memcpy(made->in_tile, b->in_tile, sizeof(Stretch) * (size_t)tiles);
    memcpy(made->tile, b->tile, sizeof(ShapeTile) * (size_t)tiles);
    if (edges) {
        memcpy(made->in_edge, b->in_edge, sizeof(Stretch) * (size_t)edges);
        memcpy(made->edge, b->edge, sizeof(ShapeEdge) * (size_t)edges);
    }
    for (int i = 0; i < tiles; i++) {
        const Stretch *s = &made->in_tile[i];
        if (s->lo == s->hi) continue;
        for (int hand = 0; hand < 2; hand++) {
            if (!(s->sides & (hand ? ON_RIGHT : ON_LEFT))) continue;
            if (s->lo == 0) made->first[hand] = made->tile[i];
            if (s->hi == marks) made->last[hand] = made->tile[i];
        }
    }
    return made;
}

enum { MOST_FINE_SHAPES = 1 << 17 };

/* The slot where a fine shape is cached, or can be; NULL: none. */
static FineShape *fine_slot(ShapeBook *b, int64_t x, int64_t y, int64_t dx, int64_t dy) {
    if (2 * b->fine_count >= b->fine_room && b->fine_room < MOST_FINE_SHAPES) {
        FineShape *old = b->fine;
        size_t was = b->fine_room, room = was ? 2 * was : 1 << 12;
        FineShape *made = calloc(room, sizeof(FineShape));
        if (!made) return NULL;
        b->fine = made; b->fine_room = room;
        for (size_t i = 0; i < was; i++) {
            FineShape *f = old[i].shape ? fine_slot(b, old[i].x, old[i].y, old[i].dx, old[i].dy) : NULL;
            if (f) *f = old[i];
        }
        free(old);
    }
    uint64_t key = ((uint64_t)x * 31 + (uint64_t)y) * 1000003 + (uint64_t)dx * 4099 + (uint64_t)dy;
    key *= 0x9e3779b97f4a7c15u;
    for (size_t k = 0; k < 64; k++) {
        FineShape *f = &b->fine[((key >> 40) + k) & (b->fine_room - 1)];
        if (!f->shape || (f->x == x && f->y == y && f->dx == dx && f->dy == dy)) return f;
    }
    return NULL;
}

/* The shape of the line between two points, which are not the same; `row` and `col` become the tile that its tiles and
   edges are counted from. NULL: out of memory. It stays valid until the next call. */
static const LineShape *shape_of(ShapeBook *b, int64_t x0, int64_t y0, int64_t x1, int64_t y1, int64_t *row, int64_t *col) {
    const int64_t unit = (b->hex ? 3 : 2) * b->scale, most = SHAPE_TILES * unit, side = 2 * most + 1;
    *row = floor_of(y0, unit); *col = floor_of(x0, unit);
    int64_t x = x0 - *col * unit, y = y0 - *row * unit, dx = x1 - x0, dy = y1 - y0;
    int near = dx >= -most && dx <= most && dy >= -most && dy <= most;
    if (near && b->scale > 1) {
        FineShape *f = 2 * b->fine_count < MOST_FINE_SHAPES ? fine_slot(b, x, y, dx, dy) : NULL;
        if (f && f->shape) return f->shape;
        LineShape *made = f ? shape_made(b, x, y, dx, dy, 1) : NULL;
        if (made) {
            FineShape one = {x, y, dx, dy, made};
            *f = one;
            b->fine_count++;
            return made;
        }
        near = 0;
    }
    if (!near) {
        LineShape *made = shape_made(b, x, y, dx, dy, 0);
        shape_free(b->passing);
        b->passing = made;
        b->failed |= !made;
        return made;
    }
    LineShape ***kept = &b->kept[y * unit + x];
    if (!*kept && !(*kept = calloc((size_t)side * (size_t)side, sizeof(LineShape *)))) { b->failed = 1; return NULL; }
    LineShape **slot = &(*kept)[(dy + most) * side + dx + most];
    if (!*slot) *slot = shape_made(b, x, y, dx, dy, 1);
    b->failed |= !*slot;
    return *slot;
}

#endif
