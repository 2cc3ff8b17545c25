/* Is there a free line from a corner of a tile, or from its center, to any part of another, on ground with heights?
   geometry/high_area.py in C.

   Between two neighboring directions to corners, a fan, the same blockers are crossed, and each is passed above or below.
   For every such choice fan_slopes.h says whether some line of the fan gets past them all. Points and heights are held
   as multiples of the largest numbers of which they all are. */
#ifndef SIGHTLINE_PACK_AREA_HIGH_H
#define SIGHTLINE_PACK_AREA_HIGH_H

#include "fan_slopes.h"
#include "pack_area_walls.h"
#include "pack_high.h"

typedef struct { int64_t x, y; } Vec;

static inline int64_t vec_cross(Vec a, Vec b) { return a.x * b.y - a.y * b.x; }
static inline Vec vec_less(Vec a, Vec b) { Vec v = {a.x - b.x, a.y - b.y}; return v; }

/* A blocker. `from` and `to`: the first and the last of the fans in which it may be. */
typedef struct {
    Vec at[6];
    int n, flags, is_wall, from, to;
    HighSpan span;
} HighBar;

/* Is it before the border of the target in all directions of the fan, behind it, or the one here and the other there? */
enum { BEFORE_TARGET, IN_TARGET, AT_BORDER };

typedef struct {
    const HighBar *bar;
    FanMark into, out;
    int64_t bottom, top;
    int where, goes_on;           /* goes_on: into the target */
    int ways;                     /* the ways past it that are left, as bits */
} Crossed;

enum { MOST_CROSSED = 400, MOST_CHOICES = 4000, MOST_AREA = 1 << 28 };

/* Lines from a point to a tile. */
typedef struct {
    Strip *strip;
    Levels levels;
    const HighSpan *body[2];      /* at the point and in the tile, in half units above the base */
    int64_t unit, tall;           /* of points, and of heights */
    HighBar *bar;
    int bars;
    Vec *event;                   /* directions to corners, in order */
    int events;
    Vec point, target[6];
    int corners, backwards, choices, unsure;
    /* One fan of them. */
    Vec way[2], middle;
    FanMark entry, exit;
    Crossed crossed[MOST_CROSSED];
    int n, down, turned;
    FanSystem system;
} AreaFans;

/* --- what a fan crosses */

/* Does a line of the fan come to the first mark before the second? Below 0 for yes, 0: at once. */
static inline int compare_marks(const FanMark *a, const FanMark *b) {
    return compare_products(a->far, b->b[0] + b->b[1], b->far, a->b[0] + a->b[1]);
}

static const FanMark FAN_POINT = {0, {1, 1}};

/* Where the lines of the fan get into a shape and out of it; the point, if they start in it or it is behind them. */
static void fan_marks(const AreaFans *f, const Vec *at, int n, FanMark *into, FanMark *out) {
    FanMark found[6];
    int count = 0;
    for (int i = n == 2; i < n; i++) {
        Vec a = vec_less(at[i ? i - 1 : n - 1], f->point), b = vec_less(at[i], f->point), edge = vec_less(b, a);
        const int begins = n > 2 && (!(a.x | a.y) || !(b.x | b.y));
        const int one = sign(vec_cross(f->middle, a)), other = sign(vec_cross(f->middle, b));
        if (!begins && one * other >= 0) continue;
        FanMark mark = {vec_cross(a, edge), {vec_cross(f->way[0], edge), vec_cross(f->way[1], edge)}};
        if (mark.b[0] + mark.b[1] <= 0) { mark.far = -mark.far; mark.b[0] = -mark.b[0]; mark.b[1] = -mark.b[1]; }
        if (mark.far < 0) continue;
        if (!mark.far) mark = FAN_POINT;
        int k = count++;
        for (; k && compare_marks(&mark, &found[k - 1]) < 0; k--) found[k] = found[k - 1];
        found[k] = mark;
    }
    *into = count && (n == 2 || count > 1) ? found[0] : FAN_POINT;
    *out = count ? found[count - 1] : FAN_POINT;
}

/* Is a mark of a wall before a border of the target, at the two ends of the fan? */
static int where_of(const FanMark *mark, const FanMark *border) {
    const int first = compare_products(border->far, mark->b[0], mark->far, border->b[0]);
    const int last = compare_products(border->far, mark->b[1], mark->far, border->b[1]);
    if (first >= 0 && last >= 0) return BEFORE_TARGET;
    return first <= 0 && last <= 0 ? IN_TARGET : AT_BORDER;
}

