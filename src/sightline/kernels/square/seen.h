/* Squares: where a field is written, one byte or one bit per tile.

   A sweep over columns sees runs of a column, and one from four corners sees most tiles four times. So the runs are
   first written as bits in two planes, one by rows and one by columns, whole words at a time. At the end the second is
   transposed onto the first, 64 by 64 bits at once, and written out. */
#ifndef SIGHTLINE_SEEN_H
#define SIGHTLINE_SEEN_H

#include "portable.h"

/* The part of a board that is in reach, as bits; all are 0 before a field and after it. A margin holds what a sweep
   sees just out of reach or off the board; it is not written out. */
enum { FEW_WORDS = 1024, MARGIN = 3 };
typedef struct {
    int32_t top, left, height, width;  /* with the margin */
    const int32_t *aside;         /* how far to each side a row goes, by its distance from the source; NULL: all of it
     */
    int32_t source_row, source_col;
    int32_t row_words, col_words; /* 64-bit words of a row, of a column */
    uint64_t *row, *col;
    uint64_t few[FEW_WORDS];
} Planes;

typedef struct {
    uint8_t *cells;
    uint8_t *bits, *end;          /* and where the bits end */
    int32_t rows, cols;
    Planes *planes;               /* NULL: written at once */
} Seen;

/* Returns 0 when out of memory. */
static int make_planes(Planes *p, int32_t top, int32_t left, int32_t height, int32_t width) {
    p->top = top - MARGIN; p->left = left - MARGIN; p->height = height + 2 * MARGIN; p->width = width + 2 * MARGIN;
    p->aside = NULL;
    p->row_words = (p->width + 127) >> 6; p->col_words = (p->height + 127) >> 6;  /* 64 bits to spare */
    size_t by_row = (size_t)p->height * (size_t)p->row_words, words = by_row + (size_t)p->width * (size_t)p->col_words;
    if (words <= FEW_WORDS) memset(p->row = p->few, 0, words * 8);
    else if (!(p->row = (uint64_t *)calloc(words, 8))) return 0;
    p->col = p->row + by_row;
    return 1;
}

static void free_planes(Planes *p) { if (p->row != p->few) free(p->row); }

/* Set the bits from first to last of a line. */
static inline void set_run(uint64_t *line, int32_t first, int32_t last) {
    uint64_t *at = line + (first >> 6), *to = line + (last >> 6), head = ~0ULL << (first & 63), tail = ~0ULL >> (63 - (last & 63));
    if (at == to) { *at |= head & tail; return; }
    *at++ |= head;
    while (at < to) *at++ = ~0ULL;
    *at |= tail;
}

static inline void see(Seen *seen, int32_t row, int32_t col) {
    Planes *p = seen->planes;
    int64_t rank = (int64_t)row * seen->cols + col;
    if (p) p->row[(int64_t)(row - p->top) * p->row_words + ((col - p->left) >> 6)] |= 1ULL << ((col - p->left) & 63);
    else if (seen->cells) seen->cells[rank] = 1;
    else seen->bits[rank >> 3] |= (uint8_t)(1u << (rank & 7));
}

/* Write at most 57 bits of a word, starting at `rank`. */
static inline void put_bits(Seen *seen, int64_t rank, uint64_t word) {
    uint8_t *at = seen->bits + (rank >> 3);
    if (at + 8 <= seen->end) {    /* a word at a time, unaligned */
        uint64_t old;
        memcpy(&old, at, 8);
        old |= word << (rank & 7);
        memcpy(at, &old, 8);
    } else for (; word; rank++, word >>= 1) seen->bits[rank >> 3] |= (uint8_t)((word & 1) << (rank & 7));
}

static inline void see_row(Seen *seen, int32_t row, int32_t first, int32_t last) {
    Planes *p = seen->planes;
    if (p) { set_run(p->row + (int64_t)(row - p->top) * p->row_words, first - p->left, last - p->left); return; }
    int64_t rank = (int64_t)row * seen->cols + first, count = last - first + 1;
    if (seen->cells) { memset(seen->cells + rank, 1, (size_t)count); return; }
    for (int64_t step; count > 0; rank += step, count -= step) {
        step = count < 57 ? count : 57;
        put_bits(seen, rank, (1ULL << step) - 1);
    }
}

static inline void see_column(Seen *seen, int32_t col, int32_t first, int32_t last) {
    Planes *p = seen->planes;
    if (p) set_run(p->col + (int64_t)(col - p->left) * p->col_words, first - p->top, last - p->top);
    else for (int32_t row = first; row <= last; row++) see(seen, row, col);
}

