/* Rock beside seen floor, which games that draw walls also light up. */
#ifndef SIGHTLINE_LIT_WALLS_H
#define SIGHTLINE_LIT_WALLS_H

#include "hexagon.h"
#include "square.h"

enum { ROCK_BIT = 1, WIDEST = 4096 }; /* SOLID of model.board, and its MAX_SIDE */

/* How many tiles a limit reaches along a row or a column, or the size of the board. */
static int32_t reach_along(const Reach *reach, int32_t longest) {
    int32_t far = 0;
    while (far < longest && within(reach, far + 1, 0))
        far++;
    return far;
}

/* For each of n tiles of a row: is it seen floor, or next to some? */
static void spread_floor(const uint8_t *cells, const uint8_t *tiles, int32_t n, uint8_t *spread) {
    uint8_t floor[WIDEST + 2];
    floor[0] = floor[n + 1] = 0;
    for (int32_t i = 0; i < n; i++)
        floor[i + 1] = cells[i] & (uint8_t)~tiles[i] & ROCK_BIT;
    for (int32_t i = 0; i < n; i++)
        spread[i] = floor[i] | floor[i + 1] | floor[i + 2];
}

/* Add to a field of squares every rock that touches its floor, even at a corner, and is within reach of (row, col).
   `tiles`: the board's own plane, in rows with a border. */
static void light_square_walls(const uint8_t *tiles, int32_t rows, int32_t cols, int32_t row, int32_t col, const Reach *reach, uint8_t *cells) {
    uint8_t spread[3][WIDEST];
    int32_t far = reach_along(reach, rows > cols ? rows : cols), aside = 0;
    int32_t top = row > far ? row - far : 0, bottom = row + far < rows - 1 ? row + far : rows - 1;
    int32_t left = col > far ? col - far : 0, right = col + far < cols - 1 ? col + far : cols - 1;
    int32_t n = right - left + 1;
    int64_t stride = cols + 2;
    for (int k = 0; k < 3; k++) memset(spread[k], 0, (size_t)n);
    spread_floor(cells + (int64_t)top * cols + left, tiles + (top + 1) * stride + left + 1, n, spread[top % 3]);
    for (int32_t r = top; r <= bottom; r++) {
        uint8_t *own = cells + (int64_t)r * cols + left;
        const uint8_t *rock = tiles + (r + 1) * stride + left + 1;
        uint8_t *below = spread[(r + 1) % 3];
        if (r < bottom) spread_floor(own + cols, rock + stride, n, below);
        else memset(below, 0, (size_t)n);
        /* How far this row is within reach to either side. */
        while (aside < far && within(reach, aside + 1, r - row)) aside++;
        while (aside > 0 && !within(reach, aside, r - row)) aside--;
        int32_t first = col - aside > left ? col - aside - left : 0;
        int32_t last = col + aside < right ? col + aside - left : n - 1;
        for (int32_t i = first; i <= last; i++)
            own[i] |= (spread[0][i] | spread[1][i] | spread[2][i]) & rock[i] & ROCK_BIT;
    }
}

/* The same on hexes, which have six neighbors. `rank`: the place of each hex among `cells`, -1 off the board. */
static void light_hex_walls(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int32_t radius, uint8_t *cells) {
    int64_t steps[6] = {1, -1, h->stride, -h->stride, h->stride - 1, 1 - h->stride};
    int32_t far = radius < 0 ? 2 * WIDEST : radius, left = 0, right = h->cols - 1;
    if (q0 - far - h->col0 > left)
        left = q0 - far - h->col0;
    if (q0 + far - h->col0 < right)
        right = q0 + far - h->col0;
    for (int32_t row = 0; row < h->rows; row++) {
        int32_t dr = row + h->row0 - r0;
        if (abs(dr) > far)
            continue;
        for (int32_t col = left; col <= right; col++) {
            int64_t at = hex_at(h, col + h->col0, row + h->row0);
            if (!(h->holds[at] & HEX_ROCK) || cells[rank[at]] || hex_steps(col + h->col0 - q0, dr) > far)
                continue;
            for (int k = 0; k < 6; k++) {
                int64_t beside = at + steps[k];
                if (h->holds[beside] == HEX_HELD && cells[rank[beside]]) {
                    cells[rank[at]] = 1;
                    break;
                }
            }
        }
    }
}

#endif