static inline int64_t mark_height(const AreaFans *f, int64_t high) {
    return high == BELOW_ALL || high == ABOVE_ALL ? high : high / f->tall;
}

/* Floors of one height that follow each other are passed together. */
static int joins_floor(AreaFans *f, const Crossed *c) {
    if (c->bar->is_wall || c->bottom != c->top) return 0;
    for (int k = 0; k < f->n; k++) {
        Crossed *other = &f->crossed[k];
        if (other->bar->is_wall || other->bottom != c->bottom || other->top != c->top) continue;
        if (compare_marks(&other->out, &c->into) == 0) { other->out = c->out; other->goes_on |= c->goes_on; return 1; }
        if (compare_marks(&c->out, &other->into) == 0) { other->into = c->into; other->where = c->where; return 1; }
    }
    return 0;
}

/* Collect what the fan between two events crosses; 0: it is shut. */
static int cross_fan(AreaFans *f, int k) {
    f->way[0] = f->event[k]; f->way[1] = f->event[k + 1];
    f->middle.x = f->way[0].x + f->way[1].x; f->middle.y = f->way[0].y + f->way[1].y;
    fan_marks(f, f->target, f->corners, &f->entry, &f->exit);
    f->n = 0;
    for (int i = 0; i < f->bars; i++) {
        const HighBar *bar = &f->bar[i];
        int left = 0, right = 0;
        if (k < bar->from || k >= bar->to) continue;
        for (int j = 0; j < bar->n; j++) {
            const int64_t side = vec_cross(f->middle, vec_less(bar->at[j], f->point));
            left |= side < 0; right |= side > 0;
        }
        if (!left || !right) continue;
        Crossed c = {bar, {0, {0, 0}}, {0, {0, 0}}, mark_height(f, bar->span.bottom), mark_height(f, bar->span.top), 0, 0, 0};
        fan_marks(f, bar->at, bar->n, &c.into, &c.out);
        if (!c.out.far || where_of(&c.into, &f->exit) == IN_TARGET) continue;
        c.where = where_of(&c.into, &f->entry);
        c.goes_on = where_of(&c.out, &f->entry) != BEFORE_TARGET;
        if (c.where == BEFORE_TARGET && is_endless(&bar->span) && !(bar->flags & LIMITED)) return 0;
        if (joins_floor(f, &c)) continue;
        if (f->n == MOST_CROSSED) { f->unsure = 1; return 0; }
        f->crossed[f->n++] = c;
    }
    return 1;
}

/* --- the ways past it */

static void limit_at(FanSystem *s, const FanMark *mark, int64_t high, int above) {
    if (!mark->far) {
        if (above ? high > s->low : high < s->high) *(above ? &s->low : &s->high) = high;
        return;
    }
    if (s->limits == MOST_LIMITS) { s->unsure = 1; return; }
    FanLimit limit = {*mark, high, above};
    s->limit[s->limits++] = limit;
}

static void order_at(FanSystem *s, const FanMark *first, const FanMark *then) {
    if (s->orders == MOST_ORDERS) { s->unsure = 1; return; }
    FanOrder order = {*first, *then};
    s->order[s->orders++] = order;
}

static inline int64_t mirrored_height(int64_t high) {
    return high == BELOW_ALL ? ABOVE_ALL : high == ABOVE_ALL ? BELOW_ALL : -high;
}

enum { WAY_OVER, WAY_UNDER, WAY_THROUGH, WAYS };

/* The line between two heights, at the point and at another mark. */
typedef struct { int64_t start, end; const FanMark *mark; } Bound;

static inline int bits_of(int64_t a) { return a ? 64 - __builtin_clzll((uint64_t)(a < 0 ? -a : a)) : 0; }

/* Is a height at most that of a bound in all directions of the fan (1), at least that (2)? */
static int beside_bound(const Bound *b, const FanMark *at, int64_t high) {
    int found = 3;
    if (bits_of(high - b->start) + bits_of(b->mark->far) > 62 || bits_of(b->end - b->start) + bits_of(at->far) > 62) return 0;
    for (int e = 0; e < 2; e++) {
        const int way = compare_products((high - b->start) * b->mark->far, at->b[e], (b->end - b->start) * at->far, b->mark->b[e]);
        found &= way < 0 ? 1 : way > 0 ? 2 : 3;
    }
    return found;
}

