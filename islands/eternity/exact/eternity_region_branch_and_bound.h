/* Branch and bound on part of a board: the pieces on some of its cells are placed
 * again there with the fewest breaks possible. Functions begin with eternity_region_.
 *
 * Depth first, cell by cell, fewest breaks first. The bound is the breaks so far plus,
 * for each cell to come, the fewest that it has with cells outside whatever tile it
 * takes. Tiles of the region are bits of one 64-bit word, so the candidates with 0, 1,
 * 2, .. breaks come from a few ANDs. Exponential in the number of cells, at most 16;
 * `nodes` limits it.
 * Source: A. Land, A. Doig, An automatic method of solving discrete programming
 * problems, 1960, for branch and bound. */
#ifndef SKERRY_ETERNITY_REGION_BRANCH_AND_BOUND_H
#define SKERRY_ETERNITY_REGION_BRANCH_AND_BOUND_H

#include "eternity.h"

enum { ETERNITY_REGION_CELLS = 16 }; /* at most; four tiles a piece in 64 bits */

struct eternity_region {
    unsigned cells;
    uint16_t cell[ETERNITY_REGION_CELLS];  /* in the order of filling */
    uint16_t piece[ETERNITY_REGION_CELLS]; /* what may lie there, in any order */
};

/* Places the pieces so that the joints with an end in the region have fewer breaks
 * than `below`, and as few as possible.
 *
 * board  in/out: cells outside the region hold tiles; it changes only on success
 * nodes  in/out: the most tiles to place; becomes what is left, and at 0 the search
 *        may have ended early with the best so far
 *
 * Returns the breaks, or `below` when no such way was found. Clues inside are kept,
 * grey stays on the rim. */
unsigned eternity_region_solve(const struct eternity *puzzle,
                               const struct eternity_region *region, unsigned below,
                               int16_t *board, uint64_t *nodes);

/* Breaks on the joints with an end in the region. */
unsigned eternity_region_breaks(const struct eternity *puzzle,
                                const struct eternity_region *region,
                                const int16_t *board);

#endif
