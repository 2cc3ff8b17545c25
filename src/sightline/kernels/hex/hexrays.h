/* Hexes: fields of the discrete ray within 20 hexes, by dead rays.

   The plane is cut into six sextants. In each, a hex is on ring n (its distance) at place j, 0 <= j < n, and the ray to
   it steps only in the sextant's two directions. So a blocking hex kills a set of rays that depends only on its
   sextant, ring and place; the sets are kept in tables. A sextant's rays are one 32-bit word per ring, bit j. */
#ifndef SIGHTLINE_HEXRAYS_H
#define SIGHTLINE_HEXRAYS_H

#include "hexagon.h"

enum { HEX_NEAR = 20, RINGS = 24 };

typedef union { uint32_t ring[RINGS]; Vector v[RINGS / VECTOR_SIZE]; } HexRays;

/* What a hex hides, and what the two edges hide over which a ray enters it: along the sextant's first direction, or its
   second. */
typedef struct {
    HexRays tile[6][HEX_NEAR + 1][HEX_NEAR + 1];
    HexRays edge[2][6][HEX_NEAR + 1][HEX_NEAR + 1];
} HexTable;

static HexTable hex_tables[2];    /* by lean, see hex_walk */
static int hex_tables_filled = 0;

/* Directions run anticlockwise, so sextant s lies between directions s and s+1. */
static void fill_hex_tables(void) {
    if (hex_tables_filled) return;
    for (int lean = 0; lean < 2; lean++) {
        HexTable *table = &hex_tables[lean];
        for (int s = 0; s < 6; s++) {
            int t = (s + 1) % 6;
            for (int32_t n = 1; n <= HEX_NEAR; n++) {
                for (int32_t j = 0; j < n; j++) {
                    int32_t q = (n - j) * HEX_DQ[s] + j * HEX_DQ[t], r = (n - j) * HEX_DR[s] + j * HEX_DR[t];
                    HexWalk w = hex_walk(q, r, lean);
                    int32_t place = 0, sum = w.sum;
                    for (int32_t i = 1; i <= n; i++) {
                        sum += w.add;
                        int turned = sum >= w.limit;
                        if (turned) sum -= w.limit;
                        int second = (turned ? w.turn : w.on) == t;
                        place += second;
                        table->edge[second][s][i][place].ring[n] |= 1u << j;
                        if (i < n) table->tile[s][i][place].ring[n] |= 1u << j;
                    }
                }
            }
        }
    }
    hex_tables_filled = 1;
}

/* The places of ring n in a sextant that lie in the board's rectangle or its border: consecutive, since the rectangle
   is convex. Returns 0 if there are none. */
static inline int ring_part(const Hexes *h, int s, int32_t q0, int32_t r0, int32_t n, int32_t *first, int32_t *last) {
    int t = (s + 1) % 6;
    int32_t q = q0 + n * HEX_DQ[s] - h->col0 + 1, r = r0 + n * HEX_DR[s] - h->row0 + 1;
    int32_t dq = HEX_DQ[t] - HEX_DQ[s], dr = HEX_DR[t] - HEX_DR[s];
    int32_t a = 0, b = n;
    if (dq > 0) { if (-q > a) a = -q; if (h->cols + 1 - q < b) b = h->cols + 1 - q; }
    else if (dq < 0) { if (q - h->cols - 1 > a) a = q - h->cols - 1; if (q < b) b = q; }
    else if (q < 0 || q > h->cols + 1) return 0;
    if (dr > 0) { if (-r > a) a = -r; if (h->rows + 1 - r < b) b = h->rows + 1 - r; }
    else if (dr < 0) { if (r - h->rows - 1 > a) a = r - h->rows - 1; if (r < b) b = r; }
    else if (r < 0 || r > h->rows + 1) return 0;
    *first = a; *last = b;
    return a <= b;
}

static inline int64_t hex_offset(const Hexes *h, int d) { return (int64_t)HEX_DR[d] * h->stride + HEX_DQ[d]; }

static inline int hex_any_left(const HexRays *alive, int32_t ring) {
    Vector rest = EVERY(0);
    for (int k = ring / VECTOR_SIZE; k < RINGS / VECTOR_SIZE; k++) rest |= alive->v[k];
    return any_of(rest);
}

static inline void hex_strike(HexRays *alive, const HexRays *dead, int32_t ring) {
    for (int k = ring / VECTOR_SIZE; k < RINGS / VECTOR_SIZE; k++) alive->v[k] &= ~dead->v[k];
}