/* Which ways past each thing are open to some line at all? Those that are the only one are taken. 0: none past one of
   them. */
static int find_ways(AreaFans *f, const Bound *lowest, const Bound *highest) {
    for (int k = 0; k < f->n; k++) {
        Crossed *c = &f->crossed[k];
        const int64_t top = f->turned ? mirrored_height(c->bottom) : c->top, bottom = f->turned ? mirrored_height(c->top) : c->bottom;
        const int limited = c->bar->flags & LIMITED;
        c->ways = (top != ABOVE_ALL) << WAY_OVER | (bottom != BELOW_ALL) << WAY_UNDER | (limited ? 1 << WAY_THROUGH : 0);
        if (c->where != BEFORE_TARGET || c->goes_on) continue;
        if (top != ABOVE_ALL) {
            if (beside_bound(lowest, &c->into, top) & beside_bound(lowest, &c->out, top) & 1) { c->ways = 0; continue; }
            if ((beside_bound(highest, &c->into, top) | beside_bound(highest, &c->out, top)) & 2) c->ways &= ~(1 << WAY_OVER);
        }
        if (bottom != BELOW_ALL) {
            if (beside_bound(highest, &c->into, bottom) & beside_bound(highest, &c->out, bottom) & 2) { c->ways = 0; continue; }
            if ((beside_bound(lowest, &c->into, bottom) | beside_bound(lowest, &c->out, bottom)) & 1) c->ways &= ~(1 << WAY_UNDER);
        }
        if (!c->ways) return 0;
        if (c->ways != 1 << WAY_OVER && c->ways != 1 << WAY_UNDER) continue;
        const int over = c->ways == 1 << WAY_OVER;
        limit_at(&f->system, &c->into, over ? top : bottom, over);
        limit_at(&f->system, &c->out, over ? top : bottom, over);
        c->ways = 0;
    }
    return 1;
}

static int choose_ways(AreaFans *f, int k, const Crossed *through);

/* Is there a line that gets past thing k in one way, and past all that follow? `behind`: where it is in the target. */
static int choose_way(AreaFans *f, int k, const Crossed *through, int way, int behind) {
    const Crossed *c = &f->crossed[k];
    FanSystem *s = &f->system;
    const int64_t low = s->low, high = s->high, head = f->turned ? -f->body[1]->bottom : f->body[1]->top;
    const int64_t top = f->turned ? mirrored_height(c->bottom) : c->top, bottom = f->turned ? mirrored_height(c->top) : c->bottom;
    const int limits = s->limits, orders = s->orders, goes_on = c->where == AT_BORDER ? behind : c->goes_on;
    int changed = 1;
    if (!(c->ways >> way & 1)) return 0;
    if (c->where == AT_BORDER && behind) order_at(s, &f->entry, &c->into);
    if (c->where == AT_BORDER && !behind) order_at(s, &c->into, &f->entry);
    if (way == WAY_THROUGH) {
        if (through) {
            const Vec *a = through->bar->at, *b = c->bar->at, along = vec_less(a[1], a[0]);
            if (compare_marks(&through->into, &c->into) || vec_cross(along, vec_less(b[0], a[0])) || vec_cross(along, vec_less(b[1], a[0]))) changed = 0;
        } else through = c;
        if (!changed) { s->orders = orders; return 0; }
        changed = orders != s->orders;
    } else if (way == WAY_OVER) {
        if (!f->down || !goes_on) {
            limit_at(s, &c->into, top, 1);
            limit_at(s, goes_on ? &f->entry : &c->out, top, 1);
        } else if (top >= head) limit_at(s, &c->out, top, 1);
    } else {
        limit_at(s, &c->into, bottom, 0);
        if (!goes_on || !f->down) limit_at(s, goes_on ? &f->entry : &c->out, bottom, 0);
    }
    int found = (!changed || has_slope(s)) && choose_ways(f, k + 1, through);
    s->low = low; s->high = high; s->limits = limits; s->orders = orders;
    return found;
}

