/* Lines of packs with heights: rules/packs/heights.py in C. What a line meets is collected here; high_cells.h finds its
   best heights, and pack_levels.h judges it at each pair of them. */
#ifndef SIGHTLINE_PACK_HIGH_H
#define SIGHTLINE_PACK_HIGH_H

#include "high_cells.h"
#include "pack_levels.h"

/* A thing on a tile of the target that blocks lines through that tile. */
typedef struct { int64_t at; HighSpan span; } PackHeld;

enum { MOST_HELD = 16, MOST_HIGH_WALLS = 256 };

typedef struct {
    HighLine high;
    const PackLook *l;
    const LineShape *shape;
    int64_t row, col;
    Spot p, q;
    int ends, uncut;
    const int *blocks;             /* by level: 0 for passing, 2 for what touches that the game master decides block, 3 */
    int helds;
    struct { Position lo, hi; int sides; HighSpan span; } held[MOST_HELD];
} PackLine;

/* Where a line of that level counts, from 0, passing, to 2, blocked. */
static inline int pack_worth(int bits) { return (bits & 1) + (bits >> 1 & 1); }

/* --- the edge of two neighbors */

/* Begin to iterate over the walls near the edge that the source and the target share; 0: they share none, or walls can
   not be on it. `w`, `v`: its ends, `plain`: does a wall without end stand on it? */
static int pack_shared_edge(const PackLook *l, Spot *w, Spot *v, int *plain, WallWalk *walk) {
    const PackGround *g = l->ground;
    const int64_t unit = WALL_UNIT / (g->hex ? 3 : 2);
    PackTile at = l->source;
    int turned, direction = edge_between(g->hex, l->target.row - at.row, l->target.col - at.col, &turned);
    if (direction < 0) return 0;
    if (turned) at = l->target;
    edge_ends(g->hex, direction, at.row, at.col, w, v);
    *plain = pack_edge_blocks(g, direction, at.row, at.col);
    if (g->walls) walk_from(walk, g->walls, w->x * unit, w->y * unit, v->x * unit, v->y * unit, 0);
    return *plain || g->walls;
}

static inline GridLine pack_grid_line(const PackLook *l, Spot p, Spot q) {
    GridLine line = {l->ground->hex, 0, 0, 1, p.x, p.y, q.x - p.x, q.y - p.y, {0}, {0}, {0}, 0};
    return line;
}

/* Do walls that lie along that edge stop the line all the way from where it enters the target to where it leaves the
   source? Limited ones do not count. */
static int pack_stopped_along_edge(const PackLine *r) {
    const HighLine *m = &r->high;
    const PackGround *g = r->l->ground;
    const GridLine line = pack_grid_line(r->l, r->p, r->q);
    const Spot from = tile_center(g->hex, r->l->source.row, r->l->source.col), to = tile_center(g->hex, r->l->target.row, r->l->target.col);
    Position covered = m->enters;
    for (int more = 1; more;) {
        WallWalk walk;
        Spot w, v;
        int plain;
        int32_t i;
        more = 0;
        pack_shared_edge(r->l, &w, &v, &plain, &walk);
        while ((i = next_wall(&walk)) >= 0) {
            const Segment *s = &g->walls->wall[i];
            const int flags = g->walls->flags[i];
            WallTouch t;
            HighSpan span;
            if (flags & LIMITED || !stands_for(s, flags, to.x - from.x, to.y - from.y)) continue;
            if (!span_within(m->levels, pack_wall_span(g->walls, g->high, i), &span)) continue;
            if (!meets_wall(&line, pack_unit(r->l), s, &t) || t.sides != 0) continue;
            if (!clip_heights(&span, m->levels->ends[0], m->levels->ends[1], &t.lo, &t.hi)) continue;
            if (flags & ON_EDGE && (compare(t.lo, m->enters) > 0 || compare(t.hi, m->leaves) < 0)) continue;
            if (compare(t.lo, covered) <= 0 && compare(t.hi, covered) > 0) { covered = t.hi; more = 1; }
        }
    }
    return compare(covered, m->leaves) >= 0;
}

