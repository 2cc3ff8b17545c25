/* Replacements for features of gcc and clang that other compilers (Visual C++) lack: counting and reversing bits, four
   numbers at once, 128-bit products. Each has a plain form here for any C11 compiler. SIGHTLINE_PLAIN_C chooses the
   plain forms everywhere: `tests/kernels/test_portable.py` does.

   A GPU's compiler (NVRTC) takes the same kernels: it reads them as C++, has no headers of its own, and compiles every
   function for the device (`-default-device`). Its own builtins are in portable_gpu.h. */
#ifndef SIGHTLINE_PORTABLE_H
#define SIGHTLINE_PORTABLE_H

#ifdef __CUDACC_RTC__
#include "portable_gpu.h"
#else
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Data loaded 16 bytes at a time is aligned where that matters. */
#define BY_16

/* A byte, eight times. */
static inline uint64_t eight_times(uint64_t byte) { return byte * 0x0101010101010101ULL; }
#endif

/* Add a product of four to a number in limbs: 16 of 32 bits each, the first eight for what is positive. */
static inline void add_product(uint64_t *limbs, int64_t a, int64_t b, int64_t c, int64_t d, int minus) {
    int64_t factor[4] = {a, b, c, d};
    uint64_t sum[8] = {1, 0, 0, 0, 0, 0, 0, 0};
    for (int k = 0; k < 4; k++) {
        uint64_t size = factor[k] < 0 ? 0 - (uint64_t)factor[k] : (uint64_t)factor[k], next[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        minus ^= factor[k] < 0;
        for (int half = 0; half < 2; half++) {
            uint64_t carry = 0, by = half ? size >> 32 : size & 0xffffffffu;
            for (int n = 0; n + half < 8; n++) {
                uint64_t value = sum[n] * by + next[n + half] + carry;
                next[n + half] = value & 0xffffffffu;
                carry = value >> 32;
            }
        }
        memcpy(sum, next, sizeof(sum));
    }
    uint64_t carry = 0;
    for (int n = 0; n < 8; n++) {
        uint64_t value = limbs[8 * minus + n] + sum[n] + carry;
        limbs[8 * minus + n] = value & 0xffffffffu;
        carry = value >> 32;
    }
}

/* Add the determinant of three rows, a number of times. */
static inline void add_determinant(uint64_t *limbs, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, int64_t i, int64_t times) {
    add_product(limbs, a, e, i, times, 0); add_product(limbs, b, f, g, times, 0); add_product(limbs, c, d, h, times, 0);
    add_product(limbs, a, f, h, times, 1); add_product(limbs, b, d, i, times, 1); add_product(limbs, c, e, g, times, 1);
}

static inline int sign_of_limbs(const uint64_t *limbs) {
    for (int n = 7; n >= 0; n--) if (limbs[n] != limbs[8 + n]) return limbs[n] > limbs[8 + n] ? 1 : -1;
    return 0;
}

/* -1, 0 or 1: the sign of the determinant of three rows, however large they are. */
static inline int sign_of_large_determinant(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, int64_t i) {
    uint64_t limbs[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    add_determinant(limbs, a, b, c, d, e, f, g, h, i, 1);
    return sign_of_limbs(limbs);
}

#if defined(__GNUC__) && !defined(SIGHTLINE_PLAIN_C)

enum { VECTOR_SIZE = 4 };
typedef uint32_t Vector __attribute__((vector_size(16)));
#define EVERY(number) {number, number, number, number}
static inline int any_of(Vector v) {
    uint64_t two[2];
    memcpy(two, &v, 16);
    return (two[0] | two[1]) != 0;
}

/* -1, 0 or 1: a * b less than, equal to or more than c * d. */
static inline int compare_products(int64_t a, int64_t b, int64_t c, int64_t d) {
    __int128 l = (__int128)a * b, r = (__int128)c * d;
    return (l > r) - (l < r);
}

static inline uint64_t size_of(int64_t a) { return (uint64_t)(a ^ a >> 63); }

/* The same, in 128 bits, where products of three stay below 2^122. */
static inline int sign_of_determinant(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, int64_t i) {
    if ((size_of(a) | size_of(b) | size_of(d) | size_of(e) | size_of(g) | size_of(h)) >> 48 || (c | f | i) >> 26)
        return sign_of_large_determinant(a, b, c, d, e, f, g, h, i);
    __int128 found = a * ((__int128)e * i - (__int128)f * h) - b * ((__int128)d * i - (__int128)f * g) + c * ((__int128)d * h - (__int128)e * g);
    return (found > 0) - (found < 0);
}

#else

#ifndef __CUDACC_RTC__
#ifndef __GNUC__
#define __attribute__(hints)
#endif

/* These have gcc's names. As in gcc, the result for 0 is undefined. */
#define __builtin_ctz(bits) plain_ctz(bits)
#define __builtin_ctzll(bits) plain_ctz(bits)
#define __builtin_clzll(bits) plain_clz(bits)
#define __builtin_bswap32(word) plain_bswap32(word)
#define __builtin_popcountll(bits) plain_popcount(bits)
#define __builtin_prefetch(address) ((void)(address))

static inline int plain_ctz(uint64_t bits) {
    static const uint8_t place[64] = {
        0, 1, 2, 53, 3, 7, 54, 27, 4, 38, 41, 8, 34, 55, 48, 28, 62, 5, 39, 46, 44, 42, 22, 9, 24, 35, 59, 56, 49, 18, 29, 11,
        63, 52, 6, 26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10, 51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12,
    };
    /* The lowest bit shifts the constant so that its top six bits are different for each place. */
    return place[(bits & (0 - bits)) * 0x022fdd63cc95386dULL >> 58];
}

static inline int plain_clz(uint64_t bits) {
    int found = 0;
    for (int step = 32; step; step >>= 1)
        if (!(bits >> (64 - step))) { found += step; bits <<= step; }
    return found;
}

static inline uint32_t plain_bswap32(uint32_t word) {
    return word >> 24 | (word >> 8 & 0xff00u) | (word & 0xff00u) << 8 | word << 24;
}

static inline int plain_popcount(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555ULL;
    bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
    return (int)(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL >> 56);
}
#endif

enum { VECTOR_SIZE = 1 };
typedef uint32_t Vector;
#define EVERY(number) number
static inline int any_of(Vector v) { return v != 0; }

/* A product in two halves, the upper one signed. */
typedef struct { int64_t upper; uint64_t lower; } Product;

static inline Product product(int64_t a, int64_t b) {
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    uint64_t x0 = x & 0xffffffffu, x1 = x >> 32, y0 = y & 0xffffffffu, y1 = y >> 32;
    uint64_t low = x0 * y0, cross = x1 * y0 + (low >> 32), other = x0 * y1 + (cross & 0xffffffffu);
    uint64_t lower = other << 32 | (low & 0xffffffffu), upper = x1 * y1 + (cross >> 32) + (other >> 32);
    if ((a < 0) != (b < 0)) {
        lower = 0 - lower;
        upper = ~upper + (lower == 0);
    }
    Product p = {(int64_t)upper, lower};
    return p;
}

static inline int compare_products(int64_t a, int64_t b, int64_t c, int64_t d) {
    Product l = product(a, b), r = product(c, d);
    if (l.upper != r.upper) return l.upper < r.upper ? -1 : 1;
    return (l.lower > r.lower) - (l.lower < r.lower);
}

static inline int sign_of_determinant(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g, int64_t h, int64_t i) {
    return sign_of_large_determinant(a, b, c, d, e, f, g, h, i);
}

#endif
#endif