/* The same where it is in the target: that does not matter, or the line has arrived by then. */
static int arrive_before(AreaFans *f, int k, const Crossed *through) {
    const Crossed *c = &f->crossed[k];
    FanSystem *s = &f->system;
    const int limits = s->limits, orders = s->orders;
    const int64_t head = f->turned ? -f->body[1]->bottom : f->body[1]->top;
    if (c->where == AT_BORDER) order_at(s, &f->entry, &c->into);
    if (f->down) limit_at(s, &c->into, head, 0);
    int found = ((limits == s->limits && orders == s->orders) || has_slope(s)) && choose_ways(f, k + 1, through);
    s->limits = limits; s->orders = orders;
    return found;
}

/* Is there a line past all things from k on? `through`: a limited wall that it goes through. */
static int choose_ways(AreaFans *f, int k, const Crossed *through) {
    if (f->choices++ > MOST_CHOICES) f->system.unsure = 1;
    if (f->system.unsure) return 0;
    if (k == f->n) return 1;
    const int where = f->crossed[k].where;
    if (where == BEFORE_TARGET && !f->crossed[k].ways) return choose_ways(f, k + 1, through);     /* no line meets it */
    if (where != BEFORE_TARGET && arrive_before(f, k, through)) return 1;
    for (int way = 0; way < WAYS; way++) {
        if (where != IN_TARGET && choose_way(f, k, through, way, 0)) return 1;
        if (where != BEFORE_TARGET && f->down && choose_way(f, k, through, way, 1)) return 1;
    }
    return 0;
}

/* Is there a line that begins between two heights? It comes to the border of the target in its body, or above it and
   then inside it down to the head; `turned`, the same upside down. */
static int line_between_heights(AreaFans *f, int64_t low, int64_t high) {
    const HighSpan *body = f->body[1];
    for (int kind = 0; kind < 3; kind++) {
        FanSystem *s = &f->system;
        f->down = kind > 0; f->turned = kind == 2;
        const int64_t head = f->turned ? -body->bottom : body->top;
        s->low = f->turned ? -high : low; s->high = f->turned ? -low : high;
        s->limits = s->orders = s->unsure = 0;
        f->choices = 0;
        if (!f->down) {
            limit_at(s, &f->entry, body->bottom, 1);
            limit_at(s, &f->entry, body->top, 0);
        } else {
            if (s->high <= head) continue;
            limit_at(s, &f->entry, head, 1);
            limit_at(s, &f->exit, head, 0);
        }
        const int64_t feet = f->down ? head : body->bottom;
        const Bound lowest = {s->low, feet, &f->entry}, highest = {s->high, head, f->down ? &f->exit : &f->entry};
        if (find_ways(f, &lowest, &highest) && has_slope(s) && choose_ways(f, 0, NULL)) return 1;
        f->unsure |= s->unsure;
        if (f->unsure) return 0;
    }
    return 0;
}

/* --- from a point */

static int by_direction(const void *one, const void *other) {
    const Vec *a = (const Vec *)one, *b = (const Vec *)other;
    const int64_t turned = vec_cross(*a, *b);
    return (turned < 0) - (turned > 0);
}

/* Find the directions to corners within the target, in order. */
static void find_events(AreaFans *f) {
    Vec first = {0, 0}, last = {0, 0};
    for (int i = 0; i < f->corners; i++) {
        Vec c = vec_less(f->target[i], f->point);
        if (!(c.x | c.y)) continue;
        if (!(first.x | first.y)) { first = last = c; continue; }
        if (vec_cross(c, first) > 0) first = c;
        if (vec_cross(last, c) > 0) last = c;
    }
    f->event[0] = first; f->event[1] = last;
    f->events = 2;
    for (int i = 0; i < f->bars + 1; i++) {
        const Vec *at = i < f->bars ? f->bar[i].at : f->target;
        for (int k = 0; k < (i < f->bars ? f->bar[i].n : f->corners); k++) {
            Vec c = vec_less(at[k], f->point);
            if (vec_cross(first, c) > 0 && vec_cross(c, last) > 0) f->event[f->events++] = c;
        }
    }
    qsort(f->event, (size_t)f->events, sizeof(Vec), by_direction);
    int kept = 1;
    for (int i = 1; i < f->events; i++) if (vec_cross(f->event[kept - 1], f->event[i])) f->event[kept++] = f->event[i];
    f->events = kept;
}

