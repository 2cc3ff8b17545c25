/* Lines between centers past the diamonds in tiles: squares whose corners are the middles of its sides.

   Equal to the rules of packs with `shape = "diamond"` on squares where only tiles and plain edges block. Given checked
   data only.

   A line that goes further along columns than along rows passes the diamond of a column that is nearest to it there;
   halfway between two it touches the tip that they share. It touches no other part of a diamond. */

#ifndef SIGHTLINE_PACK_DIAMONDS_H
#define SIGHTLINE_PACK_DIAMONDS_H

#include <stdint.h>
#include <stdlib.h>

#include "pack_ground.h"

/* What a line meets: nothing; points on one side; points on both sides, at different places; something that stops it.
 */
enum { DIAMONDS_CLEAR, DIAMONDS_TOUCHED, DIAMONDS_LEANT_ON, DIAMONDS_BLOCKED };

/* A line by steps along the axis on which it goes further (n of them), and along the other (m). */
typedef struct {
    const PackGround *ground;
    long start, along, across;         /* in the planes */
    int32_t n, m;
    int by_column;                     /* does it go further along columns? */
} DiamondLine;

static inline int diamond_at(const DiamondLine *line, int32_t i, int32_t k) {
    return line->ground->tiles[line->start + i * line->along + k * line->across] == GROUND_BLOCKS;
}

/* Does the edge block between the tile at (i, k) and the next along the line's axis, or across it? */
static inline int diamond_edge(const DiamondLine *line, int32_t i, int32_t k, int across) {
    const uint8_t *edges = line->ground->edges[line->by_column == across];
    long step = across ? line->across : line->along, at = line->start + i * line->along + k * line->across;
    return edges && edges[step > 0 ? at : at + step] == EDGE_BLOCKS;
}

/* Through a corner of tiles, from the tile at (i, k) to that at (i + 1, k + 1): on which sides are edges? */
static inline int diamond_corner(const DiamondLine *line, int32_t i, int32_t k) {
    int near = diamond_edge(line, i, k, 0) || diamond_edge(line, i + 1, k, 1);
    int far = diamond_edge(line, i, k, 1) || diamond_edge(line, i, k + 1, 0);
    return near | far << 1;
}

static inline int diamonds_between(const PackGround *ground, int32_t row0, int32_t col0, int32_t row1, int32_t col1) {
    int32_t rows = abs(row1 - row0), cols = abs(col1 - col0);
    long down = row1 > row0 ? ground->cols : -(long)ground->cols, right = col1 > col0 ? 1 : -1;
    long start = (long)(row0 - ground->first_row) * ground->cols + (col0 - ground->first_col);
    DiamondLine line = {ground, start, right, down, cols, rows, 1};
    if (rows > cols) {
        line.along = down; line.across = right;
        line.n = rows; line.m = cols;
        line.by_column = 0;
    }
    int sides = 0, walls = ground->edges[0] || ground->edges[1];
    for (int32_t i = 1, sum = line.m, k = 0; i < line.n; i++, sum += line.m) {
        if (sum >= line.n) { sum -= line.n; k++; }
        if (2 * sum == line.n) {
            int touched = diamond_at(&line, i, k) | diamond_at(&line, i, k + 1) << 1;
            if (touched == 3) return DIAMONDS_BLOCKED;
            sides |= touched;
        } else if (diamond_at(&line, i, k + (2 * sum > line.n))) {
            return DIAMONDS_BLOCKED;
        }
    }
    if (walls) {
        for (int32_t i = 0; i < line.n; i++) {
            /* Between this tile and the next along the axis, in halves of a tile. */
            int64_t at = (int64_t)(2 * i + 1) * line.m + line.n;
            int32_t k = (int32_t)(at / (2 * line.n));
            if (at % (2 * line.n) == 0) {
                int touched = diamond_corner(&line, i, k - 1);
                if (touched == 3) return DIAMONDS_BLOCKED;
                sides |= touched;
            } else if (diamond_edge(&line, i, k, 0)) {
                return DIAMONDS_BLOCKED;
            }
        }
        for (int32_t k = 0; k < line.m; k++) {
            int64_t at = (int64_t)(2 * k + 1) * line.n + line.m;
            if (at % (2 * line.m) && diamond_edge(&line, (int32_t)(at / (2 * line.m)), k, 1)) return DIAMONDS_BLOCKED;
        }
    }
    return sides == 3 ? DIAMONDS_LEANT_ON : sides ? DIAMONDS_TOUCHED : DIAMONDS_CLEAR;
}

#endif
