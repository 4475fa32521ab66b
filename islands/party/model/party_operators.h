/* Evaluation and the plain operators on formations. Signatures are those of
 * problem.h; self is a struct party, a genome n_places rows of heroes. */
#ifndef SKERRY_PARTY_OPERATORS_H
#define SKERRY_PARTY_OPERATORS_H

#include "party.h"

/* Price of each formation, +INFINITY where party_is_feasible would say no: the fast
 * way. Takes nothing from scratch. */
void party_operators_evaluate(const void *self, const void *genomes, size_t n,
                              struct arena scratch, double *cost);

/* Each place takes the hero of either parent with chance 1/2, in a random order of
 * places; a hero who is in the child already gives way to the other parent's, and that
 * one to the first of parent a who is still out. Fixed places keep their heroes.
 * Source: section V.A.2. Differs: there, places that neither parent can fill stay empty
 * for the healing; here, and not in party_variation_recombine, a child is always
 * complete. */
void party_operators_crossover(const void *self, const void *a, const void *b,
                               struct rng *rng, struct arena scratch, void *child);

/* Each place that is not fixed gets, with chance rate, a random hero who is neither
 * banned nor in the party; it keeps its own where there is none. */
void party_operators_mutate(const void *self, double rate, struct rng *rng,
                            struct arena scratch, void *genome);

/* 0.9 times the share of heroes that are not in both, plus 0.1 times the share of
 * places that hold different heroes: the same heroes in another order are different
 * solutions, but near ones. */
double party_operators_distance(const void *self, const void *a, const void *b,
                                struct arena scratch);

#endif
