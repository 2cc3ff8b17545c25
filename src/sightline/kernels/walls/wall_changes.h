/* Add or remove one free wall in the index of walls.h without rebuilding it. Only numbers in its lists move, so the
   cost is one pass over the lists and the board's tiles. */
#ifndef SIGHTLINE_WALL_CHANGES_H
#define SIGHTLINE_WALL_CHANGES_H

#include "walls.h"

static int by_number(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

/* The tiles that a wall touches, in order, in new memory. Returns how many, -1 when out of memory. */
static int64_t tiles_of(const Segment *w, int32_t rows, int32_t cols, int64_t **tiles) {
    int64_t n = 0, c0, c1, from, to;
    cols_touched(w, cols, &c0, &c1);
    for (int64_t col = c0; col <= c1; col++) if (rows_touched(w, (int32_t)col, rows, &from, &to)) n += to - from + 1;
    *tiles = (int64_t *)malloc(sizeof(int64_t) * (size_t)(n + 1));
    if (!*tiles) return -1;
    n = 0;
    for (int64_t col = c0; col <= c1; col++) {
        if (!rows_touched(w, (int32_t)col, rows, &from, &to)) continue;
        for (int64_t row = from; row <= to; row++) (*tiles)[n++] = row * cols + col;
    }
    qsort(*tiles, (size_t)n, sizeof(int64_t), by_number);
    return n;
}

/* Add a wall to an index that has some, as its last. Returns 0 when out of memory: then nothing has changed. */
static int insert_wall(Walls *walls, const Segment *w, int32_t rows, int32_t cols) {
    int64_t *tile, tiles = (int64_t)rows * cols, n = tiles_of(w, rows, cols, &tile), total = walls->first[tiles];
    if (n < 0) return 0;
    Segment *wall = (Segment *)realloc(walls->wall, sizeof(Segment) * ((size_t)walls->count + 2));
    if (wall) walls->wall = wall;
    uint8_t *flags = walls->flags ? (uint8_t *)realloc(walls->flags, (size_t)walls->count + 2) : NULL;
    if (flags) walls->flags = flags;
    int32_t *list = (int32_t *)realloc(walls->list, sizeof(int32_t) * (size_t)(total + n + 1));
    if (list) walls->list = list;
    if (!wall || !list || (walls->flags && !flags)) { free(tile); return 0; }
    wall[walls->count] = *w;
    if (flags) flags[walls->count] = 0;
    int new_tiles = 0;
    int64_t end = total;          /* from the last tile on, make room for one more */
    for (int64_t k = n; k-- > 0;) {
        int64_t at = walls->first[tile[k] + 1];
        new_tiles |= at == walls->first[tile[k]];
        memmove(list + at + k + 1, list + at, sizeof(int32_t) * (size_t)(end - at));
        list[at + k] = walls->count;
        end = at;
    }
    for (int64_t k = 0; k < n; k++)
        for (int64_t t = tile[k] + 1; t <= (k + 1 < n ? tile[k + 1] : tiles); t++) walls->first[t] += (int32_t)(k + 1);
    if (new_tiles) count_above(walls, (int32_t)(tile[0] / cols), rows, cols);
    walls->count++;
    free(tile);
    return 1;
}

/* Replace a wall's number in the lists of these tiles. */
static void renumber(Walls *walls, const int64_t *tile, int64_t n, int32_t old, int32_t now) {
    for (int64_t k = 0; k < n; k++)
        for (int32_t i = walls->first[tile[k]]; i < walls->first[tile[k] + 1]; i++) if (walls->list[i] == old) walls->list[i] = now;
}

/* Take wall `number` out of an index that has others; the last one gets its number. Returns 0 when out of
   memory: then nothing has changed. */
static int take_wall(Walls *walls, int32_t number, int32_t rows, int32_t cols) {
    int32_t last = walls->count - 1, *list = walls->list;
    int64_t tiles = (int64_t)rows * cols, total = walls->first[tiles], *tile, *of_last;
    int64_t n = tiles_of(&walls->wall[number], rows, cols, &tile), m = n < 0 ? -1 : tiles_of(&walls->wall[last], rows, cols, &of_last);
    if (m < 0) { if (n >= 0) free(tile); return 0; }
    int emptied = 0;
    for (int64_t k = 0; k < n; k++) {         /* up to the next tile's hole, everything moves back k + 1 places */
        int32_t hole = walls->first[tile[k]], end = walls->first[tile[k] + 1];
        emptied |= end - hole == 1;
        while (list[hole] != number) hole++;
        list[hole] = list[end - 1];           /* the hole is the last of its tile */
    }
    for (int64_t k = 0; k < n; k++) {
        int64_t from = walls->first[tile[k] + 1], to = k + 1 < n ? walls->first[tile[k + 1] + 1] - 1 : total;
        memmove(list + from - k - 1, list + from, sizeof(int32_t) * (size_t)(to - from));
    }
    for (int64_t k = 0; k < n; k++)
        for (int64_t t = tile[k] + 1; t <= (k + 1 < n ? tile[k + 1] : tiles); t++) walls->first[t] -= (int32_t)(k + 1);
    if (number != last) {
        renumber(walls, of_last, m, last, number);
        walls->wall[number] = walls->wall[last];
        if (walls->flags) walls->flags[number] = walls->flags[last];
    }
    if (emptied) count_above(walls, (int32_t)(tile[0] / cols), rows, cols);
    walls->count--;
    free(tile);
    free(of_last);
    return 1;
}

/* The number of the wall with these ends, starting at `from`; -1: there is none. */
static int32_t wall_number(const Segment *wall, int32_t from, int32_t count, const Segment *w) {
    for (int32_t k = from; k < count; k++)
        if (wall[k].x0 == w->x0 && wall[k].y0 == w->y0 && wall[k].x1 == w->x1 && wall[k].y1 == w->y1) return k;
    return -1;
}

#endif
