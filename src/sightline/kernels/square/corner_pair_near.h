/* Squares: one pair by the corner rule in strict play, within FAR tiles, all lines at once.

   The 16 lines from the corners of the source to those of the target depend only on the offset between the two. They
   are followed over the board's rows or columns, along the longer axis of the offset. All 16 lie between the two tiles,
   at most as far aside as ahead, so in any row the lines touch places within two of the middle. So one byte holds the
   places that one line touches in a row, and a row of the board is tested against 16 bytes at once. As soon as every
   line has met a blocker, the pair is not seen, which for most pairs is early. A line that met nothing is open, and its
   two ends are tested (corner.h). */
#ifndef SIGHTLINE_CORNER_PAIR_NEAR_H
#define SIGHTLINE_CORNER_PAIR_NEAR_H

#include "corner.h"

enum { LANES = 16, FAR = 63 };

/* A byte for each of the 16 lines, the lanes. */
typedef struct BY_16 { uint64_t half[2]; } Lanes;

#define EVERY_BYTE 0x0101010101010101ULL

/* An offset in a table: for a target dm rows and dn places away, -dm <= dn <= dm. */
enum {
    HEAD,                         /* which lanes are lines; which are horizontal or vertical, and are walked if no tile
                                     blocks them; and the shift of the middle from the last row to this one */
    IDLE,                         /* all ones in lanes that are neither */
    BEFORE,                       /* a row before the source's, where nothing is */
    SOURCE                        /* the source's row, and then those up to the target's */
};
typedef Lanes Offset;

enum { ALONG_FROM = 32 };         /* where in the head's first half the lanes begin that are walked */
static inline uint32_t lines_of(const Offset *o) { return (uint32_t)o[HEAD].half[0]; }
static inline int is_walked(const Offset *o, int lane) { return o[HEAD].half[0] >> (ALONG_FROM + lane) & 1; }

/* The number of rows in the table before those of dm: for each smaller k, 2k + 1 offsets of k + SOURCE + 1. */
#define ROWS_BEFORE(dm) ((dm) * ((dm) - 1) * (2 * (dm) - 1) / 3 + 9 * (dm) * ((dm) - 1) / 2 + 4 * (dm))
static Offset offsets[ROWS_BEFORE(FAR + 1)];
static inline Offset *offset_at(int32_t dm, int32_t dn) { return offsets + ROWS_BEFORE(dm) + (dm + dn) * (dm + SOURCE + 1); }

/* The same for thin walls: those in each row starting with the source's, then those on the far side of each. */
#define THIN_BEFORE(dm) (2 * ((dm) * ((dm) - 1) * (2 * (dm) - 1) / 3 + 3 * (dm) * ((dm) - 1) / 2 + (dm)))
static Lanes thin_offsets[THIN_BEFORE(FAR + 1)];
static inline Lanes *sides_at(int32_t dm, int32_t dn) { return thin_offsets + THIN_BEFORE(dm) + 2 * (dm + dn) * (dm + 1); }

/* Slopes are in 2^-20ths of a place. */
enum { PLACE = 1 << 20 };

/* Which place is the lowest bit of a row's bytes, from PAD places before the source's on. */
static inline int32_t lowest(const Offset *o, int32_t m) {
#ifdef __CUDACC_RTC__             /* 32 bits suffice: everything is below 2^27, and rounds down */
    return ((PAD - 2) * PLACE + (int32_t)o[HEAD].half[1] * m) >> 20;
#else
    return (int32_t)(((PAD - 2) * (uint64_t)PLACE + o[HEAD].half[1] * (uint64_t)m) / PLACE);
#endif
}

/* Where a lane's line starts and ends, with the source at (0, 0): `m` counts rows, `n` places. Its first tile, and the
   steps from there. */
typedef struct { int32_t pm, pn, dm, dn, sn, an, fm, fn; } Lane;

static inline Lane lane_line(int lane, int32_t dm, int32_t dn) {
    Lane l;
    l.pm = lane >> 2 & 1; l.pn = lane >> 3;
    l.dm = dm + (lane & 1) - l.pm; l.dn = dn + (lane >> 1 & 1) - l.pn;
    l.sn = l.dn > 0 ? 1 : -1;
    l.an = l.dn * l.sn;
    l.fm = l.pm; l.fn = l.dn > 0 ? l.pn : l.pn - 1;
    return l;
}

/* The distance in places from the first tile to the last, for a line that is neither horizontal nor vertical. */
static inline int32_t last_place(const Lane *l) { return (l->an - 1) * l->sn; }

typedef struct { Offset *offset; Lanes *side, *cross; int32_t dm, dn; int lane; } Marking;

