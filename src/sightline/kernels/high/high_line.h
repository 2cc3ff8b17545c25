/* The contact of any line with heights, on squares and on hexes: rules/heights.py in C.

   What a line meets in the plan is collected once. What goes right through it leaves only lines above or below: that
   cuts the heights at its ends down to some cells. The rest cuts these into smaller cells. In each of them one pair of
   heights is tried, and judged like a flat line (judgment.h). */
#ifndef SIGHTLINE_HIGH_LINE_H
#define SIGHTLINE_HIGH_LINE_H

#include "near_walls.h"
#include "slopes.h"

/* A blocker that the line meets in the plan, and from which bottom to which top it matters, in fine parts.
   `through`: where it is at the height of the line, it stops it. */
typedef struct { Position lo, hi; HighSpan span; int sides, of, limited, through; } Thing;

typedef struct {
    LineQuery *l;
    const GridLine *line;
    int corner, closed_ends, enough;
    int64_t feet[2], heads[2];    /* of the bodies at both ends, in fine parts */
    Position leaves, enters;
    Thing *thing;
    int n, room, stopped;
    int best;
    int unsure;                   /* numbers are too large, or a cell too small: not for this kernel */
    Cuts cuts;
    int least, most;              /* the cuts of what does not go right through: from one to before the other */
    Thing few[64];
} HighLine;

static inline Levels *levels_of(const HighLine *m) { return m->l->levels; }

static inline Position mark_at(const GridLine *line, int64_t mark) {
    if (!mark) return START;
    int64_t factor = line->span >> 20 ? greatest_factor(line->span, mark) : 1;
    return fraction(mark / factor, line->span / factor);
}

static Position reduced(Position p) {
    int64_t factor = p.n ? greatest_factor(p.d, p.n) : p.d;
    return fraction(p.n / factor, p.d / factor);
}

