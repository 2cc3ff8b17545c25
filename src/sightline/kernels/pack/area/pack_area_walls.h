/* Is there a free line from any part of a tile, or from a corner of it, to any part of another, where there are free,
   limited or one-way walls? rules/packs/area.py in C, where every touch stops a line.

   Free lines are an open set. From a point, each bar stops a stretch of directions, and a free line is one between
   two of them. From a tile, every family of free lines is bounded on its left by lines through one point, a pivot:
   the end of a bar on the left of it, or a corner of one of the two tiles with all of the tile on the right. Around
   each pivot bars stop stretches of directions, before it and behind it. */
#ifndef SIGHTLINE_PACK_AREA_WALLS_H
#define SIGHTLINE_PACK_AREA_WALLS_H

#include "pack_area_shut.h"

static void drop_strip(Strip *s) { free(s->bar); free(s->whole); free(s->shut.at); free(s->limited.at); free(s->join); }

/* --- directions that are left over */

static int by_place(const Exact *p, const Span *a, const Span *b) { return turn(p, &a->from, &b->from); }

/* The part of a bar's directions that is in the range; 0: there is none. */
static int cut_to_range(const Exact *p, const Span *range, const Span *cone, Span *out) {
    int begins = is_between(p, &range->from, &range->to, &cone->from), ends = is_between(p, &range->from, &range->to, &cone->to);
    if (!begins && !ends) {
        if (turn(p, &cone->from, &range->from) < 0 || turn(p, &range->from, &cone->to) < 0) return 0;
        if (turn(p, &cone->from, &range->to) < 0 || turn(p, &range->to, &cone->to) < 0) return 0;
        /* Two half turns are the same, or the one and the other. */
        if (!turn(p, &cone->from, &range->from) && turn_right(p, &cone->from, &range->from)) return 0;
    }
    out->from = begins ? cone->from : range->from;
    out->to = ends ? cone->to : range->to;
    return turn_right(p, &out->from, &out->to) > 0;
}

/* Is a bar before the shape, as seen from p? In some direction both are; `range`: all directions of the shape;
   `back`: from there to p. */
static int is_before(const Exact *p, const Bar *bar, const Span *range, int back, const Exact *shape, int n, const Exact *middle) {
    for (int i = 0; i < bar->n; i++) {
        Exact at = bar->at[i];
        at.away = back;
        if (is_between(p, &range->from, &range->to, &at)) return !is_beyond(p, shape, n, &bar->at[i]);
    }
    return is_beyond(p, bar->at, bar->n, middle);
}

/* The next stretch of the range outside all spans, starting at `at`; spans are sorted. 0: there is none. */
static int next_gap(Strip *s, const Exact *p, const Span *range, int *k, Exact *at, Span *gap) {
    for (; *k < s->shut.n; ++*k) {
        const Span *span = &s->shut.at[*k];
        if (turn(p, at, &span->from) > 0) {
            gap->from = *at; gap->to = span->from;
            *at = span->to;
            ++*k;
            return 1;
        }
        if (turn_right(p, at, &span->to) > 0) *at = span->to;
    }
    if (turn_right(p, at, &range->to) <= 0) return 0;
    gap->from = *at; gap->to = range->to;
    *at = range->to;
    return 1;
}

