/* Questions of packs by lines between centers and corners: which lines are blocked, and the resulting degree.
   rules/packs/questions.py in C, for two single tiles. */
#ifndef SIGHTLINE_PACK_LINES_H
#define SIGHTLINE_PACK_LINES_H

#include <limits.h>

#include "pack_fan.h"
#include "pack_high.h"

enum { POINTS_CENTER, POINTS_CORNERS };
enum { TAKE_ANY, TAKE_ALL, TAKE_BEST_CORNER, TAKE_PAIR };
enum { MOST_LOOKS = 8, MOST_STEPS = 16 };
enum { LOW = 1, HIGH = 2 };                 /* with the touches that the game master decides passing, and blocking */
enum { LINE_ASKED = 4, LINE_CLEAR = 8 };    /* is the answer known, and is the line free of touches? */

/* The rank from a number of blocked lines on, under one of the looks. */
typedef struct { int least, rank, look; } LinesStep;

typedef struct {
    int start, end, take, ends, target_blocks, swap, whole;
    int diamonds;                           /* do only the diamonds in tiles block? 2: a line that diamonds touch on
                                               both sides is blocked, 3: also on one side */
    int inset;                              /* 0, or by which part of a side the target's corners are moved inwards */
    int blocks[LEVELS];                     /* by what a line meets: LOW and HIGH where that blocks it */
    int steps;                              /* 0: of sight, where one blocked line is enough to hide */
    LinesStep step[MOST_STEPS];
    int total;                              /* the rank of a target that is not seen */
    int looks;                              /* number of sets of kinds */
    int within[MOST_LOOKS];                 /* an earlier look that contains this one, or -1 */
} LinesQuestion;

/* A cache of the lines from one tile, by where they end; no `known`: no cache. Of each line its scan; then, three bits
   each, for every choice of lanes into the target: one more than its blocking level, and one more than its grazing
   level, where the target is beside its end, to its left or to its right. */
typedef struct {
    uint32_t *known;
    int64_t first_row, first_col, cols, size;
} LinesMemo;

typedef struct {
    const LinesQuestion *question;
    PackLook look[MOST_LOOKS];
    PackLook fewer[MOST_LOOKS], alone[MOST_LOOKS];  /* without the kinds whose pinches pass, and those alone */
    int same[MOST_LOOKS];                   /* the first look with the same blockers as this one */
    int has_fewer, holds, failed;
    LinesMemo memo;
    int any_touch;                          /* does any touch of a line, ends included, block it? */
    int starts, ends;
    Spot start[6], end[6];
    PackCorner from[MOST_LOOKS][6], to[MOST_LOOKS][6];
    int8_t from_known[MOST_LOOKS][6], to_known[MOST_LOOKS][6];
    int plain;                              /* is the target free for every look, and not a neighbor? */
    const HighSpan *bodies;                 /* of both, for lines with heights; NULL: on flat ground */
    Levels levels;
    const PackHeld *held;                   /* what blocks on a target with heights */
    int helds, unsure;                      /* unsure: the numbers are too large for a kernel */
    uint8_t line[MOST_LOOKS][6][6];
} LinesAsked;

/* The points of a tile, in parts of a half square or a third of a hex; `inset`: moved inwards. */
static int lines_points(int hex, int points, PackTile t, int64_t scale, int inset, Spot *out) {
    Spot center = tile_center(hex, t.row, t.col);
    int n = points == POINTS_CORNERS ? tile_corners(hex, t.row, t.col, out) : 1;
    if (points != POINTS_CORNERS) out[0] = center;
    for (int k = 0; k < n && scale > 1; k++) {
        Spot p = out[k];
        out[k].x = p.x * scale + (inset ? 2 * (center.x - p.x) * scale / inset : 0);
        out[k].y = p.y * scale + (inset ? 2 * (center.y - p.y) * scale / inset : 0);
    }
    return n;
}

static int lines_ends(const LinesQuestion *q) {
    if (q->start == POINTS_CENTER || q->end == POINTS_CENTER) return ENDS_CENTER;
    return q->inset ? ENDS_INSET : q->ends;
}

enum { MEMO_SCAN = 7, MEMO_PARTED = 3, MEMO_GRAZED = 15, MEMO_BITS = 3 };