static inline void mark(const Marking *k, Lanes *rows, int32_t m, int32_t n) {
    rows[m].half[k->lane >> 3] |= 1ULL << (8 * (k->lane & 7) + n + PAD - lowest(k->offset, m));
}

static inline void mark_tile(const Marking *k, int32_t m, int32_t n) {
    if ((m == 0 && n == 0) || (m == k->dm && n == k->dn)) return;  /* source and target never block */
    mark(k, k->offset + SOURCE, m, n);
}

/* What touches a line between its ends. */
static void mark_between(const Marking *k, const Lane *l) {
    int32_t m = l->fm, n = l->fn;
    for (int32_t e = l->dm - l->an, u = 1;;) {
        int32_t side = l->sn > 0 ? n : n - 1;    /* the wall towards the next place */
        mark_tile(k, m, n);
        if (e < 0) {
            mark(k, k->side, m, side);
            n += l->sn; u++; e += l->dm;
        } else if (e > 0) {
            mark(k, k->cross, m, n);
            m++; e -= l->an;
        } else {
            if (u == l->an) return;
            mark_tile(k, m, n + l->sn);
            mark_tile(k, m + 1, n);
            mark(k, k->side, m, side);
            mark(k, k->side, m + 1, side);
            mark(k, k->cross, m, n);
            mark(k, k->cross, m, n + l->sn);
            m++; n += l->sn; u++; e += l->dm - l->an;
        }
    }
}

/* The tiles on both sides of a line straight across the rows, between the source's and the target's. */
static void mark_along(const Marking *k, const Lane *l) {
    for (int32_t m = 1; m < k->dm; m++) { mark_tile(k, m, l->pn - 1); mark_tile(k, m, l->pn); }
}

/* The lanes of one offset, 1 < dm <= FAR. The caller holds the interpreter lock. */
static void make_offset(Offset *o, int32_t dm, int32_t dn) {
    Marking k = {o, sides_at(dm, dn), sides_at(dm, dn) + dm + 1, dm, dn, 0};
    o[HEAD].half[1] = (uint64_t)((int64_t)dn * (PLACE / dm));
    for (; k.lane < LANES; k.lane++) {
        Lane l = lane_line(k.lane, dm, dn);
        if (!l.dn) {
            o[HEAD].half[0] |= 1ULL << (ALONG_FROM + k.lane);
            mark_along(&k, &l);
        /* A diagonal through the source or the target is tried from its other corner. */
        } else if (l.dm == l.an && ((l.fm == 0 && l.fn == 0) || (l.fm + l.dm - 1 == dm && l.fn + last_place(&l) == dn))) {
            o[IDLE].half[k.lane >> 3] |= 0xffULL << 8 * (k.lane & 7);
        } else {
            o[HEAD].half[0] |= 1ULL << k.lane;
            mark_between(&k, &l);
        }
    }
}

/* Make all offsets for a board of that many rows or columns, before questions without the interpreter lock. */
static void make_offsets(int32_t longest) {
    static int32_t made = 1;
    while (made < FAR && made + 1 < longest) {
        made++;
        for (int32_t dn = -made; dn <= made; dn++)
            if (!lines_of(offset_at(made, dn))) make_offset(offset_at(made, dn), made, dn);
    }
}

/* The highest bit of each byte that is 0, and no other. */
static inline uint64_t empty_bytes(uint64_t word) {
    uint64_t low = 0x7f * EVERY_BYTE;
    return ~(((word & low) + low) | word | low);
}

/* Is some byte of either word 0? */
static inline int any_empty(const Lanes *l) {
    uint64_t one = (l->half[0] - EVERY_BYTE) & ~l->half[0], other = (l->half[1] - EVERY_BYTE) & ~l->half[1];
    return ((one | other) & 0x80 * EVERY_BYTE) != 0;
}

static inline void strike(Lanes *met, const Lanes *lanes, const uint64_t *line, int32_t at) {
    uint64_t bits = eight_times(narrow_window(line, at - PAD));
    met->half[0] |= lanes->half[0] & bits;
    met->half[1] |= lanes->half[1] & bits;
}

/* Which lanes met no blocker, as the highest bits of their bytes. Starts in the middle and goes both ways: there the
   fewest tiles block all lines. */