/* Is that edge stopped wherever the line passes it? */
static int pack_stopped_at_edge(const PackLine *r) {
    const HighLine *m = &r->high;
    const PackGround *g = r->l->ground;
    WallWalk walk;
    Spot w, v;
    int plain, way = compare(m->enters, m->leaves);
    if (way > 0 || !pack_shared_edge(r->l, &w, &v, &plain, &walk)) return 0;
    if (plain) return 1;
    if (way < 0) return pack_stopped_along_edge(r);
    m->levels->at = m->enters;
    return pack_parts_neighbors(g, m->levels, r->l->source, r->l->target);
}

static int pack_judge(HighLine *m, int64_t z0, int64_t z1) {
    const PackLine *r = (const PackLine *)m;
    Met met;
    int along = 0, level;
    m->levels->ends[0] = z0; m->levels->ends[1] = z1;
    if ((r->ends == ENDS_CLOSED || r->ends == ENDS_OPEN) && pack_stopped_at_edge(r)) return pack_worth(r->blocks[LEVEL_THROUGH]);
    touches_at(m, z0, z1, &met);
    met.walled = 1; met.target_sides = 0;
    for (int k = 0; k < r->helds; k++) {
        Position lo = r->held[k].lo, hi = r->held[k].hi;
        if (r->held[k].sides <= met.target_sides || !clip_heights(&r->held[k].span, z0, z1, &lo, &hi)) continue;
        if (compare(lo, hi) < 0) met.target_sides = r->held[k].sides;
    }
    level = m->failed ? -1 : pack_judged(r->l, r->shape, r->row, r->col, r->p, r->q, &met, r->ends, r->helds > 0, r->uncut, &along);
    drop_met(&met);
    if (level < 0) { m->failed = 1; return 2; }
    int bits = r->blocks[level];
    if (level == LEVEL_PINCH && along & 1) bits |= r->blocks[LEVEL_EDGE];
    return pack_worth(bits);
}

/* --- what a line meets in the plan */

static void pack_meet_column(HighLine *m, const Heights *high, int64_t at, int floors_only, const Stretch *s, int64_t row, int64_t col) {
    const int32_t *first = high->first + 2 * (int64_t)high->column[at];
    const Position lo = mark_at(m, s->lo), hi = mark_at(m, s->hi);
    const int through = s->sides == ON_BOTH && s->lo < s->hi;
    for (int32_t k = floors_only ? first[1] : first[0]; k < first[2]; k++) {
        int before = m->n;
        add_thing(m, lo, hi, s->sides, k < first[1] ? TOUCH_TILE : TOUCH_WALL, &high->part[k], through);
        if (m->n > before) { m->thing[before].row = (int)row; m->thing[before].col = (int)col; }
    }
}

static void pack_meet_high_tile(PackLine *r, const PackHeld *held, int helds, int64_t row, int64_t col, const Stretch *s) {
    HighLine *m = &r->high;
    const PackGround *g = r->l->ground;
    const int64_t at = pack_index(g, row, col);
    const int word = g->tiles[at], is_source = at == r->l->at_source, is_target = at == r->l->at_target;
    const Position lo = mark_at(m, s->lo), hi = mark_at(m, s->hi);
    if (is_source) m->leaves = hi;
    if (is_target) m->enters = lo;
    for (int k = 0; k < helds; k++) {
        HighSpan span;
        if (held[k].at != at || s->lo >= s->hi || !span_within(m->levels, &held[k].span, &span)) continue;
        if (r->helds == MOST_HELD) { m->unsure = 1; return; }
        r->held[r->helds].lo = lo; r->held[r->helds].hi = hi;
        r->held[r->helds].sides = s->sides; r->held[r->helds++].span = span;
    }
    const int of = is_source || is_target || word == GROUND_HIGH ? -1 : pack_blocks(r->l, at), before = m->n;
    if (of >= 0) {
        add_thing(m, lo, hi, s->sides, of, &ENDLESS_SPAN, s->sides == ON_BOTH && s->lo < s->hi);
        if (m->n > before) { m->thing[before].row = (int)row; m->thing[before].col = (int)col; }
    }
    if (!pack_is_outside(g, at) && !m->stopped) pack_meet_column(m, g->high, at, is_source || is_target || word != GROUND_HIGH, s, row, col);
}

