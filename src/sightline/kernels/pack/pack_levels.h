/* What lines meet, by the shapes of lines: rules/packs/look.py in C. A scan decides most lines; judgment.h decides the
   others. Free walls, and those with a property, are examined where a line touches one. */
#ifndef SIGHTLINE_PACK_LEVELS_H
#define SIGHTLINE_PACK_LEVELS_H

#include "judgment.h"
#include "pack_ground.h"
#include "pack_shapes.h"
#include "pack_walls.h"

/* The last two: to a point inside the target, where only the start counts; from or to a center, where neither counts.
 */
enum { ENDS_TURN, ENDS_CLOSED, ENDS_OPEN, ENDS_INSET, ENDS_CENTER };

typedef struct { int row, col; } PackTile;

/* A viewer's tile, a target's tile, and what blocks. */
typedef struct {
    const PackGround *ground;
    ShapeBook *shapes;
    PackTile source, target;
    int64_t at_source, at_target;  /* where the planes have them */
    int slips;                     /* may a line slip past a point where two kinds of blockers meet? */
    int diamonds;                  /* do only the diamonds in tiles block, between the middles of their sides? */
    Levels *levels;                /* of a line with heights; NULL: on flat ground */
} PackLook;

static inline int64_t pack_index(const PackGround *g, int64_t row, int64_t col) {
    return (row - g->first_row) * g->cols + (col - g->first_col);
}

/* Wall units per unit of the points that the lines join. */
static inline int64_t pack_unit(const PackLook *l) { return WALL_UNIT / ((l->ground->hex ? 3 : 2) * l->shapes->scale); }

static inline int pack_has_edges(const PackGround *g) { return g->edges[0] || g->edges[1] || g->edges[2]; }

/* What a tile is to a line: TOUCH_TILE, TOUCH_RIM, or -1 for nothing. */
static inline int pack_blocks(const PackLook *l, int64_t at) {
    int word = l->ground->tiles[at];
    if (word == GROUND_FREE || word == GROUND_OWN || at == l->at_source || at == l->at_target) return -1;
    if (word == GROUND_BLOCKS || (l->ground->walled && word == GROUND_OUTSIDE)) return TOUCH_TILE;
    if (word == GROUND_HIGH) return l->levels && column_stands(l->levels, at) ? TOUCH_TILE : -1;
    return l->ground->hex ? -1 : TOUCH_RIM;
}

static inline int pack_is_outside(const PackGround *g, int64_t at) {
    return g->tiles[at] == GROUND_OUTSIDE || g->tiles[at] == GROUND_RIM;
}

static inline int pack_edge_blocks(const PackGround *g, int direction, int64_t row, int64_t col) {
    return g->edges[direction] && g->edges[direction][pack_index(g, row, col)] == EDGE_BLOCKS;
}

/* --- around a corner */

typedef struct { int n, row[4], col[4], walled[4]; } PackVertex;   /* walled: between each tile and the next */

static void pack_vertex(const PackGround *g, Spot p, PackVertex *v) {
    if (!g->hex) {
        int row = (int)floor_of(p.y, 2), col = (int)floor_of(p.x, 2);
        v->n = 4;
        v->row[0] = v->row[1] = row - 1; v->row[2] = v->row[3] = row;
        v->col[0] = v->col[3] = col - 1; v->col[1] = v->col[2] = col;
        v->walled[0] = pack_edge_blocks(g, 0, row - 1, col - 1);
        v->walled[1] = pack_edge_blocks(g, 1, row - 1, col);
        v->walled[2] = pack_edge_blocks(g, 0, row, col - 1);
        v->walled[3] = pack_edge_blocks(g, 1, row - 1, col - 1);
        return;
    }
    int row = (int)floor_of(p.y, 3), col = (int)floor_of(p.x, 3), far = p.x - 3 * col == 2;
    /* Its hexes are one to the right, one below, and the one before or beyond both. */
    v->n = 3;
    v->row[0] = row; v->col[0] = col + 1;
    v->row[1] = row + 1; v->col[1] = col;
    v->row[2] = row + far; v->col[2] = col + far;
    v->walled[0] = pack_edge_blocks(g, 2, row, col + 1);
    v->walled[1] = far ? pack_edge_blocks(g, 0, row + 1, col) : pack_edge_blocks(g, 1, row, col);
    v->walled[2] = far ? pack_edge_blocks(g, 1, row, col + 1) : pack_edge_blocks(g, 0, row, col);
}

