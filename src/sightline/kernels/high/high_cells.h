/* The best heights of a line between two bodies: rules/heights.py in C, for every kind of line.

   What a line meets in the plan is collected once. What goes right through it leaves only lines above or below: that
   cuts the heights at its ends down to some cells. The rest cuts these into smaller cells. In each of them one pair of
   heights is tried, and judged like a flat line (judgment.h). */
#ifndef SIGHTLINE_HIGH_CELLS_H
#define SIGHTLINE_HIGH_CELLS_H

#include "judgment.h"
#include "slopes.h"

/* A blocker that the line meets in the plan, and from which bottom to which top it matters, in fine parts.
   `through`: where it is at the height of the line, it stops it. */
typedef struct { Position lo, hi; HighSpan span; int sides, of, row, col, limited, through; } Thing;

/* A line between two bodies. `judge`: how it counts with these heights at its ends, from 0 for the best to `best`, the
   worst. */
typedef struct HighLine HighLine;
struct HighLine {
    Levels *levels;
    int64_t span;                 /* the last mark of the line */
    int (*judge)(HighLine *m, int64_t z0, int64_t z1);
    int best, enough;
    int64_t feet[2], heads[2];    /* of the bodies at both ends, in fine parts */
    Position leaves, enters;
    Thing *thing;
    int n, room, stopped;
    int failed;                   /* out of memory */
    int unsure;                   /* numbers are too large, or a cell too small: this kernel cannot answer */
    Cuts cuts;
    int least, most;              /* the cuts of what does not go right through: from one to before the other */
    Thing few[64];
};

/* Begin a line between two bodies, given in 1/384,000ths. */
static void begin_high(HighLine *m, Levels *levels, int64_t span, const HighSpan *source, const HighSpan *target, int worst, int enough) {
    const HighSpan *ends[2] = {source, target};
    m->levels = levels; m->span = span; m->best = worst; m->enough = enough;
    m->thing = m->few; m->n = 0; m->room = 64; m->stopped = m->failed = m->unsure = 0;
    m->leaves = START; m->enters = FINISH;
    for (int k = 0; k < 2; k++) {
        m->feet[k] = (ends[k]->bottom - levels->base) * levels->fine;
        m->heads[k] = (ends[k]->top - levels->base) * levels->fine;
    }
}

static inline void end_high(HighLine *m) { if (m->thing != m->few) free(m->thing); }

/* The slab of two bodies, which heights are counted from. */
static Levels levels_between(const Heights *board, const HighSpan *source, const HighSpan *target) {
    Levels levels = {board, 0, 0, 2, {0, 0}, START};
    int64_t head = source->top > target->top ? source->top : target->top;
    levels.base = source->bottom < target->bottom ? source->bottom : target->bottom;
    levels.size = head - levels.base;
    while (levels.size * levels.fine >> 50 == 0) levels.fine *= 2;
    return levels;
}

static inline Position mark_at(const HighLine *m, int64_t mark) {
    if (!mark) return START;
    int64_t factor = m->span >> 20 ? greatest_factor(m->span, mark) : 1;
    return fraction(mark / factor, m->span / factor);
}

static Position reduced(Position p) {
    int64_t factor = p.n ? greatest_factor(p.d, p.n) : p.d;
    return fraction(p.n / factor, p.d / factor);
}

static void put_thing(HighLine *m, Thing thing) {
    if (m->n == m->room) {
        Thing *more = (Thing *)malloc(sizeof(Thing) * (size_t)m->room * 2);
        if (!more) { m->failed = m->stopped = 1; return; }
        memcpy(more, m->thing, sizeof(Thing) * (size_t)m->n);
        if (m->thing != m->few) free(m->thing);
        m->thing = more; m->room *= 2;
    }
    m->thing[m->n++] = thing;
}

/* Is the line between two heights at a place above `high` (1), there (0) or below? */
static inline int compare_height(const int64_t *ends, Position at, int64_t high) {
    return compare_products(at.n, ends[1] - ends[0], at.d, high - ends[0]);
}

/* Leave of a span what some line between the two bodies meets from one place to the other; 0: nothing. An end that no
   line passes becomes endless. */
static int span_met(const HighLine *m, HighSpan *s, Position lo, Position hi) {
    if (s->top != ABOVE_ALL) {
        if (compare_height(m->feet, lo, s->top) >= 0 && compare_height(m->feet, hi, s->top) >= 0) return 0;
        if (compare_height(m->heads, lo, s->top) <= 0 && compare_height(m->heads, hi, s->top) <= 0) s->top = ABOVE_ALL;
    }
    if (s->bottom != BELOW_ALL) {
        if (compare_height(m->heads, lo, s->bottom) <= 0 && compare_height(m->heads, hi, s->bottom) <= 0) return 0;
        if (compare_height(m->feet, lo, s->bottom) >= 0 && compare_height(m->feet, hi, s->bottom) >= 0) s->bottom = BELOW_ALL;
    }
    return 1;
}

