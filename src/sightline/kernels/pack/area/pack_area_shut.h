/* Are two tiles separated by joined walls and tiles that reach across the band in which all lines run? That decides
   most hidden targets without testing any line. */
#ifndef SIGHTLINE_PACK_AREA_SHUT_H
#define SIGHTLINE_PACK_AREA_SHUT_H

#include "pack_area_strip.h"

enum { JOIN_NEVER, JOIN_AT_SIDES, JOIN_AT_CORNERS };     /* when are two tiles joined, so that no line passes between?
 */
enum { REACHES_LEFT = 1, REACHES_RIGHT = 2 };

/* The area between two tiles: their hull without them. */
typedef struct {
    Exact left[2], right[2];                         /* the two sides of it, from the first tile to the second */
    Exact front[6][2], rear[6][2];                   /* the sides of the first tile, and of the second, that bound it */
    int fronts, rears, sense;
} Between;

static inline int64_t across_band(const Strip *s, const Exact *e) { return s->dx * e->y - s->dy * e->x; }

static void find_between(const Strip *s, Between *b) {
    const int n = s->corners;
    b->fronts = b->rears = 0;
    b->sense = turn(&s->here[0], &s->here[1], &s->here[2]);
    for (int k = 0; k < 2; k++) {
        const Exact *at = k ? s->there : s->here;
        const int64_t ahead = k ? -1 : 1;
        int left = 0, right = 0;
        for (int i = 0; i < n; i++) {
            /* Of two corners on one side of the band, the one nearer to the other tile. */
            int64_t onward = ahead * (s->dx * (at[i].x - at[left].x) + s->dy * (at[i].y - at[left].y));
            int64_t turned = across_band(s, &at[i]) - across_band(s, &at[left]);
            if (turned < 0 || (turned == 0 && onward > 0)) left = i;
            onward = ahead * (s->dx * (at[i].x - at[right].x) + s->dy * (at[i].y - at[right].y));
            turned = across_band(s, &at[i]) - across_band(s, &at[right]);
            if (turned > 0 || (turned == 0 && onward > 0)) right = i;
            const Exact *p = &at[i], *q = &at[(i + 1) % n];
            int64_t out = -b->sense * ((q->x - p->x) * s->dy - (q->y - p->y) * s->dx);
            if (k == 0 && out > 0) { b->front[b->fronts][0] = *p; b->front[b->fronts++][1] = *q; }
            if (k == 1 && out < 0) { b->rear[b->rears][0] = *p; b->rear[b->rears++][1] = *q; }
        }
        b->left[k] = at[left];
        b->right[k] = at[right];
    }
}

/* Is a point between the two tiles, or on the border of that area? */
static int lies_between(const Strip *s, const Between *b, const Exact *v) {
    if (v->w == 1 && llabs(across_band(s, v)) > s->wide) return 0;
    int before = 0, after = 0;
    for (int i = 0; i < b->fronts && !before; i++) before = turn(&b->front[i][0], &b->front[i][1], v) * b->sense <= 0;
    for (int i = 0; i < b->rears && before && !after; i++) after = turn(&b->rear[i][0], &b->rear[i][1], v) * b->sense <= 0;
    return before && after;
}

/* Which sides of that area does the stretch from p to q reach? `beyond`: it must go on past them. */
static int sides_reached(const Strip *s, const Between *b, const Exact *p, const Exact *q, int beyond) {
    int found = 0;
    for (int k = 0; k < 2; k++) {
        const int64_t way = k ? 1 : -1, most = s->wide + beyond;
        int out = p->w == 1 && way * across_band(s, p) >= most, other = q->w == 1 && way * across_band(s, q) >= most;
        if (out == other) continue;
        const Exact *side = k ? b->right : b->left;
        if (turn(p, q, &side[0]) * turn(p, q, &side[1]) <= 0) found |= k ? REACHES_RIGHT : REACHES_LEFT;
    }
    return found;
}

static int32_t first_of(int32_t *join, int32_t i) {
    while (join[i] != i) i = join[i] = join[join[i]];
    return i;
}

/* Unite two bars; 1 if the union reaches both sides. */
static int join_bars(int32_t *join, uint8_t *reached, int32_t i, int32_t k) {
    i = first_of(join, i); k = first_of(join, k);
    join[k] = i;
    reached[i] |= reached[k];
    return reached[i] == (REACHES_LEFT | REACHES_RIGHT);
}

