/* Walls with a property, limited or one-way: free ones, and those on edges, which are taken for free
   segments here. What they make of a line is worked out in any_line.h. */
#ifndef SIGHTLINE_SPECIAL_WALLS_H
#define SIGHTLINE_SPECIAL_WALLS_H

#include "walls.h"

/* LIMITED: only the second on a line stops it. ONE_WAY: only there for lines from its left to its right,
   going from the first end to the second. ON_EDGE: touches count as those of edges do. */
enum { LIMITED = 1, ONE_WAY = 2, ON_EDGE = 4 };

typedef struct { Segment at; int flags; } Special;

/* Is it a blocker of lines in the direction (dx, dy)? */
static inline int stands_for(const Special *w, int64_t dx, int64_t dy) {
    if (!(w->flags & ONE_WAY)) return 1;
    return (w->at.x1 - w->at.x0) * dy - (w->at.y1 - w->at.y0) * dx > 0;
}

#endif