/* Set these bits of a line, the first one at `at`. */
static inline void set_bits(uint64_t *line, int32_t at, uint64_t bits) {
    line += at >> 6;
    line[0] |= bits << (at & 63);
    line[1] |= bits >> 1 >> (63 - (at & 63));
}

/* How many tiles are in both of two rows of bytes, each 0 or 1. */
static inline int64_t sum_of_both(const uint8_t *one, const uint8_t *other, int64_t count) {
    int64_t sum = 0;
    for (int64_t done = 0; done < count; done += 255) {  /* as much as a byte counts */
        int64_t end = done + 255 < count ? done + 255 : count;
        uint32_t part = 0;
        for (int64_t k = done; k < end; k++) part += one[k] & other[k];
        sum += part;
    }
    return sum;
}

/* Transpose 64 words of 64 bits: bit c of word r becomes bit r of word c. */
static inline void turn_over(uint64_t *word) {
    uint64_t mask = 0x00000000ffffffffULL;
    for (int half = 32; half; half >>= 1, mask ^= mask << half) {
        for (int k = 0; k < 64; k = (k + half + 1) & ~half) {
            uint64_t swap = ((word[k] >> half) ^ word[k + half]) & mask;
            word[k] ^= swap << half;
            word[k + half] ^= swap;
        }
    }
}

/* Write out the bits from first to last of a row. */
static inline void write_row(Seen *seen, int32_t row, const uint64_t *line, int32_t first, int32_t last) {
    const Planes *p = seen->planes;
    int64_t size = (int64_t)seen->rows * seen->cols;
    for (int32_t k = (first - p->left) >> 6, to = (last - p->left) >> 6; k <= to; k++) {
        int32_t base = p->left + 64 * k;
        uint64_t rest = line[k];
        if (base < first) rest = rest >> (first - base) << (first - base);
        if (last - base < 63) rest &= ~0ULL >> (63 - (last - base));
        if (!rest) continue;
        int skip = __builtin_ctzll(rest);
        int64_t rank = (int64_t)row * seen->cols + base + skip;
        rest >>= skip;
        if (!seen->cells) {
            put_bits(seen, rank, rest & 0xffffffffULL);
            if (rest >> 32) put_bits(seen, rank + 32, rest >> 32);
            continue;
        }
        for (; rest; rest >>= 8, rank += 8) {
            if (!(rest & 0xff)) continue;
            /* Eight bits become eight bytes. Bits beyond the row are 0, and so are the bytes that they write to. */
            uint64_t bytes = (((rest & 0xff) * 0x0101010101010101ULL & 0x8040201008040201ULL) + 0x7f7f7f7f7f7f7f7fULL) >> 7 & 0x0101010101010101ULL;
            if (rank + 8 <= size) memcpy(seen->cells + rank, &bytes, 8);
            else for (int i = 0; i < 8 && rank + i < size; i++) seen->cells[rank + i] = (uint8_t)(rest >> i & 1);
        }
    }
}

/* Write out the planes, and clear them. */
static void write_planes(Seen *seen) {
    Planes *p = seen->planes;
    for (int32_t down = 0; down < p->col_words; down++) {
        for (int32_t across = 0; across < p->row_words; across++) {
            uint64_t block[64], any = 0;
            int32_t high = p->height - 64 * down, wide = p->width - 64 * across;
            uint64_t *from = p->col + (int64_t)64 * across * p->col_words + down;
            if (high > 64) high = 64;
            if (wide > 64) wide = 64;
            for (int32_t c = 0; c < wide; c++, from += p->col_words) { any |= block[c] = *from; *from = 0; }
            if (!any) continue;
            for (int32_t c = wide; c < 64; c++) block[c] = 0;
            turn_over(block);
            uint64_t *to = p->row + (int64_t)64 * down * p->row_words + across;
            for (int32_t r = 0; r < high; r++, to += p->row_words) *to |= block[r];
        }
    }
    int32_t low = p->left + MARGIN, high = p->left + p->width - 1 - MARGIN;
    for (int32_t row = p->top + MARGIN; row < p->top + p->height - MARGIN; row++) {
        int32_t first = low, last = high;
        if (p->aside) {
            int32_t aside = p->aside[row > p->source_row ? row - p->source_row : p->source_row - row];
            if (p->source_col - aside > first) first = p->source_col - aside;
            if (p->source_col + aside < last) last = p->source_col + aside;
        }
        write_row(seen, row, p->row + (int64_t)(row - p->top) * p->row_words, first, last);
    }
    memset(p->row, 0, (size_t)p->height * (size_t)p->row_words * 8);
}

#endif
