/* The planes for questions of packs: for one set of kinds, which tiles and edges block. */

#ifndef SIGHTLINE_PACK_GROUND_H
#define SIGHTLINE_PACK_GROUND_H

#include <stdint.h>

/* OWN: free, and a tile of a large target. RIM: outside, but not a wall although the outside is one. HIGH: what blocks
   there is in `high`. */
enum { GROUND_FREE = 0, GROUND_BLOCKS = 1, GROUND_OUTSIDE = 2, GROUND_OWN = 3, GROUND_RIM = 4, GROUND_HIGH = 5 };

typedef struct {
    int hex;                   /* 0: squares, 1: hexes */
    int rows, cols;            /* of the planes; on hexes rows count r and columns q */
    int first_row, first_col;  /* of the planes' first entry; 0 and 0 on squares */
    const uint8_t *tiles;      /* rows * cols entries, row by row: one of the words above */
    const uint8_t *edges[3];   /* for each forward direction of the grid the edges, one of the words
                                  below; NULL where there is none (squares have two directions) */
    int walled;                /* does what is outside the board block? */
    const struct PackWalls *walls;   /* free walls, limited and one-way ones, also those on edges;
                                  NULL: there are none */
    const struct Heights *high;      /* what blocks from a bottom to a top; NULL: everything is without end */
} PackGround;

/* An edge that blocks; one that blocks only from this tile to the next, or only the other way. These two are among the
   walls as well: only chains of tiles use them here. */
enum { EDGE_FREE = 0, EDGE_BLOCKS = 1, EDGE_FORTH = 2, EDGE_BACK = 4 };

static inline int ground_at(const PackGround *ground, int row, int col) {
    row -= ground->first_row;
    col -= ground->first_col;
    if (row < 0 || row >= ground->rows || col < 0 || col >= ground->cols)
        return GROUND_OUTSIDE;
    return ground->tiles[(long)row * ground->cols + col];
}

#endif
