/* Is there a line, in any direction between two, that is above some places and below others? geometry/high_area.py in C.

   A line leaves a point at a height z, in a direction between the first and the last, and rises by s. It passes a place
   at far / by of its direction, where `by` is linear in the direction: b[0] at the first, b[1] at the last. So it is
   above the height h there if s * far > (h - z) * by. For two places, one to pass above and one below, s drops out: z * p
   < q, with p and q linear in the direction. For two of those with different signs of p, z drops out as well: a
   quadratic form has to be positive. Floats with a bound of their error decide most of it; whole numbers of any size
   (limbs.h) compare roots.

   Bounds: `far` and `b` stay below 2^60, heights below 2^44. Then p is below 2^121, q below 2^166, forms below 2^290,
   and what compares their roots below 2^1760. */
#ifndef SIGHTLINE_FAN_SLOPES_H
#define SIGHTLINE_FAN_SLOPES_H

#include "limbs.h"

typedef struct { int64_t far, b[2]; } FanMark;           /* far 0: where the line begins */
typedef struct { FanMark mark; int64_t high; int above; } FanLimit;
typedef struct { FanMark first, then; } FanOrder;        /* the first has to be nearer */

enum { MOST_LIMITS = 400, MOST_ORDERS = 24, MOST_PAIRS = 1000, MOST_FORMS = 2000 };

typedef struct {
    int64_t low, high;            /* between which heights the line begins */
    FanLimit limit[MOST_LIMITS];
    FanOrder order[MOST_ORDERS];
    int limits, orders, unsure;
} FanSystem;

enum { IS_NEVER, IS_SOMETIMES, IS_ALWAYS };              /* where a form of the direction is positive */

static inline int kind_of(int a, int b, int c) {
    if (a >= 0 && b >= 0 && c >= 0) return a | b | c ? IS_ALWAYS : IS_NEVER;
    return a <= 0 && b <= 0 && c <= 0 ? IS_NEVER : IS_SOMETIMES;
}

/* --- numbers with a bound of their error, which is 0 as long as they are whole numbers below 2^53 */

typedef struct { double at, off; } Rough;
enum { IS_UNSURE = 2 };

static inline double rounding(double at) { return at < 9e15 && at > -9e15 ? 0 : (at < 0 ? -at : at) * 0x1p-51; }
static inline double rough_size(Rough a) { return a.at < 0 ? -a.at : a.at; }

static inline Rough rough_of(int64_t a) {
    Rough n = {(double)a, rounding((double)a)};
    return n;
}

static inline Rough rough_times(Rough a, Rough b) {
    Rough n = {a.at * b.at, 0};
    n.off = rounding(n.at);
    if (a.off + b.off > 0) n.off += (rough_size(a) * b.off + rough_size(b) * a.off + a.off * b.off) * 1.001;
    return n;
}

static inline Rough rough_less(Rough a, Rough b) {
    Rough n = {a.at - b.at, 0};
    n.off = rounding(n.at) + (a.off + b.off) * 1.001;
    return n;
}

static inline Rough rough_plus(Rough a, Rough b) {
    Rough n = {a.at + b.at, 0};
    n.off = rounding(n.at) + (a.off + b.off) * 1.001;
    return n;
}

/* -1, 0, 1 or IS_UNSURE. */
static inline int rough_sign(Rough a) {
    if (a.off == 0) return (a.at > 0) - (a.at < 0);
    return a.at > a.off ? 1 : a.at < -a.off ? -1 : IS_UNSURE;
}

static inline int rough_kind(int a, int b, int c) {
    return a == IS_UNSURE || b == IS_UNSURE || c == IS_UNSURE ? IS_SOMETIMES : kind_of(a, b, c);
}

/* z * p < q, in all directions; of an order p is 0. `side`: the sign of p, 2 where it changes. */
typedef struct { Rough p[2], q[2]; int side; } RoughPair;
typedef struct { Big p[2], q[2]; } BigPair;

static inline int is_same_mark(const FanMark *a, const FanMark *b) {
    return a->far == b->far && a->b[0] == b->b[0] && a->b[1] == b->b[1];
}

