/* Heat maps on a GPU, 32 tiles at a time: how many free tiles within reach see each free tile of a square board.

   For one offset between two tiles, every line tests the same places relative to the source. So a word of bits answers
   for 32 sources of a row at once: what must be clear is read as a word of a plane, shifted by the offset, and a thread
   goes through the offsets with one word of sources. The lines come as lists (sightline/gpu/lines.py), packed by
   sightline/gpu/programs.py. Counts are kept in bits too: bit k of 32 counters is one word. */
#include "portable.h"
#include "square_cells.h"

enum { MARGIN_ROWS = 64, MARGIN_WORDS = 2, COUNTER_BITS = 14 };
enum { PLANE_TILE, PLANE_SHUT, PLANE_EAST, PLANE_SOUTH, PLANE_FREE, PLANES };

/* The planes of bits of a board, with a margin of outside all around: one thread per word. */
extern "C" __global__ void spread_planes(const uint8_t *cells, const uint8_t *blockers, int32_t rows, int32_t cols, int32_t row_words, uint32_t *planes) {
    int64_t size = (int64_t)(rows + 2 * MARGIN_ROWS) * row_words;
    for (int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; k < size; k += (int64_t)gridDim.x * blockDim.x) {
        int32_t row = (int32_t)(k / row_words) - MARGIN_ROWS, col = ((int32_t)(k % row_words) - MARGIN_WORDS) * 32;
        uint32_t word[PLANES] = {0, 0, 0, 0, 0};
        for (int32_t bit = 0; bit < 32; bit++) {
            uint32_t mark = 1u << bit;
            if (row < 0 || row >= rows || col + bit < 0 || col + bit >= cols) { word[PLANE_SHUT] |= mark; continue; }
            int64_t at = (int64_t)(row + 1) * (cols + 2) + col + bit + 1;
            if (cells[at] & TILE) { word[PLANE_TILE] |= mark; word[PLANE_SHUT] |= mark; }
            if (cells[at] & EAST) word[PLANE_EAST] |= mark;
            if (cells[at] & SOUTH) word[PLANE_SOUTH] |= mark;
            if (!(blockers[at] & ROCK_THERE)) word[PLANE_FREE] |= mark;
        }
        for (int p = 0; p < PLANES; p++) planes[p * size + k] = word[p];
    }
}

/* One literal: its distance in words, times 32, plus places. */
static inline uint32_t read_plane(const uint32_t *here, int32_t literal) {
    const uint32_t *two = here + (literal >> 5);
    return __funnelshift_r(two[0], two[1], (uint32_t)literal);  /* by its lowest five bits */
}

static inline uint32_t clear_of(const uint32_t *here, uint32_t sources, const int4 *literals, int32_t fours) {
    for (int32_t k = 0; k < fours && sources; k++) {
        int4 four = literals[k];
        sources &= ~(read_plane(here, four.x) | read_plane(here, four.y) | read_plane(here, four.z) | read_plane(here, four.w));
    }
    return sources;
}

/* Of each clause, is one alternative clear? */
static inline uint32_t clauses_hold(const uint32_t *here, uint32_t sources, const int32_t *clause, int32_t count) {
    for (; count && sources; count--) {
        uint32_t holds = 0;
        for (int32_t alternatives = *clause++; alternatives; alternatives--) {
            uint32_t left = sources & ~holds;
            for (int32_t literals = *clause++; literals; literals--) left &= ~read_plane(here, *clause++);
            holds |= left;
        }
        sources = holds;
    }
    return sources;
}

/* An offset: its first line and their number, the target as a literal of the free tiles, and the literals common to all
   its lines. A line: its literals in fours, and its clauses. */
typedef struct __align__(16) { int32_t line, lines, target, alike, alike_fours, padding[3]; } HeatOffset;
typedef struct __align__(16) { int32_t literals, fours, clause, clauses; } HeatLine;

static inline uint32_t seen_at(const uint32_t *here, uint32_t sources, const HeatOffset *offset, const HeatLine *lines, const int4 *literals, const int32_t *clauses) {
    uint32_t seen = 0;
    sources = clear_of(here, sources & read_plane(here, offset->target), literals + offset->alike, offset->alike_fours);
    for (int32_t k = 0; k < offset->lines; k++) {
        uint32_t left = sources & ~seen;
        if (!left) break;
        HeatLine line = lines[offset->line + k];
        left = clear_of(here, left, literals + line.literals, line.fours);
        if (left && line.clauses) left = clauses_hold(here, left, clauses + line.clause, line.clauses);
        seen |= left;
    }
    return seen;
}

/* Adds to `out`, one number per tile. Blocks with the same y process the same share of the offsets; those with y = 0
   also count the tile itself. */
extern "C" __global__ void __launch_bounds__(THREADS) heat_of_bits(const uint32_t *planes, int32_t rows, int32_t cols, int32_t row_words, const HeatOffset *offsets, int32_t count, const HeatLine *lines, const int4 *literals, const int32_t *clauses, int32_t *out) {
    int32_t words = (cols + 31) / 32;
    int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= (int64_t)rows * words) return;
    int32_t row = (int32_t)(k / words), word = (int32_t)(k % words);
    const uint32_t *here = planes + (int64_t)(row + MARGIN_ROWS) * row_words + word + MARGIN_WORDS;
    uint32_t sources = here[(int64_t)PLANE_FREE * (rows + 2 * MARGIN_ROWS) * row_words];
    uint32_t counter[COUNTER_BITS];
    for (int bit = 0; bit < COUNTER_BITS; bit++) counter[bit] = 0;
    if (!blockIdx.y) counter[0] = sources;
    int32_t share = (count + (int32_t)gridDim.y - 1) / (int32_t)gridDim.y, first = share * (int32_t)blockIdx.y;
    int32_t last = first + share < count ? first + share : count;
    for (int32_t o = first; o < last && sources; o++) {
        HeatOffset offset = offsets[o];
        uint32_t more = seen_at(here, sources, &offset, lines, literals, clauses);
#pragma unroll
        for (int bit = 0; bit < COUNTER_BITS; bit++) {
            uint32_t carry = counter[bit] & more;
            counter[bit] ^= more;
            more = carry;
        }
    }
    int32_t *to = out + (int64_t)row * cols + 32 * word;
    for (int32_t bit = 0; bit < 32 && 32 * word + bit < cols; bit++) {
        int32_t number = 0;
#pragma unroll
        for (int k = 0; k < COUNTER_BITS; k++) number |= (int32_t)(counter[k] >> bit & 1) << k;
        if (number) atomicAdd(to + bit, number);
    }
}
