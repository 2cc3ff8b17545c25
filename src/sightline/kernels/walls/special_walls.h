/* Walls with a property (limited or one-way): free ones, and those on edges, which are treated as free segments here.
   walls.h decides most lines among them; any_line.h decides the rest. */
#ifndef SIGHTLINE_SPECIAL_WALLS_H
#define SIGHTLINE_SPECIAL_WALLS_H

#include "walls.h"

typedef struct { Segment at; int flags; } Special;

#endif
