/* The free walls near the lines between two places, for the general kernel (any_line.h): it then tests only these and
   not all walls of the board.

   The index is that of walls.h: walls by bucket, one tile wide and high, on hexes in axial coordinates. All lines
   between two tiles stay in the band between the buckets of both tiles. */
#ifndef SIGHTLINE_NEAR_WALLS_H
#define SIGHTLINE_NEAR_WALLS_H

#include "any_line.h"

enum { FEW_NEAR = 128, FEW_TAKEN = 512 };

/* All walls of a board, and those found last. */
typedef struct {
    const Walls *index;           /* those with a property come first */
    int32_t rows, cols;           /* of buckets */
    const Segment *wall;
    const Special *special;
    int32_t walls, specials;
    Segment *found;
    Special *found_special;
    int32_t *number;              /* which wall each was */
    uint8_t *taken;               /* a bit for each wall */
    int32_t room;
    Segment few[FEW_NEAR];
    Special few_special[FEW_NEAR];
    int32_t few_numbers[FEW_NEAR];
    uint8_t few_taken[FEW_TAKEN];
} NearWalls;

/* Returns 0 when out of memory. `index` may be NULL: then there are no walls. */
static int begin_near(NearWalls *n, const LineQuery *l, const Walls *index, int32_t rows, int32_t cols) {
    n->wall = l->wall; n->special = l->special;
    n->walls = l->walls; n->specials = l->specials;
    n->index = index && index->count > FEW_WALLS ? index : NULL;
    n->rows = rows; n->cols = cols;
    n->found = n->few; n->found_special = n->few_special; n->number = n->few_numbers;
    n->room = FEW_NEAR;
    n->taken = n->few_taken;
    if (!n->index) return 1;
    size_t bytes = ((size_t)index->count + 7) / 8;
    if (bytes <= FEW_TAKEN) memset(n->few_taken, 0, bytes);
    else if (!(n->taken = (uint8_t *)calloc(bytes, 1))) n->index = NULL;
    return n->taken != NULL;
}

static void end_near(NearWalls *n) {
    if (n->found != n->few) { free(n->found); free(n->found_special); free(n->number); }
    if (n->taken != n->few_taken) free(n->taken);
}

static int more_near(NearWalls *n) {
    size_t room = 2 * (size_t)n->room, half = (size_t)n->room;
    Segment *found = (Segment *)malloc(room * sizeof(Segment));
    Special *special = (Special *)malloc(room * sizeof(Special));
    int32_t *number = (int32_t *)malloc(room * sizeof(int32_t));
    if (!found || !special || !number) { free(found); free(special); free(number); return 0; }
    memcpy(found, n->found, half * sizeof(Segment));
    memcpy(special, n->found_special, half * sizeof(Special));
    memcpy(number, n->number, half * sizeof(int32_t));
    if (n->found != n->few) { free(n->found); free(n->found_special); free(n->number); }
    n->found = found; n->found_special = special; n->number = number;
    n->room = (int32_t)room;
    return 1;
}

/* Give the query only the walls in the band between two squares of `size` buckets, the first of which are
   (r0, c0) and (r1, c1). */
static void look_near_buckets(NearWalls *n, LineQuery *l, int32_t r0, int32_t c0, int32_t r1, int32_t c1, int32_t size) {
    if (!n->index) return;
    if (r0 > r1) { int32_t r = r0, c = c0; r0 = r1; c0 = c1; r1 = r; c1 = c; }
    const Walls *w = n->index;
    int32_t down = r1 - r0, aside = c1 - c0, count = 0, plain = 0, with_property = 0;
    for (int32_t k = 0; k < down + size; k++) {
        /* Row k of buckets is met by the square while that is from k - size to k + 1 rows further down. */
        int32_t a = k > size ? k - size : 0, b = k + 1 < down ? k + 1 : down, row = r0 + k;
        if (row < 0 || row >= n->rows) continue;
        int64_t x = down ? floor_div((int64_t)aside * a, down) : 0, y = down ? floor_div((int64_t)aside * b, down) : aside;
        int64_t left = c0 + (x < y ? x : y), right = c0 + (x < y ? y : x) + size;   /* one more, because of rounding */
        if (left < 0) left = 0;
        if (right > n->cols - 1) right = n->cols - 1;
        if (left > right) continue;
        int64_t at = (int64_t)row * n->cols;
        for (int32_t i = w->first[at + left]; i < w->first[at + right + 1]; i++) {
            int32_t number = w->list[i];
            if (n->taken[number >> 3] >> (number & 7) & 1) continue;
            if (count == n->room && !more_near(n)) { l->failed = 1; break; }
            n->taken[number >> 3] |= (uint8_t)(1 << (number & 7));
            n->number[count++] = number;
            if (number < n->specials) n->found_special[with_property++] = n->special[number];
            else n->found[plain++] = n->wall[number - n->specials];
        }
    }
    for (int32_t i = 0; i < count; i++) n->taken[n->number[i] >> 3] = 0;
    l->wall = n->found; l->walls = plain;
    l->special = n->found_special; l->specials = with_property;
}

/* The walls near all lines between the query's two tiles. A hex reaches over two buckets each way. */
static inline void look_near(NearWalls *n, LineQuery *l) {
    int32_t r0 = row_of(l, l->source), c0 = col_of(l, l->source), r1 = row_of(l, l->target), c1 = col_of(l, l->target);
    if (!l->hexes) look_near_buckets(n, l, r0, c0, r1, c1, 1);
    else look_near_buckets(n, l, r0 - l->hexes->row0, c0 - l->hexes->col0, r1 - l->hexes->row0, c1 - l->hexes->col0, 2);
}

/* The same for one line between two points, in half tiles or thirds of hexes. */
static inline void look_near_line(NearWalls *n, LineQuery *l, Spot a, Spot b) {
    int64_t unit = l->hexes ? 3 : 2, row = l->hexes ? 1 - l->hexes->row0 : 0, col = l->hexes ? 1 - l->hexes->col0 : 0;
    look_near_buckets(n, l, (int32_t)(floor_of(a.y, unit) + row), (int32_t)(floor_of(a.x, unit) + col),
                      (int32_t)(floor_of(b.y, unit) + row), (int32_t)(floor_of(b.x, unit) + col), 1);
}

#endif