static inline int may_join(const Strip *s, const Bar *a, const Bar *b, int joins) {
    if (a->n == 2 || b->n == 2 || joins == JOIN_AT_CORNERS) return 1;
    return joins == JOIN_AT_SIDES && (s->diamonds || abs(a->row - b->row) + abs(a->col - b->col) == 1 || s->look.ground->hex);
}

static inline int do_cross(const Bar *a, const Bar *b) {
    return turn(&a->at[0], &a->at[1], &b->at[0]) * turn(&a->at[0], &a->at[1], &b->at[1]) < 0
        && turn(&b->at[0], &b->at[1], &a->at[0]) * turn(&b->at[0], &b->at[1], &a->at[1]) < 0;
}

/* Room for the union of bars: `join`, and `touch`, which also unites bars that touch without closing the gap. */
typedef struct {
    int32_t *join, *touch, *next, *slot;             /* next: of a corner, one at the same place */
    uint8_t *reached;                                /* by each bar, or its union */
    int32_t slots;
} Unions;

static int make_unions(Strip *s, Unions *u) {
    const int32_t n = s->bars;
    u->slots = 16;
    while (u->slots < 8 * n) u->slots *= 2;
    int64_t room = u->slots + 9 * (int64_t)n;
    if (room > s->join_room) {
        int32_t *more = (int32_t *)realloc(s->join, sizeof(int32_t) * (size_t)room);
        if (!more) { s->failed = 1; return 0; }
        s->join = more; s->join_room = room;
    }
    u->join = s->join; u->touch = u->join + n; u->next = u->touch + n; u->slot = u->next + 6 * n;
    u->reached = (uint8_t *)(u->slot + u->slots);
    return 1;
}

/* Which bars separate: those that stop every line, and `with_limited` also those that stop a line the second time. */
typedef struct { int joins, beyond, open, with_limited; } ShutBy;

static int can_shut(const Strip *s, const Bar *bar, const ShutBy *by) {
    if (bar->within || bar->flags & ~(by->with_limited ? LIMITED : 0)) return 0;
    if (!by->with_limited || !by->beyond) return 1;
    /* A limited wall through the corner at which a line begins does not stop it. */
    for (int c = 0; c < s->corners; c++)
        if (is_at_bar(&s->here[c], bar->at, bar->n) || is_at_bar(&s->there[c], bar->at, bar->n)) return 0;
    return 1;
}

static int is_tile_corner(const Strip *s, const Exact *v) {
    for (int c = 0; c < s->corners; c++) if (is_same_point(v, &s->here[c]) || is_same_point(v, &s->there[c])) return 1;
    return 0;
}

/* Unite the bars that have a corner at the same place. 1: some of them reach both sides. */
static int unite_at_corners(Strip *s, const Between *between, const ShutBy *by, Unions *u) {
    int found = 0;
    memset(u->slot, -1, sizeof(int32_t) * (size_t)u->slots);
    for (int32_t i = 0; i < s->bars && (!found || by->with_limited); i++) {
        Bar *bar = &s->bar[i];
        const int shuts = u->join[i] >= 0;
        if (!shuts && !by->with_limited) continue;
        for (int k = 0; k < bar->n; k++) {
            const Exact *v = &bar->at[k];
            u->next[6 * i + k] = -2;
            if (!lies_between(s, between, v)) continue;
            const int joins = shuts && !(by->open && is_tile_corner(s, v));
            if (!joins && !by->with_limited) continue;
            uint64_t key = ((uint64_t)v->x * 0x9e3779b97f4a7c15u ^ (uint64_t)v->y) * 0xc2b2ae3d27d4eb4fu;
            int32_t at = (int32_t)(key >> 40) & (u->slots - 1);
            while (u->slot[at] >= 0 && !is_same_point(&s->bar[u->slot[at] / 6].at[u->slot[at] % 6], v)) at = (at + 1) & (u->slots - 1);
            for (int32_t other = u->slot[at]; other >= 0; other = u->next[other]) {
                const int32_t j = other / 6;
                if (joins && u->join[j] >= 0 && may_join(s, bar, &s->bar[j], by->joins)) found |= join_bars(u->join, u->reached, i, j);
                if (by->with_limited) u->touch[first_of(u->touch, j)] = first_of(u->touch, i);
            }
            u->next[6 * i + k] = u->slot[at];
            u->slot[at] = 6 * i + k;
        }
    }
    return found;
}

enum { DO_NOT_MEET, DO_TOUCH, DO_JOIN };

