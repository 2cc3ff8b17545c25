/* Questions for a GPU: one thread runs the pair kernel for each pair. The answers come from pair.h and hexagon.h, which
   both compilers read; this file only decides which thread handles which pair, and where the answer goes.

   Compiled by sightline/gpu/compiling.py for one rule and one question at a time: CODE is the rule's number
   (engine/native.py), INDEX the type of the numbers in arrays of positions; ASKS_PAIRS, ASKS_FIELDS or ASKS_HEAT
   is the question, and ASKS_LINES makes the lines of bits of a board. A board is a Square or a Hexes in the device's memory, with the
   planes that it points to. */
#if CODE < 16
#include "pair.h"

typedef Square Plan;

static inline int on_board(const Plan *s, int64_t row, int64_t col) {
    return (uint64_t)row < (uint64_t)s->rows && (uint64_t)col < (uint64_t)s->cols;
}
static inline int is_rock(const Plan *s, const uint8_t *blockers, int32_t row, int32_t col) { return blockers[cell_at(s, row, col)] & ROCK_THERE; }
static inline int64_t rank_at(const Plan *s, const int32_t *, int32_t row, int32_t col) { return (int64_t)row * s->cols + col; }
static inline int in_reach(const Reach *reach, int32_t da, int32_t db) { return within(reach, da, db); }

static inline int one_sees(const Plan *s, int32_t r0, int32_t c0, int32_t r1, int32_t c1) {
    Own own = {cell_at(s, r0, c0), cell_at(s, r1, c1), NULL, 0};
    return own.source == own.target || square_sees(s, NULL, asked_of(CODE), r0, c0, r1, c1, &own) > 0;
}

/* The first and the second number of a position start here, over this many. */
static inline void span_of(const Plan *s, int32_t *first, int32_t *firsts, int32_t *second, int32_t *seconds) {
    *first = *second = 0;
    *firsts = s->rows; *seconds = s->cols;
}
#else
#include "hexagon.h"

typedef Hexes Plan;
typedef struct { int metric; int64_t limit; } Reach;

static inline int on_board(const Plan *h, int64_t q, int64_t r) {
    if ((uint64_t)(r - h->row0) >= (uint64_t)h->rows || (uint64_t)(q - h->col0) >= (uint64_t)h->cols) return 0;
    return h->holds[hex_at(h, (int32_t)q, (int32_t)r)] != 0;
}
static inline int is_rock(const Plan *h, const uint8_t *, int32_t q, int32_t r) { return h->holds[hex_at(h, q, r)] & HEX_ROCK; }
static inline int64_t rank_at(const Plan *h, const int32_t *rank, int32_t q, int32_t r) { return rank[hex_at(h, q, r)]; }
static inline int in_reach(const Reach *reach, int32_t dq, int32_t dr) { return reach->limit < 0 || hex_steps(dq, dr) <= reach->limit; }

static inline int one_sees(const Plan *h, int32_t q0, int32_t r0, int32_t q1, int32_t r1) {
    return hex_sees_by(h, q0, r0, q1, r1, CODE & 3, CODE & (SEES_ROCK | OVER_LAST_EDGE), NULL);
}

static inline void span_of(const Plan *h, int32_t *first, int32_t *firsts, int32_t *second, int32_t *seconds) {
    *first = h->col0; *second = h->row0;
    *firsts = h->cols; *seconds = h->rows;
}
#endif

#ifndef ROUND
#define ROUND 32                  /* threads of a warp */
#endif

typedef struct { int32_t a0, b0, a1, b1; int fits; } PairAsked;

/* Pair number i, and whether both of its positions are on the board. */
static inline PairAsked pair_at(const Plan *board, const INDEX *pairs, int64_t i) {
    struct alignas(sizeof(INDEX) < 4 ? 4 * sizeof(INDEX) : 16) Four { INDEX at[4]; };
    Four four = ((const Four *)pairs)[i];
    PairAsked p = {(int32_t)four.at[0], (int32_t)four.at[1], (int32_t)four.at[2], (int32_t)four.at[3], 0};
    p.fits = on_board(board, (int64_t)four.at[0], (int64_t)four.at[1]) && on_board(board, (int64_t)four.at[2], (int64_t)four.at[3]);
    return p;
}

static inline int64_t thread_number(void) { return (int64_t)blockIdx.x * blockDim.x + threadIdx.x; }
static inline int64_t all_threads(void) { return (int64_t)gridDim.x * blockDim.x; }