/* The cache entry of the line to a point, with its scan known; NULL: no entry. */
static uint32_t *lines_kept(LinesAsked *a, int look, int start, Spot p, Spot q) {
    LinesMemo *m = &a->memo;
    if (!m->known || (p.x == q.x && p.y == q.y)) return NULL;
    const int hex = a->look[look].ground->hex, unit = hex ? 3 : 2;
    int64_t row = floor_of(q.y, unit), col = floor_of(q.x, unit), far = hex && q.x - col * unit == 2;
    int64_t at = ((row - m->first_row) * m->cols + col - m->first_col) * 2 + far;
    uint32_t *known = &m->known[(look * 6 + start) * m->size + at];
    if (*known == SCAN_UNKNOWN) {
        PackLook l = a->look[look];
        l.at_target = -1;
        const LineShape *s = shape_of(l.shapes, p.x, p.y, q.x, q.y, &row, &col);
        if (!s) return NULL;
        *known = (uint32_t)pack_scan(&l, s, row, col, p, q);
    }
    return known;
}

/* The level of a line to a free target that is not a neighbor. Only the lanes into the target, and from where on
   touches count, depend on the target. `along`: does it run along something between the two? */
static int lines_level(LinesAsked *a, uint32_t *kept, int look, int i, int j, int *along) {
    const int ends = lines_ends(a->question), scan = *kept & MEMO_SCAN;
    int64_t row, col;
    PackLook *l = &a->look[look];
    PackCorner *from = &a->from[look][i], *to = &a->to[look][j];
    const LineShape *s = shape_of(l->shapes, a->start[i].x, a->start[i].y, a->end[j].x, a->end[j].y, &row, &col);
    *along = 0;
    if (!s) return -1;
    if (!a->from_known[look][i]) pack_corner(l, a->start[i], l->source, ends == ENDS_OPEN, from);
    if (!a->to_known[look][j]) pack_corner(l, a->end[j], l->target, ends == ENDS_OPEN, to);
    a->from_known[look][i] = a->to_known[look][j] = 1;
    int coming = pack_lanes(to, s->last, row, col);
    if (scan != SCAN_UNSURE) {   /* only its ends are touched: can a walker get around them? */
        int leaving = pack_lanes(from, s->first, row, col);
        if (leaving && coming) return ends == ENDS_CLOSED ? LEVEL_CORNER : LEVEL_CLEAR;
        return (leaving || from->pinch) && (coming || to->pinch) ? LEVEL_PINCH : LEVEL_THROUGH;
    }
    int hand = 0;
    for (int k = 0; k < 2 && !hand; k++)
        if (l->target.row == row + s->last[k].row && l->target.col == col + s->last[k].col) hand = 1 + k;
    const int parted_bit = MEMO_PARTED + MEMO_BITS * coming, grazed_bit = MEMO_GRAZED + MEMO_BITS * hand;
    if (!(*kept >> parted_bit & 7) || !(*kept >> grazed_bit & 7)) {
        Met m;
        if (!pack_meet(l, s, row, col, a->start[i], a->end[j], &m)) return -1;
        int level = parted(&m.touches, m.span, pack_lanes(from, s->first, row, col), coming, 1, l->ground->hex);
        int touched = grazed(&m.touches, m.span, m.leaves, m.enters, 1);
        int closed = ends == ENDS_CLOSED ? any_touch(&m.touches, m.span) : LEVEL_CLEAR;
        drop_met(&m);
        if (level < 0) return -1;
        *kept &= ~((uint32_t)7 << parted_bit | (uint32_t)7 << grazed_bit);
        *kept |= (uint32_t)(level + 1) << parted_bit | (uint32_t)((closed > touched ? closed : touched) + 1) << grazed_bit;
    }
    int level = (int)(*kept >> parted_bit & 7) - 1, touched = (int)(*kept >> grazed_bit & 7) - 1;
    *along = touched == LEVEL_EDGE;
    return level == LEVEL_CLEAR ? touched : level;
}

