/* Every tile against every tile: one row of bits per tile, half of them mirrored from the other half. */
#ifndef SIGHTLINE_ALL_PAIRS_H
#define SIGHTLINE_ALL_PAIRS_H

#include "seen.h"

/* The number of fields computed before mirroring: what they write into one row fills a cache line. */
enum { AT_ONCE = 512, WORDS_AT_ONCE = AT_ONCE / 64 };

static inline uint64_t word_of(const uint8_t *row, int64_t row_bytes, int64_t at) {
    uint64_t word = 0;
    memcpy(&word, row + 8 * at, (size_t)(row_bytes - 8 * at < 8 ? row_bytes - 8 * at : 8));
    return word;
}

/* Count the tiles in a row of bits. */
static inline int64_t count_bits(const uint8_t *row, int64_t row_bytes) {
    int64_t count = 0;
    for (int64_t at = 0; 8 * at < row_bytes; at++) count += __builtin_popcountll(word_of(row, row_bytes, at));
    return count;
}

/* Set bits one by one if the last tile saw little, else through planes: the next tile probably sees about as much. */
static inline void choose_planes(Seen *seen, Planes *planes, int64_t row_bytes) {
    seen->planes = count_bits(seen->bits, row_bytes) > row_bytes ? planes : NULL;
}

/* Sight is mutual: if tile i sees a later tile, that tile sees it. Mirror bit by bit, up to `most` bits; returns 0 if
   there are more, which are left to mirror_rows. */
static inline int mirror_row(uint8_t *bits, int64_t row_bytes, int64_t i, int64_t most) {
    const uint8_t *row = bits + i * row_bytes;
    uint8_t *column = bits + (i >> 3), own = (uint8_t)(1u << (i & 7));
    for (int64_t at = i >> 6; 8 * at < row_bytes; at++) {
        uint64_t word = word_of(row, row_bytes, at);
        if (word && (most -= __builtin_popcountll(word)) < 0) return 0;
        for (; word; word &= word - 1) column[(64 * at + __builtin_ctzll(word)) * row_bytes] |= own;
    }
    return 1;
}

/* The same for all tiles from `first` (a multiple of AT_ONCE) on that see many, by transposing blocks. */
static void mirror_rows(uint8_t *bits, int64_t row_bytes, int64_t tiles, int64_t first, const uint8_t *sees_many) {
    int64_t to = first >> 3, bytes = row_bytes - to < AT_ONCE / 8 ? row_bytes - to : AT_ONCE / 8;
    if (!memchr(sees_many, 1, AT_ONCE)) return;
    for (int64_t at = first >> 6; at * 64 < tiles; at++) {
        uint64_t block[WORDS_AT_ONCE][64], any = 0;
        for (int64_t k = 0; k < AT_ONCE; k++)
            any |= block[k >> 6][k & 63] = sees_many[k] ? word_of(bits + (first + k) * row_bytes, row_bytes, at) : 0;
        if (!any) continue;
        for (int b = 0; b < WORDS_AT_ONCE; b++) turn_over(block[b]);
        for (int64_t c = 0; c < 64 && at * 64 + c < tiles; c++) {
            uint8_t *row = bits + (at * 64 + c) * row_bytes + to;
            uint64_t line[WORDS_AT_ONCE] = {0};
            memcpy(line, row, (size_t)bytes);
            for (int b = 0; b < WORDS_AT_ONCE; b++) line[b] |= block[b][c];
            memcpy(row, line, (size_t)bytes);
        }
    }
}

#endif