static void pack_meet_high_walls(PackLine *r) {
    HighLine *m = &r->high;
    const PackGround *g = r->l->ground;
    const PackWalls *walls = g->walls;
    const int64_t unit = pack_unit(r->l);
    const GridLine line = pack_grid_line(r->l, r->p, r->q);
    int32_t which[MOST_HIGH_WALLS], i;
    int n = 0;
    WallWalk v;
    walk_from(&v, walls, r->p.x * unit, r->p.y * unit, r->q.x * unit, r->q.y * unit, 0);
    while (!m->stopped && (i = next_wall(&v)) >= 0) {
        int k = 0, through = 0, before = m->n;
        const Segment *s = &walls->wall[i];
        const int flags = walls->flags[i];
        WallTouch t;
        while (k < n && which[k] != i) k++;
        if (k < n || !meets_wall(&line, unit, s, &t)) continue;
        if (n == MOST_HIGH_WALLS) { m->unsure = 1; return; }
        which[n++] = i;
        int sides = t.sides, kind = flags & ON_EDGE ? TOUCH_EDGE : TOUCH_WALL;
        if (!stands_for(s, flags, line.dx, line.dy)) {
            kind = TOUCH_PASSED;
            if (!(sides = lanes_passed(s, line.dx, line.dy, &t))) continue;
        } else through = !(flags & LIMITED) && goes_across(&t);
        add_thing(m, reduced(t.lo), reduced(t.hi), sides, kind, pack_wall_span(walls, g->high, i), through);
        if (m->n > before) m->thing[before].limited = (flags & LIMITED) != 0;
    }
}

static void pack_meet_all_high(PackLine *r, const PackHeld *held, int helds) {
    HighLine *m = &r->high;
    const LineShape *s = r->shape;
    const PackGround *g = r->l->ground;
    r->helds = 0;
    if (g->walls) pack_meet_high_walls(r);
    for (int i = 0; i < s->tiles && !m->stopped && !m->unsure; i++)
        pack_meet_high_tile(r, held, helds, r->row + s->tile[i].row, r->col + s->tile[i].col, &s->in_tile[i]);
    for (int i = 0; i < s->edges && pack_has_edges(g) && !m->stopped; i++) {
        const ShapeEdge *e = &s->edge[i];
        const Stretch *on = &s->in_edge[i];
        if (!pack_edge_blocks(g, e->direction, r->row + e->row, r->col + e->col)) continue;
        const int through = on->sides == ON_BOTH && on->lo > 0 && on->hi < s->span;
        add_thing(m, mark_at(m, on->lo), mark_at(m, on->hi), on->sides, TOUCH_EDGE, &ENDLESS_SPAN, through);
    }
}

/* --- lines of no length */

/* Mark the bottoms and tops of all that is around a corner of the grid. */
static void pack_mark_around(const PackLook *l, Spot at, int64_t low, int64_t high, Marks *marks) {
    const PackGround *g = l->ground;
    const int64_t unit = WALL_UNIT / (g->hex ? 3 : 2);
    PackVertex round;
    pack_vertex(g, at, &round);
    for (int i = 0; i < round.n; i++) {
        const int32_t *first = g->high->first + 2 * (int64_t)g->high->column[pack_index(g, round.row[i], round.col[i])];
        for (int32_t k = first[0]; k < first[1]; k++) mark_span(l->levels, marks, low, high, &g->high->part[k]);
    }
    if (!g->walls) return;
    WallWalk v;
    int32_t i;
    walk_from(&v, g->walls, (at.x * unit) - 2 * WALL_UNIT, (at.y * unit) - 2 * WALL_UNIT, (at.x * unit) + 2 * WALL_UNIT, (at.y * unit) + 2 * WALL_UNIT, 1);
    while ((i = next_wall(&v)) >= 0)
        if (is_on_wall(&g->walls->wall[i], at.x * unit, at.y * unit)) mark_span(l->levels, marks, low, high, pack_wall_span(g->walls, g->high, i));
}

/* Mark those of the walls near the edge that two neighbors share. */
static void pack_mark_edge(const PackLook *l, int64_t low, int64_t high, Marks *marks) {
    const PackGround *g = l->ground;
    WallWalk walk;
    Spot w, v;
    int plain;
    int32_t i;
    if (!pack_shared_edge(l, &w, &v, &plain, &walk) || !g->walls) return;
    while ((i = next_wall(&walk)) >= 0) mark_span(l->levels, marks, low, high, pack_wall_span(g->walls, g->high, i));
}

