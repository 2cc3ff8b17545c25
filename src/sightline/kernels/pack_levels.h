/* What a line meets, from nothing to the worst: rules/pack_look.py and geometry/contact.py in C, for boards
   without free, limited or one-way walls. */
#ifndef SIGHTLINE_PACK_LEVELS_H
#define SIGHTLINE_PACK_LEVELS_H

#include "pack_ground.h"
#include "pack_shapes.h"

enum { LEVEL_CLEAR, LEVEL_CORNER, LEVEL_EDGE, LEVEL_PINCH, LEVEL_SEAM, LEVEL_THROUGH, LEVELS };
enum { ENDS_TURN, ENDS_CLOSED, ENDS_OPEN, ENDS_CENTRE };   /* the last: from or to a centre, where none counts */
enum { TOUCH_TILE, TOUCH_WALL, TOUCH_RIM };

typedef struct { int row, col; } PackTile;
typedef struct { int64_t x, y; } PackPoint;
typedef struct { int64_t lo, hi; int sides, of, row, col; } PackTouch;

/* One tile that looks at another, and what blocks. */
typedef struct {
    const PackGround *ground;
    ShapeBook *shapes;
    PackTile source, target;
    int64_t at_source, at_target;  /* where the planes have them */
    int slips;                     /* may a line slip past a point at which two kinds of things stop it? */
} PackLook;

typedef struct {
    PackTouch *touch;
    int touches, room;
    int64_t leaves, enters;
    int target_sides;              /* of the target on the line, 0 where that only touches it at a point */
    PackTouch few[96];
} PackMet;

static inline int64_t pack_index(const PackGround *g, int64_t row, int64_t col) {
    return (row - g->first_row) * g->cols + (col - g->first_col);
}

static inline int pack_has_edges(const PackGround *g) { return g->edges[0] || g->edges[1] || g->edges[2]; }

/* What a tile is to a line: TOUCH_TILE, TOUCH_RIM, or -1 for nothing. */
static inline int pack_blocks(const PackLook *l, int64_t at) {
    int word = l->ground->tiles[at];
    if (word == GROUND_FREE || at == l->at_source || at == l->at_target) return -1;
    if (word == GROUND_BLOCKS || l->ground->walled) return TOUCH_TILE;
    return l->ground->hex ? -1 : TOUCH_RIM;
}

static inline int pack_edge_blocks(const PackGround *g, int direction, int64_t row, int64_t col) {
    return g->edges[direction] && g->edges[direction][pack_index(g, row, col)];
}

/* --- around a corner */

typedef struct { int n, row[4], col[4], walled[4]; } PackVertex;   /* walled: between each tile and the next */

static void pack_vertex(const PackGround *g, PackPoint p, PackVertex *v) {
    if (!g->hex) {
        int row = (int)shape_floor(p.y, 2), col = (int)shape_floor(p.x, 2);
        v->n = 4;
        v->row[0] = v->row[1] = row - 1; v->row[2] = v->row[3] = row;
        v->col[0] = v->col[3] = col - 1; v->col[1] = v->col[2] = col;
        v->walled[0] = pack_edge_blocks(g, 0, row - 1, col - 1);
        v->walled[1] = pack_edge_blocks(g, 1, row - 1, col);
        v->walled[2] = pack_edge_blocks(g, 0, row, col - 1);
        v->walled[3] = pack_edge_blocks(g, 1, row - 1, col - 1);
        return;
    }
    int row = (int)shape_floor(p.y, 3), col = (int)shape_floor(p.x, 3), far = p.x - 3 * col == 2;
    /* Its hexes are one to the right, one below, and the one before or beyond both. */
    v->n = 3;
    v->row[0] = row; v->col[0] = col + 1;
    v->row[1] = row + 1; v->col[1] = col;
    v->row[2] = row + far; v->col[2] = col + far;
    v->walled[0] = pack_edge_blocks(g, 2, row, col + 1);
    v->walled[1] = far ? pack_edge_blocks(g, 0, row + 1, col) : pack_edge_blocks(g, 1, row, col);
    v->walled[2] = far ? pack_edge_blocks(g, 1, row, col + 1) : pack_edge_blocks(g, 0, row, col);
}