static void sort_spans(Spans *spans, const Exact *p) {
    static const int step[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (int g = 0; g < 8; g++) {
        const int far = step[g];
        for (int i = far; i < spans->n; i++) {
            Span span = spans->at[i];
            int k = i;
            for (; k >= far && by_place(p, &spans->at[k - far], &span) < 0; k -= far) spans->at[k] = spans->at[k - far];
            spans->at[k] = span;
        }
    }
}

/* --- from a corner */

/* Does a one-way wall block lines from p? `backwards`: to p. */
static inline int stands_from(const Exact *p, const Bar *bar, int backwards) {
    if (!(bar->flags & ONE_WAY)) return 1;
    int side = turn(&bar->at[0], &bar->at[1], p);
    return backwards ? side > 0 : side < 0;
}

/* Add the directions in which a walker cannot get from the tile around its corner onto the line. */
static void add_arcs(Strip *s, const Exact *p, Spot corner, PackTile own, int ends, int backwards, const Span *range) {
    const PackGround *g = s->look.ground;
    const int64_t unit = grid_unit(g), x = corner.x * unit, y = corner.y * unit;
    const int open = ends == AREA_OPEN;
    Disc d;
    PackVertex round;
    PackCorner c;
    int walls = 0;
    pack_corner(&s->look, corner, own, open, &c);
    no_spokes(&d);
    if (g->walls) {
        WallWalk walk;
        int32_t i;
        walk_from(&walk, g->walls, x, y, x, y, 0);
        while ((i = next_wall(&walk)) >= 0) {
            const Segment *w = &g->walls->wall[i];
            if (g->walls->flags[i] & LIMITED || !is_on_wall(w, x, y)) continue;
            int64_t wx = w->x1 - w->x0, wy = w->y1 - w->y0;
            add_spoke(&d, wx, wy, 0, NO_TILE);
            add_spoke(&d, -wx, -wy, 0, NO_TILE);
            walls = 1;
        }
    }
    if (!walls && c.reached == (1 << c.at.n) - 1) { drop_spokes(&d); return; }
    pack_vertex(g, corner, &round);
    for (int i = 0; i < round.n; i++) {
        Spot at[6];
        int k = 0, n = tile_corners(g->hex, round.row[i], round.col[i], at);
        while (at[k].x != corner.x || at[k].y != corner.y) k++;
        Spot begin = at[(k + (g->hex ? n - 1 : 1)) % n];
        add_spoke(&d, begin.x - corner.x, begin.y - corner.y, 0, NO_TILE);
    }
    qsort(d.at, (size_t)d.n, sizeof(Spoke), by_angle);
    for (int i = 0; i < d.n && !d.failed; i++) {
        Spoke a = d.at[i], b = d.at[(i + 1) % d.n];
        if (by_angle(&a, &b) == 0) continue;
        Exact from = {p->x + a.x, p->y + a.y, 1, 0}, to = {p->x + b.x, p->y + b.y, 1, 0};
        Span arc = {from, to}, part;
        if (!cut_to_range(p, range, &arc, &part)) continue;
        int64_t size = llabs(a.x) > llabs(a.y) ? llabs(a.x) : llabs(a.y), other = llabs(b.x) > llabs(b.y) ? llabs(b.x) : llabs(b.y);
        const int64_t wanted = (int64_t)1 << 28;
        int64_t m = size < wanted ? wanted / size : 1, n = other < wanted ? wanted / other : 1;
        int64_t ax = a.x * m + b.x * n, ay = a.y * m + b.y * n;
        int lanes = pack_lanes_at(&s->look, own, corner, backwards ? -ax : ax, backwards ? -ay : ay, backwards, open, 0);
        if (lanes < 0) s->failed = 1;
        if (!lanes) add_span(s, &s->shut, &part.from, &part.to, NULL);
    }
    if (d.failed) s->failed = 1;
    drop_spokes(&d);
}

/* Does a touch that counts lie at the corner of a tile? */
static int corner_touched(Strip *s, Spot corner, PackTile own, int64_t dx, int64_t dy) {
    PackCorner c;
    Disc d;
    PackVertex round;
    pack_corner(&s->look, corner, own, 0, &c);
    int walls = pack_disc(&s->look, corner, dx, dy, 0, 0, &d, &round);
    drop_spokes(&d);
    return c.touched || walls;
}

/* --- limited walls */

static inline int is_collinear(const Bar *a, const Bar *b) {
    return turn(&a->at[0], &a->at[1], &b->at[0]) == 0 && turn(&a->at[0], &a->at[1], &b->at[1]) == 0;
}

/* Are there two limited walls that overlap along one line? */
static int has_twins(Strip *s) {
    if (s->twins >= 0) return s->twins;
    s->twins = 0;
    for (int i = 0; i < s->bars && !s->twins; i++) {
        const Bar *bar = &s->bar[i];
        if (!(bar->flags & LIMITED)) continue;
        for (int k = 0; k < i && !s->twins; k++)
            s->twins = s->bar[k].flags & LIMITED && !are_boxes_apart(bar, &s->bar[k]) && is_collinear(bar, &s->bar[k]);
    }
    return s->twins;
}

/* Is there a direction in the gap with limited walls at one place at most, where some overlap along one line? */
static int passes_twins(const Spans *l, const Exact *p, const Span *gap, int taken) {
    Exact at = gap->from;
    while (turn_right(p, &at, &gap->to) > 0) {
        /* Up to the next direction at which a limited wall begins or ends. */
        Exact next = gap->to;
        for (int i = 0; i < l->n; i++) {
            const Exact *ends[2] = {&l->at[i].from, &l->at[i].to};
            for (int k = 0; k < 2; k++)
                if (turn(p, &at, ends[k]) > 0 && turn(p, ends[k], &next) > 0) next = *ends[k];
        }
        const Bar *first = NULL;
        int places = taken;
        for (int i = 0; i < l->n && places < 2; i++) {
            if (taken && is_at_bar(p, l->at[i].bar->at, 2)) continue;
            if (turn(p, &l->at[i].from, &at) < 0 || turn(p, &next, &l->at[i].to) < 0) continue;
            if (!first || !is_collinear(first, l->at[i].bar)) places++;
            if (!first) first = l->at[i].bar;
        }
        if (places < 2) return 1;
        at = next;
    }
    return 0;
}

/* The same. Limited walls are in order by where they begin. */
static int passes_limited_walls(Strip *s, const Exact *p, const Span *gap, int taken) {
    const Spans *l = &s->limited;
    if (l->n < 2 - taken) return 1;
    if (has_twins(s)) return passes_twins(l, p, gap, taken);
    /* How far the walls so far stop all directions once, and twice. */
    Exact once = gap->from, twice = gap->from;
    Exact *reached = taken ? &once : &twice;
    for (int i = 0; i < l->n && turn_right(p, reached, &gap->to) > 0; i++) {
        const Span *span = &l->at[i];
        if (turn_right(p, reached, &span->to) <= 0 || (taken && is_at_bar(p, span->bar->at, 2))) continue;
        if (turn_right(p, reached, &span->from) > 0) return 1;
        if (turn_right(p, &once, &span->to) <= 0) { twice = span->to; continue; }
        twice = once;
        once = span->to;
    }
    return turn_right(p, reached, &gap->to) > 0;
}

/* --- what is left over */

/* Add the directions of the range in which a bar is before a shape; `all`: those in which the shape is. */
static void stop_by(Strip *s, const Exact *p, const Span *range, const Bar *bar, int back, const Span *all, const Exact *shape, const Exact *middle) {
    Span cone, part;
    if (!cone_of(p, bar->at, bar->n, &cone)) return;
    if (back) { cone.from.away = cone.to.away = 1; }
    if (!cut_to_range(p, range, &cone, &part)) return;
    if (!is_before(p, bar, all, back, shape, s->corners, middle)) return;
    if (bar->flags & LIMITED) add_span(s, &s->limited, &part.from, &part.to, bar);
    else {
        s->covered |= turn(p, &part.from, &range->from) == 0 && turn(p, &part.to, &range->to) == 0;
        add_span(s, &s->shut, &part.from, &part.to, bar);
    }
}

static int is_left_over(Strip *s, const Exact *p, const Span *range) {
    Exact at = range->from;
    Span gap;
    int k = 0;
    sort_spans(&s->shut, p);
    sort_spans(&s->limited, p);
    while (next_gap(s, p, range, &k, &at, &gap))
        if (passes_limited_walls(s, p, &gap, 0)) return 1;
    return 0;
}

/* Is there a free line from a corner of `own`, one of the two tiles, or from its `center`, to the other? `backwards`: it
   is the second. */
static int corner_is_free(Strip *s, Spot corner, int center, int backwards, int ends) {
    const int64_t unit = grid_unit(s->look.ground);
    const PackTile own = backwards ? s->look.target : s->look.source;
    const Exact p = exact_at(s, corner.x * unit, corner.y * unit), *shape = backwards ? s->here : s->there;
    Span range;
    int within = 0;
    if (!cone_of(&p, shape, s->corners, &range)) return 0;
    if (ends == AREA_CLOSED && !center) {
        const Exact *a = &s->middle[0], *b = &s->middle[1];
        if (corner_touched(s, corner, own, b->x - a->x, b->y - a->y)) return 0;
    }
    s->shut.n = s->limited.n = s->covered = 0;
    for (int i = 0; i < s->corners; i++) within |= is_same_point(&p, &shape[i]);
    for (int i = 0; i < s->bars && !within && !s->covered; i++)
        if (stands_from(&p, &s->bar[i], backwards)) stop_by(s, &p, &range, &s->bar[i], 0, &range, shape, &s->middle[!backwards]);
    if (!s->covered && !center) add_arcs(s, &p, corner, own, ends, backwards, &range);
    int found = !s->covered && is_left_over(s, &p, &range);
    return found;
}

/* --- from a tile */

/* The directions into a tile from a point that is not inside it, but perhaps on its border. */
static int directions_into(const Exact *m, const Exact *at, int n, Span *cone) {
    for (int i = 0; i < n; i++) {
        const Exact *a = &at[i], *b = &at[(i + 1) % n], *c = &at[(i + 2) % n];
        if (is_same_point(m, a) || is_same_point(m, b) || !is_on_stretch(m, a, b)) continue;
        int forth = turn(m, a, c) > 0;
        cone->from = forth ? *a : *b;
        cone->to = forth ? *b : *a;
        return 1;
    }
    return cone_of(m, at, n, cone);
}

/* A pivot between the tiles, or on their borders; the first tile's, or the second's, with all of it on the right. */
enum { PIVOT_BAR, PIVOT_HERE, PIVOT_THERE };

/* Do blockers at the pivot leave free directions? The part of a one-way wall to the right of a line stops it only if it
   is the wall's first end. */
static int narrow_at_pivot(Strip *s, const Exact *m, int role, const Span *own, Span *range) {
    for (int i = 0; i < s->bars; i++) {
        const Bar *bar = &s->bar[i];
        int where = is_at_bar(m, bar->at, bar->n);
        if (!where) continue;
        if (where == 2) return 0;
        for (int k = 0; k < (bar->flags & ONE_WAY ? 1 : bar->n); k++) {
            Exact w = bar->at[k], back = away_from(w);
            if (is_same_point(m, &w)) continue;
            if (role == PIVOT_BAR) {
                Span half = {w, back}, other = {back, w}, part;
                if (!(bar->flags & LIMITED)) {
                    if (!cut_to_range(m, range, &half, &part)) return 0;
                    *range = part;
                } else if (cut_to_range(m, range, &other, &part)) add_span(s, &s->limited, &part.from, &part.to, bar);
            } else if (role == PIVOT_HERE) {
                Exact end = away_from(own->to);
                Span part = {range->from, w};
                if (turn(m, &end, &w) <= 0 || turn(m, &w, &own->from) < 0 || turn(m, &w, &range->from) >= 0) continue;
                int all = turn(m, &w, &range->to) <= 0;
                if (bar->flags & LIMITED) add_span(s, &s->limited, all ? &range->from : &part.from, all ? &range->to : &part.to, bar);
                else if (all) return 0;
                else range->from = w;
            } else {
                Exact begin = away_from(own->from);
                Span part = {back, range->to};
                if (turn(m, &own->to, &w) < 0 || turn(m, &w, &begin) <= 0 || turn(m, &range->to, &back) >= 0) continue;
                int all = turn(m, &range->from, &back) <= 0;
                if (bar->flags & LIMITED) add_span(s, &s->limited, all ? &range->from : &part.from, all ? &range->to : &part.to, bar);
                else if (all) return 0;
                else range->to = back;
            }
        }
    }
    return 1;
}

static int pivot_is_free(Strip *s, const Exact *m, int role) {
    Span here, there, range;
    s->limited.n = 0;
    if (!directions_into(m, s->here, s->corners, &here) || !directions_into(m, s->there, s->corners, &there)) return 0;
    Span back = {away_from(here.from), away_from(here.to)};
    if (role == PIVOT_BAR) {
        if (!cut_to_range(m, &there, &back, &range)) return 0;
    } else {
        const Span *own = role == PIVOT_HERE ? &here : &there;
        Span beside = {away_from(own->to), own->from};
        if (!cut_to_range(m, role == PIVOT_HERE ? &there : &back, &beside, &range)) return 0;
    }
    int found = narrow_at_pivot(s, m, role, role == PIVOT_HERE ? &here : &there, &range);
    /* From a point of a tile's border there is nothing before the tile. */
    int front = role != PIVOT_THERE && !is_at_bar(m, s->there, s->corners), behind = role != PIVOT_HERE && !is_at_bar(m, s->here, s->corners);
    s->shut.n = s->covered = 0;
    for (int i = 0; i < s->bars && found && !s->unsure && !s->covered; i++) {
        const Bar *bar = &s->bar[i];
        if (is_at_bar(m, bar->at, bar->n)) continue;
        if (front && stands_from(m, bar, 0)) stop_by(s, m, &range, bar, 0, &there, s->there, &s->middle[1]);
        if (behind && stands_from(m, bar, 1)) stop_by(s, m, &range, bar, 1, &back, s->here, &s->middle[0]);
    }
    found = found && !s->unsure && !s->covered && is_left_over(s, m, &range);
    return found;
}

/* Is the point one of an earlier bar? */
static int is_known_pivot(const Strip *s, int bar, const Exact *m) {
    for (int i = 0; i < bar; i++)
        for (int k = 0; k < s->bar[i].n; k++) if (is_same_point(&s->bar[i].at[k], m)) return 1;
    return 0;
}

/* Is there a free line from any part of one tile to any part of the other? */
static int tile_is_free(Strip *s) {
    if (!s->bars) return 1;
    for (int i = 0; i < s->corners; i++) if (pivot_is_free(s, &s->here[i], PIVOT_HERE)) return 1;
    for (int i = 0; i < s->corners; i++) if (pivot_is_free(s, &s->there[i], PIVOT_THERE)) return 1;
    for (int i = 0; i < s->bars; i++) {
        for (int k = 0; k < s->bar[i].n; k++) {
            const Exact *m = &s->bar[i].at[k];
            if (m->w == 1 && is_off_band(m, 1, &s->middle[0], s->dx, s->dy, s->wide)) continue;
            if (!is_known_pivot(s, i, m) && pivot_is_free(s, m, PIVOT_BAR)) return 1;
        }
    }
    return 0;
}

/* --- what is asked */

/* Does the one tile see the other? -1: out of memory; -2: the numbers are too large. */
static int area_sees_by_walls(Strip *s, const PackGround *g, PackTile source, PackTile target, const PackAreaRule *rule) {
    int found = 0;
    if (source.row == target.row && source.col == target.col) return 1;
    if (rule->lines == AREA_TO_AREA) {
        collect_bars(s, g, source, target, 3);
        found = !s->unsure && !is_shut(s, JOIN_AT_CORNERS, 0, 0) && tile_is_free(s);
        return s->failed ? -1 : s->unsure ? -2 : found;
    }
    const int center = rule->lines >= CENTER_TO_AREA, lines = rule->lines - (center ? CENTER_TO_AREA - CORNER_TO_AREA : 0);
    for (int way = 0; way < 2 && !found; way++) {
        if (lines == (way ? CORNER_TO_AREA : AREA_TO_CORNER)) continue;
        PackTile own = way ? target : source;
        Spot corner[6] = {tile_center(g->hex, own.row, own.col)};
        int n = center ? 1 : tile_corners(g->hex, own.row, own.col, corner);
        /* The parts of walls inside the target's tile do not count. */
        if (!way || s->cut || lines == AREA_TO_CORNER) collect_bars(s, g, source, target, way ? 1 : 2);
        if (is_shut(s, JOIN_AT_CORNERS, 1, rule->ends == AREA_OPEN)) return s->failed ? -1 : 0;
        for (int i = 0; i < n && !found && !s->unsure && !s->failed; i++) found = corner_is_free(s, corner[i], center, way, rule->ends);
        if (s->failed) return -1;
        if (s->unsure) return -2;
    }
    return found;
}

#endif
