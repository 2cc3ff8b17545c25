/* The contact of a line with heights by the geometric rules, on squares and on hexes: what it meets, and how the ends
   of it count. The best heights are found by high_cells.h. */
#ifndef SIGHTLINE_HIGH_LINE_H
#define SIGHTLINE_HIGH_LINE_H

#include "high_cells.h"
#include "near_walls.h"

/* A line of the corner rule or the center rule. */
typedef struct {
    HighLine high;
    LineQuery *l;
    const GridLine *line;
    int corner, closed_ends;
} RuleLine;

static inline const RuleLine *rule_of(const HighLine *m) { return (const RuleLine *)m; }

/* --- what a line meets in the plan */

static void meet_column(HighLine *m, int64_t at, int floors_only, const Stretch *s, int sides) {
    const Heights *board = m->levels->board;
    const int32_t *first = board->first + 2 * (int64_t)board->column[at];
    Position lo = mark_at(m, s->lo), hi = mark_at(m, s->hi);
    int through = sides == ON_BOTH && s->lo < s->hi;
    for (int32_t k = floors_only ? first[1] : first[0]; k < first[2]; k++)
        add_thing(m, lo, hi, sides, k < first[1] ? TOUCH_TILE : TOUCH_WALL, &board->part[k], through);
}

static void meet_high_tile(HighLine *m, int64_t row, int64_t col) {
    const LineQuery *l = rule_of(m)->l;
    const GridLine *line = rule_of(m)->line;
    Stretch s;
    Tile tile = tile_at(l, row, col);
    if (!in_planes(l, tile) || !in_tile(line, row, col, &s)) return;
    int64_t at = index_of(l, tile);
    int is_source = is_same_tile(tile, l->source), is_target = is_same_tile(tile, l->target), is_own = is_source || is_target || is_cleared(l, at);
    if (is_source) m->leaves = mark_at(m, s.hi);
    if (is_target) m->enters = mark_at(m, s.lo);
    int rim = is_rim(l, at), held = l->hexes ? l->hexes->holds[at] : !rim;
    int rock = !is_own && (l->hexes ? l->hexes->cell[at] & HEX_TILE : l->squares->cell[at] & TILE);
    if (rim || rock || held) {
        int sides = tile_sides(line, row, col), through = sides == ON_BOTH && s.lo < s.hi;
        if (rim || rock) add_thing(m, mark_at(m, s.lo), mark_at(m, s.hi), sides, rim ? TOUCH_RIM : TOUCH_TILE, &ENDLESS_SPAN, through);
        if (held) meet_column(m, at, is_own || rock, &s, sides);
    }
    if (!l->hexes && l->squares->thin == 0) return;
    for (int d = 0; d < line->axes && !m->stopped; d++) {
        if (!edge_blocks(l, d, tile) || !on_edge(line, d, row, col, &s)) continue;
        int through = s.sides == ON_BOTH && s.lo > 0 && s.hi < line->span;
        add_thing(m, mark_at(m, s.lo), mark_at(m, s.hi), s.sides, TOUCH_EDGE, &ENDLESS_SPAN, through);
    }
}

