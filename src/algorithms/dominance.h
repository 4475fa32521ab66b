/* Pareto dominance: domination counts of a population, and distances within its
 * nondominated front.
 *
 * Source: Munoz, Gutierrez, Sanchis, Evolutionary techniques in a constraint
 * satisfaction problem: Puzzle Eternity II, IEEE CEC 2009, III.D: they take the place of
 * the fronts and crowding distances of NSGA-II (Deb, Pratap, Agarwal, Meyarivan, IEEE
 * Transactions on Evolutionary Computation 6, 2002).
 * Differs: individuals of equal cost vectors are compared once, as a group; a feasible
 * individual dominates every infeasible one, whose other costs may be lower, as in the
 * constrained domination of NSGA-II.
 * Cost: O(n) to group n individuals by hashing, O(n log n) to sort their costs, and
 * O(m d^2) for d distinct vectors of m costs. Memory: O(m n). */
#ifndef SKERRY_ALGORITHMS_DOMINANCE_H
#define SKERRY_ALGORITHMS_DOMINANCE_H

#include "population.h"

/* Computes for each row of pop how many rows dominate it (no cost higher and at least one
 * lower, and not infeasible beside a feasible one), and its distance: for a nondominated row,
 * the number of objectives in which it differs from another nondominated row, summed over all
 * of these; 0 for other rows.
 *
 * dominators, distance  out, pop->count entries each
 * scratch  dominance_scratch(pop->count, pop->objectives) bytes */
void dominance_weigh(const struct population *pop, struct arena scratch,
                     uint32_t *dominators, double *distance);

size_t dominance_scratch(size_t rows, size_t objectives);

#endif
