/* The genetic operators of the paper: sampling, healing and crossover by Algorithm 1.
 * Signatures are those of problem.h; self is a struct party, a genome n_places rows of
 * heroes.
 *
 * Source: the paper (party.h), sections IV.B and V.A.1 to 3. Differs: local search
 * repairs a party where Algorithm 1 hardly ever succeeds (`mend`), for which the paper
 * has nothing.
 *
 * Cost: O(places^2) and up to `party.completions` attempts of Algorithm 1
 * (party_construct.h) for each completion; healing makes at most 20 completions. Local. */
#ifndef SKERRY_PARTY_VARIATION_H
#define SKERRY_PARTY_VARIATION_H

#include "party.h"

/* Attempts of Algorithm 1 from the fixed heroes alone (party_construct_sample). If a
 * bounded number fails, local search repairs one (party_local_search_repair), if it is
 * prepared, the party is guided and may be mended (`mend`); then large formations are
 * first of all filled by annealing (party_local_search_complete). */
bool party_variation_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome);

/* Keeps a feasible party. Else removes repeated and banned heroes, those who may not
 * stand in their places and those in excess of COUNT and SAME, then random others, more
 * with each try, and completes by Algorithm 1. False after a bounded number of tries. */
bool party_variation_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome);

/* Uniform crossover without repetition, each gene then removed with probability `rate`.
 * Removed heroes are barred from this child. Open places are filled at random (`refill`,
 * V.A.2); if the result is infeasible, by Algorithm 1 instead (V.A.3); if that fails, the
 * child is a new random party. Differs: without `refill` the first, which hardly ever makes a
 * feasible party of a large pool, is left out; where Algorithm 1 hardly ever
 * succeeds, local search repairs the child first. Equal feasible parents and rate 0
 * return that parent. Source: sections V.A.2 and 3. */
bool party_variation_recombine(const void *self, const void *a, const void *b,
                               double rate, struct rng *rng, struct arena scratch,
                               void *child);

#endif