static void meet_high_walls(HighLine *m) {
    const LineQuery *l = rule_of(m)->l;
    const GridLine *line = rule_of(m)->line;
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
    const GridLine *line = rule_of(m)->line;
    int64_t top, bottom, left, right;
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
        int whole = t.of == TOUCH_WALL || !rule_of(m)->corner || rule_of(m)->closed_ends, open = rule_of(m)->corner ? !rule_of(m)->closed_ends : t.of == TOUCH_WALL;
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

/* Do walls that lie along the common edge stop the line all the way from where it enters the target to where it leaves
   the source? Limited ones do not count. */
static int stopped_along_edge(const HighLine *m) {
    const LineQuery *l = rule_of(m)->l;
    Position covered = m->enters;
    for (int more = 1; more;) {
        more = 0;
        for (int32_t k = 0; k < all_walls(l); k++) {
            int flags;
            WallTouch t;
            HighSpan span;
            const Segment *s = free_wall(l, k, &flags);
            if (flags & LIMITED || !stops_walk(l, s, flags) || !span_within(l->levels, wall_span(l->levels, flags), &span)) continue;
            if (!meets_wall(rule_of(m)->line, wall_scale(l), s, &t) || t.sides != 0) continue;
            if (!clip_heights(&span, l->levels->ends[0], l->levels->ends[1], &t.lo, &t.hi)) continue;
            if (flags & ON_EDGE && (compare(t.lo, m->enters) > 0 || compare(t.hi, m->leaves) < 0)) continue;
            if (compare(t.lo, covered) <= 0 && compare(t.hi, covered) > 0) { covered = t.hi; more = 1; }
        }
    }
    return compare(covered, m->leaves) >= 0;
}

/* Neighbors: is the edge that they share stopped wherever the line passes it? */
static int stopped_at_edge(const HighLine *m) {
    LineQuery *l = rule_of(m)->l;
    Spot w, v;
    int blocks, way = compare(m->enters, m->leaves);
    if (way > 0 || !shared_edge(l, l->source, l->target, &w, &v, &blocks)) return 0;
    if (blocks) return 1;
    if (way < 0) return stopped_along_edge(m);
    l->levels->at = m->enters;
    return walls_cover(l, w, v, all_walls(l));
}

/* The contact of the line with these heights at its ends. */
static int contact_at(HighLine *m, int64_t z0, int64_t z1) {
    LineQuery *l = rule_of(m)->l;
    Met met;
    l->levels->ends[0] = z0; l->levels->ends[1] = z1;
    if (rule_of(m)->corner && stopped_at_edge(m)) return BLOCKED;
    touches_at(m, z0, z1, &met);
    if (l->failed || m->failed) { drop_met(&met); return BLOCKED; }
    int contact = CLEAR, leaving = ON_BOTH, coming = ON_BOTH;
    if (met.touches.n) {
        if (rule_of(m)->corner) lanes_at_ends(l, rule_of(m)->line, &leaving, &coming);
        if (is_parted(l, &met, leaving, coming)) contact = BLOCKED;
        else if (!rule_of(m)->corner) contact = grazed(&met.touches, met.span, 0, met.span, 0);
        else {
            contact = grazed(&met.touches, met.span, met.leaves, met.enters, 1);
            int closed = rule_of(m)->closed_ends ? any_touch(&met.touches, met.span) : CLEAR;
            if (closed > contact) contact = closed;
        }
    }
    if (contact < BLOCKED && met.limited.n > 1
        && (rule_of(m)->corner ? !passes_limited(l, rule_of(m)->line, &met) : is_stopped_by_limited(l, &met, ON_BOTH, ON_BOTH))) contact = BLOCKED;
    drop_met(&met);
    return contact;
}

/* Walls along the edge that two neighbors share count wherever the line passes it. */
static void cut_by_edge(HighLine *m, const Cell *all) {
    const LineQuery *l = rule_of(m)->l;
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

/* The best contact of a line over all heights in two bodies, or one that is `enough`; -1: this kernel cannot answer. */
static int high_contact(LineQuery *l, Spot from, Spot to, const HighSpan *source, const HighSpan *target, int corner, int closed_ends, int enough) {
    RuleLine r;
    HighLine *m = &r.high;
    Cell all;
    GridLine line = line_between(l, from, to);
    r.l = l; r.line = &line; r.corner = corner; r.closed_ends = closed_ends;
    begin_high(m, l->levels, line.span, source, target, BLOCKED, enough);
    m->judge = contact_at;
    meet_all_high(m);
    if (l->only_clear && !m->stopped) stop_at_touches(m);
    if (!m->stopped) {
        cut_heights(m, source, target, &all);
        if (corner && l->specials) cut_by_edge(m, &all);
        try_heights(m, &all);
    }
    end_high(m);
    l->failed |= m->failed;
    return l->failed || m->unsure ? -1 : m->best;
}

/* --- lines of no length */

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
            for (int32_t i = first[0]; i < first[1]; i++) mark_span(h, &marks, low, high, &h->board->part[i]);
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
        if (counts) mark_span(h, &marks, low, high, wall_span(h, s->flags));
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

/* The best contact between bodies on two tiles of the board, or one that is `enough`; -1: this kernel cannot answer. */
static int between_bodies(LineQuery *l, const Heights *board, const HighSpan *source, const HighSpan *target, int corner, int closed_ends, int enough) {
    Levels levels = levels_between(board, source, target);
    Spot from[6], to[6];
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