/* What is known of the line without a closer test: LINE_ASKED and the answer, or 0. */
static int lines_scanned(LinesAsked *a, int look, int i, int j) {
    uint8_t *line = &a->line[look][i][j];
    if (*line || a->holds || a->bodies || a->question->diamonds) return *line;
    const Spot p = a->start[i], q = a->end[j];
    int wider = a->question->within[look];
    if (wider >= 0 && a->line[wider][i][j] & LINE_CLEAR) return *line = LINE_ASKED | LINE_CLEAR;
    int scan, exact = !a->memo.known;   /* with the target itself taken into account */
    if (p.x == q.x && p.y == q.y) return 0;
    if (!exact) {
        uint32_t *kept = lines_kept(a, look, i, p, q);
        if (!kept) return 0;
        scan = *kept & MEMO_SCAN;
        exact = a->plain;
    }
    if (!a->memo.known || (a->any_touch && !exact && scan != SCAN_CLEAR && scan != SCAN_THROUGH)) {
        int64_t row, col;
        const LineShape *s = shape_of(a->look[look].shapes, p.x, p.y, q.x, q.y, &row, &col);
        if (!s) { a->failed = 1; return 0; }
        scan = pack_scan(&a->look[look], s, row, col, p, q);
        exact = 1;
    }
    if (scan == SCAN_CLEAR) return *line = LINE_ASKED | LINE_CLEAR;
    if (scan == SCAN_THROUGH || (exact && (scan == SCAN_LAST || (a->any_touch && scan != SCAN_WALLS)))) return *line = LINE_ASKED | LOW | HIGH;
    return 0;
}

/* What is known of a line without a full test: LINE_ASKED and the answer, or 0. */
static int lines_known(LinesAsked *a, int look, int i, int j) {
    uint8_t *line = &a->line[look][i][j];
    if (lines_scanned(a, look, i, j) || a->holds || a->bodies || !a->plain || a->question->diamonds) return *line;
    uint32_t *kept = lines_kept(a, look, i, a->start[i], a->end[j]);
    if (!kept) return 0;
    const int scan = *kept & MEMO_SCAN, ends = a->question->ends, *blocks = a->question->blocks;
    if (scan == SCAN_WALLS || (scan == SCAN_RIM_ENDS && ends == ENDS_CLOSED)) return 0;
    int along, level = lines_level(a, kept, look, i, j, &along);
    if (level < 0) return 0;
    if (a->has_fewer && (level == LEVEL_PINCH || level == LEVEL_THROUGH)) return 0;   /* it may slip past */
    int bits = blocks[level];
    if (level == LEVEL_PINCH && bits != (LOW | HIGH)) {
        /* With closed ends the cache covers touches at the ends as well. */
        if (ends == ENDS_CLOSED && blocks[LEVEL_EDGE]) return 0;
        if (along) bits |= blocks[LEVEL_EDGE];
    }
    return *line = (uint8_t)(LINE_ASKED | bits);
}

/* Is the line only stopped at points where a blocker whose pinches pass meets another blocker? */
static int lines_slip(LinesAsked *a, int look, int i, int j, int uncut) {
    const int ends = lines_ends(a->question);
    const Spot p = a->start[i], q = a->end[j];
    int along, level = pack_level(&a->fewer[look], p, q, ends, a->holds, uncut, &along);
    if (level >= LEVEL_PINCH) return 0;
    int alone = level < 0 ? -1 : pack_level(&a->alone[look], p, q, ends, a->holds, uncut, &along);
    if (alone == LEVEL_SEAM || alone == LEVEL_THROUGH) return 0;
    int between = alone < 0 ? -1 : pack_runs_between(&a->look[look], p, q);
    if (between < 0) a->failed = 1;
    return !between;
}

/* The same for a line with heights, at the best of them. */
static int lines_high(LinesAsked *a, int look, int i, int j) {
    static const uint8_t bits[3] = {0, HIGH, LOW | HIGH};
    const LinesQuestion *q = a->question;
    PackLook *l = &a->look[look];
    const int ends = lines_ends(q), uncut = q->whole && ends == ENDS_CENTER;
    a->levels.board = l->ground->high;
    l->levels = &a->levels;
    int found = a->has_fewer ? -1 : pack_high(l, a->start[i], a->end[j], a->bodies, a->held, a->helds, ends, uncut, q->blocks);
    if (found == -2) a->failed = 1;
    if (found == -1) a->unsure = 1;
    return found < 0 ? LOW | HIGH : bits[found];
}

