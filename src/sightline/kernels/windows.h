/* Windows of slopes: the part of a sweep that is still open, and its place on a line.

   A sweep goes from line to line (or from ring to ring of hexes). A window is an interval of slopes, whose ends are
   fractions; on line u, the slope n/d is at n*u/d. That is kept as an integer place and a remainder, so that each next
   line only takes sums. No slope is steeper than 1. */
#ifndef SIGHTLINE_WINDOWS_H
#define SIGHTLINE_WINDOWS_H

#include "portable.h"

/* The slope n/d, d > 0, unreduced. On the sweep's line u: n*u = q*d + r, 0 <= r < d. */
typedef struct { int32_t n, d, q, r; } End;
typedef struct { End lo, hi; } Slopes;

/* `near`: an approximate place. */
static inline End end_on(int32_t u, int32_t n, int32_t d, int32_t near) {
    End e = {n, d, near, n * u - near * d};
    while (e.r < 0) { e.r += d; e.q--; }
    while (e.r >= d) { e.r -= d; e.q++; }
    return e;
}

static inline End end_ahead(End e) {
    e.r += e.n;
    if (e.r >= e.d) { e.r -= e.d; e.q++; }
    else if (e.r < 0) { e.r += e.d; e.q--; }
    return e;
}

/* The last place at or below a slope, the first place at or above it. */
static inline int32_t place_below(const End *e) { return e->q; }
static inline int32_t place_above(const End *e) { return e->q + (e->r > 0); }

static inline int below(const End *one, const End *other) { return (int64_t)one->n * other->d < (int64_t)other->n * one->d; }

/* Usually few, on the stack; more on the heap. */
#define FEW 96
typedef struct {
    int n, room;
    int failed;                   /* out of memory */
    Slopes *at;
    Slopes few[FEW];
} Windows;

static inline void no_windows(Windows *w) { w->n = 0; w->room = FEW; w->failed = 0; w->at = w->few; }

static inline void free_windows(Windows *w) { if (w->at != w->few) free(w->at); }

static int more_room(Windows *w) {
    Slopes *more = (Slopes *)malloc(sizeof(Slopes) * (size_t)w->room * 4);
    if (!more) { w->failed = 1; return 0; }
    memcpy(more, w->at, sizeof(Slopes) * (size_t)w->n);
    free_windows(w);
    w->at = more;
    w->room *= 4;
    return 1;
}

static inline void open_window(Windows *w, End lo, End hi) {
    if (w->n == w->room && !more_room(w)) return;
    Slopes *s = &w->at[w->n++];
    s->lo = lo; s->hi = hi;
}

/* Begin a sweep with one more window, on line 0. */
static inline void first_window(Windows *w, int32_t ln, int32_t ld, int32_t hn, int32_t hd) {
    End lo = {ln, ld, 0, 0}, hi = {hn, hd, 0, 0};
    open_window(w, lo, hi);
}

/* Go to the next line. */
static inline void go_ahead(Windows *w) {
    for (int i = 0; i < w->n; i++) {
        w->at[i].lo = end_ahead(w->at[i].lo);
        w->at[i].hi = end_ahead(w->at[i].hi);
    }
}

#endif
