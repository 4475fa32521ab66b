/* Part of a board solved exactly: the pieces on some of its cells laid there again,
 * with as few breaks (mismatched joints) as there can be.
 *
 * Depth first, cell by cell, fewest breaks first, cut off at the best so far: breaks up
 * to here, and those that the cells to come have with cells outside at least. Tiles of
 * the part are bits of one word, so the candidates with 0, 1, 2 .. breaks come from a
 * few ANDs. */
#ifndef SKERRY_ETERNITY_REGION_BRANCH_AND_BOUND_H
#define SKERRY_ETERNITY_REGION_BRANCH_AND_BOUND_H

#include "eternity.h"

enum { ETERNITY_REGION_CELLS = 16 }; /* at most; four tiles a piece in 64 bits */

struct eternity_region {
    unsigned cells;
    uint16_t cell[ETERNITY_REGION_CELLS];  /* in the order of filling */
    uint16_t piece[ETERNITY_REGION_CELLS]; /* what may lie there, in any order */
};

/* Lays the pieces so that the joints with an end in the region have fewer breaks than
 * `below`, and as few as possible.
 *
 * board  in/out: cells outside the region hold tiles; it changes only on success
 * nodes  in/out: most tiles to lay; becomes what is left, and at 0 the search ended
 *        early with the best so far
 * Returns the breaks, or `below` when there is no such way. Clues inside are kept, grey
 * stays on the rim. */
unsigned eternity_region_solve(const struct eternity *puzzle,
                               const struct eternity_region *region, unsigned below,
                               int16_t *board, uint64_t *nodes);

/* Breaks on the joints with an end in the region. */
unsigned eternity_region_breaks(const struct eternity *puzzle,
                                const struct eternity_region *region,
                                const int16_t *board);

#endif