/* A bit for each tile around the corner that is connected with this one; `walls_only`: tiles do not block. */
static int pack_reached(const PackLook *l, const PackVertex *v, PackTile from, int walls_only) {
    int open = 0, reached = 0;
    for (int i = 0; i < v->n; i++) {
        int blocks = pack_blocks(l, pack_index(l->ground, v->row[i], v->col[i]));
        int outside = pack_is_outside(l->ground, pack_index(l->ground, v->row[i], v->col[i]));
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

/* The corner at one end of lines, for the tile of the viewer or target there. */
typedef struct { PackVertex at; int reached, pinch, touched; } PackCorner;

static void pack_corner(const PackLook *l, Spot p, PackTile tile, int walls_only, PackCorner *c) {
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

/* The lanes beside a line that the tile reaches around the corner; `hands`: the tiles on the left and right of the line
   there, relative to `row` and `col`. */
static int pack_lanes(const PackCorner *c, const ShapeTile *hands, int64_t row, int64_t col) {
    int lanes = 0;
    for (int i = 0; i < c->at.n; i++) {
        if (!(c->reached >> i & 1)) continue;
        if (c->at.row[i] == row + hands[0].row && c->at.col[i] == col + hands[0].col) lanes |= ON_LEFT;
        if (c->at.row[i] == row + hands[1].row && c->at.col[i] == col + hands[1].col) lanes |= ON_RIGHT;
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
    int turned, direction = edge_between(g->hex, b.row - a.row, b.col - a.col, &turned);
    if (direction < 0) return 0;
    return turned ? pack_edge_blocks(g, direction, b.row, b.col) : pack_edge_blocks(g, direction, a.row, a.col);
}

/* Does the shared edge, over its full length, stop a walker between the two? With `levels`: at its height. */
static int pack_parts_neighbors(const PackGround *g, const Levels *levels, PackTile a, PackTile b) {
    Spot from = tile_center(g->hex, a.row, a.col), to = tile_center(g->hex, b.row, b.col);
    int turned, direction = edge_between(g->hex, b.row - a.row, b.col - a.col, &turned);
    Spot w, v;
    if (direction < 0) return 0;
    if (turned) a = b;
    if (pack_edge_blocks(g, direction, a.row, a.col)) return 1;
    if (!g->walls) return 0;
    edge_ends(g->hex, direction, a.row, a.col, &w, &v);
    return pack_walls_cover(g->walls, levels, w, v, WALL_UNIT / (g->hex ? 3 : 2), to.x - from.x, to.y - from.y);
}

/* The small disc around a corner of the grid. `walls_only`: tiles do not block; `limited`: limited walls count too.
   Returns how many walls touch lines in the direction (dx, dy) at the corner. */
static int pack_disc(const PackLook *l, Spot at, int64_t dx, int64_t dy, int walls_only, int limited, Disc *d, PackVertex *round) {
    const PackGround *g = l->ground;
    const int64_t unit = WALL_UNIT / (g->hex ? 3 : 2), x = at.x * unit, y = at.y * unit;
    int walls = 0;
    no_spokes(d);
    pack_vertex(g, at, round);
    for (int i = 0; i < round->n; i++) {
        Spot corner[6];
        int k = 0, n = tile_corners(g->hex, round->row[i], round->col[i], corner);
        int64_t index = pack_index(g, round->row[i], round->col[i]);
        if (pack_blocks(l, index) >= 0 && (!walls_only || pack_is_outside(g, index))) d->shut |= 1 << i;
        while (corner[k].x != at.x || corner[k].y != at.y) k++;
        /* Corners of squares run to the right, those of hexes to the left. */
        Spot begin = corner[(k + (g->hex ? n - 1 : 1)) % n];
        add_spoke(d, begin.x - at.x, begin.y - at.y, 0, i);
        if (!round->walled[i]) continue;
        int next = (i + 1) % round->n, turned;
        int direction = edge_between(g->hex, round->row[next] - round->row[i], round->col[next] - round->col[i], &turned);
        Spot w, v;
        edge_ends(g->hex, direction, round->row[turned ? next : i], round->col[turned ? next : i], &w, &v);
        if (w.x == at.x && w.y == at.y) w = v;
        add_spoke(d, w.x - at.x, w.y - at.y, ON_BOTH, NO_TILE);
        walls++;
    }
    if (!g->walls) return walls;
    WallWalk walk;
    int32_t i;
    walk_from(&walk, g->walls, x, y, x, y, 0);
    while ((i = next_wall(&walk)) >= 0) {
        const Segment *s = &g->walls->wall[i];
        int flags = g->walls->flags[i];
        if ((flags & LIMITED && !limited) || !is_on_wall(s, x, y)) continue;
        if (l->levels && !at_level(l->levels, pack_wall_span(g->walls, g->high, i))) continue;
        add_wall_spokes(d, s, flags, x, y);
        walls += stands_for(s, flags, dx, dy);
    }
    return walls;
}

static inline int pack_number(const PackVertex *round, PackTile tile) {
    for (int i = 0; i < round->n; i++) if (round->row[i] == tile.row && round->col[i] == tile.col) return i;
    return 0;
}

/* The lanes of a line in the direction (dx, dy) that the tile reaches around its corner; `back`: where it ends. -1: out
   of memory. */
static int pack_lanes_at(const PackLook *l, PackTile tile, Spot at, int64_t dx, int64_t dy, int back, int walls_only, int limited) {
    Disc d;
    PackVertex round;
    if (l->levels) l->levels->at = back ? FINISH : START;
    pack_disc(l, at, dx, dy, walls_only, limited, &d, &round);
    int64_t x = back ? -dx : dx, y = back ? -dy : dy;
    add_spoke(&d, x, y, 0, NO_TILE);
    int lanes = d.failed ? -1 : lanes_reached(&d, pack_number(&round, tile), x, y, back);
    drop_spokes(&d);
    if (!back || lanes < 0) return lanes;
    return (lanes & ON_LEFT ? ON_RIGHT : 0) | (lanes & ON_RIGHT ? ON_LEFT : 0);
}

/* --- one line */

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
        if (g->edges[e->direction] && g->edges[e->direction][base + e->row * stride + e->col] == EDGE_BLOCKS) return 1;
    }
    return 0;
}

/* Not known yet; nothing touches it; it goes through something before it comes to a tile at its end, or only through
   the last one there; something but the rim, or the rim alone, touches its two ends and nothing else of it; anything
   else; free walls touch it. */
enum { SCAN_UNKNOWN, SCAN_CLEAR, SCAN_THROUGH, SCAN_LAST, SCAN_ENDS, SCAN_RIM_ENDS, SCAN_UNSURE, SCAN_WALLS };

static inline int pack_scan_touch(int found, const Stretch *s, int64_t span, int rim) {
    if (s->lo != s->hi || (s->lo != 0 && s->lo != span)) return SCAN_UNSURE;
    return rim ? (found == SCAN_CLEAR ? SCAN_RIM_ENDS : found) : SCAN_ENDS;
}

/* The result of a line, for any of the tiles at its end as the target. */
static int pack_scan(const PackLook *l, const LineShape *s, int64_t row, int64_t col, Spot p, Spot q) {
    const PackGround *g = l->ground;
    const int64_t base = pack_index(g, row, col);
    const int32_t stride = g->cols;
    const uint8_t *tiles = g->tiles + base;
    int found = SCAN_CLEAR, last = 0, limited = 0;
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
            if (edges[e->direction] && edges[e->direction][e->row * stride + e->col] == EDGE_BLOCKS) return SCAN_THROUGH;
        }
        /* Walls on both sides of a point on the way stop the line as one across it does. */
        int64_t mark[4];
        int sides[4], marks = 0;
        for (int i = s->across; i < s->edges; i++) {
            const ShapeEdge *e = &s->edge[i];
            if (!edges[e->direction] || edges[e->direction][e->row * stride + e->col] != EDGE_BLOCKS) continue;
            const Stretch *at = &s->in_edge[i];
            found = found == SCAN_UNSURE ? found : pack_scan_touch(found, at, s->span, 0);
            if (l->slips || at->lo != at->hi || at->lo == 0 || at->lo == s->span) continue;
            int k = 0;
            while (k < marks && mark[k] != at->lo) k++;
            if (k == 4) continue;
            if (k == marks) { mark[marks] = at->lo; sides[marks++] = 0; }
            sides[k] |= at->sides;
            if (sides[k] == ON_BOTH) return SCAN_THROUGH;
        }
    }
    if (g->walls) {
        int walls = walls_on(g->walls, p, q, pack_unit(l));
        if (walls == WALLS_CROSS) return SCAN_THROUGH;
        if (walls == WALLS_TOUCH) return last ? SCAN_LAST : SCAN_WALLS;
        limited = walls == WALLS_LIMIT;
    }
    for (int i = s->through; i < s->tiles && found != SCAN_UNSURE && !last; i++) {
        int32_t at = s->tile[i].row * stride + s->tile[i].col;
        if (!tiles[at]) continue;
        int of = pack_blocks(l, base + at);
        if (of >= 0) found = pack_scan_touch(found, &s->in_tile[i], s->span, of == TOUCH_RIM);
    }
    if (last) return SCAN_LAST;
    /* A line that is stopped at a pinch may pass under a rule that ignores limited walls there. */
    if (limited) return found == SCAN_CLEAR || found == SCAN_RIM_ENDS ? SCAN_THROUGH : SCAN_WALLS;
    return found;
}

