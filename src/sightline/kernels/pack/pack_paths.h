/* Questions of packs that follow chains of tiles: woods that add up, hills, lines that lean.

   Equal to rules/packs/paths.py where touches pass and only tiles and plain edges block. Given checked data only. */

#ifndef SIGHTLINE_PACK_PATHS_H
#define SIGHTLINE_PACK_PATHS_H

#include <stdint.h>
#include <stdlib.h>

#include "pack_ground.h"

enum { HEIGHTS_DO_NOT_COUNT, HEIGHTS_LINEAR, HEIGHTS_HILL_BLOCKS, HEIGHTS_BATTLETECH };
enum { LEAN_IS_OPEN, LEAN_ANY, LEAN_WORST };
enum { NOT_ASKED = 255 };

typedef struct {
    const PackGround *ground;          /* of all kinds that block */
    int cover;                         /* is it a question of cover? Then ground is not a blocker */
    int lean, way;                     /* words of the two lists above */
    int has_points;                    /* does the question count points? */
    const int32_t *points;             /* of each tile, as large as the ground; NULL: none has any */
    const int64_t *heights;            /* per tile, likewise; NULL: all are 0 */
    int64_t eyes, growth;              /* in the unit of the heights */
    int count;                         /* of degrees, ascending: the rank from a number of points on */
    const int32_t *least;
    const uint8_t *ranks;
    const PackGround *const *stops;    /* of a question of cover, for each degree: of the kinds that can give it; NULL:
                                          there are none. NULL itself: no degree has any */
    uint32_t beside;                   /* a bit for each degree whose kinds stop the straight line, too */
    uint8_t total;                     /* the rank of no sight */
} ChainQuestion;

/* The line to another hex, in the sextant between two directions: n hexes away, j of them in the second.

   Let f be how far the middle of a hex lies to the second direction's side of the line, times the line's
   length. Then the corner between the two directions lies 3 f + n - 2 j to that side, and the two corners
   beside it 3 f - n - j and 3 f + 2 n - j, in thirds. So the line leaves the hex towards the first or the
   second direction, or, where it passes beyond the next corner, towards the one before or after those. */
typedef struct {
    int32_t n, j;
    int32_t turns[4];                  /* what a step in each of the four directions adds to f */
    int directions[4];                 /* numbers of the grid's directions; below them those of squares */
    long steps[4];                     /* in the planes */
} ChainLine;

static const int CHAIN_Q[6] = {1, 1, 0, -1, -1, 0};
static const int CHAIN_R[6] = {0, -1, -1, 0, 1, 1};

/* On squares f says whether the line comes to the next row (below 0), to the next column, or to both at once. */
static inline ChainLine square_chain(const PackGround *ground, int32_t dq, int32_t dr) {
    const int32_t rows = 2 * abs(dr), cols = 2 * abs(dq);
    const long down = dr < 0 ? -ground->cols : ground->cols, on = dq < 0 ? -1 : 1;
    ChainLine line = {(cols - rows) / 2, 0, {cols, -rows, cols - rows, 0}, {dr < 0 ? -3 : -4, dq < 0 ? -1 : -2, -5, 0}, {down, on, down + on, 0}};
    return line;
}

static inline ChainLine chain_line(const PackGround *ground, int32_t dq, int32_t dr) {
    if (!ground->hex) return square_chain(ground, dq, dr);
    ChainLine line;
    int32_t a = 0, b = 0;
    int s = 0;
    for (; s < 6; s++) {
        int t = (s + 1) % 6;
        a = dr * CHAIN_Q[t] - dq * CHAIN_R[t];
        b = dq * CHAIN_R[s] - dr * CHAIN_Q[s];
        if (a > 0 && b >= 0) break;
    }
    line.n = a + b;
    line.j = b;
    line.turns[0] = -line.n;
    line.turns[1] = -line.j;
    line.turns[2] = line.n - line.j;
    line.turns[3] = line.n;
    for (int i = 0; i < 4; i++) {
        int d = (s + 5 + i) % 6;
        line.directions[i] = d;
        line.steps[i] = (long)CHAIN_R[d] * ground->cols + CHAIN_Q[d];
    }
    return line;
}

/* Does the line run along sides of hexes somewhere? Then there are two chains. */
static inline int chain_leans(const ChainLine *line) { return line->directions[0] >= 0 && 2 * line->j == line->n; }

static inline int chain_way_on(const ChainLine *line, int32_t f, int side) {
    if (line->directions[0] < 0) return f + line->n < 0 ? 0 : f + line->n > 0 ? 1 : 2;
    int32_t tip = 3 * f + line->n - 2 * line->j, more = line->n - 2 * line->j;
    if (tip > 0 || (tip == 0 && (more > 0 || (more == 0 && side))))
        return 3 * f - line->n - line->j > 0 ? 0 : 1;
    return 3 * f + 2 * line->n - line->j < 0 ? 3 : 2;
}

static inline int ground_blocks(const PackGround *ground, long at) {
    uint8_t tile = ground->tiles[at];
    return tile == GROUND_BLOCKS || (tile == GROUND_OUTSIDE && ground->walled);
}

/* Does the edge between one tile and the next block? */
static inline int chain_edge(const PackGround *ground, long from, long to, int direction) {
    static const int forward[10] = {1, 1, 0, 0, 0, 2, 1, 0, 2, 1}, begins_here[10] = {1, 0, 1, 0, 1, 0, 0, 0, 1, 1};
    const uint8_t *edges = direction < -4 ? NULL : ground->edges[forward[direction + 4]];
    if (!edges) return 0;
    return edges[begins_here[direction + 4] ? from : to] & (EDGE_BLOCKS | (begins_here[direction + 4] ? EDGE_FORTH : EDGE_BACK));
}