/* LOW and HIGH for a blocked line, under one look. */
static int lines_blocked(LinesAsked *a, int look, int i, int j) {
    const LinesQuestion *q = a->question;
    look = a->same[look];
    uint8_t *line = &a->line[look][i][j];
    if (lines_known(a, look, i, j)) return *line & (LOW | HIGH);
    if (a->bodies) return (*line = (uint8_t)(LINE_ASKED | lines_high(a, look, i, j))) & (LOW | HIGH);
    int along, ends = lines_ends(q), uncut = q->whole && ends == ENDS_CENTER;
    int level = pack_level(&a->look[look], a->start[i], a->end[j], ends, a->holds, uncut, &along);
    if (level < 0) { a->failed = 1; return 0; }
    int leans = level == LEVEL_CORNER && (q->diamonds == 3 || (q->diamonds == 2 && along >> 1 == ON_BOTH));
    int slips = a->has_fewer && (level == LEVEL_PINCH || level == LEVEL_THROUGH) && lines_slip(a, look, i, j, uncut);
    int bits = slips ? 0 : q->blocks[level];
    if ((slips || level == LEVEL_PINCH) && along & 1) bits |= q->blocks[LEVEL_EDGE];
    if (leans) bits = LOW | HIGH;
    *line = (uint8_t)(LINE_ASKED | bits | (level == LEVEL_CLEAR && !a->holds ? LINE_CLEAR : 0));
    return bits;
}

typedef struct { int8_t start, end; } LinesPair;

/* The number of blocked lines under that look from which the rank is at least the given one, for any number under the
   others. */
static inline int lines_least(const LinesQuestion *q, int look, int rank) {
    int least = rank ? INT_MAX : 0;
    for (int s = 0; s < q->steps; s++)
        if (q->step[s].look == look && q->step[s].rank >= rank && q->step[s].least < least) least = q->step[s].least;
    return least;
}

/* How many of the lines are blocked for one look, LOW and HIGH, as far as that makes a difference; 0: not better than
   the best. Lines known at once are counted first. */
static int lines_count(LinesAsked *a, const LinesPair *line, int lines, int look, int best, int *count) {
    const LinesQuestion *q = a->question;
    const int low = lines_least(q, look, best & 255), high = lines_least(q, look, best >> 8);
    LinesPair later[36];
    int most = 0, left = 0;
    for (int s = 0; s < q->steps; s++)
        if (q->step[s].look == look && q->step[s].least > most) most = q->step[s].least;
    count[0] = count[1] = 0;
    for (int k = 0; k < lines; k++) {
        int bits = lines_scanned(a, a->same[look], line[k].start, line[k].end);
        if (!bits) { later[left++] = line[k]; continue; }
        count[0] += (bits & LOW) != 0;
        count[1] += (bits & HIGH) != 0;
    }
    for (int k = 0; k < left && count[0] < most; k++) {
        if (count[0] >= low && count[1] >= high) return 0;
        int bits = lines_blocked(a, look, later[k].start, later[k].end);
        count[0] += (bits & LOW) != 0;
        count[1] += (bits & HIGH) != 0;
    }
    return count[0] < low || count[1] < high;
}

/* The ranks of some lines that are counted together, the lower one plus 256 times the higher one; or the best so far,
   if they are not better. */
static int lines_counted(LinesAsked *a, const LinesPair *line, int lines, int with_fan, int best) {
    const LinesQuestion *q = a->question;
    int low = 0, high = 0, blocked = 0;
    if (!q->steps) {
        for (int k = 0; k < lines && blocked != (LOW | HIGH); k++) blocked |= lines_blocked(a, 0, line[k].start, line[k].end);
        if (with_fan && !(blocked & LOW)) {
            int fan = pack_fan(&a->look[0], a->start[line[0].start], a->end[line[0].end], a->end[line[1].end]);
            if (fan < 0) a->failed = 1;
            if (fan) blocked = LOW | HIGH;
        }
        return (blocked & LOW ? q->total : 0) | (blocked & HIGH ? q->total : 0) << 8;
    }
    int counts[MOST_LOOKS][2], counted = 0;
    for (int s = 0; s < q->steps; s++) {
        const LinesStep *step = &q->step[s];
        int *count = counts[step->look];
        if (!(counted >> step->look & 1)) {
            counted |= 1 << step->look;
            if (!lines_count(a, line, lines, step->look, best, count)) return best;
        }
        if (count[0] >= step->least && step->rank > low) low = step->rank;
        if (count[1] >= step->least && step->rank > high) high = step->rank;
    }
    return low | high << 8;
}

