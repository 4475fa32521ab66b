/* beam: beam searches one after another, each with noise of its own; the boards that
 * they end with are completed exactly, and improved by solving parts of them again.
 *
 * A round of an island is a forked search (eternity_multi_order_beam.h): a trunk and one branch
 * after another, up to the last dozen cells. The best fifth of a branch's states is
 * completed exactly, in the order of their values, for its best board, and fewer of
 * them once more for boards `near` it. Rounds grow wider, by a factor of `growth` after
 * `rounds` of them, up to `widest`. A share `descend` of the rounds does not start from
 * an empty board but from the first cells of one of the population, migrants among
 * them.
 *
 * A step is a slice of work, rounds end and begin within it, and then boards of the
 * population, the best of all rounds, have the surroundings of broken joints solved
 * again (eternity_region_lns.h) and cells that do not touch assigned anew
 * (eternity_assignment_lns_solve.h); equally good ways replace the old one. An evaluation is a state
 * whose children were looked for, or a completion: one that is done for both counts
 * twice.
 *
 * Beside the rounds a backtracker (eternity_backtracker.h), row by row and in an order of its
 * own on each island, looks for a board without breaks: it solves small puzzles.
 *
 * A checkpoint holds the seed and length of the running search, not its states: after a
 * resume the search is done again, silently, to the same point, which takes as long as
 * it took.
 *
 * Where the puzzle asks for `fitness: combined` or `rim: free` boards are made by the
 * score and with a grey rim all the same. */
#ifndef SKERRY_ETERNITY_BEAM_ALGORITHM_H
#define SKERRY_ETERNITY_BEAM_ALGORITHM_H

#include "algorithm.h"

/* The section `beam:`; what each key means stands in eternity_beam_algorithm.c. */
struct eternity_beam_keys {
    int64_t individuals, width, widest, rounds, branches, near, slice, regions,
        assignments, exact;
    double growth, descend, weight, early_noise, noise, free, gap;
};

extern const struct algorithm eternity_beam_algorithm;

#endif
