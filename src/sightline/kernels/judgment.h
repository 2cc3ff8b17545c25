/* The contact of a line, from its touches: geometry/contact.py in C.

   The only general judgment of lines in C. Positions are integer marks whose order is all that matters: those of
   grid_line.h, or their ranks where free walls lie between them (any_line.h). */
#ifndef SIGHTLINE_JUDGMENT_H
#define SIGHTLINE_JUDGMENT_H

#include "sectors.h"

enum { LEVEL_CLEAR, LEVEL_CORNER, LEVEL_EDGE, LEVEL_PINCH, LEVEL_SEAM, LEVEL_THROUGH, LEVELS };
/* The last two: free walls, and one-way walls along the line or at its ends, which are not touches: `sides` are the
   lanes onto which they let a walker cross. */
enum { TOUCH_TILE, TOUCH_RIM, TOUCH_EDGE, TOUCH_WALL, TOUCH_PASSED };
enum { ON_GAP = 4 };              /* a separate lane between two tiles that share a side */

typedef struct { int64_t lo, hi; int sides, of, row, col; } Touch;

/* A list that grows; `failed` when there is no memory for it. */
typedef struct { Touch *at; int n, room, failed; Touch few[96]; } Touches;

static inline void no_touches(Touches *t) { t->at = t->few; t->n = 0; t->room = 96; t->failed = 0; }
static inline void drop_touches(Touches *t) { if (t->at != t->few) free(t->at); }

static inline void add_touch(Touches *t, int64_t lo, int64_t hi, int sides, int of, int64_t row, int64_t col) {
    if (t->n == t->room) {
        Touch *more = (Touch *)malloc(sizeof(Touch) * (size_t)t->room * 2);
        if (!more) { t->failed = 1; return; }
        memcpy(more, t->at, sizeof(Touch) * (size_t)t->n);
        drop_touches(t);
        t->at = more; t->room *= 2;
    }
    Touch touch = {lo, hi, sides, of, (int)row, (int)col};
    t->at[t->n++] = touch;
}

/* What a line touches, limited walls apart. `stopped`: it goes through something on the way, so it is blocked in any
   case, and the rest was not examined. `walled`: do free walls touch it? `target_sides`: of the target on the line, 0
   where that only touches it at a point. */
typedef struct { Touches touches, limited; int64_t span, leaves, enters; int stopped, walled, target_sides; } Met;

static inline void drop_met(Met *m) { drop_touches(&m->touches); drop_touches(&m->limited); }

static inline int is_wall(const Touch *t) { return t->of >= TOUCH_EDGE; }

/* --- the two lanes along a line */

/* What is at a mark, and on the stretch from there to the next. `barred`: the lanes that walls along the line close to
   crossing. */
typedef struct { int64_t mark; int at, walled, closed, barred, seam; } Rung;

typedef struct { Rung *rung; int n, failed; Rung few[194]; } Ladder;

static int by_mark(const void *a, const void *b) {
    int64_t one = ((const Rung *)a)->mark, other = ((const Rung *)b)->mark;
    return (one > other) - (one < other);
}

