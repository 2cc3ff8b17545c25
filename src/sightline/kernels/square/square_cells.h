/* Squares: the bits of a cell: does the tile block, and does each of its four edges? */
#ifndef SIGHTLINE_SQUARE_CELLS_H
#define SIGHTLINE_SQUARE_CELLS_H

enum { TILE = 1, EAST = 2, SOUTH = 4, WEST = 8, NORTH = 16, OUTSIDE = 32, LARGE = 64 };
enum { ANYTHING = TILE | EAST | SOUTH | WEST | NORTH | OUTSIDE };  /* that a line could meet */

/* Why a tile blocks, apart from figures on it, on a GPU (gpu/boards.py). */
enum { ROCK_THERE = 1 };

#endif