static int rough_pairs(const FanSystem *s, RoughPair *pair) {
    const Rough one = {1, 0}, minus = {-1, 0}, none = {0, 0};
    int n = 2;
    pair[0].p[0] = pair[0].p[1] = one; pair[0].q[0] = pair[0].q[1] = rough_of(s->high);
    pair[1].p[0] = pair[1].p[1] = minus; pair[1].q[0] = pair[1].q[1] = rough_of(-s->low);
    for (int i = 0; i < s->limits; i++) {
        const FanLimit *a = &s->limit[i];
        for (int k = 0; k < s->limits && a->above; k++) {
            const FanLimit *b = &s->limit[k];
            if (b->above) continue;
            if (n == MOST_PAIRS) return -1;
            const Rough far = rough_of(a->mark.far), other = rough_of(b->mark.far), low = rough_of(a->high), high = rough_of(b->high);
            for (int e = 0; e < 2; e++) {
                const Rough over = rough_times(rough_of(b->mark.b[e]), far), under = rough_times(rough_of(a->mark.b[e]), other);
                if (is_same_mark(&a->mark, &b->mark)) {
                    pair[n].p[e] = none;
                    pair[n].q[e] = rough_times(rough_of(b->high - a->high), over);
                    continue;
                }
                pair[n].p[e] = rough_less(over, under);
                pair[n].q[e] = rough_less(rough_times(high, over), rough_times(low, under));
            }
            n++;
        }
    }
    for (int i = 0; i < s->orders; i++) {
        const FanOrder *o = &s->order[i];
        if (n == MOST_PAIRS) return -1;
        for (int e = 0; e < 2; e++) {
            pair[n].p[e] = none;
            pair[n].q[e] = rough_less(rough_times(rough_of(o->then.far), rough_of(o->first.b[e])), rough_times(rough_of(o->first.far), rough_of(o->then.b[e])));
        }
        n++;
    }
    for (int i = 0; i < n; i++) {
        const int first = rough_sign(pair[i].p[0]), last = rough_sign(pair[i].p[1]), up = rough_kind(first, 0, last);
        pair[i].side = up == IS_ALWAYS ? 1 : up == IS_SOMETIMES ? 2 : first | last ? -1 : 0;
    }
    return n;
}

/* Where all conditions so far hold: just after the first direction, in the middle, just before the last. */
typedef struct { int first, middle, last, open; } RoughFound;

/* Take in a condition; 0: it holds nowhere. */
static int rough_holds(RoughFound *found, Rough a, Rough b, Rough c) {
    const int signs[3] = {rough_sign(a), rough_sign(b), rough_sign(c)}, kind = rough_kind(signs[0], signs[1], signs[2]);
    if (kind == IS_NEVER) return 0;
    if (kind == IS_ALWAYS) return 1;
    found->open = 1;
    found->first &= (signs[0] ? signs[0] : signs[1] ? signs[1] : signs[2]) == 1;
    found->last &= (signs[2] ? signs[2] : signs[1] ? signs[1] : signs[0]) == 1;
    found->middle &= rough_sign(rough_plus(rough_plus(a, b), c)) == 1;
    return 1;
}

/* 1 or 0 if such numbers decide it, else -1. */
static int rough_slopes(const FanSystem *s) {
    RoughPair pair[MOST_PAIRS];
    RoughFound found = {1, 1, 1, 0};
    const Rough none = {0, 0};
    int changes = 0;
    const int n = rough_pairs(s, pair);
    for (int i = 0; i < n; i++) {
        changes |= pair[i].side == 2;
        if (!pair[i].side && !rough_holds(&found, pair[i].q[0], none, pair[i].q[1])) return 0;
    }
    for (int i = 0; i < n; i++) {
        if (pair[i].side != 1) continue;
        for (int k = 0; k < n; k++) {
            if (pair[k].side != -1) continue;
            const Rough *p = pair[i].p, *q = pair[i].q, *r = pair[k].p, *t = pair[k].q;
            const Rough a = rough_less(rough_times(t[0], p[0]), rough_times(q[0], r[0])), c = rough_less(rough_times(t[1], p[1]), rough_times(q[1], r[1]));
            const Rough b = rough_plus(rough_less(rough_times(t[0], p[1]), rough_times(q[0], r[1])), rough_less(rough_times(t[1], p[0]), rough_times(q[1], r[0])));
            if (!rough_holds(&found, a, b, c)) return 0;
        }
    }
    return n >= 0 && !changes && (!found.open || found.first || found.middle || found.last) ? 1 : -1;
}

/* --- numbers of any size */

/* a + b r + c r r, for the direction `r` times as near to the last as to the first. */
typedef struct { Big a, b, c; int pair[2]; } BigForm;
/* A direction: the first itself (`of` is NULL), or a root of a form, the lower or the higher one. */
typedef struct { const BigForm *of; int root; Big square; } FanRoot;

static int sign_of_sum(const Big *plain, const Big *rooted, const Big *square) {
    Big one, other;
    if (!rooted->sign || !square->sign) return plain->sign;
    if (!plain->sign || plain->sign == rooted->sign) return rooted->sign;
    big_times(plain, plain, &one);
    big_times(rooted, rooted, &other);
    Big whole;
    big_times(&other, square, &whole);
    return plain->sign * big_compare_sizes(&one, &whole);
}