static void make_ladder(Ladder *l, const Touches *t, int64_t span) {
    static const Rung none = {0, 0, 0, 0, 0, 0};
    int marks = 0;
    l->rung = l->few; l->failed = 0; l->n = 0;
    if (t->n > 96 && !(l->rung = (Rung *)malloc(sizeof(Rung) * (2 * (size_t)t->n + 2)))) { l->failed = 1; return; }
    Rung *rung = l->rung;
    rung[marks++].mark = 0; rung[marks++].mark = span;
    for (int i = 0; i < t->n; i++) { rung[marks++].mark = t->at[i].lo; rung[marks++].mark = t->at[i].hi; }
    if (marks > 24) qsort(rung, (size_t)marks, sizeof(Rung), by_mark);
    else for (int i = 1; i < marks; i++) {
        int64_t m = rung[i].mark;
        int k = i;
        for (; k && rung[k - 1].mark > m; k--) rung[k].mark = rung[k - 1].mark;
        rung[k].mark = m;
    }
    for (int i = 0; i < marks; i++) if (!i || rung[i].mark != rung[l->n - 1].mark) rung[l->n++].mark = rung[i].mark;
    for (int i = 0; i < l->n; i++) {
        Rung *r = &rung[i];
        int64_t mark = r->mark;
        int left = 0, right = 0, other = 0, split = 0;
        *r = none;
        r->mark = mark;
        for (int k = 0; k < t->n; k++) {
            const Touch *o = &t->at[k];
            if (o->lo > mark || o->hi < mark) continue;
            int lasts = i + 1 < l->n && o->hi >= rung[i + 1].mark;
            if (o->of == TOUCH_PASSED) {
                if (lasts) r->barred |= ON_BOTH & ~o->sides;
                continue;
            }
            r->at |= o->sides;
            r->walled |= is_wall(o);
            if (!lasts) continue;
            if (is_wall(o)) { r->barred = ON_BOTH; split = 1; }
            else r->closed |= o->sides;
            if (o->of == TOUCH_RIM) continue;
            if (o->sides == ON_LEFT) left = 1;
            else if (o->sides == ON_RIGHT) right = 1;
            else other = 1;
        }
        r->seam = left && right && !other && !split;
    }
}

static inline void drop_ladder(Ladder *l) { if (l->rung != l->few) free(l->rung); }

/* All lanes after rung `i` that can be reached from the given lanes before it. */
static inline int spread_at(const Ladder *l, int i, int reach) {
    const Rung *r = &l->rung[i];
    reach &= ~(i ? r->at | r->closed : r->closed);
    return reach && !((r->closed | r->barred) & ~reach) ? ON_BOTH : reach;
}

/* Do two of the tiles at a rung, on squares, meet only there, without a wall? */
static int is_pinch(const Ladder *l, const Touches *t, int i, int hex) {
    int64_t mark = l->rung[i].mark;
    int found = 0;
    if (hex || l->rung[i].walled) return 0;
    for (int a = 0; a < t->n && !found; a++) {
        const Touch *one = &t->at[a];
        if (one->of != TOUCH_TILE || one->lo > mark || one->hi < mark) continue;
        for (int b = 0; b < a && !found; b++) {
            const Touch *other = &t->at[b];
            if (other->of != TOUCH_TILE || other->lo > mark || other->hi < mark) continue;
            int dr = one->row - other->row, dc = one->col - other->col;
            found = dr * dr == 1 && dc * dc == 1;
        }
    }
    return found;
}

/* Would the line pass if it could slip through pinches, and with `seams` also through seams? */
static int slips(const Ladder *l, const Touches *t, int leaving, int coming, int seams, int hex) {
    int reach = leaving, last = l->n - 1;
    for (int i = 0; i < last; i++) {
        const Rung *r = &l->rung[i];
        if (seams && r->seam) reach = r->walled ? 0 : ON_GAP;
        else if (reach == ON_GAP) reach = r->walled ? 0 : ON_BOTH & ~r->closed;
        else if (is_pinch(l, t, i, hex)) reach = ON_BOTH & ~r->closed;
        else reach = spread_at(l, i, reach);
        if (!reach) return 0;
    }
    if (reach == ON_GAP) return !l->rung[last].walled;
    return (reach & coming) || is_pinch(l, t, last, hex);
}

/* LEVEL_PINCH, SEAM or THROUGH if the touches separate the two ends (without `manner` always THROUGH); CLEAR if they do
   not; -1: out of memory. `leaving` and `coming`: the lanes that lead out of the source and into the target. */
static int parted(const Touches *t, int64_t span, int leaving, int coming, int manner, int hex) {
    Ladder l;
    make_ladder(&l, t, span);
    if (l.failed) return -1;
    int reach = leaving, level = LEVEL_CLEAR;
    for (int i = 0; i + 1 < l.n && reach; i++) reach = spread_at(&l, i, reach);
    if (!(reach & coming))
        level = !manner ? LEVEL_THROUGH
              : slips(&l, t, leaving, coming, 0, hex) ? LEVEL_PINCH
              : slips(&l, t, leaving, coming, 1, hex) ? LEVEL_SEAM : LEVEL_THROUGH;
    drop_ladder(&l);
    return level;
}

