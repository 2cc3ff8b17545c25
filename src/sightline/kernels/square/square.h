/* Squares: the planes that mirror a board, and the center rule over them.

   All functions here get checked data: positions on the board, planes of the board's size. Boards span at most 4096
   tiles each way, so every product below stays far inside 64 bits. */
#ifndef SIGHTLINE_SQUARE_H
#define SIGHTLINE_SQUARE_H

#include "all_pairs.h"
#include "windows.h"

#include "portable.h"
#include "square_cells.h"

enum { CLEAR = 0, CORNER = 1, EDGE = 2, BLOCKED = 3 };
enum { EUCLID = 0, CHEBYSHEV = 1, MANHATTAN = 2, STEPS = 3 };

/* Lines of bits are padded on both sides, so that a window can be read anywhere near the board. */
#define PAD 64

typedef struct {
    int32_t rows, cols, stride;
    uint8_t *cell;      /* one per tile, with a border of one */
    int64_t row_words;  /* 64-bit words of a row's line of bits */
    int64_t col_words;
    /* Tiles in the way, and thin walls: on the east side of a tile, on its south side. Each plane
       is kept twice, by rows and by columns, so that a sweep in any direction reads along words. */
    uint64_t *row_tile, *col_tile;
    uint64_t *row_east, *col_east;
    uint64_t *row_south, *col_south;
    int64_t thin;       /* how many thin walls there are */
} Square;

static inline int64_t cell_at(const Square *s, int32_t row, int32_t col) {
    return (int64_t)(row + 1) * s->stride + col + 1;
}

/* Prefetch the tiles of a small board, for the next questions. */
static inline void fetch_ahead(const Square *s) {
    int64_t by_row = (s->rows + 2) * s->row_words, by_col = (s->cols + 2) * s->col_words;
    if (by_row + by_col > 512) return;
    for (int64_t k = 0; k < by_row; k += 8) __builtin_prefetch(s->row_tile + k);
    for (int64_t k = 0; k < by_col; k += 8) __builtin_prefetch(s->col_tile + k);
}

/* 57 or more bits of a line, the first one at position `at`. */
static inline uint64_t window(const uint64_t *line, int32_t at) {
    uint64_t word;
    uint32_t bit = (uint32_t)(at + PAD);
#ifdef __CUDACC_RTC__             /* which reads whole words only */
    const uint64_t *two = line + (bit >> 6);
    word = two[0] >> (bit & 63);
    return bit & 63 ? word | two[1] << (64 - (bit & 63)) : word;
#else
    memcpy(&word, (const uint8_t *)line + (bit >> 3), 8);
    return word >> (bit & 7);
#endif
}

/* Only 8 of them. */
static inline uint64_t narrow_window(const uint64_t *line, int32_t at) {
#ifdef __CUDACC_RTC__
    uint32_t bit = (uint32_t)(at + PAD);
    const uint32_t *two = (const uint32_t *)line + (bit >> 5);
    return __funnelshift_r(two[0], two[1], bit & 31) & 0xff;
#else
    return window(line, at) & 0xff;
#endif
}

static inline void set_bit(uint64_t *line, int32_t at, int on) {
    uint32_t bit = (uint32_t)(at + PAD);
    uint64_t mask = 1ULL << (bit & 63);
    if (on) line[bit >> 6] |= mask; else line[bit >> 6] &= ~mask;
}

static inline void set_both(Square *s, uint64_t *by_row, uint64_t *by_col, int32_t row, int32_t col, int on) {
    set_bit(by_row + (row + 1) * s->row_words, col, on);
    set_bit(by_col + (col + 1) * s->col_words, row, on);
}

/* Fill empty planes from a board's own bytes (model/board.py): a tile is 1 solid, 2 occupied, 4 outside,
   8 part of a large figure; `blocking` tells which codes of an edge block. Returns how many tiles are
   part of large figures. */