/* Does a wall end on another bar, or cross it, between the tiles? `inner`: how many of its ends are there. */
static int how_they_meet(const Strip *s, const ShutBy *by, const Unions *u, int32_t i, int32_t j, int inner) {
    const Bar *bar = &s->bar[i], *other = &s->bar[j];
    int found = DO_NOT_MEET;
    for (int k = 0; k < 2; k++) {
        if (u->next[6 * i + k] == -2 || !is_at_bar(&bar->at[k], other->at, other->n)) continue;
        if (!by->open || !is_tile_corner(s, &bar->at[k])) return DO_JOIN;
        found = DO_TOUCH;
    }
    if (other->n != 2) return DO_TOUCH;              /* perhaps */
    if (do_cross(bar, other)) return inner == 2 ? DO_JOIN : DO_TOUCH;
    return turn(&bar->at[0], &bar->at[1], &other->at[0]) || turn(&bar->at[0], &bar->at[1], &other->at[1]) ? found : DO_TOUCH;
}

/* The same for walls that end on other bars, or cross them. */
static int unite_across(Strip *s, const ShutBy *by, Unions *u) {
    int found = 0;
    for (int32_t i = 0; i < s->bars && (!found || by->with_limited); i++) {
        const Bar *bar = &s->bar[i];
        if (bar->n != 2 || (u->join[i] < 0 && !by->with_limited)) continue;
        int inner = 0;
        for (int k = 0; k < 2; k++) inner += u->next[6 * i + k] != -2;
        if (!inner && !by->with_limited) continue;
        for (int32_t j = 0; j < s->bars && (!found || by->with_limited); j++) {
            const int both = u->join[i] >= 0 && u->join[j] >= 0 && first_of(u->join, i) != first_of(u->join, j);
            const int apart = by->with_limited && first_of(u->touch, i) != first_of(u->touch, j);
            if (j == i || (!both && !apart) || are_boxes_apart(bar, &s->bar[j])) continue;
            const int meet = how_they_meet(s, by, u, i, j, inner);
            if (both && meet == DO_JOIN) found = join_bars(u->join, u->reached, i, j);
            if (apart && meet) u->touch[first_of(u->touch, j)] = first_of(u->touch, i);
        }
    }
    return found;
}

/* Are there two unions that reach both sides and do not touch each other? Every line goes through both. */
static int shut_twice(const Strip *s, Unions *u) {
    int32_t one = -1;
    for (int32_t i = 0; i < s->bars; i++) {
        if (u->join[i] != i || u->reached[i] != (REACHES_LEFT | REACHES_RIGHT)) continue;
        const int32_t touch = first_of(u->touch, i);
        if (one >= 0 && one != touch) return 1;
        one = touch;
    }
    return 0;
}

static int is_shut_by(Strip *s, const Between *between, const ShutBy *by) {
    Unions u;
    int all = 0;
    if (!make_unions(s, &u)) return 0;
    for (int32_t i = 0; i < s->bars; i++) {
        const Bar *bar = &s->bar[i];
        u.touch[i] = i;
        u.reached[i] = 0;
        u.join[i] = can_shut(s, bar, by) ? i : -1;
        if (u.join[i] < 0) continue;
        for (int k = 0; k < (bar->n == 2 ? 1 : bar->n); k++)
            u.reached[i] |= (uint8_t)sides_reached(s, between, &bar->at[k], &bar->at[(k + 1) % bar->n], by->beyond);
        all |= u.reached[i];
        if (!by->with_limited && u.reached[i] == (REACHES_LEFT | REACHES_RIGHT)) return 1;
    }
    if (all != (REACHES_LEFT | REACHES_RIGHT)) return 0;
    if (!by->with_limited) return unite_at_corners(s, between, by, &u) || unite_across(s, by, &u);
    unite_at_corners(s, between, by, &u);
    unite_across(s, by, &u);
    return shut_twice(s, &u);
}

/* `beyond`: lines also begin at corners of the tiles, so what separates them goes on past both sides. `open`: bars
   joined at such a corner separate nothing. */
static int is_shut(Strip *s, int joins, int beyond, int open) {
    Between between;
    ShutBy by = {joins, beyond, open, 0};
    if (!s->bars || s->failed || s->unsure) return 0;
    find_between(s, &between);
    if (is_shut_by(s, &between, &by)) return 1;
    by.with_limited = 1;
    by.open |= beyond;
    return s->has_limited && is_shut_by(s, &between, &by);
}

#endif