/* Add the free walls on the line from p to q. If there are any, all marks become ranks. 0: out of memory. */
static int pack_meet_walls(const PackLook *l, Spot p, Spot q, Met *m) {
    const PackWalls *walls = l->ground->walls;
    const GridLine line = {l->ground->hex, 0, 0, 1, p.x, p.y, q.x - p.x, q.y - p.y, {0}, {0}, {0}, 0};
    const int64_t unit = pack_unit(l), span = m->span;
    WallTouch few[32], *wall = few;
    int32_t which_few[32], *which = which_few, i;
    int n = 0, room = 32, done = 1;
    Touches *of[2] = {&m->touches, &m->limited};
    const int on_grid = m->touches.n;
    WallWalk v;
    walk_from(&v, walls, p.x * unit, p.y * unit, q.x * unit, q.y * unit, 0);
    while (done && (i = next_wall(&v)) >= 0) {
        int k = 0, flags = walls->flags[i];
        while (k < n && which[k] != i) k++;
        if (k < n || !meets_wall(&line, unit, &walls->wall[i], &wall[n])) continue;
        int sides = wall[n].sides, kind = flags & ON_EDGE ? TOUCH_EDGE : TOUCH_WALL;
        if (!stands_for(&walls->wall[i], flags, line.dx, line.dy)) {
            kind = TOUCH_PASSED;
            if (!(sides = lanes_passed(&walls->wall[i], line.dx, line.dy, &wall[n]))) continue;
        }
        /* For now its mark says which of `wall` it is. */
        add_touch(of[(flags & LIMITED) != 0], n, n, sides, kind, 0, 0);
        which[n++] = i;
        if (n < room) continue;
        WallTouch *more = (WallTouch *)malloc(sizeof(WallTouch) * (size_t)room * 2);
        int32_t *most = (int32_t *)malloc(sizeof(int32_t) * (size_t)room * 2);
        done = more && most;
        if (done) { memcpy(more, wall, sizeof(WallTouch) * (size_t)n); memcpy(most, which, sizeof(int32_t) * (size_t)n); }
        if (wall != few) { free(wall); free(which); }
        wall = more; which = most; room *= 2;
    }
    Marked marked_few[128], *marked = marked_few;
    size_t count = 0, most = 2 * ((size_t)m->touches.n + (size_t)m->limited.n) + 3;
    m->walled = n > 0;
    if (done && n && most > 128) done = (marked = (Marked *)malloc(sizeof(Marked) * most)) != NULL;
    if (done && n && !m->touches.failed && !m->limited.failed) {
        int64_t *ends[3] = {&m->span, &m->leaves, &m->enters};
        for (int k = 0; k < 3; k++) { Marked one = {{*ends[k], span}, ends[k]}; marked[count++] = one; }
        for (int list = 0; list < 2; list++) {
            for (int k = 0; k < of[list]->n; k++) {
                Touch *t = &of[list]->at[k];
                Marked lo = {{t->lo, span}, &t->lo}, hi = {{t->hi, span}, &t->hi};
                if (list || k >= on_grid) { lo.at = wall[t->lo].lo; hi.at = wall[t->hi].hi; }
                marked[count++] = lo; marked[count++] = hi;
            }
        }
        rank_marks(marked, count);
    }
    if (marked != marked_few) free(marked);
    if (wall != few) { free(wall); free(which); }
    return done;
}

