/* Does what stands between two tiles shut them off from each other: walls and tiles that join, from one side of the band
   in which all lines run to the other? That settles most of what is hidden, without a look at any line. */
#ifndef SIGHTLINE_PACK_AREA_SHUT_H
#define SIGHTLINE_PACK_AREA_SHUT_H

#include "pack_area_strip.h"

enum { JOIN_NEVER, JOIN_AT_SIDES, JOIN_AT_CORNERS };     /* when does one tile join another, so that no line passes between? */
enum { REACHES_LEFT = 1, REACHES_RIGHT = 2 };

/* The place between two tiles: what the hull of both has besides them. */
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
            /* Of two corners on one side of the band the one that is nearer to the other tile. */
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

/* Is a point between the two tiles, or on the border of that place? */
static int lies_between(const Strip *s, const Between *b, const Exact *v) {
    if (v->w == 1 && llabs(across_band(s, v)) > s->wide) return 0;
    int before = 0, after = 0;
    for (int i = 0; i < b->fronts && !before; i++) before = turn(&b->front[i][0], &b->front[i][1], v) * b->sense <= 0;
    for (int i = 0; i < b->rears && before && !after; i++) after = turn(&b->rear[i][0], &b->rear[i][1], v) * b->sense <= 0;
    return before && after;
}

/* Which sides of that place does the stretch from p to q reach? `beyond`: it must go on past them. */
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

/* Both are one from now on; 1 if that reaches both sides. */
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

static inline int are_boxes_apart(const Bar *a, const Bar *b) {
    int64_t low[2][2], high[2][2];
    for (int k = 0; k < 2; k++) {
        const Bar *bar = k ? b : a;
        low[k][0] = high[k][0] = bar->at[0].x; low[k][1] = high[k][1] = bar->at[0].y;
        for (int i = 0; i < bar->n; i++) {
            if (bar->at[i].w != 1) return 0;
            if (bar->at[i].x < low[k][0]) low[k][0] = bar->at[i].x;
            if (bar->at[i].x > high[k][0]) high[k][0] = bar->at[i].x;
            if (bar->at[i].y < low[k][1]) low[k][1] = bar->at[i].y;
            if (bar->at[i].y > high[k][1]) high[k][1] = bar->at[i].y;
        }
    }
    return low[0][0] > high[1][0] || low[1][0] > high[0][0] || low[0][1] > high[1][1] || low[1][1] > high[0][1];
}

static inline int do_cross(const Bar *a, const Bar *b) {
    return turn(&a->at[0], &a->at[1], &b->at[0]) * turn(&a->at[0], &a->at[1], &b->at[1]) < 0
        && turn(&b->at[0], &b->at[1], &a->at[0]) * turn(&b->at[0], &b->at[1], &a->at[1]) < 0;
}

/* `beyond`: lines also begin at corners of the tiles, so what shuts them off goes on past both sides. `open`: what joins at
   such a corner shuts nothing. */
static int is_shut(Strip *s, int joins, int beyond, int open) {
    Between between;
    int32_t n = s->bars, found = 0, all = 0, slots = 16;
    if (!n || s->failed || s->unsure) return 0;
    while (slots < 8 * n) slots *= 2;
    int64_t room = slots + 8 * (int64_t)n;
    if (room > s->join_room) {
        int32_t *more = (int32_t *)realloc(s->join, sizeof(int32_t) * (size_t)room);
        if (!more) { s->failed = 1; return 0; }
        s->join = more; s->join_room = room;
    }
    int32_t *join = s->join, *next = join + n, *slot = next + 6 * n;   /* next: of a corner, one at the same place */
    uint8_t *reached = (uint8_t *)(slot + slots);
    find_between(s, &between);
    for (int32_t i = 0; i < n; i++) {
        const Bar *bar = &s->bar[i];
        join[i] = i;
        reached[i] = 0;
        if (bar->flags || bar->within) continue;
        for (int k = 0; k < (bar->n == 2 ? 1 : bar->n); k++)
            reached[i] |= (uint8_t)sides_reached(s, &between, &bar->at[k], &bar->at[(k + 1) % bar->n], beyond);
        all |= reached[i];
        if (reached[i] == (REACHES_LEFT | REACHES_RIGHT)) return 1;
    }
    if (all != (REACHES_LEFT | REACHES_RIGHT)) return 0;
    memset(slot, -1, sizeof(int32_t) * (size_t)slots);
    for (int32_t i = 0; i < n && !found; i++) {
        Bar *bar = &s->bar[i];
        if (bar->flags || bar->within) continue;
        for (int k = 0; k < bar->n && !found; k++) {
            const Exact *v = &bar->at[k];
            next[6 * i + k] = -2;
            if (!lies_between(s, &between, v)) continue;
            for (int c = 0; c < s->corners && open; c++)
                if (is_same_point(v, &s->here[c]) || is_same_point(v, &s->there[c])) goto apart;
            uint64_t key = ((uint64_t)v->x * 0x9e3779b97f4a7c15u ^ (uint64_t)v->y) * 0xc2b2ae3d27d4eb4fu;
            int32_t at = (int32_t)(key >> 40) & (slots - 1);
            while (slot[at] >= 0 && !is_same_point(&s->bar[slot[at] / 6].at[slot[at] % 6], v)) at = (at + 1) & (slots - 1);
            for (int32_t other = slot[at]; other >= 0 && !found; other = next[other])
                if (may_join(s, bar, &s->bar[other / 6], joins)) found = join_bars(join, reached, i, other / 6);
            next[6 * i + k] = slot[at];
            slot[at] = 6 * i + k;
            apart:;
        }
    }
    /* Walls that end on others, or cross them. */
    for (int32_t i = 0; i < n && !found; i++) {
        const Bar *bar = &s->bar[i];
        if (bar->flags || bar->within || bar->n != 2) continue;
        int inner = 0;
        for (int k = 0; k < 2; k++) inner += next[6 * i + k] != -2;
        if (!inner) continue;
        for (int32_t j = 0; j < n && !found; j++) {
            const Bar *other = &s->bar[j];
            if (j == i || other->flags || other->within || first_of(join, i) == first_of(join, j) || are_boxes_apart(bar, other)) continue;
            int meet = inner == 2 && other->n == 2 && do_cross(bar, other);
            for (int k = 0; k < 2 && !meet; k++) meet = next[6 * i + k] != -2 && is_at_bar(&bar->at[k], other->at, other->n);
            if (meet) found = join_bars(join, reached, i, j);
        }
    }
    return found;
}

#endif
