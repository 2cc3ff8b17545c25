/* Replacements for standard headers and gcc builtins, for the compiler of a GPU.

   Memory that grows, sorting and searching are for fields and free walls, which a GPU never handles: they are named
   here so that the headers compile, and they do nothing. */
#ifndef SIGHTLINE_PORTABLE_GPU_H
#define SIGHTLINE_PORTABLE_GPU_H

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

#define NULL 0
#define INT64_MIN (-0x7fffffffffffffffLL - 1)
#define BY_16 __align__(16)

#define __builtin_ctz(bits) (__ffs((int)(bits)) - 1)
#define __builtin_ctzll(bits) (__ffsll((long long)(bits)) - 1)
#define __builtin_clzll(bits) __clzll((long long)(bits))
#define __builtin_bswap32(word) __byte_perm(word, 0, 0x0123)
#define __builtin_popcountll(bits) __popcll(bits)
#define __builtin_prefetch(address) ((void)(address))

static inline void *calloc(size_t, size_t) { return NULL; }
static inline void qsort(void *, size_t, size_t, int (*)(const void *, const void *)) {}
static inline const void *memchr(const void *, int, size_t) { return NULL; }

static inline uint64_t eight_times(uint64_t byte) {
    uint32_t four = __byte_perm((uint32_t)byte, 0, 0);
    return (uint64_t)four << 32 | four;
}

#endif