/* The sign of a form at a root, or of its first derivative there. */
static int sign_at(const BigForm *f, const FanRoot *at, int derived) {
    const BigForm *g = at->of;
    Big plain, rooted, square, none;
    big_set(&none, 0);
    if (!g) return derived ? f->b.sign : f->a.sign;
    if (!g->c.sign) {                                     /* at -a / b */
        if (derived) {
            big_times(&f->b, &g->b, &plain);
            big_times(&f->c, &g->a, &rooted);
            big_scale(&rooted, 2);
            big_add(&plain, &rooted, 1, &plain);
            return plain.sign * g->b.sign;
        }
        big_times(&g->b, &g->b, &square);
        big_times(&f->a, &square, &plain);
        big_times(&g->a, &g->b, &square);
        big_add_product(&plain, &f->b, &square, 1);
        big_times(&g->a, &g->a, &square);
        big_add_product(&plain, &f->c, &square, 0);
        return plain.sign;
    }
    if (derived) {                                        /* b + 2 c r, times g's c */
        big_times(&f->b, &g->c, &plain);
        big_add_product(&plain, &f->c, &g->b, 1);
        big_copy(&rooted, &f->c);
        rooted.sign *= at->root;
        return sign_of_sum(&plain, &rooted, &at->square) * g->c.sign;
    }
    big_times(&g->c, &g->c, &square);
    big_scale(&square, 2);
    big_times(&f->a, &square, &plain);
    big_times(&g->b, &g->c, &square);
    big_add_product(&plain, &f->b, &square, 1);
    big_times(&g->a, &g->c, &square);
    big_scale(&square, -2);
    big_add_product(&square, &g->b, &g->b, 0);
    big_add_product(&plain, &f->c, &square, 0);
    big_times(&f->b, &g->c, &rooted);
    big_add_product(&rooted, &f->c, &g->b, 1);
    rooted.sign *= at->root;
    return sign_of_sum(&plain, &rooted, &at->square);
}

/* The sign of a form just after a root. */
static int sign_after(const BigForm *f, const FanRoot *at) {
    int found = sign_at(f, at, 0);
    if (!found) found = sign_at(f, at, 1);
    return found ? found : f->c.sign;
}

static void line_as_form(const Big *line, BigForm *f) {
    big_copy(&f->a, &line[0]); big_copy(&f->b, &line[1]);
    big_set(&f->c, 0);
}

/* far * b, for one end. */
static void big_part(const FanMark *one, const FanMark *other, int e, Big *out) {
    Big far, by;
    big_set(&far, one->far); big_set(&by, other->b[e]);
    big_times(&far, &by, out);
}

static int big_pairs(const FanSystem *s, BigPair *pair) {
    int n = 2;
    for (int e = 0; e < 2; e++) {
        big_set(&pair[0].p[e], 1); big_set(&pair[0].q[e], s->high);
        big_set(&pair[1].p[e], -1); big_set(&pair[1].q[e], -s->low);
    }
    for (int i = 0; i < s->limits; i++) {
        const FanLimit *a = &s->limit[i];
        for (int k = 0; k < s->limits && a->above; k++) {
            const FanLimit *b = &s->limit[k];
            if (b->above) continue;
            if (n == MOST_PAIRS) return -1;
            for (int e = 0; e < 2; e++) {
                Big over, under;
                big_part(&a->mark, &b->mark, e, &over);
                big_part(&b->mark, &a->mark, e, &under);
                big_add(&over, &under, 1, &pair[n].p[e]);
                big_scale(&over, b->high);
                big_scale(&under, a->high);
                big_add(&over, &under, 1, &pair[n].q[e]);
            }
            n++;
        }
    }
    for (int i = 0; i < s->orders; i++) {
        const FanOrder *o = &s->order[i];
        if (n == MOST_PAIRS) return -1;
        for (int e = 0; e < 2; e++) {
            Big one, other;
            big_part(&o->then, &o->first, e, &one);
            big_part(&o->first, &o->then, e, &other);
            big_set(&pair[n].p[e], 0);
            big_add(&one, &other, 1, &pair[n].q[e]);
        }
        n++;
    }
    return n;
}

