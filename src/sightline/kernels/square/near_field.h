/* Squares: strict fields within 20 tiles, by dead rays.

   A field looks along one ray to every point of an octant. A blocker kills a set of rays that depends only on its
   place, so the set is kept in a table: a field is a few vector operations for each run of blockers, and the surviving
   rays are seen. The sets come from the same shadows as the windows of square.h and cornerfield.h, so both methods give
   the same answers.

   Rays of an octant end in points (x, y), 0 <= y < x. They are stored as one 32-bit word for each x, bit y in the half
   above the axis; below it the word is mirrored, bit 31-y, so that in both halves bits run the way the board's do. */
#ifndef SIGHTLINE_NEAR_FIELD_H
#define SIGHTLINE_NEAR_FIELD_H

#include "corner_pair_near.h"
#include "cornerfield.h"

enum { NEAR = 20, COLUMNS = 24, HALVES = 2 };
enum { ABOVE = 0, BELOW = 1 };

typedef union { uint32_t x[COLUMNS]; Vector v[COLUMNS / VECTOR_SIZE]; } Rays;

/* The rays at or above the lower end of a blocker's shadow, and those at or below its upper end: a run of blockers
   hides what is above the first one's lower end and below the last one's upper end. By kind of blocker, half, and place
   (u, v), 0 <= v <= u. */
typedef struct {
    Rays from[3][HALVES][NEAR + 2][NEAR + 2];
    Rays to[3][HALVES][NEAR + 2][NEAR + 2];
    Rays all[HALVES];
} RayTable;

static RayTable center_rays, corner_rays;