/* Does the stretch [lo, hi] of marks separate what is before it from what is after it? Only the stretch counts: a
   walker may arrive on any lane that is open there, or from the end if the stretch begins there. */
static int parted_at(const Ladder *l, int64_t lo, int64_t hi, int leaving, int coming) {
    int i = 0;
    while (l->rung[i].mark < lo) i++;
    int reach = i ? ON_BOTH & ~l->rung[i - 1].closed : leaving;
    for (; i < l->n && l->rung[i].mark <= hi; i++) {
        if (i + 1 == l->n) return !(reach & coming);
        reach = spread_at(l, i, reach);
    }
    return !reach;
}

static int by_begin(const void *one, const void *other) {
    int64_t a = ((const Touch *)one)->lo, b = ((const Touch *)other)->lo;
    return (a > b) - (a < b);
}

/* Is a line that `t` does not block stopped by limited walls, which separate its ends at two or more places
   independently? Sorts them. The lanes are those at the ends with limited walls there. -1: out of memory. */
static int stopped_by_limited(const Touches *t, Touches *limited, int64_t span, int leaving, int coming) {
    Touches every;
    Ladder l;
    int places = 0, n = limited->n;
    if (n < 2) return 0;
    qsort(limited->at, (size_t)n, sizeof(Touch), by_begin);
    no_touches(&every);
    for (int i = 0; i < t->n + n; i++) {
        const Touch *o = i < t->n ? &t->at[i] : &limited->at[i - t->n];
        add_touch(&every, o->lo, o->hi, o->sides, o->of, o->row, o->col);
    }
    make_ladder(&l, &every, span);
    int failed = every.failed || l.failed;
    for (int i = 0; i < n && places < 2 && !failed;) {
        if (limited->at[i].of == TOUCH_PASSED) { i++; continue; }
        int64_t lo = limited->at[i].lo, hi = limited->at[i].hi;
        for (i++; i < n && limited->at[i].lo <= hi; i++)
            if (limited->at[i].hi > hi && limited->at[i].of != TOUCH_PASSED) hi = limited->at[i].hi;
        places += parted_at(&l, lo, hi, leaving, coming);
    }
    drop_touches(&every);
    if (!l.failed) drop_ladder(&l);
    return failed ? -1 : places > 1;
}

/* --- lines that are not parted */

/* The level of a touch between two marks; `open`: not counting touches that only reach one of the two. */
static inline int worth(const Touch *t, int64_t from, int64_t to, int open) {
    int64_t lo = t->lo > from ? t->lo : from, hi = t->hi < to ? t->hi : to;
    if (lo < hi) return LEVEL_EDGE;
    return lo > hi || (open && (lo == from || lo == to)) ? LEVEL_CLEAR : LEVEL_CORNER;
}

/* The worst level of the touches between two marks. Free walls count everywhere except at the two ends. */
static int grazed(const Touches *t, int64_t span, int64_t from, int64_t to, int open) {
    int level = LEVEL_CLEAR;
    for (int i = 0; i < t->n && level < LEVEL_EDGE; i++) {
        const Touch *o = &t->at[i];
        if (o->of == TOUCH_RIM || o->of == TOUCH_PASSED) continue;
        int counts = o->of == TOUCH_WALL ? worth(o, 0, span, 1) : worth(o, from, to, open);
        if (counts > level) level = counts;
    }
    return level;
}

/* The same for all touches, those at the two ends included. */
static int any_touch(const Touches *t, int64_t span) {
    int level = LEVEL_CLEAR;
    for (int i = 0; i < t->n; i++) {
        int of = t->at[i].of, counts = of == TOUCH_RIM || of == TOUCH_PASSED ? LEVEL_CLEAR : worth(&t->at[i], 0, span, 0);
        if (counts > level) level = counts;
    }
    return level;
}

#endif
