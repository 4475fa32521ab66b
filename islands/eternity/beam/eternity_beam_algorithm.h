/* The algorithm `beam`: restarted beam searches, each with noise of its own, whose
 * results are completed exactly and improved by large neighbourhood search.
 *
 * A round of an island is a search in several orders (eternity_multi_order_beam.h): a
 * trunk and one branch after another, up to the last dozen cells. The best fifth of a
 * branch's states is completed by branch and bound, in the order of their values, for
 * the best board; fewer of them once more for boards `near` it. Rounds grow wider, by a
 * factor of `growth` after `rounds` of them, up to `widest`. A share `descend` of the
 * rounds does not start from an empty board but from the first cells of one of the
 * population, migrants included.
 *
 * A step is a slice of work, within which rounds end and begin. Then boards of the
 * population, the best of all rounds, are improved: cells around breaks are solved
 * again (eternity_region_lns.h) and cells that do not touch reassigned
 * (eternity_assignment_lns.h); equally good boards replace the old ones. An evaluation
 * is a state that was expanded, or one that is to be completed, also where its breaks
 * exclude that: in both passes it counts twice.
 *
 * Beside the rounds two searches look for a board without breaks, and solve small
 * puzzles: a backtracker (eternity_backtracker.h), row by row and in an order of its own
 * on each island, which goes through all ways there are, and one from the states of
 * narrow beams (eternity_beam_backtracker.h).
 *
 * With `shared` the islands do not search each on its own: all of them do the rounds together, with
 * one beam at a time (eternity_shared_rounds.h), and improve boards each on its own.
 *
 * A checkpoint holds the seed and the progress of the running search, not its states:
 * on resume the search is repeated up to the same point, which takes as long as it
 * took.
 *
 * With `fitness: combined` or `rim: free` boards are still made by the score and with a
 * grey rim.
 *
 * Source: our own combination; its parts name theirs. Nearest is iterated beam search
 * with local search, as Beam-ACO: C. Blum, Beam-ACO: hybridizing ant colony
 * optimization with beam search, Computers and Operations Research 32, 2005. Cost: see
 * eternity_beam.h; results in results/eternity/record.md. */
#ifndef SKERRY_ETERNITY_BEAM_ALGORITHM_H
#define SKERRY_ETERNITY_BEAM_ALGORITHM_H

#include "algorithm.h"

/* The section `beam:`; what each key means stands in eternity_beam_algorithm.c. */
struct eternity_beam_keys {
    int64_t individuals, width, widest, rounds, branches, near, slice, regions,
        assignments, exact;
    bool shared;
    double growth, descend, weight, early_noise, noise, free, gap;
};

extern const struct algorithm eternity_beam_algorithm;

#endif
