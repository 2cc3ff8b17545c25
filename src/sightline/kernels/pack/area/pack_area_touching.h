/* Is there a line from any part of a tile to any part of another that may touch what blocks? rules/packs/area.py in C,
   where no line is free of touches.

   Such a line goes through a corner, a pivot. Blockers before and behind the pivot stop open stretches of directions,
   so few are left: directions to other corners, each tested separately, and stretches between them. A line in the midst
   of such a stretch touches nothing but what is at the pivot. It could be moved aside, off the pivot, unless two tiles
   meet there, or a limited wall ends there. */
#ifndef SIGHTLINE_PACK_AREA_TOUCHING_H
#define SIGHTLINE_PACK_AREA_TOUCHING_H

#include "pack_area_walls.h"

/* A line through m in the direction e, which leads from the first tile to the second. */
typedef struct {
    Exact m, e;
    int by_x, sense;                                 /* along which axis it runs, and which way */
} Through;

/* A place on such a line: a point of it, or where it crosses a wall. */
typedef struct { Exact at; const Bar *wall; int left_first, state; } Place;
typedef struct { Place *at; int n, room; } Places;

static int add_place(Strip *s, Places *p, Place place) {
    if (p->n == p->room) {
        int room = p->room ? 2 * p->room : 32;
        Place *more = (Place *)realloc(p->at, sizeof(Place) * (size_t)room);
        if (!more) { s->failed = 1; return 0; }
        p->at = more; p->room = room;
    }
    p->at[p->n] = place;
    return p->n++;
}

static Through line_through(const Exact *m, const Exact *e) {
    Through t = {*m, *e, 1, compare_products(e->x, m->w, m->x, e->w)};
    if (!t.sense) { t.by_x = 0; t.sense = compare_products(e->y, m->w, m->y, e->w); }
    if (e->away) t.sense = -t.sense;
    return t;
}

static inline int side_of_line(const Through *t, const Exact *c) { return turn(&t->m, &t->e, c); }