static int mirror_planes(Square *s, const uint8_t *tiles, const uint8_t *east, const uint8_t *south, const uint8_t *blocking) {
    int large = 0;
    for (int32_t row = -1; row <= s->rows; row++) {
        uint64_t *along = s->row_tile + (row + 1) * s->row_words;
        uint64_t *across = s->col_tile + ((row + PAD) >> 6), mark = 1ULL << ((row + PAD) & 63);
        for (int32_t col = -1; col <= s->cols; col++) {
            int64_t at = cell_at(s, row, col);
            if (!(tiles[at] | east[at] | south[at])) continue;
            if (tiles[at] & 4) { s->cell[at] = OUTSIDE; continue; }
            if (tiles[at] & 3) {
                s->cell[at] |= TILE;
                along[(col + PAD) >> 6] |= 1ULL << ((col + PAD) & 63);
                across[(col + 1) * s->col_words] |= mark;
            }
            if (tiles[at] & 8) { s->cell[at] |= LARGE; large++; }
            if (blocking[east[at]]) {
                s->cell[at] |= EAST; s->cell[at + 1] |= WEST; s->thin++;
                set_both(s, s->row_east, s->col_east, row, col, 1);
            }
            if (blocking[south[at]]) {
                s->cell[at] |= SOUTH; s->cell[at + s->stride] |= NORTH; s->thin++;
                set_both(s, s->row_south, s->col_south, row, col, 1);
            }
        }
    }
    return large;
}

/* What never blocks a query: its two ends, and the other cells of their figures. */
enum { NO_CELL = -1 };
typedef struct { int64_t source, target; const int64_t *clear; int32_t clears; } Own;

static inline int is_own(const Own *own, int64_t at) {
    if (at == own->source || at == own->target) return 1;
    for (int32_t k = 0; k < own->clears; k++) if (own->clear[k] == at) return 1;
    return 0;
}

static inline int blocks_look(const Square *s, const Own *own, int64_t at) { return (s->cell[at] & TILE) && !is_own(own, at); }

/* The contact of the line between the centers of two single tiles: CLEAR, CORNER or BLOCKED.

   e compares the next crossing of a column line with the next crossing of a row line,
   (2i+1)*dy with (2j+1)*dx; equality is a corner of the grid, with two ways around it. */
static inline int center_contact(const Square *s, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own) {
    const uint8_t *cell = s->cell;
    int64_t at = cell_at(s, r0, c0), end = cell_at(s, r1, c1);
    int32_t dx = c1 - c0, dy = r1 - r0;
    int64_t sx = 1, sy = s->stride;
    uint8_t ex = EAST, ey = SOUTH;
    if (dx < 0) { dx = -dx; sx = -1; ex = WEST; }
    if (dy < 0) { dy = -dy; sy = -sy; ey = NORTH; }
    int32_t e = dy - dx, contact = CLEAR;
    while (at != end) {
        if (e < 0) {
            if (cell[at] & ex) return BLOCKED;
            at += sx;
            e += 2 * dy;
        } else if (e > 0) {
            if (cell[at] & ey) return BLOCKED;
            at += sy;
            e -= 2 * dx;
        } else {
            uint8_t here = cell[at], one = cell[at + sx], other = cell[at + sy];
            int way = (one & (TILE | ey)) | (here & ex), other_way = (other & (TILE | ex)) | (here & ey);
            if ((way | other_way) && own->clears) {
                way = (one & ey) | (here & ex) || blocks_look(s, own, at + sx);
                other_way = (other & ex) | (here & ey) || blocks_look(s, own, at + sy);
            }
            if (way && other_way) return BLOCKED;
            if (way | other_way) contact = CORNER;
            at += sx + sy;
            e += 2 * (dy - dx);
        }
        if ((cell[at] & TILE) && at != end && !is_own(own, at)) return BLOCKED;
    }
    return contact;
}

/* --- fields by sweeping: what is seen, line by line, through windows of open slopes */

/* How far sight reaches: the limit is a whole number, of squared units for EUCLID. */
typedef struct {
    int metric;
    int64_t limit;  /* negative: no limit */
} Reach;