/* A bit for each tile round the corner that hangs together with this one; `walls_only`: no tile shuts the way. */
static int pack_reached(const PackLook *l, const PackVertex *v, PackTile from, int walls_only) {
    int open = 0, reached = 0;
    for (int i = 0; i < v->n; i++) {
        int blocks = pack_blocks(l, pack_index(l->ground, v->row[i], v->col[i]));
        int outside = l->ground->tiles[pack_index(l->ground, v->row[i], v->col[i])] == GROUND_OUTSIDE;
        if (blocks < 0 || (walls_only && !outside)) open |= 1 << i;
        if (v->row[i] == from.row && v->col[i] == from.col) reached = 1 << i;
    }
    for (int changed = reached; changed;) {
        changed = 0;
        for (int i = 0; i < v->n; i++) {
            int both = 1 << i | 1 << (i + 1) % v->n;
            if (v->walled[i] || !(reached & both) || (both & ~open)) continue;
            if ((reached & both) != both) { reached |= both; changed = 1; }
        }
    }
    return reached;
}

/* The corner at one end of lines, for the tile that looks from there or is looked at. */
typedef struct { PackVertex at; int reached, pinch, touched; } PackCorner;

static void pack_corner(const PackLook *l, PackPoint p, PackTile tile, int walls_only, PackCorner *c) {
    int walls = 0, tiles = 0;
    pack_vertex(l->ground, p, &c->at);
    for (int i = 0; i < c->at.n; i++) {
        walls |= c->at.walled[i];
        if (pack_blocks(l, pack_index(l->ground, c->at.row[i], c->at.col[i])) == TOUCH_TILE) tiles |= 1 << i;
    }
    c->reached = pack_reached(l, &c->at, tile, walls_only);
    c->touched = walls || tiles;
    c->pinch = c->at.n == 4 && !walls && ((tiles & 5) == 5 || (tiles & 10) == 10);
}

/* The lanes beside a line that the tile reaches round the corner; `hands`: the tiles on the line's left and
   right hand there, counted from `row` and `col`. */
static int pack_lanes(const PackCorner *c, const ShapeTile *hands, int64_t row, int64_t col) {
    int lanes = 0;
    for (int i = 0; i < c->at.n; i++) {
        if (!(c->reached >> i & 1)) continue;
        if (c->at.row[i] == row + hands[0].row && c->at.col[i] == col + hands[0].col) lanes |= LANE_LEFT;
        if (c->at.row[i] == row + hands[1].row && c->at.col[i] == col + hands[1].col) lanes |= LANE_RIGHT;
    }
    return lanes;
}

static inline int pack_in_reach(const PackCorner *c, PackTile tile) {
    for (int i = 0; i < c->at.n; i++)
        if (c->reached >> i & 1 && c->at.row[i] == tile.row && c->at.col[i] == tile.col) return 1;
    return 0;
}

/* Is there a wall on the edge that the two share? */
static int pack_edge_between(const PackGround *g, PackTile a, PackTile b) {
    static const int rows[2][3] = {{0, 1, 9}, {0, 1, 1}}, cols[2][3] = {{1, 0, 9}, {1, 0, -1}};
    for (int d = 0; d < 3; d++) {
        int dr = rows[g->hex][d], dc = cols[g->hex][d];
        if (b.row - a.row == dr && b.col - a.col == dc) return pack_edge_blocks(g, d, a.row, a.col);
        if (a.row - b.row == dr && a.col - b.col == dc) return pack_edge_blocks(g, d, b.row, b.col);
    }
    return 0;
}

/* --- along the lanes */

typedef struct { int64_t mark; int at, walled, pinch, closed, split, seam; } PackRung;

static inline int pack_is_pinch(const PackTouch *t, int n, int64_t mark, int hex) {
    int found = 0;
    if (hex) return 0;
    for (int i = 0; i < n; i++) {
        if (t[i].of == TOUCH_RIM || t[i].lo > mark || t[i].hi < mark) continue;
        if (t[i].of == TOUCH_WALL) return 0;
        for (int k = 0; k < i && !found; k++) {
            if (t[k].of != TOUCH_TILE || t[k].lo > mark || t[k].hi < mark) continue;
            int dr = t[i].row - t[k].row, dc = t[i].col - t[k].col;
            found = dr * dr == 1 && dc * dc == 1;
        }
    }
    return found;
}

