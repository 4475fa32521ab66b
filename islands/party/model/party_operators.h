/* Evaluation, uniform crossover, mutation and distance of formations. Signatures are
 * those of problem.h; self is a struct party, a genome n_places rows of heroes.
 *
 * Source: the paper (party.h), section V.A.2, for crossover and mutation; the distance
 * is our own, a Hamming distance combined with that of the sets of heroes.
 *
 * Cost: crossover and distance O(places^2), mutation O(places) expected for each gene
 * changed; evaluation O(places^2 + edges traits) a formation. */
#ifndef SKERRY_PARTY_OPERATORS_H
#define SKERRY_PARTY_OPERATORS_H

#include "party.h"

/* Cost of each formation (party_objective.h), +INFINITY where party_is_feasible is false.
 * Uses no scratch. */
void party_operators_evaluate(const void *self, const void *genomes, size_t n,
                              struct arena scratch, double *cost);

/* Uniform crossover without repetition: each place, in a random order, takes the hero
 * of either parent with probability 1/2; if that hero is in the child already, the
 * other parent's; if that one is too, the first hero of parent a who is not. Fixed
 * places keep their heroes. Source: section V.A.2. Differs: there, places that neither
 * parent can fill stay empty for healing, as in party_variation_recombine; here the
 * child is always complete. */
void party_operators_crossover(const void *self, const void *a, const void *b,
                               struct rng *rng, struct arena scratch, void *child);

/* Each place that is not fixed gets, with probability rate, a random hero who is
 * neither banned nor in the party; it keeps its hero if there is none. */
void party_operators_mutate(const void *self, double rate, struct rng *rng,
                            struct arena scratch, void *genome);

/* 0.9 times the share of heroes that are not in both parties, plus 0.1 times the share
 * of places that hold different heroes: the paper counts the same heroes in another
 * order as a different solution (V.A.1), but such solutions are close. The weights are
 * chosen by hand. */
double party_operators_distance(const void *self, const void *a, const void *b,
                                struct arena scratch);

#endif