/* The heights of the two viewpoints, and the distance between them. */
typedef struct {
    int64_t here, there;
    int32_t q0, r0, q1, r1;
} ChainEnds;

static inline int32_t chain_distance(int32_t dq, int32_t dr) {
    return (abs(dq) + abs(dr) + abs(dq + dr)) / 2;
}

/* Does something of this height reach into the line? `at`: in the planes, of a hex that is `first` or `last` between.
 */
static inline int chain_reaches(const ChainQuestion *question, const ChainEnds *ends, int64_t top, long at, int first, int last) {
    int64_t here = ends->here, there = ends->there;
    switch (question->way) {
    case HEIGHTS_HILL_BLOCKS: return top > here || top > there;
    case HEIGHTS_BATTLETECH: return (top > here && top > there) || (first && top > here) || (last && top > there);
    case HEIGHTS_LINEAR: {
        const PackGround *ground = question->ground;
        int32_t r = (int32_t)(at / ground->cols) + ground->first_row, q = (int32_t)(at % ground->cols) + ground->first_col;
        int32_t before = chain_distance(q - ends->q0, r - ends->r0), after = chain_distance(ends->q1 - q, ends->r1 - r);
        return (top - here) * (before + after) > (there - here) * before;
    }
    }
    return 1;
}

/* Follow one chain over a ground, which may differ from the question's own. Returns whether it is blocked. If not, its
   points are summed; for a question of sight that is the answer. */
static inline int chain_followed(const ChainQuestion *question, const PackGround *ground, const ChainLine *line, const ChainEnds *ends, long at, long end, int side, int32_t *points) {
    int32_t f = 0;
    int blocked = 0, cover = question->cover, way = chain_way_on(line, 0, side);
    for (int first = 1;; first = 0) {
        long next = at + line->steps[way];
        if (chain_edge(ground, at, next, line->directions[way])) blocked = 1;
        if (next == end) return blocked;
        at = next;
        f += line->turns[way];
        if (ground_blocks(ground, at)) blocked = 1;
        if (blocked && !cover) return 1;
        way = chain_way_on(line, f, side);
        int last = at + line->steps[way] == end;
        int64_t height = question->heights ? question->heights[at] : 0;
        if (!cover && question->way && chain_reaches(question, ends, height, at, first, last)) return 1;
        if (question->has_points) {
            if (question->points && question->points[at] && chain_reaches(question, ends, height + question->growth, at, first, last))
                *points += question->points[at];
        } else if (cover && question->way == HEIGHTS_BATTLETECH) {
            *points += last && height == ends->there && ends->here <= ends->there;
        }
    }
}

static inline uint8_t chain_rank(const ChainQuestion *question, const ChainLine *line, const ChainEnds *ends, long at, long end, int side) {
    int32_t points = 0, ignored = 0;
    int blocked = chain_followed(question, question->ground, line, ends, at, end, side, &points);
    if (blocked && !question->cover) return question->total;
    uint8_t best = 0;
    for (int i = 0; i < question->count; i++) {
        const PackGround *stops = question->cover && question->stops ? question->stops[i] : NULL;
        int stopped = question->beside >> i & 1;
        if (!stopped) stopped = stops && chain_followed(question, stops, line, ends, at, end, side, &ignored);
        if (points + stopped >= question->least[i] && question->ranks[i] > best) best = question->ranks[i];
    }
    return best;
}

/* The lowest and the highest degree of one hex from another (they differ where the choice of side is open). */
static inline void chain_pair(const ChainQuestion *question, int32_t q0, int32_t r0, int32_t q1, int32_t r1, uint8_t *low, uint8_t *high) {
    const PackGround *ground = question->ground;
    long at = (long)(r0 - ground->first_row) * ground->cols + (q0 - ground->first_col);
    long end = (long)(r1 - ground->first_row) * ground->cols + (q1 - ground->first_col);
    if (at == end) { *low = *high = 0; return; }
    ChainLine line = chain_line(ground, q1 - q0, r1 - r0);
    ChainEnds ends = {0, 0, q0, r0, q1, r1};
    if (question->heights) {
        ends.here = question->heights[at];
        ends.there = question->heights[end];
    }
    if (question->way == HEIGHTS_BATTLETECH) {
        ends.here += question->eyes;
        ends.there += question->eyes;
    }
    uint8_t one = chain_rank(question, &line, &ends, at, end, 0);
    uint8_t other = chain_leans(&line) ? chain_rank(question, &line, &ends, at, end, 1) : one;
    uint8_t least = one < other ? one : other, most = one < other ? other : one;
    *low = question->lean == LEAN_WORST ? most : least;
    *high = question->lean == LEAN_ANY ? least : most;
}

/* The degrees of every hex that is not NOT_ASKED in `low`, over the ground's planes. */
static inline void chain_field(const ChainQuestion *question, int32_t q0, int32_t r0, uint8_t *low, uint8_t *high) {
    const PackGround *ground = question->ground;
    long at = 0;
    for (int32_t r = ground->first_row; r < ground->first_row + ground->rows; r++)
        for (int32_t q = ground->first_col; q < ground->first_col + ground->cols; q++, at++)
            if (low[at] != NOT_ASKED) chain_pair(question, q0, r0, q, r, &low[at], &high[at]);
}

#endif