static int by_mark(const void *a, const void *b) {
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static inline int pack_spread(const PackRung *r, int reach) {
    reach &= ~r->closed;
    return reach && !r->closed && !r->split ? LANE_BOTH : reach;
}

static int pack_slips(const PackRung *rung, int n, int leaving, int coming, int seams) {
    int reach = leaving;
    for (int i = 0; i < n; i++) {
        const PackRung *r = &rung[i];
        if (seams && r->seam) reach = r->walled ? 0 : LANE_GAP;
        else if (reach == LANE_GAP) reach = r->walled ? 0 : LANE_BOTH & ~r->closed;
        else if (r->pinch) reach = LANE_BOTH & ~r->closed;
        else reach = pack_spread(r, i ? reach & ~r->at : reach);
        if (!reach) return 0;
    }
    if (reach == LANE_GAP) return !rung[n].walled;
    return (reach & coming) || rung[n].pinch;
}

/* PINCH, SEAM or THROUGH if the touches part the two ends; CLEAR if they do not; -1: there is no memory. */
static int pack_parted(const PackTouch *t, int n, int64_t span, int leaving, int coming, int hex) {
    int64_t few_marks[194], *mark = few_marks;
    PackRung few[194], *rung = few;
    int marks = 0, count = 0, level = LEVEL_CLEAR;
    if (n > 96) {
        mark = malloc(sizeof(int64_t) * (2 * (size_t)n + 2));
        rung = malloc(sizeof(PackRung) * (2 * (size_t)n + 2));
        if (!mark || !rung) { free(mark); free(rung); return -1; }
    }
    mark[marks++] = 0; mark[marks++] = span;
    for (int i = 0; i < n; i++) { mark[marks++] = t[i].lo; mark[marks++] = t[i].hi; }
    if (marks > 24) qsort(mark, (size_t)marks, sizeof(int64_t), by_mark);
    else for (int i = 1; i < marks; i++) {
        int64_t m = mark[i];
        int k = i;
        for (; k && mark[k - 1] > m; k--) mark[k] = mark[k - 1];
        mark[k] = m;
    }
    for (int i = 0; i < marks; i++) if (!i || mark[i] != rung[count - 1].mark) rung[count++].mark = mark[i];
    for (int i = 0; i < count; i++) {
        PackRung *r = &rung[i];
        int left = 0, right = 0, other = 0;
        r->at = r->walled = r->pinch = r->closed = r->split = r->seam = 0;
        for (int k = 0; k < n; k++) {
            if (t[k].lo > r->mark || t[k].hi < r->mark) continue;
            r->at |= t[k].sides;
            r->walled |= t[k].of == TOUCH_WALL;
            if (i + 1 == count || t[k].hi < rung[i + 1].mark) continue;
            if (t[k].of == TOUCH_WALL) r->split = 1;
            else r->closed |= t[k].sides;
            if (t[k].of == TOUCH_RIM) continue;
            if (t[k].sides == LANE_LEFT) left = 1;
            else if (t[k].sides == LANE_RIGHT) right = 1;
            else other = 1;
        }
        r->seam = left && right && !other && !r->split;
        r->pinch = pack_is_pinch(t, n, r->mark, hex);
    }
    int reach = leaving;
    for (int i = 0; i + 1 < count && reach; i++) reach = pack_spread(&rung[i], i ? reach & ~rung[i].at : reach);
    if (!(reach & coming)) {
        level = pack_slips(rung, count - 1, leaving, coming, 0) ? LEVEL_PINCH
              : pack_slips(rung, count - 1, leaving, coming, 1) ? LEVEL_SEAM : LEVEL_THROUGH;
    }
    if (mark != few_marks) { free(mark); free(rung); }
    return level;
}

/* --- one line */

static int pack_add(PackMet *m, const ShapeStretch *s, int of, int row, int col) {
    if (m->touches == m->room) {
        PackTouch *more = malloc(sizeof(PackTouch) * (size_t)m->room * 2);
        if (!more) return 0;
        memcpy(more, m->touch, sizeof(PackTouch) * (size_t)m->touches);
        if (m->touch != m->few) free(m->touch);
        m->touch = more; m->room *= 2;
    }
    PackTouch t = {s->lo, s->hi, s->sides, of, row, col};
    m->touch[m->touches++] = t;
    return 1;
}

static inline void pack_drop(PackMet *m) { if (m->touch != m->few) free(m->touch); }

/* Does the line go through a tile, or across an edge, that blocks? */
static int pack_goes_through(const PackLook *l, const LineShape *s, int64_t row, int64_t col) {
    const PackGround *g = l->ground;
    const int64_t base = pack_index(g, row, col), stride = g->cols;
    for (int i = 0; i < s->through; i++) {
        int64_t at = base + s->tile[i].row * stride + s->tile[i].col;
        if (g->tiles[at] && pack_blocks(l, at) >= 0) return 1;
    }
    if (!pack_has_edges(g)) return 0;
    for (int i = 0; i < s->across; i++) {
        const ShapeEdge *e = &s->edge[i];
        if (g->edges[e->direction] && g->edges[e->direction][base + e->row * stride + e->col]) return 1;
    }
    return 0;
}

/* Unknown yet; nothing touches it; it goes through something before it comes to a tile at its end, or only
   through the last one there; something but the rim, or the rim alone, touches its two ends and nothing else
   of it; anything else. */
enum { SCAN_UNKNOWN, SCAN_CLEAR, SCAN_THROUGH, SCAN_LAST, SCAN_ENDS, SCAN_RIM_ENDS, SCAN_UNSURE };

static inline int pack_scan_touch(int found, const ShapeStretch *s, int64_t span, int rim) {
    if (s->lo != s->hi || (s->lo != 0 && s->lo != span)) return SCAN_UNSURE;
    return rim ? (found == SCAN_CLEAR ? SCAN_RIM_ENDS : found) : SCAN_ENDS;
}

/* What a line amounts to, whichever of the tiles at its end is the target. */
static int pack_scan(const PackLook *l, const LineShape *s, int64_t row, int64_t col) {
    const PackGround *g = l->ground;
    const int64_t base = pack_index(g, row, col);
    const int32_t stride = g->cols;
    const uint8_t *tiles = g->tiles + base;
    int found = SCAN_CLEAR, last = 0;
    for (int i = 0; i < s->through; i++) {
        int32_t at = s->tile[i].row * stride + s->tile[i].col;
        if (!tiles[at] || pack_blocks(l, base + at) < 0) continue;
        if (i < s->before) return SCAN_THROUGH;
        last = 1;
    }
    if (pack_has_edges(g)) {
        const uint8_t *edges[3];
        for (int k = 0; k < 3; k++) edges[k] = g->edges[k] ? g->edges[k] + base : NULL;
        for (int i = 0; i < s->across; i++) {
            const ShapeEdge *e = &s->edge[i];
            if (edges[e->direction] && edges[e->direction][e->row * stride + e->col]) return SCAN_THROUGH;
        }
        /* Walls on both sides of a point on the way stop the line as one across it does. */
        int64_t mark[4];
        int sides[4], marks = 0;
        for (int i = s->across; i < s->edges; i++) {
            const ShapeEdge *e = &s->edge[i];
            if (!edges[e->direction] || !edges[e->direction][e->row * stride + e->col]) continue;
            const ShapeStretch *at = &s->in_edge[i];
            found = found == SCAN_UNSURE ? found : pack_scan_touch(found, at, s->span, 0);
            if (l->slips || at->lo != at->hi || at->lo == 0 || at->lo == s->span) continue;
            int k = 0;
            while (k < marks && mark[k] != at->lo) k++;
            if (k == 4) continue;
            if (k == marks) { mark[marks] = at->lo; sides[marks++] = 0; }
            sides[k] |= at->sides;
            if (sides[k] == LANE_BOTH) return SCAN_THROUGH;
        }
    }
    for (int i = s->through; i < s->tiles && found != SCAN_UNSURE && !last; i++) {
        int32_t at = s->tile[i].row * stride + s->tile[i].col;
        if (!tiles[at]) continue;
        int of = pack_blocks(l, base + at);
        if (of >= 0) found = pack_scan_touch(found, &s->in_tile[i], s->span, of == TOUCH_RIM);
    }
    return last ? SCAN_LAST : found;
}

/* All that touches a line that goes through nothing; 0: there is no memory. */
static int pack_meet(const PackLook *l, const LineShape *s, int64_t row, int64_t col, PackMet *m) {
    const PackGround *g = l->ground;
    m->touch = m->few; m->room = 96; m->touches = 0; m->leaves = 0; m->enters = s->span; m->target_sides = 0;
    for (int i = 0; i < s->tiles; i++) {
        int r = (int)row + s->tile[i].row, c = (int)col + s->tile[i].col;
        int64_t at = pack_index(g, r, c);
        if (at == l->at_source) m->leaves = s->in_tile[i].hi;
        else if (at == l->at_target) {
            m->enters = s->in_tile[i].lo;
            if (s->in_tile[i].lo < s->in_tile[i].hi) m->target_sides = s->in_tile[i].sides;
        } else if (g->tiles[at]) {
            int of = pack_blocks(l, at);
            if (of >= 0 && !pack_add(m, &s->in_tile[i], of, r, c)) return 0;
        }
    }
    if (!pack_has_edges(g)) return 1;
    for (int i = 0; i < s->edges; i++) {
        const ShapeEdge *e = &s->edge[i];
        if (!pack_edge_blocks(g, e->direction, row + e->row, col + e->col)) continue;
        if (!pack_add(m, &s->in_edge[i], TOUCH_WALL, 0, 0)) return 0;
    }
    return 1;
}

/* What touches between two positions come to; `open`: not those that only reach one of the two. */
static int pack_grazed(const PackMet *m, int64_t from, int64_t to, int open) {
    int level = LEVEL_CLEAR;
    for (int i = 0; i < m->touches; i++) {
        const PackTouch *t = &m->touch[i];
        if (t->of == TOUCH_RIM) continue;
        int64_t lo = t->lo > from ? t->lo : from, hi = t->hi < to ? t->hi : to;
        if (lo < hi) return LEVEL_EDGE;
        if (lo == hi && (!open || (from < lo && lo < to))) level = LEVEL_CORNER;
    }
    return level;
}

/* Does a line run for a length between tiles on its left and on its right? -1: there is no memory. */
static int pack_runs_between(const PackLook *l, PackPoint p, PackPoint q) {
    int64_t row, col;
    PackMet m;
    int found = 0;
    if (p.x == q.x && p.y == q.y) return 0;
    const LineShape *s = shape_of(l->shapes, p.x, p.y, q.x, q.y, &row, &col);
    if (!s || !pack_meet(l, s, row, col, &m)) return -1;
    for (int i = 0; i < m.touches && !found; i++) {
        const PackTouch *a = &m.touch[i];
        if (a->of == TOUCH_WALL || !(a->sides & LANE_LEFT)) continue;
        for (int k = 0; k < m.touches && !found; k++) {
            const PackTouch *b = &m.touch[k];
            if (b->of == TOUCH_WALL || !(b->sides & LANE_RIGHT)) continue;
            found = (a->lo > b->lo ? a->lo : b->lo) < (a->hi < b->hi ? a->hi : b->hi);
        }
    }
    pack_drop(&m);
    return found;
}

/* A line of no length, at the corner that both share. */
static int pack_at_a_point(const PackLook *l, PackPoint p, int ends) {
    PackCorner c;
    if (ends == ENDS_CLOSED && pack_edge_between(l->ground, l->source, l->target)) return LEVEL_THROUGH;
    pack_corner(l, p, l->source, ends == ENDS_OPEN, &c);
    if (!pack_in_reach(&c, l->target)) return c.pinch && ends != ENDS_OPEN ? LEVEL_PINCH : LEVEL_THROUGH;
    return ends == ENDS_CLOSED && c.touched ? LEVEL_CORNER : LEVEL_CLEAR;
}

/* The level of the line from p to q, and does it run along something between the two tiles? `holds`: does
   what stands on the target block lines through it? -1: there is no memory. */
static int pack_level(const PackLook *l, PackPoint p, PackPoint q, int ends, int holds, int uncut, int *along) {
    int64_t row, col;
    PackMet m;
    *along = 0;
    if (p.x == q.x && p.y == q.y) return pack_at_a_point(l, p, ends);
    const LineShape *s = shape_of(l->shapes, p.x, p.y, q.x, q.y, &row, &col);
    if (!s) return -1;
    if (pack_goes_through(l, s, row, col)) return LEVEL_THROUGH;
    if (!pack_meet(l, s, row, col, &m)) return -1;
    int level = LEVEL_CLEAR;
    if (m.touches) {
        int leaving = LANE_BOTH, coming = LANE_BOTH;
        if (ends == ENDS_CLOSED && m.enters <= m.leaves && pack_edge_between(l->ground, l->source, l->target)) level = LEVEL_THROUGH;
        if (ends != ENDS_CENTRE && level != LEVEL_THROUGH) {
            PackCorner from, to;
            pack_corner(l, p, l->source, ends == ENDS_OPEN, &from);
            pack_corner(l, q, l->target, ends == ENDS_OPEN, &to);
            leaving = pack_lanes(&from, s->first, row, col);
            coming = pack_lanes(&to, s->last, row, col);
        }
        if (level != LEVEL_THROUGH) level = pack_parted(m.touch, m.touches, s->span, leaving, coming, l->ground->hex);
        if (level == LEVEL_CLEAR) {
            level = ends == ENDS_CENTRE ? pack_grazed(&m, 0, s->span, 0) : pack_grazed(&m, m.leaves, m.enters, 1);
            int closed = ends == ENDS_CLOSED ? pack_grazed(&m, 0, s->span, 0) : LEVEL_CLEAR;
            if (closed > level) level = closed;
        }
        *along = (uncut ? pack_grazed(&m, 0, s->span, 0) : pack_grazed(&m, m.leaves, m.enters, 1)) == LEVEL_EDGE;
    }
    if (holds && level >= 0 && level < LEVEL_PINCH && m.target_sides) {
        int own = m.target_sides == LANE_BOTH ? LEVEL_THROUGH : LEVEL_EDGE;
        if (own > level) level = own;
    }
    pack_drop(&m);
    return level;
}

#endif