static inline Lanes lanes_left(const Square *s, const Offset *o, int by_column, int32_t m0, int32_t n0, int32_t dm, int32_t dn) {
    Lanes met = o[IDLE];
    int64_t words = by_column ? s->col_words : s->row_words;
    int32_t middle = dm >> 1;
    const Lanes *lanes = o + SOURCE + middle;
    const uint64_t *tile = (by_column ? s->col_tile : s->row_tile) + (m0 + middle + 1) * words;
    strike(&met, lanes, tile, n0 + lowest(o, middle));
    for (int32_t m = 1; m <= dm - middle && any_empty(&met); m++) {
        strike(&met, lanes + m, tile + m * words, n0 + lowest(o, middle + m));
        strike(&met, lanes - m, tile - m * words, n0 + lowest(o, middle - m));
    }
    if (s->thin) {
        const Lanes *thin = sides_at(dm, dn);
        int64_t at = (m0 + 1) * words;
        const uint64_t *side = (by_column ? s->col_south : s->row_east) + at, *cross = (by_column ? s->col_east : s->row_south) + at;
        for (int32_t m = 0; m <= dm && any_empty(&met); m++) {
            strike(&met, thin + m, side + m * words, n0 + lowest(o, m));
            strike(&met, thin + dm + 1 + m, cross + m * words, n0 + lowest(o, m));
        }
    }
    met.half[0] = empty_bytes(met.half[0]); met.half[1] = empty_bytes(met.half[1]);
    return met;
}

/* Does a line that met no blocker pass? 1 it does, 0 not, -1 unsure. */
static inline int lane_passes(const Square *s, const Walls *walls, const Offset *o, int lane, int by_column, int32_t r0, int32_t c0, int32_t dm, int32_t dn, const Own *own) {
    Lane l = lane_line(lane, dm, dn);
    CornerLine line = {r0, c0, r0 + dm, c0 + dn, r0 + l.pm, c0 + l.pn, l.dm, l.dn};
    int64_t row = s->stride, place = 1;
    if (by_column) {
        CornerLine turned = {r0, c0, r0 + dn, c0 + dm, r0 + l.pn, c0 + l.pm, l.dn, l.dm};
        line = turned;
        row = 1; place = s->stride;
    }
    if (is_walked(o, lane)) return along_passes(s, walls, &line, own, CLEAR, 0);
    int64_t first = own->source + l.fm * row + l.fn * place, last = first + (l.dm - 1) * row + last_place(&l) * place;
    int touch = free_touch(s, walls, line.pr, line.pc, line.dy, line.dx, INSIDE);
    return touch & INSIDE ? 0 : ends_open(s, walls, &line, first, last, touch, own);
}

/* Does any of the remaining lanes pass? */
static int lanes_pass(const Square *s, const Walls *walls, const Offset *o, const Lanes *left, int by_column, int32_t r0, int32_t c0, int32_t dm, int32_t dn) {
    Own own = {cell_at(s, r0, c0), cell_at(s, r0 + (by_column ? dn : dm), c0 + (by_column ? dm : dn)), NULL, 0};
    int unsure = 0;
    for (int half = 0; half < 2; half++) {
        for (uint64_t rest = left->half[half]; rest; rest &= rest - 1) {
            int seen = lane_passes(s, walls, o, 8 * half + (__builtin_ctzll(rest) >> 3), by_column, r0, c0, dm, dn, &own);
            if (seen > 0) return 1;
            unsure |= seen;
        }
    }
    return unsure;
}

static inline int corner_pair(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1) {
    /* Pairs come in any order, so everything that depends on the order is chosen without a branch. */
    int32_t dr = r1 - r0, dc = c1 - c0;
    int by_column = (dc < 0 ? -dc : dc) > (dr < 0 ? -dr : dr);
    int32_t dm = by_column ? dc : dr, dn = by_column ? dr : dc;
    int32_t back = -(dm < 0);     /* all ones: from the target, for sight is mostly the same both ways */
    dm = (dm ^ back) - back; dn = (dn ^ back) - back;
    if (dm < 2 || dm > FAR) {
        Own own = {cell_at(s, r0, c0), cell_at(s, r1, c1), NULL, 0};
        return dm ? corner_strict(s, walls, r0, c0, r1, c1, &own) : 1;
    }
    int32_t row = r0 + (dr & back), col = c0 + (dc & back);
    Offset *o = offset_at(dm, dn);
#ifndef __CUDACC_RTC__            /* where all are made in advance */
    if (!lines_of(o)) make_offset(o, dm, dn);
#endif
    Lanes left = lanes_left(s, o, by_column, by_column ? col : row, by_column ? row : col, dm, dn);
    if (!(left.half[0] | left.half[1])) return 0;
    if (!back || !walls || !walls->flags) return lanes_pass(s, walls, o, &left, by_column, row, col, dm, dn);
    Walls turned = *walls;        /* one-way walls need the direction */
    turned.backward = 1;
    return lanes_pass(s, &turned, o, &left, by_column, row, col, dm, dn);
}

#endif