/* The rays of one sextant that reach their hex, for one lean. `code`: of a rule (engine/native.py). */
static inline void hex_sextant(const Hexes *h, int s, int lean, int32_t q0, int32_t r0, int32_t radius, int code, int edges, HexRays *seen) {
    const HexTable *table = &hex_tables[lean];
    int t = (s + 1) % 6;
    uint8_t into_first = (uint8_t)(HEX_EDGE << ((s + 3) % 6)), into_second = (uint8_t)(HEX_EDGE << ((t + 3) % 6));
    HexRays alive;
    int64_t out = hex_offset(h, s), across = hex_offset(h, t) - out, origin = hex_at(h, q0, r0);
    memset(&alive, 0, sizeof(alive));
    for (int32_t n = 1; n <= radius; n++) alive.ring[n] = (1u << n) - 1;
    for (int32_t n = 1; n <= radius; n++) {
        uint32_t met = 0, before = alive.ring[n];   /* a ray to this ring is only stopped here by its last edge */
        int32_t j = 0, last = -1;
        ring_part(h, s, q0, r0, n, &j, &last);
        const uint8_t *at = h->cell + origin + n * out + j * across;
        for (; j <= last; j++, at += across) {
            uint8_t cell = *at;
            if (!cell) continue;
            if (edges) {
                if ((cell & into_first) && j < n) { hex_strike(&alive, &table->edge[0][s][n][j], n); met = 1; }
                if ((cell & into_second) && j > 0) { hex_strike(&alive, &table->edge[1][s][n][j], n); met = 1; }
            }
            if (cell & HEX_TILE) { hex_strike(&alive, &table->tile[s][n][j], n); met = 1; }
        }
        seen->ring[n] = code & OVER_LAST_EDGE ? before : alive.ring[n];
        alive.ring[n] = 0;
        if (met && !hex_any_left(&alive, n)) {
            for (int32_t m = n + 1; m <= radius; m++) seen->ring[m] = 0;
            return;
        }
    }
}

/* The field of the hex (q0, r0) within `radius` <= HEX_NEAR on a board without heights. `rank` gives each cell its
   place in the answer, -1 off the board. `code`: of a rule (engine/native.py). */
static void near_hex_field(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int32_t radius, int code, int edges, uint8_t *cells) {
    int ties = code & 3;
    cells[rank[hex_at(h, q0, r0)]] = 1;
    for (int s = 0; s < 6; s++) {
        int t = (s + 1) % 6;
        HexRays seen, other;
        hex_sextant(h, s, 0, q0, r0, radius, code, edges, &seen);
        if (ties != 0) {
            hex_sextant(h, s, 1, q0, r0, radius, code, edges, &other);
            for (int32_t n = 1; n <= radius; n++) {
                if (ties == 2) seen.ring[n] |= other.ring[n];
                else seen.ring[n] &= other.ring[n];
            }
        }
        int64_t out = hex_offset(h, s), across = hex_offset(h, t) - out, origin = hex_at(h, q0, r0);
        for (int32_t n = 1; n <= radius; n++) {
            int32_t first, last;
            if (!ring_part(h, s, q0, r0, n, &first, &last)) continue;
            uint32_t bits = seen.ring[n] & ~0u << first & ((2u << last) - 1);
            for (; bits; bits &= bits - 1) {
                int64_t at = origin + n * out + __builtin_ctz(bits) * across;
                if (rank[at] >= 0 && (code & SEES_ROCK || !(h->holds[at] & HEX_ROCK))) cells[rank[at]] = 1;
            }
        }
    }
}

/* A field ray by ray, with heights; radius < 0: no limit. */
static void high_hex_field(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int32_t radius, int code, uint8_t *cells) {
    int32_t top = h->row0, bottom = h->row0 + h->rows - 1, left = h->col0, right = h->col0 + h->cols - 1;
    if (radius >= 0) {
        if (r0 - top > radius) top = r0 - radius;
        if (bottom - r0 > radius) bottom = r0 + radius;
        if (q0 - left > radius) left = q0 - radius;
        if (right - q0 > radius) right = q0 + radius;
    }
    for (int32_t r = top; r <= bottom; r++) {
        for (int32_t q = left; q <= right; q++) {
            int32_t place = rank[hex_at(h, q, r)];
            if (place < 0 || (radius >= 0 && hex_steps(q - q0, r - r0) > radius)) continue;
            cells[place] = (uint8_t)hex_sees(h, q0, r0, q, r, code, NULL);
        }
    }
}

/* The cover along a ray: of all hexes between its two ends. */
static inline int64_t hex_cover_by(const Hexes *h, const int64_t *cover, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int lean) {
    HexWalk w = hex_walk(q1 - q0, r1 - r0, lean);
    int64_t at = hex_at(h, q0, r0), on = hex_offset(h, w.on), turn = hex_offset(h, w.turn), total = 0;
    int32_t sum = w.sum;
    for (int32_t i = 1; i < w.steps; i++) {
        sum += w.add;
        if (sum >= w.limit) { sum -= w.limit; at += turn; }
        else at += on;
        total += cover[at];
    }
    return total;
}

/* Combine both rays where the line passes between two hexes: the larger, or in permissive play the smaller. `code`: of
   a rule (engine/native.py). */
static inline int64_t hex_cover(const Hexes *h, const int64_t *cover, int32_t q0, int32_t r0, int32_t q1, int32_t r1, int code) {
    int64_t one = hex_cover_by(h, cover, q0, r0, q1, r1, 0), other;
    if (!(code & 3)) return one;
    other = hex_cover_by(h, cover, q0, r0, q1, r1, 1);
    return ((code & 3) == 2) == (one < other) ? one : other;
}

#endif