static inline int within(const Reach *reach, int64_t dx, int64_t dy) {
    if (reach->limit < 0) return 1;
    if (dx < 0) dx = -dx;
    if (dy < 0) dy = -dy;
    switch (reach->metric) {
        case EUCLID: return dx * dx + dy * dy <= reach->limit;
        case CHEBYSHEV: return (dx > dy ? dx : dy) <= reach->limit;
        case MANHATTAN: return dx + dy <= reach->limit;
        default: return 2 * (dx > dy ? dx : dy) + (dx > dy ? dy : dx) <= reach->limit;
    }
}

/* How far to each side a line's tiles are within reach, by the line's distance from the source. */
typedef struct {
    const int32_t *aside;         /* NULL: everywhere */
    int32_t lines;                /* how many distances there are */
    int32_t row, col;
} Extent;

/* Compute how far to each side each of at most `most` lines reaches. Returns the number of lines in reach. */
static inline int32_t extent_of(const Reach *reach, int32_t most, int32_t *aside) {
    int32_t lines = 0, wide = most - 1;
    while (lines < most && within(reach, lines, 0)) {
        while (!within(reach, lines, wide)) wide--;
        aside[lines++] = wide;
    }
    return lines;
}

/* The part of the board that contains everything in reach. */
typedef struct { int32_t top, left, bottom, right; } Box;

static inline Box box_of(const Square *s, int32_t row, int32_t col, const Reach *reach) {
    Box box = {0, 0, s->rows - 1, s->cols - 1};
    if (reach->limit < 0) return box;
    int32_t far = 0;              /* no metric reaches further than along a row */
    while ((far < s->rows || far < s->cols) && within(reach, far + 1, 0)) far++;
    if (row - far > box.top) box.top = row - far;
    if (col - far > box.left) box.left = col - far;
    if (row + far < box.bottom) box.bottom = row + far;
    if (col + far < box.right) box.right = col + far;
    return box;
}

static inline int in_extent(const Extent *x, int32_t row, int32_t col) {
    if (!x->aside) return 1;
    int32_t away = row > x->row ? row - x->row : x->row - row, aside = col > x->col ? col - x->col : x->col - col;
    return away < x->lines && aside <= x->aside[away];
}

static inline void see_tile(const Square *s, const Extent *x, Seen *seen, int32_t row, int32_t col) {
    if (row >= 0 && col >= 0 && row < s->rows && col < s->cols && in_extent(x, row, col)) see(seen, row, col);
}

/* One direction of sweeping: lines are columns (east, west) or rows (south, north). */
typedef struct {
    const Square *s;
    int by_column;
    int32_t dir;                  /* +1 or -1: how the line's number changes with each step */
    int32_t line0, minor0;        /* the source's line, and its place on it */
    int32_t lines, minors;        /* how many there are */
    const uint64_t *tile, *cross, *side;  /* planes: tiles; edges between lines; edges on a line */
    int64_t words;
} Sweep;

static inline Sweep sweep_towards(const Square *s, int by_column, int32_t dir, int32_t row, int32_t col) {
    Sweep w;
    w.s = s; w.by_column = by_column; w.dir = dir;
    if (by_column) {
        w.line0 = col; w.minor0 = row; w.lines = s->cols; w.minors = s->rows;
        w.tile = s->col_tile; w.cross = s->col_east; w.side = s->col_south; w.words = s->col_words;
    } else {
        w.line0 = row; w.minor0 = col; w.lines = s->rows; w.minors = s->cols;
        w.tile = s->row_tile; w.cross = s->row_south; w.side = s->row_east; w.words = s->row_words;
    }
    return w;
}

static inline const uint64_t *line_of(const Sweep *w, const uint64_t *plane, int32_t line) {
    return plane + (int64_t)(line + 1) * w->words;
}

static inline void see_line(const Sweep *w, Seen *seen, int32_t line, int32_t first, int32_t last) {
    if (first < 0) first = 0;
    if (last >= w->minors) last = w->minors - 1;
    if (first > last) return;
    if (w->by_column) see_column(seen, line, first, last);
    else see_row(seen, line, first, last);
}

