/* Squares: the bits of a cell: is the tile in the way, and is each of its four edges? */
#ifndef SIGHTLINE_SQUARE_CELLS_H
#define SIGHTLINE_SQUARE_CELLS_H

enum { TILE = 1, EAST = 2, SOUTH = 4, WEST = 8, NORTH = 16, OUTSIDE = 32, LARGE = 64 };
enum { ANYTHING = TILE | EAST | SOUTH | WEST | NORTH | OUTSIDE };  /* that a look could meet */

/* Why a tile blocks, beside who stands on it, on a GPU (gpu/boards.py). */
enum { ROCK_THERE = 1 };

#endif
