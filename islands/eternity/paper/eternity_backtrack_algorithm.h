/* The algorithm `backtrack`: the paper's exhaustive search, a baseline.
 *
 * Depth first from the centre outwards (the spiral of first boards, reversed): each
 * cell takes the first piece of a shuffled list that fits all neighbours and the rim;
 * where none fits, the search backtracks to the cell before. A dead end as deep as the
 * deepest so far is completed as in Algorithm 3: cells that nothing fits stay empty
 * and take random pieces at the end. The best boards are the population.
 *
 * An island is an independent search in a random order of pieces. An evaluation is a
 * tile (a piece in one rotation) tried in a cell, or one placed there. Time is
 * exponential in the number of cells; memory is one board.
 *
 * Source: section III.A, which says neither what an evaluation of this search is nor
 * whether it returns to the deepest point after completing a board: here it does. */
#ifndef SKERRY_ETERNITY_BACKTRACK_ALGORITHM_H
#define SKERRY_ETERNITY_BACKTRACK_ALGORITHM_H

#include "algorithm.h"

enum eternity_evaluation { ETERNITY_EVALUATION_TRY, ETERNITY_EVALUATION_PLACEMENT };

/* The section `backtrack:`; what each key means stands in
 * eternity_backtrack_algorithm.c. */
struct eternity_backtrack_keys {
    int64_t individuals, work, slack;
    int evaluation; /* enum eternity_evaluation */
};

extern const struct algorithm eternity_backtrack_algorithm;

#endif