/* Of squares: replace tiles by the diamonds in them. The marks of a line become fine enough for the borders of
   diamonds. */
static void pack_to_diamonds(Spot p, Spot q, int64_t unit, Met *m) {
    const int64_t at[2] = {p.x + p.y, p.x - p.y}, drift[2] = {q.x - p.x + q.y - p.y, q.x - p.x - q.y + p.y};
    int64_t span = m->span;
    int left = 0;
    for (int k = 0; k < 2; k++) if (drift[k]) span = span / greatest_factor(span, drift[k]) * (drift[k] < 0 ? -drift[k] : drift[k]);
    const int64_t finer = span / m->span;
    m->leaves *= finer; m->enters *= finer; m->span = span;
    for (int i = 0; i < m->touches.n; i++) {
        Touch t = m->touches.at[i];
        t.lo *= finer; t.hi *= finer;
        if (t.of == TOUCH_TILE) {
            const int64_t x = (2 * (int64_t)t.col + 1) * unit, y = (2 * (int64_t)t.row + 1) * unit, middle[2] = {x + y, x - y};
            const Spot tip[4] = {{x, y - unit}, {x + unit, y}, {x, y + unit}, {x - unit, y}};
            t.lo = t.sides = 0; t.hi = span;
            for (int k = 0; k < 2; k++) {
                if (!drift[k]) {
                    if (at[k] < middle[k] - unit || at[k] > middle[k] + unit) t.hi = -1;
                    continue;
                }
                int64_t pace = span / drift[k], in = (middle[k] - unit - at[k]) * pace, out = (middle[k] + unit - at[k]) * pace;
                if (in > out) { int64_t other = in; in = out; out = other; }
                if (in > t.lo) t.lo = in;
                if (out < t.hi) t.hi = out;
            }
            if (t.lo > t.hi) continue;
            for (int k = 0; k < 4; k++) {
                int64_t turn = (q.x - p.x) * (tip[k].y - p.y) - (q.y - p.y) * (tip[k].x - p.x);
                t.sides |= turn < 0 ? ON_LEFT : turn > 0 ? ON_RIGHT : 0;
            }
        }
        m->touches.at[left++] = t;
    }
    m->touches.n = left;
}

