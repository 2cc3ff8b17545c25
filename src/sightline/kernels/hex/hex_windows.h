/* Hexes: fields of the discrete ray over any distance, through windows of slopes.

   A ray to place j of ring n in a sextant (see hexrays.h) has the slope j/n, and on ring i it is at the place nearest
   to i*j/n. So a blocker at a place hides an interval of slopes: from half a place before it to half a place behind it,
   over i. Where a ray passes exactly between two hexes, `lean` and the sextant say which of the two it takes, the
   higher place or the lower, for all rays alike. So every interval includes its end on the same side, and so does every
   gap. */
#ifndef SIGHTLINE_HEX_WINDOWS_H
#define SIGHTLINE_HEX_WINDOWS_H

#include "hexrays.h"
#include "windows.h"

/* One sextant of a field. `upper`: a window has its lower end and not its upper one; else the other way. */
typedef struct {
    const Hexes *h;
    const int32_t *rank;
    int32_t q0, r0;
    int s, code, edges, upper;
    int64_t origin, out, across;
    uint8_t into_first, into_second;
} Sextant;

static inline Sextant sextant_of(const Hexes *h, const int32_t *rank, int32_t q0, int32_t r0, int s, int lean, int code, int edges) {
    int t = (s + 1) % 6;
    Sextant x = {h, rank, q0, r0, s, code, edges, 0, hex_at(h, q0, r0), hex_offset(h, s), hex_offset(h, t) - hex_offset(h, s),
                 (uint8_t)(HEX_EDGE << ((s + 3) % 6)), (uint8_t)(HEX_EDGE << ((t + 3) % 6))};
    /* The shortest ray that passes between two hexes decides for all: does it go in direction t first? */
    HexWalk w = hex_walk(HEX_DQ[s] + HEX_DQ[t], HEX_DR[s] + HEX_DR[t], lean);
    x.upper = (w.sum + w.add >= w.limit ? w.turn : w.on) == t;
    return x;
}

/* Remove the interval from a to b from the rest of a window. The part before it goes to `out`. Returns 0 if nothing is
   left after it. */
static inline int cut_window(Slopes *o, Windows *out, End a, End b) {
    if (!below(&o->lo, &b) || !below(&a, &o->hi)) return 1;
    if (below(&o->lo, &a)) open_window(out, o->lo, a);
    o->lo = b;
    return below(&o->lo, &o->hi);
}

/* The slope halfway between place p and the one before it. */
static inline End half_before(int32_t n, int32_t p) { return end_on(n, 2 * p - 1, 2 * n, p - 1); }

/* The windows minus what the hexes of ring n hide, or with `over_edges` the edges over which rays enter them. `from`
   and `to`: the places of the ring that are on the board's plane. */
static inline void carve_ring(const Sextant *x, int over_edges, int32_t n, int32_t from, int32_t to, const Windows *in, Windows *out) {
    out->n = 0;
    const uint8_t *ring = x->h->cell + x->origin + n * x->out;
    uint8_t looked_for = over_edges ? x->into_first | x->into_second : HEX_TILE;
    for (int i = 0; i < in->n; i++) {
        Slopes o = in->at[i];
        int32_t p = place_below(&o.lo), last = place_below(&o.hi) + 1;
        if (p < from) p = from;
        if (last > to) last = to;
        int open = 1;
        for (const uint8_t *at = ring + p * x->across; open && p <= last; p++, at += x->across) {
            if (!(*at & looked_for)) continue;
            if (!over_edges) {    /* a run of hexes is one shadow */
                int32_t run = p;
                while (p < last && at[x->across] & HEX_TILE) { p++; at += x->across; }
                open = cut_window(&o, out, half_before(n, run), half_before(n, p + 1));
                continue;
            }
            /* A ray crosses an edge if it was at one place on the previous ring and is at the other here: the slopes of
               both. (On ring 0 there is one place, and every ray is there.) Those that come from the place before are
               lower. */
            End a = half_before(n, p), b = half_before(n, p + 1), before = b;
            if (n > 1) before = end_on(n, 2 * p - 1, 2 * n - 2, p);
            if (*at & x->into_second && p > 0) open = cut_window(&o, out, a, below(&before, &b) ? before : b);
            if (n > 1 && p > 0) a = before;
            if (open && *at & x->into_first && p < n && below(&a, &b)) open = cut_window(&o, out, a, b);
        }
        if (open) open_window(out, o.lo, o.hi);
    }
}

/* Count the hexes of ring n in the windows. */
static inline void see_ring(const Sextant *x, int32_t n, int32_t from, int32_t to, const Windows *windows, uint8_t *cells) {
    if (to > n - 1) to = n - 1;   /* the last place is the next sextant's first */
    for (int i = 0; i < windows->n; i++) {
        const End *lo = &windows->at[i].lo, *hi = &windows->at[i].hi;
        int32_t j = x->upper ? place_above(lo) : place_below(lo) + 1;
        int32_t last = x->upper ? place_above(hi) - 1 : place_below(hi);
        if (j < from) j = from;
        if (last > to) last = to;
        for (int64_t at = x->origin + n * x->out + j * x->across; j <= last; j++, at += x->across)
            if (x->rank[at] >= 0 && (x->code & SEES_ROCK || !(x->h->holds[at] & HEX_ROCK))) cells[x->rank[at]]++;
    }
}

static inline void sweep_sextant(const Sextant *x, int32_t radius, Windows *a, Windows *b, uint8_t *cells) {
    Windows *t;
    a->n = 0;
    first_window(a, -1, 1, 1, 1);
    for (int32_t n = 1; n <= radius && a->n; n++) {
        int32_t from = 0, to = -1;
        go_ahead(a);
        if (!ring_part(x->h, x->s, x->q0, x->r0, n, &from, &to)) return;  /* nor is any ring beyond */
        if (x->code & OVER_LAST_EDGE) see_ring(x, n, from, to, a, cells);
        if (x->edges) {
            carve_ring(x, 1, n, from, to, a, b);
            t = a; a = b; b = t;
        }
        if (!(x->code & OVER_LAST_EDGE)) see_ring(x, n, from, to, a, cells);
        carve_ring(x, 0, n, from, to, a, b);
        t = a; a = b; b = t;
    }
}

/* The field of the hex (q0, r0) within `radius` (negative: no limit) on a board without heights, into `count` zeroed
   cells. Returns 0 when out of memory. */
static int far_hex_field(const Hexes *h, const int32_t *rank, int32_t count, int32_t q0, int32_t r0, int32_t radius, int code, int edges, uint8_t *cells) {
    Windows a, b;
    int ties = code & 3;
    no_windows(&a); no_windows(&b);
    if (radius < 0) radius = h->rows + h->cols;
    for (int lean = 0; lean < (ties ? 2 : 1); lean++) {
        for (int s = 0; s < 6; s++) {
            Sextant x = sextant_of(h, rank, q0, r0, s, lean, code, edges);
            sweep_sextant(&x, radius, &a, &b, cells);
        }
    }
    if (ties) {                   /* one clear ray is enough in permissive play, else both must be */
        int needed = ties == 2 ? 1 : 2;
        for (int32_t i = 0; i < count; i++) cells[i] = cells[i] >= needed;
    }
    cells[rank[hex_at(h, q0, r0)]] = 1;
    free_windows(&a); free_windows(&b);
    return !(a.failed | b.failed);
}

#endif
