/* Who dominates whom: individuals compared by all their costs. */
#ifndef SKERRY_ALGORITHMS_DOMINANCE_H
#define SKERRY_ALGORITHMS_DOMINANCE_H

#include "population.h"

/* Of each row of pop: how many rows dominate it (no cost larger, one smaller), and, for
 * those that none does, the sum over all such rows of the number of objectives in which
 * the two differ; 0 for the others.
 *
 * Costs d^2 comparisons for d different vectors of costs.
 * dominators, distance  out, pop->count entries each
 * scratch  dominance_scratch(pop->count, pop->objectives) bytes
 * Source: Munoz, Gutierrez, Sanchis, Evolutionary techniques in a constraint
 * satisfaction problem: Puzzle Eternity II, III.D. */
void dominance_weigh(const struct population *pop, struct arena scratch,
                     uint32_t *dominators, double *distance);

size_t dominance_scratch(size_t rows, size_t objectives);

#endif