/* The line avoids two things with the same span that meet on it by going above both or below both: they are one. */
static int joins_last(HighLine *m, const Thing *t) {
    for (int k = m->n - 1; k >= 0 && k >= m->n - 4; k--) {
        Thing *last = &m->thing[k];
        if (!last->through || last->span.bottom != t->span.bottom || last->span.top != t->span.top) continue;
        if (compare(last->hi, t->lo) != 0) continue;
        last->hi = t->hi;
        return 1;
    }
    return 0;
}

static void add_thing(HighLine *m, Position lo, Position hi, int sides, int of, const HighSpan *span, int through) {
    Thing thing = {lo, hi, {0, 0}, sides, of, 0, 0, 0, through};
    if (m->stopped || !span_within(m->levels, span, &thing.span)) return;
    if (!span_met(m, &thing.span, lo, hi)) return;
    if (through && is_endless(&thing.span)) { m->stopped = 1; return; }
    if (through && joins_last(m, &thing)) return;
    put_thing(m, thing);
}

/* --- one pair of heights */

/* Where the line with these heights is within a span, between two places; 0: nowhere. */
static int clip_heights(const HighSpan *span, int64_t z0, int64_t z1, Position *lo, Position *hi) {
    int64_t rise = z1 - z0;
    if (rise == 0) return span->bottom <= z0 && z0 <= span->top;
    int64_t first = rise > 0 ? span->bottom : span->top, last = rise > 0 ? span->top : span->bottom;
    if (first != BELOW_ALL && first != ABOVE_ALL) *lo = later(*lo, fraction(first - z0, rise));
    if (last != BELOW_ALL && last != ABOVE_ALL) *hi = sooner(*hi, fraction(last - z0, rise));
    return compare(*lo, *hi) <= 0;
}

/* Collect what is on the line at these heights. Marks become ranks. */
static void touches_at(HighLine *m, int64_t z0, int64_t z1, Met *met) {
    Marked marked_few[160], *marked = marked_few;
    size_t count = 0, most = 2 * (size_t)m->n + 3;
    Touches *of[2] = {&met->touches, &met->limited};
    no_touches(&met->touches); no_touches(&met->limited);
    met->span = 1; met->leaves = 0; met->enters = 1; met->stopped = 0;
    Position few[160], *place = most > 160 ? (Position *)malloc(sizeof(Position) * most) : few;
    if (most > 160) marked = (Marked *)malloc(sizeof(Marked) * most);
    if (!place || !marked) m->failed = 1;
    int n = 0;
    for (int k = 0; k < m->n && !m->failed; k++) {
        const Thing *t = &m->thing[k];
        Position lo = t->lo, hi = t->hi;
        if (t->through || !clip_heights(&t->span, z0, z1, &lo, &hi)) continue;
        place[n] = lo; place[n + 1] = hi;
        add_touch(of[t->limited], n, n + 1, t->sides, t->of, t->row, t->col);
        n += 2;
    }
    if (met->touches.failed || met->limited.failed) m->failed = 1;
    if (n && !m->failed) {
        Marked ends[3] = {{FINISH, &met->span}, {m->leaves, &met->leaves}, {m->enters, &met->enters}};
        for (int i = 0; i < 3; i++) marked[count++] = ends[i];
        for (int list = 0; list < 2; list++) {
            for (int i = 0; i < of[list]->n; i++) {
                Touch *t = &of[list]->at[i];
                Marked lo = {place[t->lo], &t->lo}, hi = {place[t->hi], &t->hi};
                marked[count++] = lo; marked[count++] = hi;
            }
        }
        rank_marks(marked, count);
    }
    if (place != few) free(place);
    if (marked != marked_few) free(marked);
}

/* --- the best of all heights */

/* Cut a cell by everything that does not go right through the line, and try one pair of heights in each part. */
static void try_cell(HighLine *m, const Cell *cell, int from) {
    Cell part;
    for (int k = from; k < m->most; k++) {
        if (part_of_cell(&m->cuts, cell, k, 1, &part) != A_PART) continue;
        try_cell(m, &part, k + 1);
        if (m->best <= m->enough || m->unsure) return;
        if (part_of_cell(&m->cuts, cell, k, -1, &part) == A_PART) try_cell(m, &part, k + 1);
        return;
    }
    int64_t z0, z1;
    if (m->cuts.failed || !heights_inside(&m->cuts, m->levels, cell, &z0, &z1)) { m->unsure = 1; return; }
    int contact = m->judge(m, z0, z1);
    if (contact < m->best) m->best = contact;
}