#ifdef ASKS_PAIRS
static inline void answer_pairs(const Plan *board, const INDEX *pairs, int64_t count, uint8_t *out, unsigned long long *off) {
    for (int64_t i = thread_number(); i < count; i += all_threads()) {
        PairAsked p = pair_at(board, pairs, i);
        if (p.fits) out[i] = (uint8_t)one_sees(board, p.a0, p.b0, p.a1, p.b1);
        else atomicMin(off, (unsigned long long)i);
    }
}

/* Pairs of one board. `off`: the lowest number of a pair off the board. */
extern "C" __global__ void __launch_bounds__(THREADS) pairs_of_one(const Plan *boards, const INDEX *pairs, int64_t count, uint8_t *out, unsigned long long *off) {
    Plan board = boards[0];
    answer_pairs(&board, pairs, count, out, off);
}

/* Pairs of many boards: `which` holds the board number of each pair. */
extern "C" __global__ void __launch_bounds__(THREADS) pairs_of_many(const Plan *boards, const int32_t *which, const INDEX *pairs, int64_t count, uint8_t *out, unsigned long long *off) {
    for (int64_t i = thread_number(); i < count; i += all_threads()) {
        Plan board = boards[which[i]];
        PairAsked p = pair_at(&board, pairs, i);
        if (p.fits) out[i] = (uint8_t)one_sees(&board, p.a0, p.b0, p.a1, p.b1);
        else atomicMin(off, (unsigned long long)i);
    }
}


#if CODE < 16
/* Pairs by squares of 8 by 8 tiles (sightline/gpu/patches.py): `plane` has for every tile, and for those of a margin,
   which of the 8 by 8 tiles starting there block, and which have thin walls to the east and to the south. A pair that
   this does not decide goes to the next kernel, by its number in `rest`; rest[0] is the count. */
enum { PATCH_REACH = 24, PATCHES = 7, PATCH_SIDE = 8, TILES_ONLY = 1, WITH_THIN_WALLS = 3 };
/* Strict play by the center rule is one line: it is seen or not. */
enum { HOLDS_UP = !(CODE < CORNER_RULE && ((CODE & 3) == CLEAR || (CODE & 3) == 3)) };
template <int PLANES> struct alignas(16) Patch { uint64_t stops[PLANES]; int16_t row, col; int32_t more; uint64_t holds_up[PLANES]; uint64_t unused; };
template <int PLANES> struct alignas(PLANES > 1 ? 16 : 8) PatchWords { uint64_t of[PLANES > 1 ? 4 : 1]; };

/* 1 seen, 0 not, -1 undecided. */
template <int PLANES> static inline int by_patches(const Plan *s, const PatchWords<PLANES> *plane, const Patch<PLANES> *table, const PairAsked *p) {
    int32_t dr = p->a1 - p->a0, dc = p->b1 - p->b0, r = p->a0, c = p->b0;
    if (dr < 0 || (dr == 0 && dc < 0)) { r = p->a1; c = p->b1; dr = -dr; dc = -dc; }
    if (dr > PATCH_REACH || dc > PATCH_REACH || dc < -PATCH_REACH) return -1;
    const Patch<PLANES> *patch = table + (dr * (2 * PATCH_REACH + 1) + dc + PATCH_REACH) * PATCHES;
    const PatchWords<PLANES> *here = plane + (int64_t)(r + PATCH_SIDE) * (s->cols + 2 * PATCH_SIDE) + c + PATCH_SIDE;
    uint64_t held_up = 0;
    for (;; patch++) {
        Patch<PLANES> one = *patch;
        PatchWords<PLANES> there = here[one.row * (s->cols + 2 * PATCH_SIDE) + one.col];
        uint64_t stopped = 0;
        for (int k = 0; k < PLANES; k++) {
            stopped |= there.of[k] & one.stops[k];
            if (HOLDS_UP) held_up |= there.of[k] & one.holds_up[k];
        }
        if (stopped) return 0;
        if (!one.more) return held_up ? -1 : 1;
    }
}

