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

/* Prepares construction and local search (party_construct_prepare, party_local_search_prepare) of each case, in
 * perm.
 * scratch_bytes  out: the most that an operation takes; operations do not nest */
enum status party_cases_prepare(struct party *party, struct arena *perm,
                                size_t *scratch_bytes, struct error *err);

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
