/* Depth-first branch and bound for the cheapest party, over subproblems (a partition
 * and its first group), the groups of the other parts, heroes, and their placement; it
 * can stop after any node and be resumed.
 *
 * Bounds: value functions of groups (party_aggregation.h), the completion bound for
 * heroes (party_completion_bound.h), the ranges of all constraints, and placement
 * searches on groups (party_placement.h). Rounds with a rising price limit keep the
 * search from expensive parties without a good incumbent, and raise the lower bound
 * continually.
 *
 * The open work is the path to the next node, in numberings that do not depend on
 * incumbents, so a checkpoint takes 1.2 KB (struct party_bnb_state); tables are rebuilt. The result
 * depends on the state and the incumbents alone.
 *
 * Source: A. Land, A. Doig, An automatic method of solving discrete programming
 * problems, Econometrica 28, 1960; R. Korf, Depth-first iterative-deepening: an optimal
 * admissible tree search, Artificial Intelligence 27, 1985, for the rounds; the
 * branching is our own. Differs: a placement search that reaches its limit leaves its
 * party undecided, and another pass with a larger limit follows before anything is
 * proven.
 *
 * Cost: exponential; memory that of the completion table (at most 16 MB in general). */
#ifndef SKERRY_PARTY_BRANCH_AND_BOUND_H
#define SKERRY_PARTY_BRANCH_AND_BOUND_H

#include "party_bnb_state.h"

/* Upper bound on the scratch of party_bnb_run. */
size_t party_bnb_scratch_bytes(const struct party_reduced *reduced);

/* A search before its first node. Borrows its arguments. */
void party_bnb_init(struct party_bnb *search, const struct party_aggregation *groups,
                    struct party_placement *placement, struct party_patterns *patterns,
                    unsigned share, unsigned shares);

/* Continues for about `work` (in nodes), unless interrupted. Sets state.finished when
 * the share is exhausted: then every party in it costs at least state.bound (+INFINITY:
 * there is none). */
void party_bnb_run(struct party_bnb *search, uint64_t work, struct arena scratch);

#endif
