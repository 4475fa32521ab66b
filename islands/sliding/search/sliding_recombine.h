/* Crossover and mutation that keep solutions feasible.
 *
 * Crossover: a shortest path through the positions of both parents
 * (sliding_path_crossover.h). Where that is no shorter than the shorter parent, a
 * prefix of the child and a suffix of b are connected by beam search between two
 * positions that are near. Mutation: with probability rate for every 10 moves, a random
 * segment is replaced by a random move and a best-first search back to its end. A
 * search that fails leaves the child unchanged. Of an infeasible and a feasible parent
 * the child is made of the feasible one; of two infeasible ones, `a` is repaired.
 *
 * Source: our own; nearest are partition crossover (see sliding_path_crossover.h) and
 * the path relinking of F. Glover, M. Laguna, R. Marti, Fundamentals of scatter search
 * and path relinking, Control and Cybernetics 29, 2000. Cost: O(n^2 rings) in the
 * positions of both parents, one beam search, and one search of 1,024 placements a
 * mutation. */
#ifndef SKERRY_SLIDING_RECOMBINE_H
#define SKERRY_SLIDING_RECOMBINE_H

#include "rng.h"
#include "sliding_path.h"

/* As problem.recombine; self is a struct sliding_instance. */
bool sliding_recombine(const void *self, const void *a, const void *b, double rate,
                       struct rng *rng, struct arena scratch, void *child);

size_t sliding_recombine_bytes(const struct sliding_instance *instance);

#endif