/* The shadow of a blocker at v on line u, as closed slopes, by kind. */
enum { A_TILE, A_CROSS, A_SIDE };

static inline void center_shadow(int kind, int32_t u, int32_t first, int32_t last, int32_t *an, int32_t *ad, int32_t *bn, int32_t *bd) {
    int32_t near = 2 * u - 1, far = 2 * u + 1;
    if (kind == A_TILE) {
        *an = 2 * first - 1; *ad = *an > 0 ? far : near;
        *bn = 2 * last + 1; *bd = *bn > 0 ? near : far;
    } else if (kind == A_CROSS) {
        *an = 2 * first - 1; *ad = near; *bn = 2 * last + 1; *bd = near;
    } else {  /* the side between v and v+1: never on slope 0 */
        *an = 2 * first + 1; *ad = *an > 0 ? far : near;
        *bn = 2 * first + 1; *bd = *bn > 0 ? near : far;
    }
}

typedef void Shadow(int kind, int32_t u, int32_t first, int32_t last, int32_t *an, int32_t *ad, int32_t *bn, int32_t *bd);

/* Is a line free of blockers in all windows, and within `slack` places below them? */
static inline int nothing_stands(const Sweep *w, const uint64_t *line, const Windows *in, int32_t slack) {
    int32_t v = place_below(&in->at[0].lo) - slack, last = place_above(&in->at[in->n - 1].hi);
    if (v < -w->minor0) v = -w->minor0;
    if (last > w->minors - 1 - w->minor0) last = w->minors - 1 - w->minor0;
    for (; v <= last; v += 56) if (window(line, w->minor0 + v) & (~0ULL >> (last - v < 55 ? 63 - (last - v) : 8))) return 0;
    return 1;
}

/* The windows minus the shadows of one kind of blocker on line u, from *a into *b, which are then swapped.
   `slack`: how many places below a window a blocker may be whose shadow reaches into it. With `grazed`, slopes inside a
   window that only touch the rim of a shadow are added there, as lower ends. */
static inline void carve(Shadow *shadow, int kind, const Sweep *w, const uint64_t *line, int32_t u, Windows **a, Windows **b, int32_t slack, Windows *grazed) {
    Windows *in = *a, *out = *b;
    if (!in->n || nothing_stands(w, line, in, slack)) return;
    *a = out; *b = in;
    out->n = 0;
    for (int i = 0; i < in->n; i++) {
        Slopes o = in->at[i];
        int32_t v = place_below(&o.lo), last = place_above(&o.hi);
        if (v > w->minors - w->minor0 || last < -w->minor0 - 1) continue;  /* off the board for good */
        v -= slack;
        if (v < -w->minor0) v = -w->minor0;
        if (last > w->minors - 1 - w->minor0) last = w->minors - 1 - w->minor0;
        int open = 1;
        while (open && v <= last) {
            int32_t count = last - v + 1 < 56 ? last - v + 1 : 56;
            uint64_t bits = window(line, w->minor0 + v) & ((1ULL << count) - 1);
            int32_t base = v;
            v += count;
            while (bits) {
                int32_t a = __builtin_ctzll(bits), b = a;
                if (kind != A_SIDE) b += __builtin_ctzll(~(bits >> a)) - 1;  /* a run, one shadow */
                bits &= ~0ULL << (b + 1);
                int32_t an, ad, bn, bd;
                shadow(kind, u, base + a, base + b, &an, &ad, &bn, &bd);
                End from = {an, ad, 0, 0}, to = {bn, bd, 0, 0};
                if (!below(&o.lo, &to)) continue;
                if (!below(&from, &o.hi)) { v = last + 1; break; }
                if (below(&o.lo, &from)) {
                    open_window(out, o.lo, end_on(u, an, ad, base + a));
                    if (grazed) open_window(grazed, from, from);
                }
                if (!below(&to, &o.hi)) { open = 0; break; }
                o.lo = end_on(u, bn, bd, base + b);
                if (grazed) open_window(grazed, to, to);
            }
        }
        if (open) open_window(out, o.lo, o.hi);
    }
}