/* The sides on which something touches a line that is not blocked; the arguments are those of `grazed`. */
static int pack_sides(const Touches *t, int64_t span, int64_t from, int64_t to, int open) {
    int sides = 0;
    for (int i = 0; i < t->n; i++) {
        const Touch *o = &t->at[i];
        if (o->of == TOUCH_RIM || o->of == TOUCH_PASSED) continue;
        if (o->of == TOUCH_WALL ? worth(o, 0, span, 1) : worth(o, from, to, open)) sides |= o->sides;
    }
    return sides;
}

/* Collect the touches of a line that goes through nothing; 0: out of memory. */
static int pack_meet(const PackLook *l, const LineShape *s, int64_t row, int64_t col, Spot p, Spot q, Met *m) {
    const PackGround *g = l->ground;
    no_touches(&m->touches); no_touches(&m->limited);
    m->leaves = 0; m->enters = m->span = s->span; m->target_sides = m->walled = 0;
    for (int i = 0; i < s->tiles; i++) {
        const Stretch *in = &s->in_tile[i];
        int64_t r = row + s->tile[i].row, c = col + s->tile[i].col, at = pack_index(g, r, c);
        if (at == l->at_source) m->leaves = in->hi;
        else if (at == l->at_target) {
            m->enters = in->lo;
            if (in->lo < in->hi && in->sides > m->target_sides) m->target_sides = in->sides;
        } else if (g->tiles[at] == GROUND_OWN) {
            if (in->lo < in->hi && in->sides > m->target_sides) m->target_sides = in->sides;
        } else if (g->tiles[at]) {
            int of = pack_blocks(l, at);
            if (of >= 0) add_touch(&m->touches, in->lo, in->hi, in->sides, of, r, c);
        }
    }
    for (int i = 0; i < s->edges && pack_has_edges(g); i++) {
        const ShapeEdge *e = &s->edge[i];
        const Stretch *on = &s->in_edge[i];
        if (pack_edge_blocks(g, e->direction, row + e->row, col + e->col)) add_touch(&m->touches, on->lo, on->hi, on->sides, TOUCH_EDGE, 0, 0);
    }
    if (l->diamonds && !m->touches.failed) pack_to_diamonds(p, q, l->shapes->scale, m);
    int done = !m->touches.failed && (!g->walls || pack_meet_walls(l, p, q, m)) && !m->touches.failed && !m->limited.failed;
    if (!done) drop_met(m);
    return done;
}