static void put_thing(HighLine *m, Thing thing) {
    if (m->n == m->room) {
        Thing *more = (Thing *)malloc(sizeof(Thing) * (size_t)m->room * 2);
        if (!more) { m->l->failed = m->stopped = 1; return; }
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
    Thing thing = {lo, hi, {0, 0}, sides, of, 0, through};
    if (m->stopped || !span_within(levels_of(m), span, &thing.span)) return;
    if (!span_met(m, &thing.span, lo, hi)) return;
    if (through && is_endless(&thing.span)) { m->stopped = 1; return; }
    if (through && joins_last(m, &thing)) return;
    put_thing(m, thing);
}

/* --- what a line meets in the plan */

static void meet_column(HighLine *m, int64_t at, int floors_only, const Stretch *s, int sides) {
    const Heights *board = levels_of(m)->board;
    const int32_t *first = board->first + 2 * (int64_t)board->column[at];
    Position lo = mark_at(m->line, s->lo), hi = mark_at(m->line, s->hi);
    int through = sides == ON_BOTH && s->lo < s->hi;
    for (int32_t k = floors_only ? first[1] : first[0]; k < first[2]; k++)
        add_thing(m, lo, hi, sides, k < first[1] ? TOUCH_TILE : TOUCH_WALL, &board->part[k], through);
}

static void meet_high_tile(HighLine *m, int64_t row, int64_t col) {
    const LineQuery *l = m->l;
    const GridLine *line = m->line;
    Stretch s;
    Tile tile = tile_at(l, row, col);
    if (!in_planes(l, tile) || !in_tile(line, row, col, &s)) return;
    int64_t at = index_of(l, tile);
    int is_source = is_same_tile(tile, l->source), is_target = is_same_tile(tile, l->target), is_own = is_source || is_target;
    if (is_source) m->leaves = mark_at(line, s.hi);
    if (is_target) m->enters = mark_at(line, s.lo);
    int rim = is_rim(l, at), held = l->hexes ? l->hexes->holds[at] : !rim;
    int rock = !is_own && (l->hexes ? l->hexes->cell[at] & HEX_TILE : l->squares->cell[at] & TILE);
    if (rim || rock || held) {
        int sides = tile_sides(line, row, col), through = sides == ON_BOTH && s.lo < s.hi;
        if (rim || rock) add_thing(m, mark_at(line, s.lo), mark_at(line, s.hi), sides, rim ? TOUCH_RIM : TOUCH_TILE, &ENDLESS_SPAN, through);
        if (held) meet_column(m, at, is_own || rock, &s, sides);
    }
    if (!l->hexes && l->squares->thin == 0) return;
    for (int d = 0; d < line->axes && !m->stopped; d++) {
        if (!edge_blocks(l, d, tile) || !on_edge(line, d, row, col, &s)) continue;
        int through = s.sides == ON_BOTH && s.lo > 0 && s.hi < line->span;
        add_thing(m, mark_at(line, s.lo), mark_at(line, s.hi), s.sides, TOUCH_EDGE, &ENDLESS_SPAN, through);
    }
}

static void meet_high_walls(HighLine *m) {
    const LineQuery *l = m->l;
    const GridLine *line = m->line;
    for (int32_t k = 0; k < all_walls(l) && !m->stopped; k++) {
        int flags, before = m->n;
        const Segment *s = free_wall(l, k, &flags);
        WallTouch t;
        if (!meets_wall(line, wall_scale(l), s, &t)) continue;
        int sides = t.sides, kind = flags & ON_EDGE ? TOUCH_EDGE : TOUCH_WALL, through = 0;
        if (!stands_for(s, flags, line->dx, line->dy)) {
            kind = TOUCH_PASSED;
            if (!(sides = lanes_passed(s, line->dx, line->dy, &t))) continue;
        } else through = !(flags & LIMITED) && goes_across(&t);
        add_thing(m, reduced(t.lo), reduced(t.hi), sides, kind, wall_span(l->levels, flags), through);
        if (m->n > before) m->thing[before].limited = (flags & LIMITED) != 0;
    }
}

static void meet_all_high(HighLine *m) {
    const GridLine *line = m->line;
    int64_t top, bottom, left, right;
    m->thing = m->few; m->n = 0; m->room = 64; m->stopped = 0; m->unsure = 0;
    m->leaves = START; m->enters = FINISH;
    meet_high_walls(m);
    near_rows(line, &top, &bottom);
    for (int64_t k = top; k <= bottom && !m->stopped; k++) {
        int64_t row = line->dy >= 0 ? k : top + bottom - k;
        near_cols(line, row, &left, &right);
        for (int64_t i = left; i <= right && !m->stopped; i++) meet_high_tile(m, row, line->dx >= 0 ? i : left + right - i);
    }
}

/* If all that matters is whether the line is clear, all that counts as a touch is like what goes right through it. */
static void stop_at_touches(HighLine *m) {
    const int n = m->n;
    for (int k = 0; k < n && !m->stopped; k++) {
        Thing t = m->thing[k];
        if (t.through || t.limited || t.of == TOUCH_RIM || t.of == TOUCH_PASSED) continue;
        int whole = t.of == TOUCH_WALL || !m->corner || m->closed_ends, open = m->corner ? !m->closed_ends : t.of == TOUCH_WALL;
        Position from = whole ? START : m->leaves, to = whole ? FINISH : m->enters, lo = later(t.lo, from), hi = sooner(t.hi, to);
        int way = compare(lo, hi);
        if (way > 0 || (way == 0 && open && (compare(lo, from) == 0 || compare(lo, to) == 0))) continue;
        if (is_endless(&t.span)) m->stopped = 1;
        t.through = 1;
        if (compare(lo, t.lo) == 0 && compare(hi, t.hi) == 0) { m->thing[k] = t; continue; }
        t.lo = lo; t.hi = hi;
        put_thing(m, t);
    }
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


/* Do walls that lie along the common edge stop the line all the way from where it enters the target to where it leaves
   the source? Limited ones do not count. */
static int stopped_along_edge(const HighLine *m) {
    const LineQuery *l = m->l;
    Position covered = m->enters;
    for (int more = 1; more;) {
        more = 0;
        for (int32_t k = 0; k < all_walls(l); k++) {
            int flags;
            WallTouch t;
            HighSpan span;
            const Segment *s = free_wall(l, k, &flags);
            if (flags & LIMITED || !stops_walk(l, s, flags) || !span_within(l->levels, wall_span(l->levels, flags), &span)) continue;
            if (!meets_wall(m->line, wall_scale(l), s, &t) || t.sides != 0) continue;
            if (!clip_heights(&span, l->levels->ends[0], l->levels->ends[1], &t.lo, &t.hi)) continue;
            if (flags & ON_EDGE && (compare(t.lo, m->enters) > 0 || compare(t.hi, m->leaves) < 0)) continue;
            if (compare(t.lo, covered) <= 0 && compare(t.hi, covered) > 0) { covered = t.hi; more = 1; }
        }
    }
    return compare(covered, m->leaves) >= 0;
}

/* Neighbors: is the edge that they share stopped wherever the line passes it? */
static int stopped_at_edge(const HighLine *m) {
    LineQuery *l = m->l;
    Spot w, v;
    int blocks, way = compare(m->enters, m->leaves);
    if (way > 0 || !shared_edge(l, l->source, l->target, &w, &v, &blocks)) return 0;
    if (blocks) return 1;
    if (way < 0) return stopped_along_edge(m);
    l->levels->at = m->enters;
    return walls_cover(l, w, v, all_walls(l));
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
    if (!place || !marked) m->l->failed = 1;
    int n = 0;
    for (int k = 0; k < m->n && !m->l->failed; k++) {
        const Thing *t = &m->thing[k];
        Position lo = t->lo, hi = t->hi;
        if (t->through || !clip_heights(&t->span, z0, z1, &lo, &hi)) continue;
        place[n] = lo; place[n + 1] = hi;
        add_touch(of[t->limited], n, n + 1, t->sides, t->of, 0, 0);
        n += 2;
    }
    if (met->touches.failed || met->limited.failed) m->l->failed = 1;
    if (n && !m->l->failed) {
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

/* The contact of the line with these heights at its ends. */
static int contact_at(HighLine *m, int64_t z0, int64_t z1) {
    LineQuery *l = m->l;
    Met met;
    l->levels->ends[0] = z0; l->levels->ends[1] = z1;
    if (m->corner && stopped_at_edge(m)) return BLOCKED;
    touches_at(m, z0, z1, &met);
    if (l->failed) { drop_met(&met); return BLOCKED; }
    int contact = CLEAR, leaving = ON_BOTH, coming = ON_BOTH;
    if (met.touches.n) {
        if (m->corner) lanes_at_ends(l, m->line, &leaving, &coming);
        if (is_parted(l, &met, leaving, coming)) contact = BLOCKED;
        else if (!m->corner) contact = grazed(&met.touches, met.span, 0, met.span, 0);
        else {
            contact = grazed(&met.touches, met.span, met.leaves, met.enters, 1);
            int closed = m->closed_ends ? any_touch(&met.touches, met.span) : CLEAR;
            if (closed > contact) contact = closed;
        }
    }
    if (contact < BLOCKED && met.limited.n > 1
        && (m->corner ? !passes_limited(l, m->line, &met) : is_stopped_by_limited(l, &met, ON_BOTH, ON_BOTH))) contact = BLOCKED;
    drop_met(&met);
    return contact;
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
    if (m->cuts.failed || !heights_inside(&m->cuts, levels_of(m), cell, &z0, &z1)) { m->unsure = 1; return; }
    int contact = contact_at(m, z0, z1);
    if (contact < m->best) m->best = contact;
}

/* What of a cell clears a thing that goes right through the line, above it or below it all along. */
static int clears(HighLine *m, const Cell *cell, const Thing *t, int side, Cell *out) {
    int64_t high = side > 0 ? t->span.top : t->span.bottom;
    Cell first;
    if (high == ABOVE_ALL || high == BELOW_ALL) return NOTHING;
    int cut = add_cut(&m->cuts, levels_of(m), t->lo, high);
    int found = cut < 0 ? NOTHING : part_of_cell(&m->cuts, cell, cut, side, &first);
    if (found == NOTHING || compare(t->lo, t->hi) == 0) {
        if (found == A_PART) *out = first;
        return found;
    }
    cut = add_cut(&m->cuts, levels_of(m), t->hi, high);
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
    int cut = add_cut(&m->cuts, levels_of(m), at, high);
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

/* Walls along the edge that two neighbors share count wherever the line passes it. */
static void cut_by_edge(HighLine *m, const Cell *all) {
    const LineQuery *l = m->l;
    Spot w, v;
    int blocks;
    if (compare(m->enters, m->leaves) > 0 || !shared_edge(l, l->source, l->target, &w, &v, &blocks)) return;
    GridLine edge = line_between(l, w, v);
    for (int32_t k = 0; k < l->specials; k++) {
        WallTouch t;
        HighSpan span;
        if (!meets_wall(&edge, wall_scale(l), &l->special[k].at, &t) || t.sides != 0) continue;
        if (!span_within(l->levels, wall_span(l->levels, l->special[k].flags), &span)) continue;
        cut_at(m, all, m->enters, span.bottom); cut_at(m, all, m->enters, span.top);
        cut_at(m, all, m->leaves, span.bottom); cut_at(m, all, m->leaves, span.top);
    }
}

/* The best contact of a line over all heights in two bodies, or one that is `enough`; -1: not for this kernel. */
static int high_contact(LineQuery *l, Spot from, Spot to, const HighSpan *source, const HighSpan *target, int corner, int closed_ends, int enough) {
    HighLine m;
    Cell all;
    GridLine line = line_between(l, from, to);
    m.l = l; m.line = &line; m.corner = corner; m.closed_ends = closed_ends; m.enough = enough; m.best = BLOCKED;
    const HighSpan *ends[2] = {source, target};
    for (int k = 0; k < 2; k++) {
        m.feet[k] = (ends[k]->bottom - l->levels->base) * l->levels->fine;
        m.heads[k] = (ends[k]->top - l->levels->base) * l->levels->fine;
    }
    meet_all_high(&m);
    if (l->only_clear && !m.stopped) stop_at_touches(&m);
    if (!m.stopped) {
        Thing ends = {START, FINISH, ENDLESS_SPAN, 0, 0, 0, 0}, own = {m.leaves, m.enters, ENDLESS_SPAN, 0, 0, 0, 0};
        all_heights(&m.cuts, l->levels, source, target, &all);
        m.least = m.cuts.n;
        for (int i = 0; i < m.n; i++) {
            if (m.thing[i].through || is_endless(&m.thing[i].span)) continue;
            for (int k = 0; k < m.n; k++) if (!m.thing[k].through) cut_by_marks(&m, &all, &m.thing[i], &m.thing[k]);
            cut_by_marks(&m, &all, &m.thing[i], &ends);
            cut_by_marks(&m, &all, &m.thing[i], &own);
        }
        if (corner && l->specials) cut_by_edge(&m, &all);
        m.most = m.cuts.n;
        m.unsure |= m.cuts.failed;
        if (!m.unsure) try_clearing(&m, &all, 0);
    }
    if (m.thing != m.few) free(m.thing);
    return l->failed || m.unsure ? -1 : m.best;
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

static void mark_span(const LineQuery *l, Marks *marks, int64_t low, int64_t high, const HighSpan *s) {
    HighSpan span;
    if (!span_within(l->levels, s, &span)) return;
    if (span.bottom != BELOW_ALL) add_mark(marks, low, high, span.bottom);
    if (span.top != ABOVE_ALL) add_mark(marks, low, high, span.top);
}

/* The best contact at the corner that two tiles share, over all heights that both bodies have; -1: not for this
   kernel. */
static int point_contact(LineQuery *l, Spot at, const HighSpan *source, const HighSpan *target, int closed_ends, int enough) {
    Levels *h = l->levels;
    int64_t low = (source->bottom > target->bottom ? source->bottom : target->bottom) - h->base;
    int64_t high = (source->top < target->top ? source->top : target->top) - h->base;
    Marks marks = {{0}, 0, 0};
    Spot own[6], w, v;
    int best = BLOCKED, blocks = 0, neighbors = shared_edge(l, l->source, l->target, &w, &v, &blocks);
    if (low >= high || blocks) return BLOCKED;
    low *= h->fine; high *= h->fine;
    for (int32_t da = -1; da <= 1; da++) {
        for (int32_t db = -1; db <= 1; db++) {
            Tile t = {l->source.a + da, l->source.b + db};
            int n = corners_of(l, t, own), k = 0;
            while (k < n && (own[k].x != at.x || own[k].y != at.y)) k++;
            if (k == n || !in_planes(l, t)) continue;
            const int32_t *first = h->board->first + 2 * (int64_t)h->board->column[index_of(l, t)];
            for (int32_t i = first[0]; i < first[1]; i++) mark_span(l, &marks, low, high, &h->board->part[i]);
        }
    }
    int64_t x = at.x * wall_scale(l), y = at.y * wall_scale(l);
    for (int32_t k = 0; k < l->specials; k++) {
        const Special *s = &l->special[k];
        int counts = is_on_wall(&s->at, x, y);
        if (!counts && neighbors) {
            GridLine edge = line_between(l, w, v);
            WallTouch t;
            counts = meets_wall(&edge, wall_scale(l), &s->at, &t) && t.sides == 0;
        }
        if (counts) mark_span(l, &marks, low, high, wall_span(h, s->flags));
    }
    if (marks.failed) return -1;
    for (int k = 0; k <= marks.n && best > enough; k++) {
        int64_t under = k ? marks.at[k - 1] : low, over = k < marks.n ? marks.at[k] : high;
        if (under == over) continue;
        h->ends[0] = h->ends[1] = under + (over - under) / 2;
        h->at = START;
        if ((neighbors && walls_cover(l, w, v, all_walls(l))) || !joined_around(l, at)) continue;
        best = closed_ends && point_touched(l, at) ? CORNER : CLEAR;
    }
    return l->failed ? -1 : best;
}

/* --- two tiles */

/* On one tile: do the bodies share a height, or is no floor between them? */
static int joined_on_tile(const LineQuery *l, const HighSpan *source, const HighSpan *target) {
    const HighSpan *low = source->bottom < target->bottom ? source : target, *high = low == source ? target : source;
    const Heights *board = l->levels->board;
    const int32_t *first = board->first + 2 * (int64_t)board->column[index_of(l, l->source)];
    if (high->bottom < low->top) return 1;
    for (int32_t k = first[1]; k < first[2]; k++) if (low->top <= board->part[k].bottom && board->part[k].bottom <= high->bottom) return 0;
    return 1;
}

/* The best contact between bodies on two tiles of the board, or one that is `enough`; -1: not for this kernel. */
static int between_bodies(LineQuery *l, const Heights *board, const HighSpan *source, const HighSpan *target, int corner, int closed_ends, int enough) {
    Levels levels = {board, 0, 0, 2, {0, 0}, START};
    Spot from[6], to[6];
    int64_t head = source->top > target->top ? source->top : target->top;
    levels.base = source->bottom < target->bottom ? source->bottom : target->bottom;
    levels.size = head - levels.base;
    while (levels.size * levels.fine >> 50 == 0) levels.fine *= 2;
    l->levels = &levels;
    int best = BLOCKED, unsure = 0;
    if (is_same_tile(l->source, l->target)) best = joined_on_tile(l, source, target) ? CLEAR : BLOCKED;
    else if (!corner) return high_contact(l, center_of(l, l->source), center_of(l, l->target), source, target, 0, 0, enough);
    else {
        int n = corners_of(l, l->source, from), m = corners_of(l, l->target, to);
        for (int i = 0; i < n * m && best > enough && !l->failed; i++) {
            Spot a = from[i / m], b = to[i % m];
            int contact = a.x == b.x && a.y == b.y ? point_contact(l, a, source, target, closed_ends, enough)
                        : high_contact(l, a, b, source, target, 1, closed_ends, enough);
            if (contact < 0) unsure = 1;
            else if (contact < best) best = contact;
        }
    }
    return l->failed || (unsure && best > enough) ? -1 : best;
}

#endif