/* One quarter of the center rule's strict field: all slopes strictly between lo and 1. Slopes that touch a blocker
   there go to `grazed`, if it is not NULL. */
static inline void center_sweep(const Sweep *w, const Reach *reach, Seen *seen, int32_t ln, int32_t ld, Windows *a, Windows *b, Windows *grazed) {
    int32_t farthest = w->dir > 0 ? w->lines - 1 - w->line0 : w->line0;
    int thin = w->s->thin > 0;
    a->n = 0;
    first_window(a, ln, ld, 1, 1);
    int32_t wide = reach->limit < 0 ? w->minors : (reach->limit < w->minors ? (int32_t)reach->limit : w->minors);  /* how far aside the reach goes: less and less */
    for (int32_t u = 1; u <= farthest && a->n; u++) {
        int32_t line = w->line0 + w->dir * u;
        go_ahead(a);
        while (wide >= 0 && !within(reach, u, wide)) wide--;
        if (wide < 0) return;
        if (thin) carve(center_shadow, A_CROSS, w, line_of(w, w->cross, w->dir > 0 ? line - 1 : line), u, &a, &b, 0, grazed);
        for (int i = 0; i < a->n; i++) {
            int32_t from = place_below(&a->at[i].lo) + 1, to = place_above(&a->at[i].hi) - 1;
            see_line(w, seen, line, w->minor0 + (from < -wide ? -wide : from), w->minor0 + (to > wide ? wide : to));
        }
        carve(center_shadow, A_TILE, w, line_of(w, w->tile, line), u, &a, &b, 0, grazed);
        if (thin) carve(center_shadow, A_SIDE, w, line_of(w, w->side, line), u, &a, &b, 0, grazed);
    }
}

/* The diagonals, the two downwards first, where a line meets a corner of the grid at every step. */
static void center_diagonals(const Square *s, int32_t row, int32_t col, const Reach *reach, int quarters, Seen *seen) {
    for (int quarter = 0; quarter < quarters; quarter++) {
        int32_t dr = quarter & 2 ? -1 : 1, dc = quarter & 1 ? 1 : -1;
        uint8_t ex = dc > 0 ? EAST : WEST, ey = dr > 0 ? SOUTH : NORTH;
        int64_t at = cell_at(s, row, col), sx = dc, sy = (int64_t)dr * s->stride;
        int32_t r = row, c = col;
        for (;;) {
            r += dr; c += dc;
            if (r < 0 || c < 0 || r >= s->rows || c >= s->cols || !within(reach, c - col, r - row)) break;
            uint8_t here = s->cell[at], one = s->cell[at + sx], other = s->cell[at + sy];
            if ((one & (TILE | ey)) | (other & (TILE | ex)) | (here & (ex | ey))) break;
            see(seen, r, c);
            at += sx + sy;
            if (s->cell[at] & TILE) break;
        }
    }
}

/* The field of a single tile by the center rule in strict play. Returns 0 when out of memory. */
static int center_field(const Square *s, int32_t row, int32_t col, const Reach *reach, Seen *seen) {
    Windows a, b;
    no_windows(&a); no_windows(&b);
    see(seen, row, col);
    for (int by_column = 0; by_column < 2; by_column++) {
        for (int32_t dir = -1; dir <= 1; dir += 2) {
            Sweep w = sweep_towards(s, by_column, dir, row, col);
            center_sweep(&w, reach, seen, -1, 1, &a, &b, NULL);
        }
    }
    center_diagonals(s, row, col, reach, 4, seen);
    free_windows(&a); free_windows(&b);
    return !(a.failed | b.failed);
}

/* Mark everything seen along the line of centers in steps of (dr, dc), which have no common factor: from center to
   center, until a stretch between two is blocked. */
