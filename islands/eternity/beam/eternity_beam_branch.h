/* Branches of a beam search: from the states that a trunk ends with, the remaining
 * cells are filled several times, each time in another scan order.
 *
 * What a search ends with depends on the order of the last cells at least as much as
 * on the states before them: results of one trunk in four orders are hardly more alike
 * than those of four searches. So a trunk is reused.
 *
 * A branch is a beam on the memory of its trunk, so only one at a time runs. Its order
 * begins with the rows that the trunk has filled. A reflected branch has the plan of
 * the reflected puzzle (eternity_reflection.h), and so continues from the east.
 * Source: our own; nearest is restarting a search with another variable order, as in C.
 * Gomes, B. Selman, H. Kautz, Boosting combinatorial search through randomization, AAAI
 * 1998. Cost: that of a beam over the remaining cells. Measured in
 * results/eternity/experiments.md. */
#ifndef SKERRY_ETERNITY_BEAM_BRANCH_H
#define SKERRY_ETERNITY_BEAM_BRANCH_H

#include "eternity_beam.h"

/* Takes memory for the tables of a branch, and for what the trunk keeps, from perm;
 * borrows plan and trunk, which has been initialized. */
enum status eternity_beam_branch_init(struct eternity_beam *branch,
                                      const struct eternity_fill_plan *plan,
                                      struct eternity_beam *trunk, struct arena *perm,
                                      struct error *err);

/* Keeps the states of the depth that the trunk has reached, a number of full rows, for
 * branches. The trunk itself cannot be continued: next comes a branch, or a new search
 * of the trunk. */
void eternity_beam_branch_keep(struct eternity_beam *trunk);

/* Starts a branch with the states that the trunk kept. Everything that follows is a
 * function of them and the trunk's seed. The branch's tiles of the trunk's depths are
 * the trunk's, in its order and not reflected; expanded and work start at 0. */
void eternity_beam_branch_begin(struct eternity_beam *branch,
                                const struct eternity_beam *trunk, bool reflected);

#endif