/* Does a line run for a length between tiles on its left and on its right? -1: out of memory. */
static int pack_runs_between(const PackLook *l, Spot p, Spot q) {
    int64_t row, col;
    Met m;
    int found = 0;
    if (p.x == q.x && p.y == q.y) return 0;
    const LineShape *s = shape_of(l->shapes, p.x, p.y, q.x, q.y, &row, &col);
    if (!s || !pack_meet(l, s, row, col, p, q, &m)) return -1;
    for (int i = 0; i < m.touches.n && !found; i++) {
        const Touch *a = &m.touches.at[i];
        if (is_wall(a) || !(a->sides & ON_LEFT)) continue;
        for (int k = 0; k < m.touches.n && !found; k++) {
            const Touch *b = &m.touches.at[k];
            if (is_wall(b) || !(b->sides & ON_RIGHT)) continue;
            found = (a->lo > b->lo ? a->lo : b->lo) < (a->hi < b->hi ? a->hi : b->hi);
        }
    }
    drop_met(&m);
    return found;
}

/* A line of no length, at a shared corner. */
static int pack_at_a_point(const PackLook *l, Spot p, int ends) {
    PackCorner c;
    const PackGround *g = l->ground;
    Spot from = tile_center(g->hex, l->source.row, l->source.col), to = tile_center(g->hex, l->target.row, l->target.col);
    int64_t dx = to.x - from.x, dy = to.y - from.y;
    int walls = 0, joined;
    if (ends == ENDS_CLOSED && pack_parts_neighbors(g, l->levels, l->source, l->target)) return LEVEL_THROUGH;
    pack_corner(l, p, l->source, ends == ENDS_OPEN, &c);
    joined = pack_in_reach(&c, l->target);
    if (g->walls) {
        Disc d;
        PackVertex round;
        walls = pack_disc(l, p, dx, dy, ends == ENDS_OPEN, 0, &d, &round);
        joined = d.failed ? -1 : tiles_joined(&d, pack_number(&round, l->source), pack_number(&round, l->target));
        drop_spokes(&d);
        if (joined < 0) return -1;
    }
    if (!joined) return c.pinch && !walls && ends != ENDS_OPEN ? LEVEL_PINCH : LEVEL_THROUGH;
    return ends == ENDS_CLOSED && (c.touched || walls) ? LEVEL_CORNER : LEVEL_CLEAR;
}