static inline void graze_center(const Square *s, int32_t row, int32_t col, int32_t dr, int32_t dc, const Reach *reach, Seen *seen) {
    for (int32_t r = row + dr, c = col + dc; r >= 0 && c >= 0 && r < s->rows && c < s->cols; r += dr, c += dc) {
        Own own = {cell_at(s, r - dr, c - dc), cell_at(s, r, c), NULL, 0};
        if (!within(reach, c - col, r - row) || center_contact(s, r - dr, c - dc, r, c, &own) == BLOCKED) return;
        see(seen, r, c);
        if (s->cell[cell_at(s, r, c)] & TILE) return;
    }
}

static inline int32_t common_factor(int32_t a, int32_t b) {
    while (b) { int32_t t = a % b; a = b; b = t; }
    return a < 0 ? -a : a;
}

/* The field where a line may graze corners. A line of centers that touches a blocker but is not blocked has its first
   touch on the rim of a shadow in an open window, or is a diagonal: everything else is seen along these. Returns 0 when
   out of memory. */
static int center_lenient_field(const Square *s, int32_t row, int32_t col, const Reach *reach, Seen *seen) {
    Windows a, b, grazed;
    no_windows(&a); no_windows(&b); no_windows(&grazed);
    see(seen, row, col);
    for (int by_column = 0; by_column < 2; by_column++) {
        for (int32_t dir = -1; dir <= 1; dir += 2) {
            Sweep w = sweep_towards(s, by_column, dir, row, col);
            grazed.n = 0;
            center_sweep(&w, reach, seen, -1, 1, &a, &b, &grazed);
            for (int i = 0; i < grazed.n; i++) {
                int32_t v = grazed.at[i].lo.n, u = grazed.at[i].lo.d, f = common_factor(v, u);
                v /= f; u = u / f * dir;
                graze_center(s, row, col, by_column ? v : u, by_column ? u : v, reach, seen);
            }
            graze_center(s, row, col, dir, by_column ? dir : -dir, reach, seen);
        }
    }
    free_windows(&a); free_windows(&b); free_windows(&grazed);
    return !(a.failed | b.failed | grazed.failed);
}

/* What the tiles from `first` (a multiple of AT_ONCE) up to `last` see of later tiles, and those of them, by the center
   rule in strict play: one row of bits per tile. Returns 0 when out of memory. */
static int center_half(const Square *s, uint8_t *bits, int64_t row_bytes, int64_t first, int64_t last, Planes *planes) {
    static const Reach everywhere = {EUCLID, -1};
    Windows a, b;
    uint8_t sees_many[AT_ONCE] = {0};
    no_windows(&a); no_windows(&b);
    int64_t tiles = (int64_t)s->rows * s->cols;
    Seen seen = {NULL, bits + first * row_bytes, NULL, s->rows, s->cols, NULL};
    for (int64_t i = first; i < last; i++, seen.bits += row_bytes) {
        seen.end = seen.bits + row_bytes;  /* another thread may be at the next row */
        int32_t row = (int32_t)(i / s->cols), col = (int32_t)(i % s->cols);
        Sweep south = sweep_towards(s, 0, 1, row, col);
        Sweep east = sweep_towards(s, 1, 1, row, col), west = sweep_towards(s, 1, -1, row, col);
        see(&seen, row, col);
        center_sweep(&south, &everywhere, &seen, -1, 1, &a, &b, NULL);
        /* Every slope on a board that is not 0 is larger than this, so tiles east of the source count as later. */
        center_sweep(&east, &everywhere, &seen, -1, 16384, &a, &b, NULL);
        center_sweep(&west, &everywhere, &seen, 0, 1, &a, &b, NULL);
        center_diagonals(s, row, col, &everywhere, 2, &seen);
        if (seen.planes) write_planes(&seen);
        sees_many[i - first] = !mirror_row(bits, row_bytes, i, row_bytes);
        seen.planes = sees_many[i - first] ? planes : NULL;  /* the next is probably like the last one */
    }
    mirror_rows(bits, row_bytes, tiles, first, sees_many);
    free_windows(&a); free_windows(&b);
    return !(a.failed | b.failed);
}

#endif
