/* The small disc around a corner of the grid, cut into sectors by the blockers that contain it:
   geometry/sectors.py in C. The tiles around the corner are given in order, with the edge before each;
   free walls that reach the corner add spokes of their own. A one-way wall is passed in one sense of rotation. */
#ifndef SIGHTLINE_SECTORS_H
#define SIGHTLINE_SECTORS_H

#include "portable.h"

enum { FEW_SPOKES = 24, NO_TILE = -1 };
enum { ON_LEFT = 1, ON_RIGHT = 2, ON_BOTH = 3 };

/* A direction from the corner. `stops`: the sense of rotation in which it cannot be passed, to the left or to the
   right.
   `tile`: the tile that begins here, going round to the right, as its index around the corner; or NO_TILE. For the arc
   to the next spoke: its tile, and whether it was reached. */
typedef struct { int64_t x, y; int stops, tile, within, reached; } Spoke;

typedef struct {
    Spoke *at;
    int n, room, failed;
    int shut;                     /* a bit for each impassable tile around the corner */
    Spoke few[FEW_SPOKES];
} Disc;

static inline void no_spokes(Disc *d) { d->at = d->few; d->n = 0; d->room = FEW_SPOKES; d->failed = 0; d->shut = 0; }
static inline void drop_spokes(Disc *d) { if (d->at != d->few) free(d->at); }

static inline void add_spoke(Disc *d, int64_t x, int64_t y, int stops, int tile) {
    if (d->n == d->room) {
        Spoke *more = (Spoke *)malloc(sizeof(Spoke) * (size_t)d->room * 2);
        if (!more) { d->failed = 1; return; }
        memcpy(more, d->at, sizeof(Spoke) * (size_t)d->n);
        drop_spokes(d);
        d->at = more; d->room *= 2;
    }
    Spoke s = {x, y, stops, tile, NO_TILE, 0};
    d->at[d->n++] = s;
}

static inline int half_of(const Spoke *s) { return s->y > 0 || (s->y == 0 && s->x > 0) ? 0 : 1; }

static int by_angle(const void *one, const void *other) {
    const Spoke *a = (const Spoke *)one, *b = (const Spoke *)other;
    int h = half_of(a) - half_of(b);
    if (h) return h;
    int64_t turn = a->x * b->y - a->y * b->x;
    return (turn < 0) - (turn > 0);
}

/* Sort the spokes, one per direction, then mark every arc reachable from tile `from`; `backward`: every arc from which
   it is reachable. */
static void spread_from(Disc *d, int from, int backward) {
    qsort(d->at, (size_t)d->n, sizeof(Spoke), by_angle);
    int n = 0;
    for (int i = 0; i < d->n; i++) {
        if (n && by_angle(&d->at[n - 1], &d->at[i]) == 0) {
            d->at[n - 1].stops |= d->at[i].stops;
            if (d->at[i].tile != NO_TILE) d->at[n - 1].tile = d->at[i].tile;
        } else d->at[n++] = d->at[i];
    }
    d->n = n;
    int first = 0;                /* one that begins a tile: so every arc knows the one it is in */
    while (d->at[first].tile == NO_TILE) first++;
    for (int k = 0, within = NO_TILE; k < n; k++) {
        Spoke *s = &d->at[(first + k) % n];
        if (s->tile != NO_TILE) within = s->tile;
        s->within = within;
        s->reached = within == from;
    }
    for (int changed = 1; changed;) {
        changed = 0;
        for (int i = 0; i < n; i++) {
            Spoke *here = &d->at[i], *before = &d->at[i ? i - 1 : n - 1];
            if (here->reached == before->reached) continue;
            if (here->stops & (before->reached != backward ? ON_RIGHT : ON_LEFT)) continue;
            Spoke *to = here->reached ? before : here;
            if (d->shut >> to->within & 1) continue;
            to->reached = changed = 1;
        }
    }
}

/* The lanes beside direction (x, y), which is one of the spokes, that tile `tile` reaches; `backward`: that lead to
   it. */
static int lanes_reached(Disc *d, int tile, int64_t x, int64_t y, int backward) {
    Spoke wanted = {x, y, 0, NO_TILE, NO_TILE, 0};
    spread_from(d, tile, backward);
    for (int i = 0; i < d->n; i++)
        if (by_angle(&d->at[i], &wanted) == 0)
            return (d->at[i ? i - 1 : d->n - 1].reached ? ON_LEFT : 0) | (d->at[i].reached ? ON_RIGHT : 0);
    return 0;
}

/* Is any part of tile `to` reachable from any part of tile `from`? */
static int tiles_joined(Disc *d, int from, int to) {
    spread_from(d, from, 0);
    for (int i = 0; i < d->n; i++) if (d->at[i].reached && d->at[i].within == to) return 1;
    return 0;
}

#endif