/* Two walls cross each other: on which side of the line? They are looked at as a whole, with ends of whole numbers. */
static int side_of_crossing(const Strip *s, const Through *t, const Bar *a, const Bar *b) {
    const Segment *w = &s->look.ground->walls->wall[a->wall], *v = &s->look.ground->walls->wall[b->wall];
    uint64_t limbs[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const int64_t dx = v->x1 - v->x0, dy = v->y1 - v->y0;
    const int64_t begin = llabs(dx * (w->y0 - v->y0) - dy * (w->x0 - v->x0)), end = llabs(dx * (w->y1 - v->y0) - dy * (w->x1 - v->x0));
    add_determinant(limbs, t->m.x, t->m.y, t->m.w, t->e.x, t->e.y, t->e.w, w->x0 - s->x, w->y0 - s->y, 1, end);
    add_determinant(limbs, t->m.x, t->m.y, t->m.w, t->e.x, t->e.y, t->e.w, w->x1 - s->x, w->y1 - s->y, 1, begin);
    const int side = sign_of_limbs(limbs);
    return t->e.away ? -side : side;
}

/* Is the first place before the second (-1), at the same point (0), or after it? */
static int place_order(Strip *s, const Through *t, const Place *a, const Place *b) {
    if (!a->wall && !b->wall) {
        const Exact *p = &a->at, *q = &b->at;
        return t->sense * (t->by_x ? compare_products(p->x, q->w, q->x, p->w) : compare_products(p->y, q->w, q->y, p->w));
    }
    if (!a->wall) return -place_order(s, t, b, a);
    const Exact *w = a->wall->at;
    int before = a->left_first ? 1 : -1;             /* the turn of points before the first wall */
    if (!b->wall) return before * turn(&w[0], &w[1], &b->at);
    int one = turn(&w[0], &w[1], &b->wall->at[0]), other = turn(&w[0], &w[1], &b->wall->at[1]);
    if (!one && !other) return 0;
    if (one * other >= 0) return before * (one ? one : other);
    const Exact *v = b->wall->at;
    one = turn(&v[0], &v[1], &w[0]); other = turn(&v[0], &v[1], &w[1]);
    if (one * other < 0) {
        /* Beyond the point at which they cross each other, the one is where its end is. */
        const int side = side_of_crossing(s, t, a->wall, b->wall);
        if (!side) return 0;
        for (int k = 0; k < 2; k++) if (side_of_line(t, &v[k]) * side < 0) return before * turn(&w[0], &w[1], &v[k]);
    }
    return (b->left_first ? -1 : 1) * (one ? one : other);
}

/* Is a point of the line before it leaves the first tile (-1), after it comes to the second (1), or between? */
static int place_state(const Strip *s, const Through *t, const Exact *c) {
    const int n = s->corners, sense = turn(&s->here[0], &s->here[1], &s->here[2]);
    for (int k = 0; k < 2; k++) {
        const Exact *tile = k ? s->there : s->here;
        int side[6], outside = 0;
        for (int i = 0; i < n; i++) side[i] = side_of_line(t, &tile[i]) * sense * (k ? -1 : 1);
        for (int i = 0; i < n; i++) {
            int a = side[i], b = side[(i + 1) % n];
            if (a <= 0 && b >= 0 && a != b) outside |= turn(&tile[i], &tile[(i + 1) % n], c) * sense <= 0;
        }
        if (!outside) return k ? 1 : -1;
    }
    return 0;
}

typedef struct { Touches every[2]; Places places; int lasts; } Touched;

/* Add what a bar with corners on the line touches of it. */
static void touch_bar(Strip *s, const Through *t, const Bar *bar, Touched *found) {
    int side[6], sides = 0, on = 0, kind = bar->n == 2 ? TOUCH_WALL : TOUCH_TILE;
    Place point[2];
    for (int i = 0; i < bar->n; i++) {
        side[i] = side_of_line(t, &bar->at[i]);
        sides |= side[i] < 0 ? ON_LEFT : side[i] > 0 ? ON_RIGHT : 0;
    }
    if (sides == ON_BOTH) return;                    /* it does not block here, or no direction would be left */
    for (int i = 0; i < bar->n && on < 2; i++) {
        if (side[i]) continue;
        Place here = {bar->at[i], NULL, 0, place_state(s, t, &bar->at[i])};
        point[on++] = here;
    }
    if (!on) return;
    if (on == 1) point[1] = point[0];
    int order = place_order(s, t, &point[0], &point[1]);
    if (bar->flags & ONE_WAY) {
        int to_right = side[0] - side[1];
        if (to_right < 0) return;
        if (!to_right) { kind = TOUCH_PASSED; sides = order < 0 ? ON_LEFT : ON_RIGHT; }
    }
    if (order > 0) { Place other = point[0]; point[0] = point[1]; point[1] = other; }
    if (point[1].state < 0 || point[0].state > 0) return;
    found->lasts |= kind != TOUCH_PASSED && order;
    int lo = add_place(s, &found->places, point[0]), hi = add_place(s, &found->places, point[1]);
    add_touch(&found->every[(bar->flags & LIMITED) != 0], lo, hi, sides, kind, bar->row, bar->col);
}

/* Add the limited walls that the line crosses; 0: a wall that goes on into one of the tiles stops it at the border. */
static int touch_crossed(Strip *s, const Through *t, Touched *found) {
    for (int i = 0; i < s->bars; i++) {
        const Bar *bar = &s->bar[i];
        for (int k = 0; k < 2 && bar->cut; k++) {
            if (!(bar->cut >> k & 1) || side_of_line(t, &bar->at[k])) continue;
            int other = side_of_line(t, &bar->at[!k]);
            if (!other || place_state(s, t, &bar->at[k])) continue;
            if (bar->flags & ONE_WAY && (k ? other > 0 : other < 0)) { /* from left to right: */ }
            else if (bar->flags & ONE_WAY) continue;
            if (!(bar->flags & LIMITED)) return 0;
            Place here = {bar->at[k], NULL, 0, 0};
            int at = add_place(s, &found->places, here);
            add_touch(&found->every[1], at, at, ON_BOTH, TOUCH_WALL, 0, 0);
        }
    }
    for (int i = 0; i < s->limited.n; i++) {
        const Span *l = &s->limited.at[i];
        if (turn(&t->m, &l->from, &t->e) <= 0 || turn(&t->m, &t->e, &l->to) <= 0) continue;
        int first = side_of_line(t, &l->bar->at[0]);
        Place here = {t->m, first ? l->bar : NULL, first < 0, 0};
        int at = add_place(s, &found->places, here);
        add_touch(&found->every[1], at, at, ON_BOTH, TOUCH_WALL, 0, 0);
    }
    return 1;
}

/* Replace the numbers of places by ranks: 0 is inside the first tile, the last is inside the second. */
static int64_t rank_places(Strip *s, const Through *t, Touched *found) {
    const int n = found->places.n;
    int few[64], *order = n <= 32 ? few : (int *)malloc(sizeof(int) * 2 * (size_t)n);
    if (!order) { s->failed = 1; return 0; }
    int *rank = order + n;
    int64_t last = 1;
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k && place_order(s, t, &found->places.at[order[k - 1]], &found->places.at[i]) > 0; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    for (int i = 0; i < n; i++) {
        if (i && place_order(s, t, &found->places.at[order[i - 1]], &found->places.at[order[i]]) != 0) last++;
        rank[order[i]] = (int)last;
    }
    last++;
    for (int i = 0; i < n; i++) {
        int state = found->places.at[i].state;
        if (state) rank[i] = state < 0 ? 0 : (int)last;
    }
    for (int list = 0; list < 2; list++) {
        for (int i = 0; i < found->every[list].n; i++) {
            Touch *touch = &found->every[list].at[i];
            touch->lo = rank[touch->lo]; touch->hi = rank[touch->hi];
        }
    }
    if (order != few) free(order);
    return last;
}

/* Does the line pass, with touches that may pass? Only limited walls cross it between the tiles. */
static int line_passes(Strip *s, const Exact *m, const Exact *e, int passes) {
    const Through t = line_through(m, e);
    Touched found;
    int passing = 0;
    no_touches(&found.every[0]); no_touches(&found.every[1]);
    found.places.at = NULL;
    found.places.n = found.places.room = found.lasts = 0;
    if (touch_crossed(s, &t, &found)) {
        for (int i = 0; i < s->wholes; i++) touch_bar(s, &t, &s->whole[i], &found);
        int64_t last = rank_places(s, &t, &found);
        int level = parted(&found.every[0], last, ON_BOTH, ON_BOTH, 1, s->look.ground->hex);
        int stopped = stopped_by_limited(&found.every[0], &found.every[1], last, ON_BOTH, ON_BOTH);
        if (level < 0 || stopped < 0) s->failed = 1;
        if (level == LEVEL_CLEAR) level = any_touch(&found.every[0], last);
        passing = !stopped && (level == LEVEL_CLEAR || (level == LEVEL_CORNER && passes & CORNER_PASSES) || (level == LEVEL_EDGE && passes & EDGE_PASSES)
            || (level == LEVEL_PINCH && passes & PINCH_PASSES && (passes & EDGE_PASSES || !found.lasts)) || (level == LEVEL_SEAM && passes & SEAM_PASSES));
    }
    free(found.places.at);
    drop_touches(&found.every[0]); drop_touches(&found.every[1]);
    return passing && !s->failed && !s->unsure;
}

/* --- directions round a pivot */

static void add_part(Strip *s, const Exact *m, const Span *range, const Exact *from, const Exact *to, const Bar *bar) {
    Span cone = {*from, *to, NULL}, part;
    if (cut_to_range(m, range, &cone, &part)) add_span(s, bar->flags & LIMITED ? &s->limited : &s->shut, &part.from, &part.to, bar);
}

/* Add the directions in which a line through m goes through a bar that is there, or across it. */
static void stop_at_pivot(Strip *s, const Exact *m, const Span *range, const Bar *bar) {
    if (bar->n > 2) {
        Span cone;
        if (!directions_into(m, bar->at, bar->n, &cone)) return;
        Exact from = away_from(cone.from), to = away_from(cone.to);
        add_part(s, m, range, &cone.from, &cone.to, bar);
        add_part(s, m, range, &from, &to, bar);
        return;
    }
    int first = is_same_point(m, &bar->at[0]), last = is_same_point(m, &bar->at[1]);
    if ((first && !(bar->cut & 1)) || (last && !(bar->cut & 2))) return;   /* it ends there */
    Exact ahead = last ? away_from(bar->at[0]) : bar->at[1], back = away_from(ahead);
    add_part(s, m, range, &ahead, &back, bar);
    if (!(bar->flags & ONE_WAY)) add_part(s, m, range, &back, &ahead, bar);
}

/* Is m a point at which two tiles meet? */
static int is_pinch_at(const Strip *s, const Exact *m) {
    const Bar *one = NULL;
    for (int i = 0; i < s->wholes; i++) {
        const Bar *bar = &s->whole[i];
        if (bar->n == 2 || !is_at_bar(m, bar->at, bar->n)) continue;
        if (one && abs(one->row - bar->row) == 1 && abs(one->col - bar->col) == 1) return 1;
        if (!one) one = bar;
    }
    return 0;
}

/* Do lines through m pass, in a gap where at most limited walls cross them? Blockers at m count. */
static int gap_passes(Strip *s, const Exact *m, const Span *gap, int pinch, int passes) {
    int closed = 0, with_limited = 0, touched = 0, walled = 0, any_limited = 0;
    for (int i = 0; i < s->wholes; i++) {
        const Bar *bar = &s->whole[i];
        int side[6], sides = 0;
        if (!is_at_bar(m, bar->at, bar->n)) continue;
        for (int k = 0; k < bar->n; k++) {
            int here = is_same_point(m, &bar->at[k]);
            side[k] = here ? 0 : turn(m, &gap->from, &bar->at[k]);
            if (!here && !side[k]) side[k] = turn(m, &gap->to, &bar->at[k]);
            sides |= side[k] < 0 ? ON_LEFT : side[k] > 0 ? ON_RIGHT : 0;
        }
        if (bar->flags & ONE_WAY && side[0] < side[1]) continue;
        with_limited |= sides;
        if (bar->flags & LIMITED) { any_limited = 1; continue; }
        closed |= sides;
        touched = 1;
        walled |= bar->n == 2;
    }
    if (closed == ON_BOTH ? walled || !pinch : touched && !(passes & CORNER_PASSES)) return 0;
    int taken = any_limited && with_limited == ON_BOTH;
    return passes_limited_walls(s, m, gap, taken);
}

/* In a free stretch of directions, does a line to some corner pass? */
static int corner_in_gap(Strip *s, const Exact *m, const Span *gap, int passes) {
    for (int i = 0; i < s->wholes; i++) {
        for (int k = 0; k < s->whole[i].n; k++) {
            Exact e = s->whole[i].at[k];
            if (is_same_point(m, &e)) continue;
            for (int back = 0; back < 2; back++, e = away_from(e))
                if (is_between(m, &gap->from, &gap->to, &e) && line_passes(s, m, &e, passes)) return 1;
        }
    }
    return 0;
}

/* Does a line through m pass? */
static int pivot_passes(Strip *s, const Exact *m, int passes) {
    Span here, there, range, gap;
    int found = 0;
    if (!directions_into(m, s->here, s->corners, &here) || !directions_into(m, s->there, s->corners, &there)) return 0;
    const Span back = {away_from(here.from), away_from(here.to)};
    if (!cut_to_range(m, &there, &back, &range)) return 0;
    const int front = !is_at_bar(m, s->there, s->corners), behind = !is_at_bar(m, s->here, s->corners);
    s->shut.n = s->limited.n = s->covered = 0;
    for (int i = 0; i < s->bars && !s->covered; i++) {
        const Bar *bar = &s->bar[i];
        int where = is_at_bar(m, bar->at, bar->n);
        if (where == 2) s->covered = 1;
        else if (where) stop_at_pivot(s, m, &range, bar);
        else {
            if (front && stands_from(m, bar, 0)) stop_by(s, m, &range, bar, 0, &there, s->there, &s->middle[1]);
            if (behind && stands_from(m, bar, 1)) stop_by(s, m, &range, bar, 1, &back, s->here, &s->middle[0]);
        }
    }
    const int pinch = !s->covered && !s->diamonds && passes & PINCH_PASSES && !s->look.ground->hex && is_pinch_at(s, m);
    Exact at = range.from;
    if (!s->covered) { sort_spans(&s->shut, m); sort_spans(&s->limited, m); }
    for (int k = 0; k <= s->shut.n && !s->covered && !found && !s->failed && !s->unsure; k++) {
        const Span last = {range.to, range.to, NULL}, *span = k < s->shut.n ? &s->shut.at[k] : &last;
        int apart = turn_right(m, &at, &span->from);
        if (apart >= 0 && is_between(m, &range.from, &range.to, &at)) found = line_passes(s, m, &at, passes);
        if (apart > 0 && !found) {
            gap.from = at; gap.to = span->from;
            if (s->has_limited || pinch) found = gap_passes(s, m, &gap, pinch, passes);
            if (s->has_limited && !found) found = corner_in_gap(s, m, &gap, passes);
            if (!found && k < s->shut.n) found = line_passes(s, m, &span->from, passes);
        }
        if (turn_right(m, &at, &span->to) > 0) at = span->to;
    }
    return found;
}

/* --- what is asked */

/* Is there such a line? -1: out of memory; -2: the numbers are too large. */
static int touching_line(Strip *s, const PackGround *g, PackTile source, PackTile target, int passes) {
    int found = 0;
    collect_bars(s, g, source, target, 0);
    Bar *bar = s->whole;
    int room = s->whole_room;
    s->whole = s->bar; s->wholes = s->bars; s->whole_room = s->bar_room;
    s->bar = bar; s->bar_room = room;
    collect_bars(s, g, source, target, 3);
    if (is_shut(s, passes & SEAM_PASSES ? JOIN_NEVER : passes & PINCH_PASSES ? JOIN_AT_SIDES : JOIN_AT_CORNERS, 0, 0)) return s->failed ? -1 : 0;
    for (int i = 0; i < s->bars && !found; i++) {
        for (int k = 0; k < s->bar[i].n && !found && !s->failed && !s->unsure; k++) {
            const Exact *m = &s->bar[i].at[k];
            if (m->w == 1 && is_off_band(m, 1, &s->middle[0], s->dx, s->dy, s->wide)) continue;
            found = !is_known_pivot(s, i, m) && pivot_passes(s, m, passes);
        }
    }
    return s->failed ? -1 : s->unsure ? -2 : found;
}

#endif
