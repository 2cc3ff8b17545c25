/* Lines between whole figures: from the middle or the corners of their footprints. rules/packs/questions.py in C, for
   footprints of any size. */
#ifndef SIGHTLINE_PACK_WHOLE_H
#define SIGHTLINE_PACK_WHOLE_H

#include "pack_lines.h"

/* A point of a footprint, and the tile whose corner it is; `row` is NO_ROW for the middle, which belongs to no tile. */
enum { NO_ROW = INT32_MIN };
typedef struct { int64_t x, y; int32_t row, col; } WholePoint;

typedef struct {
    LinesAsked *asked;
    const WholePoint *from, *to;
    int froms, tos;
    uint8_t *known;                         /* for each look and line */
} WholeLines;

static int whole_blocked(WholeLines *w, int look, int i, int j) {
    LinesAsked *a = w->asked;
    uint8_t *known = &w->known[(size_t)(a->same[look] * w->froms + i) * (size_t)w->tos + (size_t)j];
    if (*known) return *known & (LOW | HIGH);
    const WholePoint *p = &w->from[i], *q = &w->to[j];
    const PackGround *g = a->look[0].ground;
    PackTile source = {p->row, p->col}, target = {q->row, q->col};
    int64_t at_source = p->row == NO_ROW ? -1 : pack_index(g, p->row, p->col), at_target = q->row == NO_ROW ? -1 : pack_index(g, q->row, q->col);
    for (int k = 0; k < a->question->looks; k++) {
        PackLook *looks[3] = {&a->look[k], &a->fewer[k], &a->alone[k]};
        for (int n = 0; n < 3; n++) {
            looks[n]->source = source; looks[n]->target = target;
            looks[n]->at_source = at_source; looks[n]->at_target = at_target;
        }
        a->line[k][0][0] = 0;
    }
    a->start[0].x = p->x; a->start[0].y = p->y;
    a->end[0].x = q->x; a->end[0].y = q->y;
    int bits = lines_blocked(a, look, 0, 0);
    *known = (uint8_t)(LINE_ASKED | bits);
    return bits;
}

/* The ranks of the lines from the points `first` to `last` of one footprint to those of the other, counted together. */
static int whole_counted(WholeLines *w, int first, int last, int begin, int end) {
    const LinesQuestion *q = w->asked->question;
    int low = 0, high = 0;
    for (int s = 0; s < (q->steps ? q->steps : 1); s++) {
        int count[2] = {0, 0}, look = q->steps ? q->step[s].look : 0;
        int least = q->steps ? q->step[s].least : 1, rank = q->steps ? q->step[s].rank : q->total;
        for (int i = first; i <= last; i++) {
            for (int j = begin; j <= end; j++) {
                int bits = whole_blocked(w, look, i, j);
                count[0] += (bits & LOW) != 0;
                count[1] += (bits & HIGH) != 0;
            }
        }
        if (count[0] >= least && rank > low) low = rank;
        if (count[1] >= least && rank > high) high = rank;
    }
    return low | high << 8;
}

static int whole_better(int best, int found) {
    int low = (found & 255) < (best & 255) ? found & 255 : best & 255, high = found >> 8 < best >> 8 ? found >> 8 : best >> 8;
    return low | high << 8;
}

/* The ranks of the best choice, or `best`. `turned`: the choice is at the second end. */
static int whole_asked(LinesAsked *a, const WholePoint *from, int froms, const WholePoint *to, int tos, int turned, int best) {
    WholeLines w = {a, from, to, froms, tos, (uint8_t *)calloc((size_t)a->question->looks * (size_t)froms * (size_t)tos, 1)};
    const int take = a->question->take;
    if (!w.known) { a->failed = 1; return best; }
    if (take == TAKE_ALL) best = whole_better(best, whole_counted(&w, 0, froms - 1, 0, tos - 1));
    for (int i = 0; i < (turned ? tos : froms) && take == TAKE_BEST_CORNER && best; i++)
        best = whole_better(best, turned ? whole_counted(&w, 0, froms - 1, i, i) : whole_counted(&w, i, i, 0, tos - 1));
    for (int i = 0; i < froms && take == TAKE_ANY; i++)
        for (int j = 0; j < tos && best && !a->failed; j++) best = whole_better(best, whole_counted(&w, i, i, j, j));
    free(w.known);
    return best;
}

#endif
