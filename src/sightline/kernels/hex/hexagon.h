/* Hexes: the plane that mirrors a board, and the discrete ray over it.

   Given checked data only, like square.h. A hex (q, r) is at row r, column q of the plane. */
#ifndef SIGHTLINE_HEXAGON_H
#define SIGHTLINE_HEXAGON_H

#include "portable.h"

/* The bits of a hex: does it block, and does each of its edges, in the order of the grid's directions (1,0) (1,-1)
   (0,-1) (-1,0) (-1,1) (0,1)? */
enum { HEX_HELD = 1, HEX_ROCK = 2 };
enum { HEX_TILE = 1, HEX_EDGE = 2, HEX_LARGE = 128 };
#define NO_HEIGHT INT64_MIN

typedef struct {
    int32_t rows, cols, stride, row0, col0;
    uint8_t *cell;      /* one a hex of the bounding rectangle, with a border of one */
    uint8_t *holds;     /* is the hex on the board, and is it rock? (figures do not hide themselves) */
    int64_t *height;    /* in 1/384,000ths, NO_HEIGHT where unknown; NULL on a flat board */
} Hexes;

static const int32_t HEX_DQ[6] = {1, 1, 0, -1, -1, 0};
static const int32_t HEX_DR[6] = {0, -1, -1, 0, 1, 1};

static inline int64_t hex_at(const Hexes *h, int32_t q, int32_t r) {
    return (int64_t)(r - h->row0 + 1) * h->stride + (q - h->col0 + 1);
}