/* The forms that are positive in some directions only, in `form`; -1: too many, -2: one never is. */
static int big_forms(const BigPair *pair, const int *side, int n, BigForm *form) {
    int forms = 0;
    for (int i = 0; i < n; i++) {
        for (int k = side[i] == 0 ? i : i + 1; k < (side[i] == 0 ? i + 1 : n); k++) {
            BigForm *f = &form[forms];
            if (forms == MOST_FORMS) return -1;
            f->pair[0] = i; f->pair[1] = k;
            if (side[i] == 0) line_as_form(pair[i].q, f);     /* of pairs without p: q itself */
            else {
                if (side[k] == 0 || (side[i] == side[k] && side[i] != 2)) continue;
                const int swap = side[i] == -1 || side[k] == 1;
                const Big *p = pair[swap ? k : i].p, *q = pair[swap ? k : i].q, *r = pair[swap ? i : k].p, *t = pair[swap ? i : k].q;
                if (swap) { f->pair[0] = k; f->pair[1] = i; }
                big_times(&t[0], &p[0], &f->a); big_add_product(&f->a, &q[0], &r[0], 1);
                big_times(&t[0], &p[1], &f->b); big_add_product(&f->b, &q[0], &r[1], 1);
                big_add_product(&f->b, &t[1], &p[0], 0); big_add_product(&f->b, &q[1], &r[0], 1);
                big_times(&t[1], &p[1], &f->c); big_add_product(&f->c, &q[1], &r[1], 1);
            }
            if (side[i] == 2 || side[k] == 2) { forms++; continue; }
            const int kind = kind_of(f->a.sign, f->b.sign, f->c.sign);
            if (kind == IS_NEVER) return -2;
            forms += kind == IS_SOMETIMES;
        }
    }
    return forms;
}

/* Do all conditions hold just after this direction? */
static int holds_after(const BigPair *pair, const int *side, const BigForm *form, int forms, const FanRoot *at) {
    for (int i = 0; i < forms; i++) {
        const BigForm *f = &form[i];
        int sign = 1;
        if (side[f->pair[0]] == 2 || side[f->pair[1]] == 2) {
            int of[2];
            for (int k = 0; k < 2; k++) {
                BigForm line;
                of[k] = side[f->pair[k]];
                if (of[k] != 2) continue;
                line_as_form(pair[f->pair[k]].p, &line);
                of[k] = sign_after(&line, at);
            }
            if (of[0] == of[1]) continue;
            sign = of[0];
        }
        if (sign_after(f, at) != sign) return 0;
    }
    return 1;
}

/* Do they hold somewhere just after a root of the form? */
static int holds_at_roots(const BigPair *pair, const int *side, const BigForm *form, int forms, const BigForm *of) {
    FanRoot at;
    BigForm ahead;
    big_set(&ahead.a, 0); big_set(&ahead.b, 1); big_set(&ahead.c, 0);
    at.of = of; at.root = 1;
    if (!of->b.sign && !of->c.sign) return 0;
    big_times(&of->a, &of->c, &at.square);
    big_scale(&at.square, -4);
    big_add_product(&at.square, &of->b, &of->b, 0);
    if (at.square.sign < 0) return 0;
    for (int k = 0; k < (of->c.sign && at.square.sign ? 2 : 1); k++, at.root = -1)
        if (sign_at(&ahead, &at, 0) > 0 && holds_after(pair, side, form, forms, &at)) return 1;
    return 0;
}

/* 1 or 0; -1: too many conditions, or out of memory. */
static int big_slopes(const FanSystem *s) {
    BigPair *pair = (BigPair *)malloc(sizeof(BigPair) * MOST_PAIRS);
    BigForm *form = (BigForm *)malloc(sizeof(BigForm) * (MOST_FORMS + 1));
    int side[MOST_PAIRS] = {0}, found = -1, forms = -1;
    const int n = pair && form ? big_pairs(s, pair) : -1;
    for (int i = 0; i < n; i++) {
        const int up = kind_of(pair[i].p[0].sign, 0, pair[i].p[1].sign);
        side[i] = up == IS_ALWAYS ? 1 : up == IS_SOMETIMES ? 2 : pair[i].p[0].sign | pair[i].p[1].sign ? -1 : 0;
    }
    if (n >= 0) forms = big_forms(pair, side, n, form);
    if (forms == -2) found = 0;
    if (forms >= 0) {
        FanRoot first;
        first.of = NULL;
        found = holds_after(pair, side, form, forms, &first);
        for (int i = 0; i < forms && !found; i++) found = holds_at_roots(pair, side, form, forms, &form[i]);
        for (int i = 0; i < n && !found; i++) {
            if (side[i] != 2) continue;
            line_as_form(pair[i].p, &form[forms]);
            found = holds_at_roots(pair, side, form, forms, &form[forms]);
        }
    }
    free(pair); free(form);
    return found;
}

/* Is there such a line? If its conditions are too many, `unsure`, and 0. */
static int has_slope(FanSystem *s) {
    if (s->low >= s->high) return 0;
    int found = rough_slopes(s);
    if (found < 0) found = big_slopes(s);
    if (found < 0) s->unsure = 1;
    return found > 0;
}

#endif
