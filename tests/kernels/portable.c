/* The plain forms of kernels/portable.h beside those of gcc: prints what differs, and nothing else. */
#define SIGHTLINE_PLAIN_C
#include "any_line.h"
#include "hexrays.h"
#include "near_field.h"
#include "pair.h"

#undef __builtin_ctz
#undef __builtin_ctzll
#undef __builtin_clzll
#undef __builtin_bswap32

#include <stdio.h>

static uint64_t state = 88172645463325252ULL;

/* Numbers with few and with many bits, alike. */
static uint64_t number(void) {
    state ^= state << 13; state ^= state >> 7; state ^= state << 17;
    return state >> (state & 63);
}

#ifdef __SIZEOF_INT128__
static int compare_wide(int64_t a, int64_t b, int64_t c, int64_t d) {
    __int128 l = (__int128)a * b, r = (__int128)c * d;
    return (l > r) - (l < r);
}

int main(void) {
    int64_t edges[] = {0, 1, -1, 2, -2, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1, 1LL << 32, -(1LL << 32), 0xffffffffLL};
    enum { EDGES = sizeof(edges) / sizeof(edges[0]) };
    int wrong = 0;
    for (int i = 0; i < EDGES * EDGES * EDGES * EDGES; i++) {
        int64_t a = edges[i % EDGES], b = edges[i / EDGES % EDGES], c = edges[i / EDGES / EDGES % EDGES], d = edges[i / EDGES / EDGES / EDGES];
        if (compare_products(a, b, c, d) != compare_wide(a, b, c, d)) wrong |= 1;
    }
    for (int i = 0; i < 1000000; i++) {
        uint64_t x = number();
        int64_t a = (int64_t)number(), b = (int64_t)(0 - number()), c = (int64_t)number(), d = (int64_t)number();
        if (compare_products(a, b, c, d) != compare_wide(a, b, c, d)) wrong |= 1;
        if (compare_products(a, b, b, a) != 0) wrong |= 2;
        if (x && plain_ctz(x) != __builtin_ctzll(x)) wrong |= 4;
        if ((uint32_t)x && plain_ctz((uint32_t)x) != __builtin_ctz((uint32_t)x)) wrong |= 8;
        if (x && plain_clz(x) != __builtin_clzll(x)) wrong |= 16;
        if (plain_bswap32((uint32_t)x) != __builtin_bswap32((uint32_t)x)) wrong |= 32;
    }
    for (int place = 0; place < 64; place++)
        if (plain_ctz(1ULL << place) != place || plain_clz(1ULL << place) != 63 - place) wrong |= 64;
    if (wrong) printf("%d\n", wrong);
    return wrong != 0;
}
#else
int main(void) { return 0; }
#endif