static inline int lines_overlap(Spot start, Spot one, Spot other) {
    int64_t ax = one.x - start.x, ay = one.y - start.y, bx = other.x - start.x, by = other.y - start.y;
    return ax * by == ay * bx && ax * bx + ay * by > 0;
}

/* Go through the choices that the question leaves, until none can be better; `turned`: from the target. */
static int lines_chosen(LinesAsked *a, int turned, int best) {
    const LinesQuestion *q = a->question;
    const int froms = turned ? a->ends : a->starts, tos = turned ? a->starts : a->ends;
    const Spot *from = turned ? a->end : a->start, *to = turned ? a->start : a->end;
    for (int i = 0; i < froms; i++) {
        LinesPair line[36];
        int n = 0;
        for (int j = 0; j < tos; j++) {
            LinesPair one = {(int8_t)(turned ? j : i), (int8_t)(turned ? i : j)};
            if (q->take == TAKE_PAIR) {
                int before = j ? j - 1 : tos - 1;
                if (lines_overlap(from[i], to[j], to[before])) continue;
                LinesPair other = {(int8_t)(turned ? before : i), (int8_t)(turned ? i : before)};
                line[0] = one; line[1] = other;
                n = 2;
            } else {
                line[n++] = one;
                if (q->take == TAKE_BEST_CORNER ? j + 1 < tos : q->take == TAKE_ALL) continue;
            }
            int found = lines_counted(a, line, n, q->take == TAKE_PAIR && !turned, best);
            if ((found & 255) < (best & 255)) best = (best & ~255) | (found & 255);
            if (found >> 8 < best >> 8) best = (best & 255) | (found & ~255);
            if (best == 0 || a->failed) return best;
            n = 0;
        }
    }
    return best;
}

/* Every line at once. */
static int lines_all(LinesAsked *a) {
    LinesPair line[36];
    int n = 0;
    for (int i = 0; i < a->starts; i++)
        for (int j = 0; j < a->ends; j++) { line[n].start = (int8_t)i; line[n++].end = (int8_t)j; }
    return lines_counted(a, line, n, 0, 255 | 255 << 8);
}

static inline int lines_touching(int hex, PackTile a, PackTile b) {
    int rows = b.row - a.row, cols = b.col - a.col;
    if (rows < -1 || rows > 1 || cols < -1 || cols > 1 || (!rows && !cols)) return 0;
    return !hex || rows != cols;
}

/* Set the target of the next lines. `holds`: does its occupant block lines through it? -1: as its tile says. */
static void lines_aim(LinesAsked *a, PackTile target, int holds) {
    const LinesQuestion *q = a->question;
    const PackGround *g = a->look[0].ground;
    int64_t at = pack_index(g, target.row, target.col);
    for (int k = 0; k < q->looks; k++) {
        a->look[k].target = a->fewer[k].target = a->alone[k].target = target;
        a->look[k].at_target = a->fewer[k].at_target = a->alone[k].at_target = at;
    }
    a->plain = !lines_touching(g->hex, a->look[0].source, target);
    for (int k = 0; k < q->looks; k++) a->plain &= a->look[k].ground->tiles[at] == GROUND_FREE;
    a->holds = holds < 0 ? q->target_blocks && g->tiles[at] == GROUND_BLOCKS : holds;
    memset(a->to_known, 0, sizeof(a->to_known));
    a->ends = lines_points(g->hex, q->end, target, a->look[0].shapes->scale, q->inset, a->end);
}

/* `fewer`: NULL, or the grounds without the kinds whose pinches pass, and then the grounds with only these kinds. */
static void lines_begin(LinesAsked *a, const LinesQuestion *q, ShapeBook *shapes, const PackGround **grounds, const PackGround **fewer, PackTile source) {
    a->question = q;
    a->has_fewer = 0;
    /* Without blockers of those kinds, no line slips past. */
    for (int k = 0; fewer && k < q->looks; k++)
        a->has_fewer |= fewer[k] != grounds[k];
    a->failed = 0;
    a->memo.known = NULL;
    a->bodies = NULL; a->held = NULL; a->helds = a->unsure = 0;
    memset(a->from_known, 0, sizeof(a->from_known));
    for (int k = 0; k < q->looks; k++) {
        PackLook l = {grounds[k], shapes, source, source, pack_index(grounds[k], source.row, source.col), -1, a->has_fewer, q->diamonds, NULL};
        a->look[k] = a->fewer[k] = a->alone[k] = l;
        if (fewer) { a->fewer[k].ground = fewer[k]; a->alone[k].ground = fewer[q->looks + k]; }
        int one = 0;
        while (grounds[one] != grounds[k] || (fewer && (fewer[one] != fewer[k] || fewer[q->looks + one] != fewer[q->looks + k]))) one++;
        a->same[k] = one;
    }
    /* On squares the rim stops lines too, but is not a touch. */
    a->any_touch = grounds[0]->hex && lines_ends(q) == ENDS_CLOSED && !a->has_fewer;
    for (int level = LEVEL_CORNER; level < LEVELS; level++) a->any_touch &= q->blocks[level] == (LOW | HIGH);
    a->starts = lines_points(grounds[0]->hex, q->start, source, shapes->scale, 0, a->start);
}