/* What of a cell clears a thing that goes right through the line, above it or below it all along. */
static int clears(HighLine *m, const Cell *cell, const Thing *t, int side, Cell *out) {
    int64_t high = side > 0 ? t->span.top : t->span.bottom;
    Cell first;
    if (high == ABOVE_ALL || high == BELOW_ALL) return NOTHING;
    int cut = add_cut(&m->cuts, m->levels, t->lo, high);
    int found = cut < 0 ? NOTHING : part_of_cell(&m->cuts, cell, cut, side, &first);
    if (found == NOTHING || compare(t->lo, t->hi) == 0) {
        if (found == A_PART) *out = first;
        return found;
    }
    cut = add_cut(&m->cuts, m->levels, t->hi, high);
    int then = cut < 0 ? NOTHING : part_of_cell(&m->cuts, found == A_PART ? &first : cell, cut, side, out);
    if (then == THE_WHOLE && found == A_PART) *out = first;
    return then == THE_WHOLE ? found : then;
}

/* Leave out what of a cell does not clear all things that go right through, and try the rest. */
static void try_clearing(HighLine *m, const Cell *cell, int from) {
    for (int k = from; k < m->n; k++) {
        Cell above, below;
        const Thing *t = &m->thing[k];
        const int kept = m->cuts.n;
        if (!t->through) continue;
        int over = clears(m, cell, t, 1, &above), under = over == THE_WHOLE ? NOTHING : clears(m, cell, t, -1, &below);
        m->unsure |= m->cuts.failed;
        if (over == THE_WHOLE || under == THE_WHOLE) { m->cuts.n = kept; continue; }
        if (over == A_PART && !m->unsure) try_clearing(m, &above, k + 1);
        if (under == A_PART && m->best > m->enough && !m->unsure) try_clearing(m, &below, k + 1);
        m->cuts.n = kept;
        return;
    }
    try_cell(m, cell, m->least);
}

/* A cut for a height at a part of the way, if it divides all heights. */
static void cut_at(HighLine *m, const Cell *all, Position at, int64_t high) {
    Cell part;
    if (high == ABOVE_ALL || high == BELOW_ALL) return;
    for (int k = m->least; k < m->cuts.n; k++) {
        const Cut *made = &m->cuts.cut[k];
        if (made->high == high && made->b == at.n && made->a == at.d - at.n) return;
    }
    int cut = add_cut(&m->cuts, m->levels, at, high);
    if (cut >= 0 && part_of_cell(&m->cuts, all, cut, 1, &part) != A_PART) m->cuts.n--;
}

static void cut_by_marks(HighLine *m, const Cell *all, const Thing *t, const Thing *marks) {
    const Position at[2] = {marks->lo, marks->hi};
    for (int i = 0; i < 2; i++) {
        if (compare(at[i], t->lo) < 0 || compare(at[i], t->hi) > 0) continue;
        cut_at(m, all, at[i], t->span.bottom);
        cut_at(m, all, at[i], t->span.top);
    }
}

/* Cut all heights of two bodies into cells, by everything that matters on the line. */
static void cut_heights(HighLine *m, const HighSpan *source, const HighSpan *target, Cell *all) {
    const Thing ends = {START, FINISH, {0, 0}, 0, 0, 0, 0, 0, 0}, own = {m->leaves, m->enters, {0, 0}, 0, 0, 0, 0, 0, 0};
    all_heights(&m->cuts, m->levels, source, target, all);
    m->least = m->cuts.n;
    for (int i = 0; i < m->n; i++) {
        if (m->thing[i].through || is_endless(&m->thing[i].span)) continue;
        for (int k = 0; k < m->n; k++) if (!m->thing[k].through) cut_by_marks(m, all, &m->thing[i], &m->thing[k]);
        cut_by_marks(m, all, &m->thing[i], &ends);
        cut_by_marks(m, all, &m->thing[i], &own);
    }
}

/* Find the best of all heights, as far as it matters. */
static void try_heights(HighLine *m, const Cell *all) {
    m->most = m->cuts.n;
    m->unsure |= m->cuts.failed;
    if (!m->unsure) try_clearing(m, all, 0);
}

/* --- lines of no length */

enum { MOST_LEVELS = 200 };
typedef struct { int64_t at[MOST_LEVELS]; int n, failed; } Marks;

static void add_mark(Marks *marks, int64_t low, int64_t high, int64_t at) {
    int k = marks->n;
    if (at <= low || at >= high) return;
    if (k == MOST_LEVELS) { marks->failed = 1; return; }
    for (; k && marks->at[k - 1] > at; k--) marks->at[k] = marks->at[k - 1];
    marks->at[k] = at;
    marks->n++;
}

static void mark_span(const Levels *levels, Marks *marks, int64_t low, int64_t high, const HighSpan *s) {
    HighSpan span;
    if (!span_within(levels, s, &span)) return;
    if (span.bottom != BELOW_ALL) add_mark(marks, low, high, span.bottom);
    if (span.top != ABOVE_ALL) add_mark(marks, low, high, span.top);
}

#endif
