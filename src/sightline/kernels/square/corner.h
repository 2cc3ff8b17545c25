/* Squares: the corner rule in strict play, over the planes of square.h: nothing may touch the line from a corner of the
   source to a corner of the target between its ends, and at each end a walker must be able to get around the corner
   (corner_ends.h). */
#ifndef SIGHTLINE_CORNER_H
#define SIGHTLINE_CORNER_H

#include "along.h"

/* Does nothing touch the line from the corner before tile `first` to the point dx, dy further (both
   positive), between its ends? */
static inline int open_between(const Square *s, const Quadrant *q, int64_t first, int32_t dx, int32_t dy, const Own *own) {
    const uint8_t *cell = s->cell;
    int64_t at = first;
    int32_t e = dy - dx, u = 1, v = 1;  /* e = u*dy - v*dx */
    for (;;) {
        if (blocks_look(s, own, at)) return 0;
        if (e < 0) {
            if (cell[at] & q->ex) return 0;
            at += q->sx; u++; e += dy;
        } else if (e > 0) {
            if (cell[at] & q->ey) return 0;
            at += q->sy; v++; e -= dx;
        } else {
            if (u == dx) return 1;
            int64_t one = at + q->sx, other = at + q->sy;
            if (blocks_look(s, own, one) || blocks_look(s, own, other)) return 0;
            if ((cell[at] & (q->ex | q->ey)) | (cell[one] & q->ey) | (cell[other] & q->ex)) return 0;
            at += q->sx + q->sy; u++; v++; e += dy - dx;
        }
    }
}

/* A line that is neither horizontal nor vertical. 1 it is clear, 0 not, -1 unsure. */
static inline int between_passes(const Square *s, const Walls *walls, const CornerLine *l, const Own *own) {
    Quadrant q = quadrant(s, l->dx > 0, l->dy > 0);
    int64_t first = cell_at(s, l->dy > 0 ? l->pr : l->pr - 1, l->dx > 0 ? l->pc : l->pc - 1);
    int32_t ax = l->dx > 0 ? l->dx : -l->dx, ay = l->dy > 0 ? l->dy : -l->dy;
    int64_t last = first + (ax - 1) * q.sx + (ay - 1) * q.sy;
    /* A diagonal through the source or the target is tried from its other corner. */
    if (ax == ay && (first == own->source || last == own->target)) return 0;
    if (!open_between(s, &q, first, ax, ay, own)) return 0;
    int touch = free_touch(s, walls, l->pr, l->pc, l->dy, l->dx, INSIDE);
    return touch & INSIDE ? 0 : ends_open(s, walls, l, first, last, touch, own);
}

/* One line from corner to corner. 1 it is clear, 0 not, or another line covers it; -1 unsure. */
static inline int corner_line(const Square *s, const Walls *walls, const CornerLine *l, const Own *own) {
    return l->dx == 0 || l->dy == 0 ? along_passes(s, walls, l, own, CLEAR, 0) : between_passes(s, walls, l, own);
}

/* 1 seen, 0 not, -1 unsure: where a free wall is at the end of a horizontal or vertical line, or between two tiles that
   touch. */
static int corner_strict(const Square *s, const Walls *walls, int32_t r0, int32_t c0, int32_t r1, int32_t c1, const Own *own) {
    const uint8_t *cell = s->cell;
    int64_t source = own->source, target = own->target;
    int32_t dr = r1 - r0, dc = c1 - c0;
    int unsure = 0;
    if (dr == 0 && (dc == 1 || dc == -1)) {
        if (cell[source] & (dc > 0 ? EAST : WEST)) return 0;
        int64_t x = 2 * (c0 + (dc > 0));
        return !walls || !wall_at(walls, s, r0, c0, x, 2 * r0) || !wall_at(walls, s, r0, c0, x, 2 * r0 + 2) ? 1 : -1;
    }
    if (dc == 0 && (dr == 1 || dr == -1)) {
        if (cell[source] & (dr > 0 ? SOUTH : NORTH)) return 0;
        int64_t y = 2 * (r0 + (dr > 0));
        return !walls || !wall_at(walls, s, r0, c0, 2 * c0, y) || !wall_at(walls, s, r0, c0, 2 * c0 + 2, y) ? 1 : -1;
    }
    if ((dr == 1 || dr == -1) && (dc == 1 || dc == -1)) {
        Quadrant q = quadrant(s, dc > 0, dr > 0);
        if (walls && wall_at(walls, s, r0, c0, 2 * (c0 + (dc > 0)), 2 * (r0 + (dr > 0)))) unsure = -1;
        else if (walks_round(s, &q, source, target, own)) return 1;    /* they share a corner */
    }
    for (int i = 0; i < 4; i++) {
        int32_t pr = r0 + (i & 1), pc = c0 + (i >> 1);
        for (int j = 0; j < 4; j++) {
            CornerLine l = {r0, c0, r1, c1, pr, pc, r1 + (j & 1) - pr, c1 + (j >> 1) - pc};
            if (l.dx == 0 && l.dy == 0) continue;
            int seen = corner_line(s, walls, &l, own);
            if (seen > 0) return 1;
            unsure |= seen;
        }
    }
    return unsure;
}

#endif
