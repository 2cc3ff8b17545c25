/* Squares: the corner rule in strict play with closed ends: nothing at all may touch the line, its
   ends included. */
#ifndef SIGHTLINE_CORNER_CLOSED_ENDS_H
#define SIGHTLINE_CORNER_CLOSED_ENDS_H

#include "corner.h"

/* Do only source and target touch the corner before tile (row, col)? */
static inline int bare(const Square *s, int32_t row, int32_t col, const Own *own) {
    const uint8_t *cell = s->cell;
    int64_t after = cell_at(s, row, col), before = after - s->stride - 1;
    int64_t round[4] = {before, before + 1, after - 1, after};
    if ((cell[before] & (EAST | SOUTH)) | (cell[after] & (WEST | NORTH))) return 0;
    for (int k = 0; k < 4; k++) if (blocks_look(s, own, round[k])) return 0;
    return 1;
}

/* 1 seen, 0 not, -1 unsure: two different tiles. A line that first runs inside one of them, straight or diagonal, has
   all the touches of the shorter line from where it leaves. */
static int corner_closed(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own) {
    int bare_there[4], unsure = 0;
    for (int j = 0; j < 4; j++) bare_there[j] = bare(s, r1 + (j & 1), c1 + (j >> 1), own);
    for (int i = 0; i < 4; i++) {
        int32_t pr = r0 + (i & 1), pc = c0 + (i >> 1);
        if (!bare(s, pr, pc, own)) continue;
        for (int j = 0; j < 4; j++) {
            if (!bare_there[j]) continue;
            int32_t dy = r1 + (j & 1) - pr, dx = c1 + (j >> 1) - pc;
            int at_point = dy == 0 && dx == 0 && walls ? wall_at(walls, s, r0, c0, 2 * pc, 2 * pr) : 0;
            if (at_point == 2) unsure = -1;
            if (at_point) continue;
            int32_t sy = (dy > 0) - (dy < 0), sx = (dx > 0) - (dx < 0), ay = dy * sy, ax = dx * sx;
            if (ax && ay) {
                Quadrant q = quadrant(s, dx > 0, dy > 0);
                int64_t first = cell_at(s, dy > 0 ? pr : pr - 1, dx > 0 ? pc : pc - 1);
                if (!open_between(s, &q, first, ax, ay, own)) continue;
            } else {
                int32_t k = 1;
                while (k < ax + ay && bare(s, pr + k * sy, pc + k * sx, own)) k++;
                if (k < ax + ay) continue;
            }
            int touch = ax + ay == 0 ? APART : free_touch(s, walls, pr, pc, dy, dx, INSIDE);
            if (touch == APART) return 1;
            if (touch == PERHAPS) unsure = -1;
        }
    }
    return unsure;
}

/* Reduce a field found in strict play with open ends, without free walls. */
static void keep_closed(const Square *s, int32_t row, int32_t col, const Reach *reach, Seen *seen) {
    Box box = box_of(s, row, col, reach);
    for (int32_t r = box.top; r <= box.bottom; r++) {
        for (int32_t c = box.left; c <= box.right; c++) {
            int64_t rank = (int64_t)r * seen->cols + c;
            uint8_t mark = (uint8_t)(1u << (rank & 7));
            if (seen->cells ? !seen->cells[rank] : !(seen->bits[rank >> 3] & mark)) continue;
            Own own = {cell_at(s, row, col), cell_at(s, r, c), NULL, 0};
            if (own.source == own.target || corner_closed(s, NULL, row, col, r, c, &own)) continue;
            if (seen->cells) seen->cells[rank] = 0;
            else seen->bits[rank >> 3] &= (uint8_t)~mark;
        }
    }
}

#endif