/* Is there a choice without blocked lines, by quick tests only? With several looks nothing may touch the lines: a line
   that passes as an edge may be blocked as a corner under a look with fewer blockers. */
static int lines_plainly_free(LinesAsked *a) {
    const LinesQuestion *q = a->question;
    if (q->take == TAKE_PAIR) return 0;     /* the fan has to be tested */
    int differ = 0;
    for (int k = 0; k < q->looks; k++) differ |= a->same[k];
    for (int i = 0; i < a->starts; i++) {
        int all = 1;
        for (int j = 0; j < a->ends && (all || q->take == TAKE_ANY); j++) {
            int known = lines_known(a, 0, i, j);
            int is_free = differ ? known & LINE_CLEAR : known && !(known & (LOW | HIGH));
            if (is_free && q->take == TAKE_ANY) return 1;
            all &= is_free != 0;
        }
        if (all) return 1;
    }
    return 0;
}

/* The ranks for the current target, the lower one plus 256 times the higher one. */
static int lines_asked(LinesAsked *a) {
    const LinesQuestion *q = a->question;
    for (int k = 0; k < q->looks; k++) memset(a->line[k], 0, sizeof(a->line[k]));
    if (q->take != TAKE_ALL && a->memo.known && lines_plainly_free(a)) return 0;
    int best = q->take == TAKE_ALL ? lines_all(a) : lines_chosen(a, 0, 255 | 255 << 8);
    if (!q->swap || best == 0 || (q->take == TAKE_ANY && q->start == q->end)) return best;
    if (q->start == q->end) return q->take == TAKE_ALL ? best : lines_chosen(a, 1, best);
    /* The other kinds of points at both ends. These are other lines, so the cache of the first is dropped. */
    Spot start[6];
    int starts = a->starts;
    uint32_t *known = a->memo.known;
    memcpy(start, a->start, sizeof(start));
    a->memo.known = NULL;
    a->starts = lines_points(a->look[0].ground->hex, q->end, a->look[0].source, 1, 0, a->start);
    a->ends = lines_points(a->look[0].ground->hex, q->start, a->look[0].target, 1, 0, a->end);
    memset(a->from_known, 0, sizeof(a->from_known));
    for (int k = 0; k < q->looks; k++) memset(a->line[k], 0, sizeof(a->line[k]));
    if (q->take == TAKE_ALL) {
        int found = lines_all(a);
        best = ((found & 255) < (best & 255) ? found & 255 : best & 255) | ((found >> 8 < best >> 8 ? found >> 8 : best >> 8) << 8);
    } else best = lines_chosen(a, 1, best);
    memcpy(a->start, start, sizeof(start));
    a->starts = starts;
    a->memo.known = known;
    return best;
}

/* Does a wall separate two tiles that touch: on their shared edge, or round their corner? */
static int lines_wall_between(const PackGround *g, ShapeBook *shapes, PackTile source, PackTile target) {
    PackLook l = {g, shapes, source, target, pack_index(g, source.row, source.col), pack_index(g, target.row, target.col), 0, 0, NULL};
    int rows = target.row - source.row, cols = target.col - source.col;
    if (g->hex || !rows || !cols) return pack_parts_neighbors(g, NULL, source, target);
    Spot corner = {2 * (int64_t)(cols > 0 ? target.col : source.col), 2 * (int64_t)(rows > 0 ? target.row : source.row)};
    return pack_at_a_point(&l, corner, ENDS_OPEN) == LEVEL_THROUGH;
}

#endif