static inline int32_t hex_steps(int32_t dq, int32_t dr) {
    int32_t a = abs(dq), b = abs(dr), c = abs(dq + dr);
    return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

/* A ray as steps in two directions: straight on, or the turn, as the rounding decides.

   One of q, r and -q-r changes by a whole number at every step, so the rounding of another along the line is a separate
   walk: `turn` is taken when its sum overflows. Where the line passes exactly between two hexes, the sum is exactly at
   the limit, and `lean` decides (see spec, section 5): 0 the nearest line's way, which rounds q (or y, when q itself is
   whole) up; 1 the other way. */
typedef struct {
    int32_t steps, sum, add, limit;
    int on, turn;                 /* directions, 0 to 5 */
    int32_t on_q, on_r, turn_q, turn_r;  /* and the steps in these */
} HexWalk;

static inline HexWalk hex_walk(int32_t dq, int32_t dr, int lean) {
    HexWalk w;
    int32_t y = -dq - dr, n = hex_steps(dq, dr), rounded;
    if (abs(dq) == n) {           /* q is whole at every step, y is rounded */
        int32_t s = dq > 0 ? 1 : -1;
        w.on_q = s; w.on_r = -s; w.turn_q = s; w.turn_r = 0;
        w.on = s > 0 ? 1 : 4; w.turn = s > 0 ? 0 : 3;
        rounded = y;
    } else if (abs(y) == n) {     /* y is whole, q is rounded */
        int32_t s = y > 0 ? 1 : -1;
        w.on_q = 0; w.on_r = -s; w.turn_q = -s; w.turn_r = 0;
        w.on = s > 0 ? 2 : 5; w.turn = s > 0 ? 3 : 0;
        rounded = dq;
    } else {                      /* r is whole, q is rounded */
        int32_t s = dr > 0 ? 1 : -1;
        w.on_q = 0; w.on_r = s; w.turn_q = -s; w.turn_r = s;
        w.on = s > 0 ? 5 : 2; w.turn = s > 0 ? 4 : 1;
        rounded = dq;
    }
    w.steps = n;
    w.limit = 2 * n;
    w.add = 2 * abs(rounded);
    /* floor((2*i*v + n) / 2n) for v >= 0; for v < 0 the same of -v with ties the other way. */
    int up = rounded >= 0;
    w.sum = (up != lean) ? n : n - 1;
    return w;
}

/* What a ray may do at its target, as in the code of a rule: see a rock, and enter over a blocking edge. */
enum { SEES_ROCK = 4, OVER_LAST_EDGE = 8 };

/* Hexes whose bodies do not block in one question: those of the two figures, of any size. */
typedef struct {
    const int64_t *at;
    int32_t count;
} ClearHexes;

static inline int hex_is_clear(const ClearHexes *clear, int64_t at) {
    if (clear) for (int32_t i = 0; i < clear->count; i++) if (clear->at[i] == at) return 1;
    return 0;
}

/* Is the ray from one hex of the board to another clear? `clear` may be NULL. Always inlined, so that the compiler
   drops the tests that a known `code` and `clear` do not need. */
__attribute__((always_inline))
static inline int hex_clear(const Hexes *h, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int lean, int code, const ClearHexes *clear) {
    const uint8_t *cell = h->cell;
    int32_t dq = q1 - q0, dr = r1 - r0;
    HexWalk w = hex_walk(dq, dr, lean);
    int64_t at = hex_at(h, q0, r0), end = hex_at(h, q1, r1);
    int64_t on = (int64_t)w.on_r * h->stride + w.on_q, turn = (int64_t)w.turn_r * h->stride + w.turn_q;
    uint8_t edge_on = (uint8_t)(HEX_EDGE << w.on), edge_turn = (uint8_t)(HEX_EDGE << w.turn);
    int64_t a = 0, rise = 0;
    if (h->height) {
        int64_t b = h->height[end];
        a = h->height[at];
        if (a == NO_HEIGHT) a = 0;
        if (b == NO_HEIGHT) b = 0;
        rise = b - a;
    }
    int32_t sum = w.sum;
    uint8_t here = cell[at];
    for (int32_t i = 1; i <= w.steps; i++) {
        sum += w.add;
        if (sum >= w.limit) {
            sum -= w.limit;
            if (here & edge_turn && !(code & OVER_LAST_EDGE && at + turn == end)) return 0;
            at += turn;
        } else {
            if (here & edge_on && !(code & OVER_LAST_EDGE && at + on == end)) return 0;
            at += on;
        }
        if (at == end) break;
        here = cell[at];
        if (here & HEX_TILE && !hex_is_clear(clear, at)) return 0;
        if (h->height && h->height[at] != NO_HEIGHT && (h->height[at] - a) * w.steps > rise * i) return 0;
    }
    return code & SEES_ROCK || !(h->holds[end] & HEX_ROCK);
}

__attribute__((always_inline))
static inline int hex_sees_by(const Hexes *h, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int ties, int code, const ClearHexes *clear) {
    if (q0 == q1 && r0 == r1) return 1;
    int first = hex_clear(h, q0, r0, q1, r1, 0, code, clear);
    if (ties == 0 || first == (ties == 2)) return first;
    return hex_clear(h, q0, r0, q1, r1, 1, code, clear);
}

__attribute__((noinline))
static int hex_sees_specially(const Hexes *h, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int code, const ClearHexes *clear) {
    return hex_sees_by(h, q0, r0, q1, r1, code & 3, code, clear);
}

/* One ray, by a rule's code. `clear` may be NULL. */
static inline int hex_sees(const Hexes *h, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int code, const ClearHexes *clear) {
    if (clear || code & OVER_LAST_EDGE) return hex_sees_specially(h, q0, r0, q1, r1, code, clear);
    return hex_sees_by(h, q0, r0, q1, r1, code & 3, code & SEES_ROCK, NULL);
}

/* Does any of these hexes, as pairs of q and r, see any of the others? */
static inline int hex_sees_any(const Hexes *h, const int32_t *source, int32_t sources, const int32_t *target, int32_t targets, int code, const ClearHexes *clear) {
    for (const int32_t *a = source; a < source + 2 * sources; a += 2)
        for (const int32_t *b = target; b < target + 2 * targets; b += 2)
            if (hex_sees(h, a[0], a[1], b[0], b[1], code, clear)) return 1;
    return 0;
}

#endif
