/* Squares: one pair of tiles, by either rule and any ties: the fastest kernel that can decide. */
#ifndef SIGHTLINE_PAIR_H
#define SIGHTLINE_PAIR_H

#include "corner_closed_ends.h"
#include "corner_lenient.h"
#include "corner_pair_near.h"

/* The rule, decoded from its code: the worst contact that is visible, and whether ends are closed. */
typedef struct { int corner, passes, closed_ends; } Asked;

/* The codes of geometric rules (engine/native.py): a kind, its ties and its settings. Ambiguous answers without a
   ruling are not visible. */
enum { CORNER_RULE = 8, CLOSED = 4 };
static inline Asked asked_of(int code) {
    Asked asked = {code >= CORNER_RULE, (code & 3) == 3 ? CLEAR : code & 3, code >= CORNER_RULE && code & CLOSED};
    return asked;
}

/* Strict play by the corner rule. */
static inline int corner_clear(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1, int closed_ends, const Own *own) {
    if (closed_ends) return corner_closed(s, walls, r0, c0, r1, c1, own);
    return own->clears ? corner_strict(s, walls, r0, c0, r1, c1, own) : corner_pair(s, walls, r0, c0, r1, c1);
}

static inline int walls_between_centers(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1, int enough) {
    return walls ? walls_on_line(walls, s, 2 * c0 + 1, 2 * r0 + 1, 2 * c1 + 1, 2 * r1 + 1, enough) : APART;
}

/* Is a target that the center rule sees without free walls also seen with them? A free wall never makes anything visible, and
   does not count where it only reaches a center. 1 it is, 0 not, -1 unsure. */
static inline int center_among_walls(const Square *s, const Walls *walls, Asked asked, int32_t r0, int32_t c0, int32_t r1, int32_t c1) {
    int touch = walls_between_centers(s, walls, r0, c0, r1, c1, asked.passes == CLEAR ? INSIDE : CROSSED);
    if (!(touch & (INSIDE | PERHAPS))) return 1;
    return (asked.passes == CLEAR && touch & INSIDE) || touch & CROSSED ? 0 : -1;
}

/* 1 seen, 0 not, -1 unsure: two different tiles. */
static inline int square_sees(const Square *s, const Walls *walls, Asked asked, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own) {
    if (!asked.corner) {
        if (center_contact(s, r0, c0, r1, c1, own) > asked.passes) return 0;
        return center_among_walls(s, walls, asked, r0, c0, r1, c1);
    }
    int unsure = 0;
    /* With closed ends a clear line may run along a wall of its own, which lasts. */
    if (asked.passes == CLEAR || !asked.closed_ends || asked.passes == EDGE) {
        int clear = corner_clear(s, walls, r0, c0, r1, c1, asked.closed_ends && asked.passes == CLEAR, own);
        if (clear > 0 || asked.passes == CLEAR) return clear;
        unsure = clear;
    }
    int best = corner_grazes_at_best(s, walls, r0, c0, r1, c1, asked.passes, asked.closed_ends, own);
    if ((best & ~UNSURE) <= asked.passes) return 1;
    return best & UNSURE ? -1 : unsure;
}

/* The contact, or -1: unsure. */
static inline int square_contact(const Square *s, const Walls *walls, Asked asked, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own) {
    if (!asked.corner) {
        int contact = center_contact(s, r0, c0, r1, c1, own);
        if (contact == BLOCKED) return BLOCKED;
        int touch = walls_between_centers(s, walls, r0, c0, r1, c1, CROSSED);
        return touch & CROSSED ? BLOCKED : touch & (INSIDE | PERHAPS) ? -1 : contact;
    }
    int clear = corner_clear(s, walls, r0, c0, r1, c1, asked.closed_ends, own);
    if (clear) return clear > 0 ? CLEAR : -1;
    int best = corner_grazes_at_best(s, walls, r0, c0, r1, c1, EDGE, asked.closed_ends, own);
    return best & UNSURE ? -1 : best;
}

#endif
