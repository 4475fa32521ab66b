/* The operations of party_variation.h and party_local_search.h for parties with either/or:
 * each runs on one case (party.h). Without either/or they are those operations, with the
 * same random numbers. Signatures are those of problem.h; self is a struct party.
 *
 * Source: our own.
 *
 * Cost: that of the operation, for at most MOST_TRIED cases where it fails; and a test of
 * each alternative. */
#ifndef SKERRY_PARTY_CASES_H
#define SKERRY_PARTY_CASES_H

#include "party.h"

/* A case whose alternatives all hold for a complete party of heroes of the pool, at random if
 * there are several; NULL if there is none. */
const struct party *party_cases_choose(const struct party *party, const int32_t *hero,
                                       struct rng *rng);

/* In a random case; in others, one after another, while that fails. */
bool party_cases_sample(const void *self, struct rng *rng, struct arena scratch,
                        void *genome);

/* In a case whose alternatives the genome meets, else in a random one; in others, one after
 * another, while that fails. */
bool party_cases_heal(const void *self, struct rng *rng, struct arena scratch,
                      void *genome);

/* In a case whose alternatives one of the parents meets, else in a random one. A new party
 * may be of any case. */
bool party_cases_recombine(const void *self, const void *a, const void *b, double rate,
                           struct rng *rng, struct arena scratch, void *child);

#endif