/* Between which events each bar may be crossed. */
static void find_reach(AreaFans *f) {
    const Vec first = f->event[0], last = f->event[f->events - 1];
    for (int i = 0; i < f->bars; i++) {
        HighBar *bar = &f->bar[i];
        int behind = 0;
        bar->from = f->events; bar->to = 0;
        for (int k = 0; k < bar->n; k++) {
            Vec c = vec_less(bar->at[k], f->point);
            const int begins = vec_cross(first, c) > 0, ends = vec_cross(c, last) > 0;
            int low = 0, high = f->events - 1;
            behind |= !begins && !ends;
            if (!begins) high = 0;
            else if (!ends) low = high;
            while (low < high) {
                int half = (low + high) / 2;
                if (vec_cross(f->event[half], c) > 0) low = half + 1;
                else high = half;
            }
            if (low < bar->from) bar->from = low;
            if (low > bar->to) bar->to = low;
        }
        if (behind) { bar->from = 0; bar->to = f->events; }
    }
}

/* Can a walker get at that height from the tile round its corner onto a line in the middle of the fan? */
static int leaves_corner(AreaFans *f, Spot corner, PackTile own, int ends, int64_t high) {
    const int way = f->backwards ? -1 : 1;
    PackLook *look = &f->strip->look;
    f->levels.ends[0] = f->levels.ends[1] = high;
    int lanes = pack_lanes_at(look, own, corner, way * f->middle.x, way * f->middle.y, f->backwards, ends == AREA_OPEN, 0);
    if (lanes < 0) f->strip->failed = 1;
    return lanes > 0;
}

/* Is there a free line from a corner of `own`, one of the two tiles, or from its center, to the other? */
static int high_point_is_free(AreaFans *f, Spot corner, PackTile own, int center, int ends) {
    const int64_t unit = grid_unit(f->strip->look.ground), low = f->body[0]->bottom * f->tall, high = f->body[0]->top * f->tall;
    Marks marks = {{0}, 0, 0};
    f->point.x = (corner.x * unit - f->strip->x) / f->unit;
    f->point.y = (corner.y * unit - f->strip->y) / f->unit;
    if (!center) pack_mark_around(&f->strip->look, corner, low, high, &marks);
    find_events(f);
    find_reach(f);
    for (int k = 0; k + 1 < f->events && !f->unsure && !f->strip->failed; k++) {
        if (!cross_fan(f, k)) continue;
        for (int i = 0; i <= marks.n && !f->unsure; i++) {
            const int64_t under = i ? marks.at[i - 1] : low, over = i < marks.n ? marks.at[i] : high;
            if (!line_between_heights(f, under / f->tall, over / f->tall)) continue;
            if (center || leaves_corner(f, corner, own, ends, under + (over - under) / 2)) return 1;
        }
    }
    return 0;
}

/* --- what is asked */

/* Take over the bars that reach between the two bodies, in the largest units that fit. 0: the numbers are too large. */
static int scale_bars(AreaFans *f, const HighSpan *bodies) {
    Strip *s = f->strip;
    const Levels *h = &f->levels;
    const int64_t grid = grid_unit(s->look.ground);
    int64_t unit = grid, tall = 0;
    for (int k = 0; k < 2; k++) {
        const int64_t low = (bodies[k].bottom - h->base) * h->fine, high = (bodies[k].top - h->base) * h->fine;
        const PackTile own = k ? s->look.target : s->look.source;
        Spot corner[6];
        tall = greatest_factor(greatest_factor(tall, low), high);
        for (int i = tile_corners(s->look.ground->hex, own.row, own.col, corner) - 1; i >= 0; i--) {
            Marks marks = {{0}, 0, 0};
            pack_mark_around(&s->look, corner[i], low, high, &marks);
            for (int m = 0; m < marks.n; m++) tall = greatest_factor(tall, marks.at[m]);
            if (marks.failed) return 0;
        }
    }
    f->bars = 0;
    for (int i = 0; i < s->bars; i++) {
        const Bar *bar = &s->bar[i];
        HighBar *b = &f->bar[f->bars];
        if (!span_within(h, &bar->span, &b->span)) continue;
        b->n = bar->n; b->flags = bar->flags; b->is_wall = bar->n == 2;
        for (int k = 0; k < bar->n; k++) {
            b->at[k].x = bar->at[k].x; b->at[k].y = bar->at[k].y;
            if (unit > 1) unit = greatest_factor(greatest_factor(unit, bar->at[k].x), bar->at[k].y);
        }
        if (b->span.bottom != BELOW_ALL) tall = greatest_factor(tall, b->span.bottom);
        if (b->span.top != ABOVE_ALL) tall = greatest_factor(tall, b->span.top);
        f->bars++;
    }
    f->unit = unit; f->tall = tall;
    for (int i = 0; i < f->bars; i++) {
        for (int k = 0; k < f->bar[i].n; k++) {
            Vec *at = &f->bar[i].at[k];
            at->x /= unit; at->y /= unit;
            if (llabs(at->x) >= MOST_AREA || llabs(at->y) >= MOST_AREA) return 0;
        }
    }
    return llabs(s->middle[1].x / unit) < MOST_AREA / 2 && llabs(s->middle[1].y / unit) < MOST_AREA / 2;
}

