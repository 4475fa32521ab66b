/* Local search on parties. */
#ifndef SKERRY_PARTY_LOCAL_SEARCH_H
#define SKERRY_PARTY_LOCAL_SEARCH_H

#include "party_construct.h"

/* Builds party->search, in perm; after party_construct_prepare.
 * scratch_bytes  out: the most that the operations of both modules take from now on */
enum status party_local_search_prepare(struct party *party, struct arena *perm,
                                       size_t *scratch_bytes, struct error *err);

/* Fills open places and walks until the party is feasible, a bounded number of times.
 * hero  in/out: -1 where open; unchanged on failure */
bool party_local_search_repair(const struct party *party, struct rng *rng,
                               struct arena scratch, int32_t *hero);

/* local_search of problem.h: takes a feasible party to one at most as dear, feasible
 * too. Leaves an infeasible one alone. effort scales the work, which never depends on
 * the clock. Returns parties weighed. */
uint64_t party_local_search(const void *self, double effort, struct rng *rng,
                            struct arena scratch, void *genome);

#endif
