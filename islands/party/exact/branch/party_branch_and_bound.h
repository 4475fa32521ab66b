/* The exact search: a depth-first walk over items, the groups of their other parts, and
 * at last the heroes, that can stop after any node and go on later.
 *
 * It goes in rounds, each up to a higher price, so that without a good incumbent it
 * does not get lost among dear parties, and its bound rises all the time.
 *
 * What is left to do is the path to the next node in fixed numberings, so that a
 * checkpoint needs nothing else; tables are made anew. The result depends on the state
 * and the incumbents alone. */
#ifndef SKERRY_PARTY_BRANCH_AND_BOUND_H
#define SKERRY_PARTY_BRANCH_AND_BOUND_H

#include "party_bnb_state.h"

/* Bytes of scratch that party_bnb_run takes at most. */
size_t party_bnb_scratch_bytes(const struct party_reduced *reduced);

/* A walk before its first node. Borrows all that it is given. */
void party_bnb_init(struct party_bnb *search, const struct party_aggregation *groups,
                    struct party_placement *placement, unsigned share, unsigned shares);

/* Walks about `work` further, about as much as so many nodes, unless interrupted; sets
 * state.finished when the share is done: then every party of it costs at least
 * state.bound (+INFINITY: there is none). */
void party_bnb_run(struct party_bnb *search, uint64_t work, struct arena scratch);

#endif
