/* Branches of a beam search: from the states that a trunk ends with, the cells to come
 * are filled several times, each time in another order.
 *
 * What a search ends with lies in the order of those cells at least as much as in the
 * states it had before them: ends of one trunk in four orders are hardly more alike
 * than those of four searches. So a trunk serves several times.
 *
 * A branch is a beam on the memory of its trunk, of which one at a time runs. Its order
 * begins with the rows that the trunk has filled. A mirrored branch has the course of
 * the mirrored puzzle (eternity_reflect.h), and so goes on from the east. */
#ifndef SKERRY_ETERNITY_BEAM_BRANCH_H
#define SKERRY_ETERNITY_BEAM_BRANCH_H

#include "eternity_beam.h"

/* Takes memory for the tables of a branch, and for what the trunk keeps, from perm;
 * borrows course and trunk, which has been initialized. */
enum status eternity_beam_branch_init(struct eternity_beam *branch,
                                      const struct eternity_fill_plan *plan,
                                      struct eternity_beam *trunk, struct arena *perm,
                                      struct error *err);

/* Keeps the states of the depth that the trunk has reached, whole rows, for branches.
 * It goes on no more: what comes next is a branch, or the trunk from its beginning. */
void eternity_beam_branch_keep(struct eternity_beam *trunk);

/* Begins a branch with the states that the trunk kept. All that follows depends on them
 * and on the trunk's seed. The branch's tiles of the trunk's depths are the trunk's, in
 * its order and not mirrored; looked and work begin anew. */
void eternity_beam_branch_begin(struct eternity_beam *branch,
                                const struct eternity_beam *trunk, bool mirrored);

#endif
