/* Heights: what stands in a tile, from which bottom to which top, and the span of heights that matters to a question.

   Heights are in 1/384,000ths of a tile. A question counts them from the lower feet of its two bodies, in finer parts:
   so that the heights of any line to try are whole numbers. */
#ifndef SIGHTLINE_HEIGHTS_H
#define SIGHTLINE_HEIGHTS_H

#include "wall_touch.h"

/* From bottom to top, both included; BELOW_ALL and ABOVE_ALL: without end. */
typedef struct { int64_t bottom, top; } HighSpan;
#define BELOW_ALL INT64_MIN
#define ABOVE_ALL INT64_MAX

/* The blockers with heights of a board. Tiles that hold the same have the same column. The parts of column c are those
   from first[2 * c] on; its floors are those from first[2 * c + 1] on. */
typedef struct Heights {
    uint32_t *column;             /* of each tile of the planes */
    int32_t *first;
    HighSpan *part;
    HighSpan *wall;                   /* of walls with a property, by number: see SPAN_SHIFT */
} Heights;

/* The number of a wall's span, in its flags; 0: without end. */
enum { SPAN_SHIFT = 4 };

/* The heights that two bodies have, from the lower feet to the higher head. */
typedef struct {
    const Heights *board;
    int64_t base, size;           /* in 1/384,000ths */
    int64_t fine;                 /* parts of one of these */
    int64_t ends[2];              /* the heights of the line at its ends, in these parts */
    Position at;                  /* blockers are asked for at its height there */
} Levels;

/* What of a span matters to these bodies, in fine parts; 0: nothing. An end that is beyond becomes endless. */
static inline int span_within(const Levels *h, const HighSpan *s, HighSpan *out) {
    out->bottom = BELOW_ALL; out->top = ABOVE_ALL;
    if (s->top != ABOVE_ALL) {
        if (s->top <= h->base) return 0;
        if (s->top - h->base < h->size) out->top = (s->top - h->base) * h->fine;
    }
    if (s->bottom != BELOW_ALL) {
        if (s->bottom - h->base >= h->size) return 0;
        if (s->bottom > h->base) out->bottom = (s->bottom - h->base) * h->fine;
    }
    return 1;
}

static inline int is_endless(const HighSpan *s) { return s->bottom == BELOW_ALL && s->top == ABOVE_ALL; }

static inline int at_level(const Levels *h, const HighSpan *s) {
    HighSpan there;
    if (!span_within(h, s, &there)) return 0;
    int64_t rise = h->ends[1] - h->ends[0];
    if (there.bottom != BELOW_ALL && compare_products(h->at.n, rise, h->at.d, there.bottom - h->ends[0]) < 0) return 0;
    return there.top == ABOVE_ALL || compare_products(h->at.n, rise, h->at.d, there.top - h->ends[0]) <= 0;
}

/* Does ground or a figure stand in the tile at the level? */
static inline int column_stands(const Levels *h, int64_t at) {
    const int32_t *first = h->board->first + 2 * (int64_t)h->board->column[at];
    for (int32_t k = first[0]; k < first[1]; k++) if (at_level(h, &h->board->part[k])) return 1;
    return 0;
}

static const HighSpan ENDLESS_SPAN = {BELOW_ALL, ABOVE_ALL};

static inline const HighSpan *wall_span(const Levels *h, int flags) {
    return flags >> SPAN_SHIFT ? &h->board->wall[flags >> SPAN_SHIFT] : &ENDLESS_SPAN;
}

#endif