/* Of a line of no length, at the best height that both bodies have. */
static int pack_high_point(const PackLook *l, Spot at, const HighSpan *bodies, int ends, const int *blocks) {
    Levels *h = l->levels;
    int64_t low = (bodies[0].bottom > bodies[1].bottom ? bodies[0].bottom : bodies[1].bottom) - h->base;
    int64_t high = (bodies[0].top < bodies[1].top ? bodies[0].top : bodies[1].top) - h->base;
    Marks marks = {{0}, 0, 0};
    int best = 2;
    if (low >= high || l->at_source == l->at_target) return best;
    low *= h->fine; high *= h->fine;
    pack_mark_around(l, at, low, high, &marks);
    if (ends == ENDS_CLOSED) pack_mark_edge(l, low, high, &marks);
    if (marks.failed) return -1;
    for (int k = 0; k <= marks.n && best; k++) {
        int64_t under = k ? marks.at[k - 1] : low, over = k < marks.n ? marks.at[k] : high;
        if (under == over) continue;
        h->ends[0] = h->ends[1] = under + (over - under) / 2;
        h->at = START;
        int level = pack_at_a_point(l, at, ends);
        if (level < 0) return -2;
        int worth = pack_worth(blocks[level]);
        if (worth < best) best = worth;
    }
    return best;
}

/* Walls along the edge that two neighbors share count wherever the line passes it. */
static void pack_cut_by_edge(PackLine *r, const Cell *all) {
    HighLine *m = &r->high;
    const PackGround *g = r->l->ground;
    WallWalk walk;
    Spot w, v;
    int plain;
    int32_t i;
    if (compare(m->enters, m->leaves) > 0 || !pack_shared_edge(r->l, &w, &v, &plain, &walk) || !g->walls) return;
    const GridLine edge = pack_grid_line(r->l, w, v);
    while ((i = next_wall(&walk)) >= 0) {
        WallTouch t;
        HighSpan span;
        if (!meets_wall(&edge, WALL_UNIT / (g->hex ? 3 : 2), &g->walls->wall[i], &t) || t.sides != 0) continue;
        if (!span_within(m->levels, pack_wall_span(g->walls, g->high, i), &span)) continue;
        cut_at(m, all, m->enters, span.bottom); cut_at(m, all, m->enters, span.top);
        cut_at(m, all, m->leaves, span.bottom); cut_at(m, all, m->leaves, span.top);
    }
}

/* How a line counts at its best heights, from 0, passing, to 2, blocked; -1: this kernel cannot answer, -2: out of memory.
   `levels` of the look are those of the two bodies. */
static int pack_high(const PackLook *l, Spot p, Spot q, const HighSpan *bodies, const PackHeld *held, int helds, int ends, int uncut, const int *blocks) {
    PackLine r;
    HighLine *m = &r.high;
    Cell all;
    *l->levels = levels_between(l->ground->high, &bodies[0], &bodies[1]);
    if (p.x == q.x && p.y == q.y) {
        Spot at = {p.x / l->shapes->scale, p.y / l->shapes->scale};
        return pack_high_point(l, at, bodies, ends, blocks);
    }
    r.shape = shape_of(l->shapes, p.x, p.y, q.x, q.y, &r.row, &r.col);
    if (!r.shape) return -2;
    r.l = l; r.p = p; r.q = q; r.ends = ends; r.uncut = uncut; r.blocks = blocks;
    begin_high(m, l->levels, r.shape->span, &bodies[0], &bodies[1], 2, 0);
    m->judge = pack_judge;
    pack_meet_all_high(&r, held, helds);
    if (!m->stopped && !m->unsure) {
        cut_heights(m, &bodies[0], &bodies[1], &all);
        if (ends == ENDS_CLOSED || ends == ENDS_OPEN) pack_cut_by_edge(&r, &all);
        for (int k = 0; k < r.helds; k++) {
            cut_at(m, &all, r.held[k].lo, r.held[k].span.bottom); cut_at(m, &all, r.held[k].lo, r.held[k].span.top);
            cut_at(m, &all, r.held[k].hi, r.held[k].span.bottom); cut_at(m, &all, r.held[k].hi, r.held[k].span.top);
        }
        try_heights(m, &all);
    }
    end_high(m);
    return m->failed ? -2 : m->unsure ? -1 : m->best;
}

#endif