template <int PLANES> static inline void answer_by_patches(const Plan *boards, const PatchWords<PLANES> *plane, const Patch<PLANES> *table, const INDEX *pairs, int64_t count, uint8_t *out, uint32_t *rest, unsigned long long *off) {
    Plan board = boards[0];
    for (int64_t i = thread_number(); i < count; i += all_threads()) {
        PairAsked p = pair_at(&board, pairs, i);
        if (!p.fits) { atomicMin(off, (unsigned long long)i); continue; }
        int seen = by_patches<PLANES>(&board, plane, table, &p);
        if (seen >= 0) out[i] = (uint8_t)seen;
        else {                    /* one place for all threads that are active here */
            uint32_t here = __activemask(), lane = threadIdx.x % ROUND, first = 0;
            int leader = __ffs((int)here) - 1;
            if ((int)lane == leader) first = atomicAdd(rest, (uint32_t)__popc(here));
            rest[1 + __shfl_sync(here, first, leader) + (uint32_t)__popc(here & ((1u << lane) - 1))] = (uint32_t)i;
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) pairs_by_patches(const Plan *boards, const PatchWords<TILES_ONLY> *plane, const Patch<TILES_ONLY> *table, const INDEX *pairs, int64_t count, uint8_t *out, uint32_t *rest, unsigned long long *off) {
    answer_by_patches<TILES_ONLY>(boards, plane, table, pairs, count, out, rest, off);
}

#if CODE < 8                      /* by the center rule only */
extern "C" __global__ void __launch_bounds__(THREADS) pairs_by_thin_patches(const Plan *boards, const PatchWords<WITH_THIN_WALLS> *plane, const Patch<WITH_THIN_WALLS> *table, const INDEX *pairs, int64_t count, uint8_t *out, uint32_t *rest, unsigned long long *off) {
    answer_by_patches<WITH_THIN_WALLS>(boards, plane, table, pairs, count, out, rest, off);
}
#endif

extern "C" __global__ void __launch_bounds__(THREADS) pairs_of_the_rest(const Plan *boards, const INDEX *pairs, uint8_t *out, const uint32_t *rest) {
    Plan board = boards[0];
    uint32_t count = rest[0];
    for (int64_t k = thread_number(); k < count; k += all_threads()) {
        uint32_t i = rest[1 + k];
        PairAsked p = pair_at(&board, pairs, i);
        out[i] = (uint8_t)one_sees(&board, p.a0, p.b0, p.a1, p.b1);
    }
}
#endif
#endif

/* The part of a board within `wide` of a tile; wide < 0: all of it. */
typedef struct { int32_t first, firsts, second, seconds; } Part;

static inline Part part_around(const Plan *board, int32_t a, int32_t b, int32_t wide) {
    Part p;
    span_of(board, &p.first, &p.firsts, &p.second, &p.seconds);
    if (wide < 0) return p;
    int32_t a_end = p.first + p.firsts, b_end = p.second + p.seconds;
    if (a - wide > p.first) p.first = a - wide;
    if (b - wide > p.second) p.second = b - wide;
    p.firsts = (a + wide + 1 < a_end ? a + wide + 1 : a_end) - p.first;
    p.seconds = (b + wide + 1 < b_end ? b + wide + 1 : b_end) - p.second;
    return p;
}

#ifdef ASKS_FIELDS
/* The fields of many tiles: `out` has a zeroed row of `tiles` bytes for each. */
extern "C" __global__ void __launch_bounds__(THREADS) fields(const Plan *boards, const int32_t *rank, const INDEX *sources, int64_t count, int32_t metric, int64_t limit, int32_t wide, int64_t tiles, uint8_t *out, unsigned long long *off) {
    Plan board = boards[0];
    Reach reach = {metric, limit};
    for (int64_t k = blockIdx.y; k < count; k += gridDim.y) {
        int64_t a = (int64_t)sources[2 * k], b = (int64_t)sources[2 * k + 1];
        if (!on_board(&board, a, b)) {
            atomicMin(off, (unsigned long long)k);
            continue;
        }
        Part part = part_around(&board, (int32_t)a, (int32_t)b, wide);
        for (int64_t t = thread_number(); t < (int64_t)part.firsts * part.seconds; t += all_threads()) {
            /* Neighbors in the plane are neighbors in the warp: columns of squares, q of hexes. */
#if CODE < 16
            int32_t first = part.first + (int32_t)(t / part.seconds), second = part.second + (int32_t)(t % part.seconds);
#else
            int32_t first = part.first + (int32_t)(t % part.firsts), second = part.second + (int32_t)(t / part.firsts);
#endif
            if (!on_board(&board, first, second) || !in_reach(&reach, first - (int32_t)a, second - (int32_t)b)) continue;
            out[k * tiles + rank_at(&board, rank, first, second)] = (uint8_t)one_sees(&board, (int32_t)a, (int32_t)b, first, second);
        }
    }
}

#endif

#ifdef ASKS_HEAT
/* For each tile that is not rock, how many such tiles within reach see it, including itself: one warp per tile. */
extern "C" __global__ void __launch_bounds__(THREADS) heat(const Plan *boards, const int32_t *rank, const uint8_t *blockers, int32_t metric, int64_t limit, int32_t wide, int32_t *out) {
    Plan board = boards[0];
    Reach reach = {metric, limit};
    Part whole = part_around(&board, 0, 0, -1);
    int32_t lane = (int32_t)(threadIdx.x % ROUND);
    for (int64_t k = thread_number() / ROUND; k < (int64_t)whole.firsts * whole.seconds; k += all_threads() / ROUND) {
        int32_t a = whole.first + (int32_t)(k / whole.seconds), b = whole.second + (int32_t)(k % whole.seconds), seen = 0;
        if (!on_board(&board, a, b)) continue;
        if (!is_rock(&board, blockers, a, b)) {
            Part part = part_around(&board, a, b, wide);
            for (int32_t t = lane; t < part.firsts * part.seconds; t += ROUND) {
                int32_t first = part.first + t / part.seconds, second = part.second + t % part.seconds;
                if (!on_board(&board, first, second) || !in_reach(&reach, first - a, second - b)) continue;
                if (!is_rock(&board, blockers, first, second)) seen += one_sees(&board, first, second, a, b);
            }
            seen = (int32_t)__reduce_add_sync(0xffffffffu, (unsigned)seen);
        }
        if (!lane) out[rank_at(&board, rank, a, b)] = seen;
    }
}

#endif

#if CODE >= 8 && CODE < 16
/* The lanes of every offset (corner_pair_near.h), before the first pair. */
extern "C" __global__ void make_all_offsets(void) {
    int32_t dm = (int32_t)blockIdx.x + 2, dn = (int32_t)threadIdx.x - dm;
    if (dn <= dm && !lines_of(offset_at(dm, dn))) make_offset(offset_at(dm, dn), dm, dn);
}

#endif

#ifdef ASKS_LINES
/* For every tile, and for those of a margin of 8, which of the 8 by 8 tiles starting there block; with four words, the
   next two hold walls to the east and to the south. */
extern "C" __global__ void patches_of_tiles(const Plan *boards, int32_t words, uint64_t *plane) {
    Plan s = boards[0];
    int64_t wide = s.cols + 16;
    const uint64_t *lines[] = {s.row_tile, s.row_east, s.row_south};
    for (int64_t k = thread_number(); k < (s.rows + 16) * wide; k += all_threads()) {
        int32_t row = (int32_t)(k / wide) - 8, col = (int32_t)(k % wide) - 8;
        for (int32_t which = 0; which < words; which++) {
            uint64_t found = 0;
            for (int32_t down = 0; which < 3 && down < 8; down++)
                if (row + down >= 0 && row + down < s.rows) found |= narrow_window(lines[which] + (row + down + 1) * s.row_words, col) << 8 * down;
            plane[words * k + which] = found;
        }
    }
}

/* The lines of bits of a board, along rows and along columns, from its cells: one thread per word. */
extern "C" __global__ void lines_of_bits(const Plan *boards, int32_t by_column) {
    Plan s = boards[0];
    int32_t lines = by_column ? s.cols : s.rows, places = by_column ? s.rows : s.cols;
    int64_t words = by_column ? s.col_words : s.row_words, across = by_column ? s.stride : 1, along = by_column ? 1 : s.stride;
    for (int64_t k = thread_number(); k < (lines + 2) * words; k += all_threads()) {
        int32_t line = (int32_t)(k / words) - 1, place = (int32_t)(k % words) * 64 - PAD;
        uint64_t tile = 0, east = 0, south = 0;
        for (int32_t bit = 0; bit < 64; bit++) {
            if (place + bit < 0 || place + bit >= places || line < 0 || line >= lines) continue;
            uint64_t cell = s.cell[s.stride + 1 + line * along + (place + bit) * across];
            tile |= (cell & TILE) << bit;
            east |= (cell / EAST & 1) << bit;
            south |= (cell / SOUTH & 1) << bit;
        }
        (by_column ? s.col_tile : s.row_tile)[k] = tile;
        (by_column ? s.col_east : s.row_east)[k] = east;
        (by_column ? s.col_south : s.row_south)[k] = south;
    }
}
#endif
