/* Whole numbers of up to 2,304 bits, for the few signs that 128 bits do not decide. */
#ifndef SIGHTLINE_LIMBS_H
#define SIGHTLINE_LIMBS_H

#include "portable.h"

enum { MOST_LIMBS = 72 };
typedef struct { int sign, n; uint32_t limb[MOST_LIMBS]; } Big;     /* sign 0: n is 0 too */

static inline void big_copy(Big *out, const Big *a) {
    out->sign = a->sign; out->n = a->n;
    memcpy(out->limb, a->limb, sizeof(uint32_t) * (size_t)a->n);
}

static inline void big_set(Big *out, int64_t value) {
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    out->sign = (value > 0) - (value < 0);
    for (out->n = 0; size; size >>= 32) out->limb[out->n++] = (uint32_t)size;
}

static int big_compare_sizes(const Big *a, const Big *b) {
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (int k = a->n - 1; k >= 0; k--) if (a->limb[k] != b->limb[k]) return a->limb[k] < b->limb[k] ? -1 : 1;
    return 0;
}

/* a + b, or a - b with `minus`. `out` may be one of them. */
static void big_add(const Big *a, const Big *b, int minus, Big *out) {
    const int other = minus ? -b->sign : b->sign;
    if (!other) { if (out != a) big_copy(out, a); return; }
    if (!a->sign) { if (out != b) big_copy(out, b); out->sign = other; return; }
    if (a->sign == other) {
        const int n = a->n > b->n ? a->n : b->n, an = a->n, bn = b->n;
        uint64_t carry = 0;
        for (int k = 0; k < n; k++) {
            carry += (uint64_t)(k < an ? a->limb[k] : 0) + (k < bn ? b->limb[k] : 0);
            out->limb[k] = (uint32_t)carry;
            carry >>= 32;
        }
        out->sign = other; out->n = n;
        if (carry && n < MOST_LIMBS) out->limb[out->n++] = (uint32_t)carry;
        return;
    }
    const int more = big_compare_sizes(a, b), sign = more > 0 ? a->sign : other;
    if (!more) { out->sign = out->n = 0; return; }
    const Big *large = more > 0 ? a : b, *small = more > 0 ? b : a;
    const int n = large->n, sn = small->n;
    int64_t carry = 0;
    for (int k = 0; k < n; k++) {
        carry += (int64_t)large->limb[k] - (k < sn ? (int64_t)small->limb[k] : 0);
        out->limb[k] = (uint32_t)carry;
        carry >>= 32;
    }
    out->sign = sign; out->n = n;
    while (out->n && !out->limb[out->n - 1]) out->n--;
}

/* a * b; `out` is neither of them. */
static void big_times(const Big *a, const Big *b, Big *out) {
    out->sign = a->sign * b->sign; out->n = 0;
    if (!out->sign) return;
    out->n = a->n + b->n < MOST_LIMBS ? a->n + b->n : MOST_LIMBS;
    memset(out->limb, 0, sizeof(uint32_t) * (size_t)out->n);
    for (int i = 0; i < a->n; i++) {
        uint64_t carry = 0;
        int k = i;
        for (; k < i + b->n && k < MOST_LIMBS; k++) {
            carry += (uint64_t)a->limb[i] * b->limb[k - i] + out->limb[k];
            out->limb[k] = (uint32_t)carry;
            carry >>= 32;
        }
        if (k < MOST_LIMBS) out->limb[k] = (uint32_t)carry;
    }
    while (out->n && !out->limb[out->n - 1]) out->n--;
}

/* Add a product of two to a number, or take it away. */
static void big_add_product(Big *sum, const Big *a, const Big *b, int minus) {
    Big product;
    big_times(a, b, &product);
    big_add(sum, &product, minus, sum);
}

static void big_scale(Big *a, int64_t by) {
    Big factor, old;
    big_copy(&old, a);
    big_set(&factor, by);
    big_times(&old, &factor, a);
}

#endif