/* The lanes that lead out of the source and into the target; 0: out of memory. */
static int pack_lanes_at_ends(const PackLook *l, const LineShape *s, int64_t row, int64_t col, Spot p, Spot q, int ends, int by_walls, int limited, int *leaving, int *coming) {
    const int open = ends == ENDS_OPEN;
    *leaving = *coming = ON_BOTH;
    if (ends == ENDS_CENTER) return 1;
    const int64_t scale = l->shapes->scale;
    Spot from = {p.x / scale, p.y / scale}, to = {q.x / scale, q.y / scale};
    if (by_walls) {
        int64_t dx = q.x - p.x, dy = q.y - p.y;
        *leaving = pack_lanes_at(l, l->source, from, dx, dy, 0, open, limited);
        if (ends != ENDS_INSET) *coming = pack_lanes_at(l, l->target, to, dx, dy, 1, open, limited);
        return *leaving >= 0 && *coming >= 0;
    }
    PackCorner c;
    pack_corner(l, from, l->source, open, &c);
    *leaving = pack_lanes(&c, s->first, row, col);
    if (ends == ENDS_INSET) return 1;
    pack_corner(l, to, l->target, open, &c);
    *coming = pack_lanes(&c, s->last, row, col);
    return 1;
}

/* The level of a line by what it meets; see pack_level. */
static int pack_judged(const PackLook *l, const LineShape *s, int64_t row, int64_t col, Spot p, Spot q, Met *m, int ends, int holds, int uncut, int *along) {
    int level = LEVEL_CLEAR;
    if (m->touches.n || m->limited.n) {
        int leaving, coming;
        if ((ends == ENDS_CLOSED || ends == ENDS_OPEN) && !l->levels && m->enters <= m->leaves && pack_parts_neighbors(l->ground, NULL, l->source, l->target)) level = LEVEL_THROUGH;
        if (level != LEVEL_THROUGH && m->touches.n) {
            level = pack_lanes_at_ends(l, s, row, col, p, q, ends, m->walled, 0, &leaving, &coming)
                ? parted(&m->touches, m->span, leaving, coming, 1, l->ground->hex) : -1;
        }
        if (level == LEVEL_CLEAR && m->limited.n > 1) {
            int stopped = pack_lanes_at_ends(l, s, row, col, p, q, ends, 1, 1, &leaving, &coming)
                ? stopped_by_limited(&m->touches, &m->limited, m->span, leaving, coming) : -1;
            level = stopped < 0 ? -1 : stopped ? LEVEL_THROUGH : LEVEL_CLEAR;
        }
        if (level == LEVEL_CLEAR) {
            level = ends == ENDS_CENTER ? grazed(&m->touches, m->span, 0, m->span, 0) : grazed(&m->touches, m->span, m->leaves, m->enters, 1);
            int closed = ends == ENDS_CLOSED ? any_touch(&m->touches, m->span) : LEVEL_CLEAR;
            if (closed > level) level = closed;
        }
        if (l->diamonds) {
            int all = ends == ENDS_CENTER || ends == ENDS_CLOSED;
            *along = 2 * pack_sides(&m->touches, m->span, all ? 0 : m->leaves, all ? m->span : m->enters, !all);
        }
        *along |= (uncut ? any_touch(&m->touches, m->span) : grazed(&m->touches, m->span, m->leaves, m->enters, 1)) == LEVEL_EDGE;
    }
    if (holds && level >= 0 && m->target_sides) {   /* a line may pass a pinch and go through the target after it */
        int own = m->target_sides == ON_BOTH ? LEVEL_THROUGH : LEVEL_EDGE;
        *along |= own == LEVEL_EDGE;
        if (own > level) level = own;
    }
    return level;
}

/* The level of the line from p to q. `along`: 1 if it runs along something between the two tiles, and twice the sides
   on which diamonds touch it. `holds`: does what stands on the target block lines through it? -1: out of memory. */
static int pack_level(const PackLook *l, Spot p, Spot q, int ends, int holds, int uncut, int *along) {
    int64_t row, col;
    Met m;
    *along = 0;
    if (p.x == q.x && p.y == q.y) {
        Spot at = {p.x / l->shapes->scale, p.y / l->shapes->scale};
        return pack_at_a_point(l, at, ends);
    }
    const LineShape *s = shape_of(l->shapes, p.x, p.y, q.x, q.y, &row, &col);
    if (!s) return -1;
    if (!l->diamonds && pack_goes_through(l, s, row, col)) return LEVEL_THROUGH;
    if (!pack_meet(l, s, row, col, p, q, &m)) return -1;
    int level = pack_judged(l, s, row, col, p, q, &m, ends, holds, uncut, along);
    drop_met(&m);
    return level;
}

#endif
