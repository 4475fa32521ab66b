/* The genetic operators of party: constructive heuristic, healing, crossover. Source:
 * party paper IV.B and V.A.
 *
 * Signatures are those of problem.h; self is a struct party, a genome n_places rows of
 * heroes. Local. */
#ifndef SKERRY_PARTY_VARIATION_H
#define SKERRY_PARTY_VARIATION_H

#include "party.h"

/* Attempts of Algorithm 1 from nothing but the fixed places (party_construct_sample).
 * Where a bounded number fails, local search mends one (party_local_search_repair), when
 * it is there and the party is guided. */
bool party_variation_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome);

/* Leaves a feasible party alone. Else takes out heroes who break a rule of places, then
 * some of the others, more with each try, and completes by Algorithm 1. False after a
 * bounded number of tries. */
bool party_variation_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome);

/* Uniform crossover without repetition, each gene then removed with chance `rate`; the
 * removed heroes do not come back to this child; open places are filled by Algorithm 1,
 * or in the end the child is a new random party. Differs: where Algorithm 1 as good as
 * never succeeds, local search mends the child first. Equal parents and rate 0 give
 * that parent. Source: party paper V.A.2 and 3. */
bool party_variation_recombine(const void *self, const void *a, const void *b,
                               double rate, struct rng *rng, struct arena scratch,
                               void *child);

#endif