static void aim_at(AreaFans *f, int backwards, HighSpan *spans, const HighSpan *bodies) {
    const Exact *shape = backwards ? f->strip->here : f->strip->there;
    f->backwards = backwards;
    f->corners = f->strip->corners;
    for (int k = 0; k < f->corners; k++) { f->target[k].x = shape[k].x / f->unit; f->target[k].y = shape[k].y / f->unit; }
    for (int k = 0; k < 2; k++) {
        const HighSpan *body = &bodies[k ^ backwards];
        spans[k].bottom = (body->bottom - f->levels.base) * f->levels.fine / f->tall;
        spans[k].top = (body->top - f->levels.base) * f->levels.fine / f->tall;
        f->body[k] = &spans[k];
    }
}

/* Leave out the one-way walls that do not stop lines from a point, or to it. */
static int keep_standing(AreaFans *f, const HighBar *all, int n, Spot corner) {
    const int64_t unit = grid_unit(f->strip->look.ground);
    Vec p = {(corner.x * unit - f->strip->x) / f->unit, (corner.y * unit - f->strip->y) / f->unit};
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (all[i].flags & ONE_WAY) {
            const int64_t side = vec_cross(vec_less(all[i].at[1], all[i].at[0]), vec_less(p, all[i].at[0]));
            if (f->backwards ? side <= 0 : side >= 0) continue;
        }
        f->bar[kept++] = all[i];
    }
    return kept;
}

/* Does the one tile see the other, with these bodies in 1/384,000ths? -1: out of memory; -2: not for this kernel. */
static int area_sees_high(Strip *s, const PackGround *g, PackTile source, PackTile target, const HighSpan *bodies, const PackAreaRule *rule) {
    AreaFans f;
    HighSpan spans[2];
    int found = 0;
    const int center = rule->lines >= CENTER_TO_AREA, lines = rule->lines - (center ? CENTER_TO_AREA - CORNER_TO_AREA : 0);
    if (rule->lines == AREA_TO_AREA || rule->passes || (rule->ends == AREA_CLOSED && !center)) return -2;
    f.levels = levels_between(g->high, &bodies[0], &bodies[1]);
    f.levels.fine = 2;
    if (f.levels.size >> 42) return -2;
    f.strip = s; f.unsure = 0;
    collect_bars(s, g, source, target, 0);
    s->look.levels = &f.levels;
    HighBar *all = (HighBar *)malloc(sizeof(HighBar) * 2 * ((size_t)s->bars + 1));
    f.event = (Vec *)malloc(sizeof(Vec) * 6 * ((size_t)s->bars + 2));
    f.bar = all;
    if (!all || !f.event) s->failed = 1;
    if (!s->failed && !s->unsure && !scale_bars(&f, bodies)) f.unsure = 1;
    const int n = f.bars;
    f.bar = all ? all + n : all;
    for (int way = 0; way < 2 && !found && !s->failed && !s->unsure && !f.unsure; way++) {
        if (lines == (way ? CORNER_TO_AREA : AREA_TO_CORNER)) continue;
        const PackTile own = way ? target : source;
        Spot corner[6] = {tile_center(g->hex, own.row, own.col)};
        const int points = center ? 1 : tile_corners(g->hex, own.row, own.col, corner);
        aim_at(&f, way, spans, bodies);
        for (int i = 0; i < points && !found && !s->failed && !f.unsure; i++) {
            f.bars = keep_standing(&f, all, n, corner[i]);
            found = high_point_is_free(&f, corner[i], own, center, rule->ends);
        }
    }
    free(all); free(f.event);
    s->look.levels = NULL;
    return s->failed ? -1 : found ? 1 : s->unsure || f.unsure ? -2 : 0;
}

#endif
