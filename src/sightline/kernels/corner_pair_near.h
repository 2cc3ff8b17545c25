/* Squares: one pair by the corner rule in strict play, within 20 tiles, all lines at once.

   The 16 lines from the corners of the source to those of the target depend only on the offset
   between the two. For each offset and each row of tiles there are 16 masks, one a line, of the
   tiles of that row (and of the thin walls) that touch the line between its ends. A row of the board
   is read once and tried against all 16; a line that met nothing is open, and its two ends are
   looked at (corner.h). */
#ifndef SIGHTLINE_CORNER_PAIR_NEAR_H
#define SIGHTLINE_CORNER_PAIR_NEAR_H

#include "corner.h"

enum { LANES = 16, FAR = 20 };

typedef union { uint32_t lane[LANES]; Vector v[LANES / VECTOR_SIZE]; } Masks;

typedef struct {
    uint32_t lines;               /* which lanes are lines to try */
    uint32_t along;               /* and which run level or upright: those are walked */
    Masks *tile, *east, *south;   /* a row each, from the upper tile's to the lower's */
} Offset;

static Offset offsets[FAR + 1][2 * FAR + 1];

static inline void mark(Masks *rows, int32_t r, int32_t c, int32_t base, int lane) {
    rows[r].lane[lane] |= 1u << (c - base);
}

static inline void mark_tile(Masks *rows, int32_t r, int32_t c, int32_t base, int lane, int32_t dr, int32_t dc) {
    if ((r == 0 && c == 0) || (r == dr && c == dc)) return;  /* source and target never block */
    mark(rows, r, c, base, lane);
}

/* Where a lane's line starts and ends: points and steps, with the source at (0, 0). */
typedef struct { int32_t pr, pc, dy, dx, sy, sx, ay, ax, fr, fc; } Lane;

static inline Lane lane_line(int lane, int32_t dr, int32_t dc) {
    Lane l;
    l.pr = lane >> 2 & 1; l.pc = lane >> 3;
    l.dy = dr + (lane & 1) - l.pr; l.dx = dc + (lane >> 1 & 1) - l.pc;
    l.sy = l.dy > 0 ? 1 : -1; l.sx = l.dx > 0 ? 1 : -1;
    l.ay = l.dy * l.sy; l.ax = l.dx * l.sx;
    l.fr = l.dy > 0 ? l.pr : l.pr - 1; l.fc = l.dx > 0 ? l.pc : l.pc - 1;
    return l;
}

static inline int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

/* The masks of one offset, dr >= 0. Returns 0 when out of memory. */
static int make_offset(Offset *o, int32_t dr, int32_t dc) {
    Masks *rows = calloc((size_t)(dr + 1) * 3 + 1, sizeof(Masks));
    if (!rows) return 0;
    /* calloc aligns to 16 bytes, which is all that the vectors ask for */
    Masks *east = rows + dr + 1, *south = east + dr + 1;
    int32_t base = dc < 0 ? dc : 0;
    uint32_t lines = 0, along = 0;
    for (int lane = 0; lane < LANES; lane++) {
        Lane l = lane_line(lane, dr, dc);
        if (l.dx == 0 && l.dy == 0) continue;
        if (l.dx == 0 || l.dy == 0) { along |= 1u << lane; continue; }
        int32_t r = l.fr, c = l.fc, lr = l.fr + (l.ay - 1) * l.sy, lc = l.fc + (l.ax - 1) * l.sx;
        /* A diagonal through the source or the target is tried from its other corner. */
        if (l.ax == l.ay && ((r == 0 && c == 0) || (lr == dr && lc == dc))) continue;
        lines |= 1u << lane;
        for (int32_t e = l.ay - l.ax, u = 1, v = 1;;) {
            mark_tile(rows, r, c, base, lane, dr, dc);
            if (e < 0) {
                mark(east, r, lesser(c, c + l.sx), base, lane);
                c += l.sx; u++; e += l.ay;
            } else if (e > 0) {
                mark(south, lesser(r, r + l.sy), c, base, lane);
                r += l.sy; v++; e -= l.ax;
            } else {
                if (u == l.ax) break;
                mark_tile(rows, r, c + l.sx, base, lane, dr, dc);
                mark_tile(rows, r + l.sy, c, base, lane, dr, dc);
                mark(east, r, lesser(c, c + l.sx), base, lane);
                mark(east, r + l.sy, lesser(c, c + l.sx), base, lane);
                mark(south, lesser(r, r + l.sy), c, base, lane);
                mark(south, lesser(r, r + l.sy), c + l.sx, base, lane);
                r += l.sy; c += l.sx; u++; v++; e += l.ay - l.ax;
            }
        }
    }
    o->lines = lines; o->along = along; o->east = east; o->south = south;
    o->tile = rows;               /* last: a table that can be seen is whole */
    return 1;
}

