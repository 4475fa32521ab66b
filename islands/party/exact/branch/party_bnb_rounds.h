/* The rounds of a search and their price limits: a round searches all subproblems of the
 * share for parties within its ceiling, and the next one's ceiling is twice as far above
 * the first bound. One that takes too long is put off for rounds with lower ceilings.
 * Further passes follow for placements that were left undecided.
 *
 * Limits are in coins, whole units of the price (party_integer_scaling.c); all here is a
 * function of the state and the incumbent alone. Cost: O(1), and a copy of the path. No
 * memory is taken, nothing fails. Source: see party_branch_and_bound.h. */
#ifndef SKERRY_PARTY_BNB_ROUNDS_H
#define SKERRY_PARTY_BNB_ROUNDS_H

#include "party_bnb_slice.h"

/* The price of so many coins, or less by rounding: a lower bound. */
double party_bnb_bound_of_coins(const struct party_bnb *search, int32_t coins);

/* The bound of the first subproblem, in coins. */
int32_t party_bnb_first_bound(const struct party_bnb *search);

/* Sets the price limit: below the incumbent, and at most the ceiling of the round. To
 * be called when either changes. */
void party_bnb_set_limit(struct party_bnb *search);

/* Begins the round anew. */
void party_bnb_begin_round(struct party_bnb *search);

/* To be called when a slice ends within a round: lowers the limit of one that takes too
 * long, if the limit and no incumbent is what bounds it. What it has searched is searched
 * for the lower limit, too. */
void party_bnb_lower_limit(struct party_bnb *search);

/* All subproblems are done: raises state.bound, and the share is finished, or another
 * round follows, or, with undecided placements, another pass. */
void party_bnb_end_round(struct party_bnb *search);

#endif