static inline uint32_t mirrored(uint32_t word) {
    word = (word >> 1 & 0x55555555u) | (word & 0x55555555u) << 1;
    word = (word >> 2 & 0x33333333u) | (word & 0x33333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0fu) | (word & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(word);
}

/* `first_x[kind]`: how many columns beyond its own a blocker begins to hide points. */
static void fill_table(RayTable *table, Shadow *shadow, const int *first_x, int axis) {
    memset(table, 0, sizeof(*table));
    for (int32_t x = 1; x <= NEAR + 1; x++) {
        uint32_t all = ((1u << x) - 1) & (axis ? ~0u : ~1u);  /* y = 0 .. x-1, or from 1 */
        table->all[ABOVE].x[x] = all;
        table->all[BELOW].x[x] = mirrored(all);
    }
    for (int kind = A_TILE; kind <= A_SIDE; kind++) {
        for (int32_t u = 1; u <= NEAR + 1; u++) {
            for (int32_t v = 0; v <= u; v++) {
                int32_t an, ad, bn, bd;
                shadow(kind, u, v, v, &an, &ad, &bn, &bd);
                for (int32_t x = u + first_x[kind]; x <= NEAR + 1; x++) {
                    int32_t lowest = an <= 0 ? 0 : (an * x + ad - 1) / ad, highest = bn * x / bd;
                    uint32_t from = lowest >= x ? 0 : ~0u << lowest;
                    uint32_t to = highest >= x ? ~0u : (2u << highest) - 1;
                    table->from[kind][ABOVE][u][v].x[x] = from;
                    table->to[kind][ABOVE][u][v].x[x] = to;
                    table->from[kind][BELOW][u][v].x[x] = mirrored(from);
                    table->to[kind][BELOW][u][v].x[x] = mirrored(to);
                }
            }
        }
    }
}

static int tables_filled = 0;

/* Once, before the first field; the caller holds the interpreter lock. */
static void fill_tables(void) {
    static const int center_first[3] = {1, 0, 1}, corner_first[3] = {2, 1, 2};
    if (tables_filled) return;
    fill_table(&center_rays, center_shadow, center_first, 1);
    fill_table(&corner_rays, corner_shadow, corner_first, 0);
    tables_filled = 1;
}

/* What is seen so far, around the source: word 31+d for the line at distance d, bit 31+m for the place at distance m on
   it. Kept by rows and by columns, and written at the end. */
typedef struct { uint64_t row[64], col[64]; } Near;

/* A line of the board near an origin: bit MIDDLE+v is the blocker at v. */
enum { MIDDLE = 24 };

static inline uint64_t near_line(const uint64_t *line, int32_t minor0) { return window(line, minor0 - MIDDLE); }

/* Kill the rays that blockers on a line hide: bit i is the blocker at v = i or, with `below`, at v = last - i. */
static inline void kill(const RayTable *table, int kind, int half, int32_t u, uint32_t bits, int32_t last, Rays *alive) {
    if (!bits) return;
    /* All columns, also those nearer than u, where the tables are empty, so that they stay in registers. */
    Vector left[COLUMNS / VECTOR_SIZE];
    memcpy(left, alive->v, sizeof(left));
    do {
        int32_t a = __builtin_ctz(bits), b = a;
        if (kind != A_SIDE) b += __builtin_ctz(~(bits >> a)) - 1;  /* a run */
        bits = kind == A_SIDE ? bits & (bits - 1) : bits & ~0u << b << 1;
        const Rays *from = &table->from[kind][half][u][half == ABOVE ? a : last - b];
        const Rays *to = &table->to[kind][half][u][half == ABOVE ? b : last - a];
        for (int k = 0; k < COLUMNS / VECTOR_SIZE; k++) left[k] &= ~(from->v[k] & to->v[k]);
    } while (bits);
    memcpy(alive->v, left, sizeof(left));
}

static inline int any_left(const Rays *alive, int32_t u) {
    Vector rest = EVERY(0);
    for (int k = u / VECTOR_SIZE; k < COLUMNS / VECTOR_SIZE; k++) rest |= alive->v[k];
    return any_of(rest);
}

/* The blockers at v = 0 .. u above; below, those at -v (or -1-v, ... by `shift`), the nearest last. */
static inline uint32_t above(uint64_t line, int32_t u) { return (uint32_t)(line >> MIDDLE) & (uint32_t)((2ULL << u) - 1); }
static inline uint32_t below_axis(uint64_t line, int32_t shift, int32_t u) {
    /* bit MIDDLE - shift - v, so that v = MIDDLE - shift - i */
    uint64_t low = line & ((2ULL << (MIDDLE - shift)) - 1);
    return (uint32_t)(low & ~0ULL << (MIDDLE - shift - u));
}

static inline void center_octants(const Sweep *w, int32_t near, uint64_t *lines) {
    int32_t farthest = w->dir > 0 ? w->lines - 1 - w->line0 : w->line0;
    if (farthest > near) farthest = near;
    int thin = w->s->thin > 0;
    for (int half = ABOVE; half <= BELOW; half++) {
        Rays alive = center_rays.all[half];
        for (int32_t u = 1; u <= farthest; u++) {
            int32_t line = w->line0 + w->dir * u;
            uint32_t met = 0;
            if (thin) {
                uint64_t cross = near_line(line_of(w, w->cross, w->dir > 0 ? line - 1 : line), w->minor0);
                met = half == ABOVE ? above(cross, u) : below_axis(cross, 0, u);
                kill(&center_rays, A_CROSS, half, u, met, MIDDLE, &alive);
            }
            lines[31 + w->dir * u] |= (uint64_t)alive.x[u] << (half == ABOVE ? 31 : 0);
            alive.x[u] = 0;
            uint64_t tiles = near_line(line_of(w, w->tile, line), w->minor0);
            uint32_t bits = half == ABOVE ? above(tiles, u) : below_axis(tiles, 0, u);
            kill(&center_rays, A_TILE, half, u, bits, MIDDLE, &alive);
            met |= bits;
            if (thin) {
                /* A side is stored with the place before it: below the axis, one place further. */
                uint64_t side = near_line(line_of(w, w->side, line), w->minor0);
                bits = half == ABOVE ? above(side, u) : below_axis(side, 1, u);
                kill(&center_rays, A_SIDE, half, u, bits, MIDDLE - 1, &alive);
                met |= bits;
            }
            if (met && !any_left(&alive, u)) break;
        }
    }
}

/* Like see_points in corner.h, for all points of one x in one half. `tiles` and `next_tiles` are those of the lines
   before and after the points. */
static inline void near_points(const Sweep *w, int32_t line, int half, uint64_t points, uint64_t tiles, uint64_t next_tiles, int shift, uint64_t *here, uint64_t *there) {
    uint64_t see_l, see_r, see_ah;
    int thin = 0;
    Round o;
    o.bk = half == ABOVE ? tiles << 1 : tiles; o.l = half == ABOVE ? tiles : tiles << 1;
    o.r = half == ABOVE ? next_tiles << 1 : next_tiles; o.ah = half == ABOVE ? next_tiles : next_tiles << 1;
    if (w->s->thin) {
        int32_t next = line + w->dir, at = w->minor0 - MIDDLE;
        int32_t back = half == ABOVE ? at - 1 : at, fore = half == ABOVE ? at : at - 1;
        uint64_t cross = near_line(line_of(w, w->cross, w->dir > 0 ? line : next), w->minor0);
        o.bl = edges_on(w, w->side, line, at) << 1; o.la = half == ABOVE ? cross : cross << 1;
        o.ra = edges_on(w, w->side, next, at) << 1; o.br = half == ABOVE ? cross << 1 : cross;
        thin = ((o.bl | o.la | o.ra | o.br) & points) != 0;  /* no wall ends in these points: treat as no walls */
        if (thin) { o.l |= off_board(w, line, fore); o.r |= off_board(w, next, back); o.ah |= off_board(w, next, fore); }
    }
    seen_through(points, &o, thin, &see_l, &see_r, &see_ah);
    if (half == ABOVE) {
        *here |= (points >> 1 | see_l) << shift;
        *there |= (see_r >> 1 | see_ah) << shift;
    } else {
        *here |= (points | see_l >> 1) << shift;
        *there |= (see_r | see_ah >> 1) << shift;
    }
}

/* The tiles around the source, without it: word 31+d for the line at distance d, by rows and by columns; bit AROUND+m
   for the place at distance m on it. Read once for all four corners. */
enum { AROUND = 28 };
typedef struct { uint64_t row[64], col[64]; } Around;

static inline void read_around(const Square *s, const Extent *x, int32_t near, Around *a) {
    for (int32_t d = -near - 1; d <= near + 1; d++) {
        int32_t row = x->row + d, col = x->col + d;
        a->row[31 + d] = row < 0 || row >= s->rows ? 0 : window(s->row_tile + (int64_t)(row + 1) * s->row_words, x->col - AROUND);
        a->col[31 + d] = col < 0 || col >= s->cols ? 0 : window(s->col_tile + (int64_t)(col + 1) * s->col_words, x->row - AROUND);
    }
    a->row[31] &= ~(1ULL << AROUND);
    a->col[31] &= ~(1ULL << AROUND);
}

static inline void corner_octants(const Sweep *w, const Extent *x, const Around *around, int32_t near, int up, int down, uint64_t *lines) {
    int thin = w->s->thin > 0;
    int32_t own_line = w->by_column ? x->col : x->row, own = w->by_column ? x->row : x->col;
    int shift = 31 - MIDDLE + w->minor0 - own, to_middle = AROUND - MIDDLE + w->minor0 - own;
    const uint64_t *rock = w->by_column ? around->col : around->row;
    int32_t first = w->dir > 0 ? w->line0 : w->line0 - 1;
    int32_t room = w->dir > 0 ? w->lines - first : first + 1;   /* lines on the board */
    int32_t limit = near + (first == own_line ? 1 : 0);         /* lines within reach */
    if (room > limit) room = limit;
    for (int half = ABOVE; half <= BELOW; half++) {
        if (!(half == ABOVE ? up : down)) continue;
        Rays alive = corner_rays.all[half];
        uint64_t tiles = rock[31 + first - own_line] >> to_middle;
        for (int32_t u = 0; u < room; u++) {
            int32_t line = first + w->dir * u;
            uint64_t next_tiles = rock[31 + line + w->dir - own_line] >> to_middle;
            uint32_t met = 0;
            if (u) {
                uint32_t ends = alive.x[u + 1];
                if (ends) {
                    uint64_t points = half == ABOVE ? (uint64_t)ends << MIDDLE : ends >> (31 - MIDDLE);
                    uint64_t *here = &lines[31 + line - own_line];
                    near_points(w, line, half, points, tiles, next_tiles, shift, here, here + w->dir);
                    alive.x[u + 1] = 0;
                }
                met = half == ABOVE ? above(tiles, u) : below_axis(tiles, 1, u);
                kill(&corner_rays, A_TILE, half, u, met, MIDDLE - 1, &alive);
                if (thin) {
                    uint64_t side = near_line(line_of(w, w->side, line), w->minor0);
                    uint32_t bits = half == ABOVE ? above(side, u) : below_axis(side, 2, u);
                    kill(&corner_rays, A_SIDE, half, u, bits, MIDDLE - 2, &alive);
                    met |= bits;
                }
            }
            if (thin) {
                uint64_t cross = near_line(line_of(w, w->cross, w->dir > 0 ? line : line - 1), w->minor0);
                uint32_t bits = half == ABOVE ? above(cross, u + 1) : below_axis(cross, 1, u + 1);
                kill(&corner_rays, A_CROSS, half, u + 1, bits, MIDDLE - 1, &alive);
                met |= bits;
            }
            if (met && !any_left(&alive, u)) break;
            tiles = next_tiles;
        }
    }
}

/* The places of a line within reach and on the board, as bits of a Near word. */
static inline uint64_t near_mask(int32_t aside, int32_t own, int32_t minors) {
    int32_t low = own < aside ? own : aside, high = minors - 1 - own < aside ? minors - 1 - own : aside;
    return ((2ULL << high) - 1) << 31 | ((1ULL << low) - 1) << (31 - low);
}

static inline void write_near(const Square *s, const Extent *x, const Near *found, Seen *seen) {
    int64_t size = (int64_t)s->rows * s->cols;
    for (int32_t d = -x->lines + 1; d < x->lines; d++) {
        int32_t row = x->row + d, col = x->col + d, aside = x->aside[d < 0 ? -d : d];
        if (row >= 0 && row < s->rows) {
            uint64_t bits = found->row[31 + d] & near_mask(aside, x->col, s->cols);
            int64_t rank = (int64_t)row * s->cols + x->col - 31;
            while (bits) {
                int32_t i = __builtin_ctzll(bits);
                int64_t to = rank + i;
                if (seen->cells && to + 8 <= size) {  /* eight bits become eight bytes */
                    uint64_t eight = (bits >> i) & 0xff, old;
                    uint64_t bytes = ((eight * 0x0101010101010101ULL & 0x8040201008040201ULL) + 0x7f7f7f7f7f7f7f7fULL) >> 7 & 0x0101010101010101ULL;
                    memcpy(&old, seen->cells + to, 8);
                    old |= bytes;
                    memcpy(seen->cells + to, &old, 8);
                    bits = i + 8 < 64 ? bits >> (i + 8) << (i + 8) : 0;
                } else {
                    see(seen, row, x->col - 31 + i);
                    bits &= bits - 1;
                }
            }
        }
        if (col >= 0 && col < s->cols) {
            uint64_t bits = found->col[31 + d] & near_mask(aside, x->row, s->rows);
            for (; bits; bits &= bits - 1) see(seen, x->row - 31 + __builtin_ctzll(bits), col);
        }
    }
}

static inline void near_see(const Square *s, const Extent *x, Near *found, int32_t row, int32_t col) {
    if (row >= 0 && col >= 0 && row < s->rows && col < s->cols)
        found->row[31 + row - x->row] |= 1ULL << (31 + col - x->col);
}

/* Like corner_diagonal in cornerfield.h, for near tiles. */
static inline void near_diagonal(const Square *s, const Extent *x, int32_t near, const Quadrant *q, int32_t pr, int32_t pc, int32_t sr, int32_t sc, Near *found) {
    int32_t r = sr > 0 ? pr : pr - 1, c = sc > 0 ? pc : pc - 1;
    Own own = {cell_at(s, x->row, x->col), NO_CELL, NULL, 0};
    const uint8_t *cell = s->cell;
    for (int32_t n = 0; n <= near && r >= 0 && c >= 0 && r < s->rows && c < s->cols; n++, r += sr, c += sc) {
        int64_t at = cell_at(s, r, c), one = at + q->sx, other = at + q->sy, ahead = one + q->sy;
        if (cell[at] & TILE) return;
        if (!((cell[at] | cell[one] | cell[other] | cell[ahead]) & ANYTHING)) {
            uint64_t *row = &found->row[31 + r - x->row];
            row[0] |= 1ULL << (31 + c + sc - x->col);
            row[sr] |= 1ULL << (31 + c - x->col) | 1ULL << (31 + c + sc - x->col);
            continue;
        }
        own.target = other;
        if (walks_round(s, q, at, other, &own)) near_see(s, x, found, r + sr, c);
        own.target = one;
        if (walks_round(s, q, at, one, &own)) near_see(s, x, found, r, c + sc);
        own.target = ahead;
        if (walks_round(s, q, at, ahead, &own)) near_see(s, x, found, r + sr, c + sc);
        own.target = NO_CELL;
        if (blocks_look(s, &own, one) || blocks_look(s, &own, other)) return;
        if ((cell[at] & (q->ex | q->ey)) | (cell[one] & q->ey) | (cell[other] & q->ex)) return;
    }
}

/* Like corner_axis in cornerfield.h, on a board without thin walls: along the side between two lines of tiles, as far
   as both are free, plus the first tiles that are not. `one` and `other` are their rock; `see_one` and `see_other`
   receive the marks. */
static inline void near_axis(uint64_t one, uint64_t other, int onwards, uint64_t *see_one, uint64_t *see_other) {
    uint64_t rock = one | other, seen;
    if (onwards) {
        uint64_t ahead = rock >> (AROUND + 1);
        int free_tiles = ahead ? __builtin_ctzll(ahead) : NEAR;
        seen = ((1ULL << free_tiles) - 1) << 33;
    } else {
        uint64_t behind = rock & ((1ULL << AROUND) - 1);
        int free_tiles = behind ? AROUND - 1 - (63 - __builtin_clzll(behind)) : NEAR;
        seen = ((1ULL << free_tiles) - 1) << (30 - free_tiles);
    }
    *see_one |= seen;
    *see_other |= seen;
}

/* --- the two fields; `near` is at most NEAR, and `x` has the reach as lines of at most that */

static void near_center_field(const Square *s, const Extent *x, int32_t near, Seen *seen) {
    Near found;
    memset(&found, 0, sizeof(found));
    found.row[31] = 1ULL << 31;
    for (int by_column = 0; by_column < 2; by_column++) {
        for (int32_t dir = -1; dir <= 1; dir += 2) {
            Sweep w = sweep_towards(s, by_column, dir, x->row, x->col);
            center_octants(&w, near, by_column ? found.col : found.row);
        }
    }
    for (int quarter = 0; quarter < 4; quarter++) {
        int32_t dr = quarter & 1 ? 1 : -1, dc = quarter & 2 ? 1 : -1, r = x->row, c = x->col;
        uint8_t ex = dc > 0 ? EAST : WEST, ey = dr > 0 ? SOUTH : NORTH;
        int64_t at = cell_at(s, r, c), sx = dc, sy = (int64_t)dr * s->stride;
        for (int32_t n = 0; n < near; n++) {
            r += dr; c += dc;
            if (r < 0 || c < 0 || r >= s->rows || c >= s->cols) break;
            if ((s->cell[at + sx] & (TILE | ey)) | (s->cell[at + sy] & (TILE | ex)) | (s->cell[at] & (ex | ey))) break;
            near_see(s, x, &found, r, c);
            at += sx + sy;
            if (s->cell[at] & TILE) break;
        }
    }
    write_near(s, x, &found, seen);
}

static void near_corner_field(const Square *s, const Extent *x, int32_t near, Seen *seen) {
    Near found;
    int32_t row = x->row, col = x->col;
    int64_t source = cell_at(s, row, col);
    Own own = {source, NO_CELL, NULL, 0};
    const uint8_t *cell = s->cell;
    Around around;
    read_around(s, x, near, &around);
    memset(&found, 0, sizeof(found));
    found.row[31] = 1ULL << 31;
    if (!(cell[source] & EAST)) near_see(s, x, &found, row, col + 1);
    if (!(cell[source] & WEST)) near_see(s, x, &found, row, col - 1);
    if (!(cell[source] & SOUTH)) near_see(s, x, &found, row + 1, col);
    if (!(cell[source] & NORTH)) near_see(s, x, &found, row - 1, col);
    for (int corner = 0; corner < 4; corner++) {
        int32_t pr = row + (corner >> 1), pc = col + (corner & 1);
        int open[2][2];
        for (int down = 0; down < 2; down++) {
            for (int right = 0; right < 2; right++) {
                int32_t r = down ? pr : pr - 1, c = right ? pc : pc - 1;
                open[down][right] = 0;
                if (r < 0 || c < 0 || r >= s->rows || c >= s->cols) continue;
                int64_t first = cell_at(s, r, c);
                if (first == source) { open[down][right] = 1; continue; }
                Quadrant back = quadrant(s, !right, !down), q = quadrant(s, right, down);
                if (!walks_round(s, &back, first, source, &own)) continue;
                if (r != row && c != col) near_see(s, x, &found, r, c);
                if (cell[first] & TILE) continue;
                open[down][right] = 1;
                near_diagonal(s, x, near, &q, pr, pc, down ? 1 : -1, right ? 1 : -1, &found);
            }
        }
        for (int by_column = 0; by_column < 2; by_column++) {
            for (int32_t dir = -1; dir <= 1; dir += 2) {
                Sweep w = sweep_towards(s, by_column, dir, pr, pc);
                int fore = dir > 0;
                int up = by_column ? open[1][fore] : open[fore][1];
                int down = by_column ? open[0][fore] : open[fore][0];
                if (up | down) corner_octants(&w, x, &around, near, up, down, by_column ? found.col : found.row);
            }
        }
        int right = corner & 1, down = corner >> 1;
        if (s->thin) {
            corner_axis(s, x, seen, pr, pc, 0, right ? 1 : -1, CLEAR, 1);
            corner_axis(s, x, seen, pr, pc, down ? 1 : -1, 0, CLEAR, 1);
        } else {
            int r = 31 + down, c = 31 + right;  /* the line below, or to the right of, the corner */
            near_axis(around.row[r - 1], around.row[r], right, &found.row[r - 1], &found.row[r]);
            near_axis(around.col[c - 1], around.col[c], down, &found.col[c - 1], &found.col[c]);
        }
    }
    write_near(s, x, &found, seen);
}

/* The strict field of a single tile, within NEAR. */
static void strict_near_field(const Square *s, int corner, int32_t row, int32_t col, const Reach *reach, Seen *seen) {
    int32_t aside[NEAR + 1];
    Extent x = {aside, extent_of(reach, NEAR + 1, aside), row, col};
    if (corner) near_corner_field(s, &x, x.lines - 1, seen);
    else near_center_field(s, &x, x.lines - 1, seen);
}

/* With a limit a little above NEAR, most tiles are within NEAR, and the others are asked one by one. Up to this number,
   that is faster than a sweep. */
enum { FEW_BEYOND = 400 };

/* How far aside tiles at that distance are in reach, at most the distance itself. */
static inline int32_t aside_at(const Reach *reach, int32_t away) {
    int32_t aside = 0;
    while (aside < away && within(reach, away, aside + 1)) aside++;
    return aside;
}

static inline int few_beyond(const Reach *reach) {
    int32_t count = 0;
    for (int32_t away = NEAR + 1; count <= FEW_BEYOND && within(reach, away, 0); away++) count += 8 * aside_at(reach, away) + 4;
    return count <= FEW_BEYOND;
}

static inline void see_pair(const Square *s, int32_t row, int32_t col, int32_t down, int32_t right, Seen *seen) {
    int32_t r = row + down, c = col + right;
    if (r < 0 || c < 0 || r >= s->rows || c >= s->cols) return;
    if (corner_pair(s, NULL, row, col, r, c)) see(seen, r, c);
}

static void see_beyond(const Square *s, int32_t row, int32_t col, const Reach *reach, Seen *seen) {
    for (int32_t away = NEAR + 1; within(reach, away, 0); away++) {
        int32_t most = aside_at(reach, away);
        for (int32_t aside = -most; aside <= most; aside++) {
            see_pair(s, row, col, away, aside, seen);
            see_pair(s, row, col, -away, aside, seen);
            if (aside == away || aside == -away) continue;  /* a corner of both */
            see_pair(s, row, col, aside, away, seen);
            see_pair(s, row, col, aside, -away, seen);
        }
    }
}

static int swept_field(const Square *s, int corner, int passes, int far, const Reach *reach, const Extent *x, Seen *seen) {
    if (corner) return passes == CLEAR ? corner_field(s, x, seen) : corner_lenient_field(s, x, passes, far, seen);
    return passes == CLEAR ? center_field(s, x->row, x->col, reach, seen) : center_lenient_field(s, x->row, x->col, reach, seen);
}

/* The field of a single tile, where `passes` is the worst contact that is visible. `far`: see corner_field_by. The
   corner rule writes bytes through planes, since many lines see the same tiles; bits only if the caller has planes for
   them. Returns 0 when out of memory. */
static int field_of(const Square *s, int corner, int passes, int far, int32_t row, int32_t col, const Reach *reach, Seen *seen) {
    if (passes == CLEAR && reach->limit >= 0 && (corner ? few_beyond(reach) : !within(reach, NEAR + 1, 0))) {
        strict_near_field(s, corner, row, col, reach, seen);
        if (corner) see_beyond(s, row, col, reach, seen);
        return 1;
    }
    int32_t few[64], *aside = few, longest = s->rows > s->cols ? s->rows : s->cols;
    Extent x = {NULL, 0, row, col};
    Planes planes;
    int own_planes = seen->cells != NULL && corner, done = 1;
    if (corner && reach->limit >= 0) {
        if (longest > 64 && !(aside = malloc(sizeof(int32_t) * (size_t)longest))) return 0;
        x.lines = extent_of(reach, longest, aside);
        x.aside = aside;
    }
    if (own_planes) {
        Box box = box_of(s, row, col, reach);
        done = make_planes(&planes, box.top, box.left, box.bottom - box.top + 1, box.right - box.left + 1);
        planes.aside = x.aside; planes.source_row = row; planes.source_col = col;
        seen->planes = &planes;
    }
    if (done) {
        done = swept_field(s, corner, passes, far, reach, &x, seen);
        if (seen->planes) write_planes(seen);
    }
    if (own_planes) { free_planes(&planes); seen->planes = NULL; }
    if (aside != few) free(aside);
    return done;
}

#endif