/* All of them, before many pairs are asked without the interpreter lock. Returns 0 out of memory. */
static int make_offsets(void) {
    for (int32_t dr = 0; dr <= FAR; dr++)
        for (int32_t dc = -FAR; dc <= FAR; dc++)
            if (!offsets[dr][dc + FAR].tile && !make_offset(&offsets[dr][dc + FAR], dr, dc)) return 0;
    return 1;
}

static inline void strike(Masks *met, const Masks *masks, const uint64_t *line, int32_t at) {
    uint32_t bits = (uint32_t)window(line, at);
    Vector all = EVERY(bits);
    for (int k = 0; k < LANES / VECTOR_SIZE; k++) met->v[k] |= masks->v[k] & all;
}

static inline CornerLine corner_line_of(int lane, int32_t r0, int32_t c0, int32_t dr, int32_t dc) {
    Lane l = lane_line(lane, dr, dc);
    CornerLine line = {r0, c0, r0 + dr, c0 + dc, r0 + l.pr, c0 + l.pc, l.dy, l.dx};
    return line;
}

static inline int lane_open(const Square *s, const Walls *walls, int lane, int32_t r0, int32_t c0, int32_t dr, int32_t dc, const Own *own) {
    Lane l = lane_line(lane, dr, dc);
    CornerLine line = corner_line_of(lane, r0, c0, dr, dc);
    int64_t first = own->source + (int64_t)l.fr * s->stride + l.fc;
    int64_t last = first + (int64_t)(l.ay - 1) * l.sy * s->stride + (l.ax - 1) * l.sx;
    int touch = free_touch(s, walls, line.pr, line.pc, line.dy, line.dx, INSIDE);
    return touch & INSIDE ? 0 : ends_open(s, walls, &line, first, last, touch, own);
}

static inline int corner_pair(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1) {
    int32_t dr = r1 - r0, dc = c1 - c0;
    if (dr < 0) {                 /* sight is the same both ways */
        int32_t t = r0; r0 = r1; r1 = t;
        t = c0; c0 = c1; c1 = t;
        dr = -dr; dc = -dc;
    }
    Own own = {cell_at(s, r0, c0), cell_at(s, r1, c1), NULL, 0};
    if (own.source == own.target) return 1;
    if (dr > FAR || dc > FAR || dc < -FAR) return corner_strict(s, walls, r0, c0, r1, c1, &own);
    Offset *o = &offsets[dr][dc + FAR];
    if ((dr <= 1 && dc <= 1 && dc >= -1) || (!o->tile && !make_offset(o, dr, dc))) return corner_strict(s, walls, r0, c0, r1, c1, &own);
    int32_t base = dc < 0 ? c0 + dc : c0;
    Masks met;
    memset(&met, 0, sizeof(met));
    for (int32_t r = 0; r <= dr; r++)
        strike(&met, &o->tile[r], s->row_tile + (int64_t)(r0 + r + 1) * s->row_words, base);
    if (s->thin) {
        for (int32_t r = 0; r <= dr; r++) {
            strike(&met, &o->east[r], s->row_east + (int64_t)(r0 + r + 1) * s->row_words, base);
            strike(&met, &o->south[r], s->row_south + (int64_t)(r0 + r + 1) * s->row_words, base);
        }
    }
    int unsure = 0;
    for (uint32_t left = o->lines; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (met.lane[lane]) continue;
        int seen = lane_open(s, walls, lane, r0, c0, dr, dc, &own);
        if (seen > 0) return 1;
        unsure |= seen;
    }
    for (uint32_t left = o->along; left; left &= left - 1) {
        CornerLine l = corner_line_of(__builtin_ctz(left), r0, c0, dr, dc);
        int seen = along_passes(s, walls, &l, &own, CLEAR, 0);
        if (seen > 0) return 1;
        unsure |= seen;
    }
    return unsure;
}

#endif
