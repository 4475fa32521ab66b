/* A primal heuristic: a dive from the relaxation to a level. In each round some cells that
 * are far from one another are fixed at the tiles of which the relaxation has most, and it
 * is solved again, with cuts for reachability.
 *
 * If nothing is left, all but the first cell of the round are freed; if the level at the
 * end violates reachability, the cells of the cuts that say so.
 *
 * Source: diving, T. Achterberg, Constraint Integer Programming, 2007, section 9.2.
 * Differs: many cells at a time, since what happens far from a cell is not its concern.
 *
 * Cost: at most MOST_ROUNDS relaxations, each warm-started from the last one. Memory:
 * O(variables). */
#ifndef SKERRY_LEVEL_DIVE_H
#define SKERRY_LEVEL_DIVE_H

#include "level_branch_and_cut.h"

/* Dives once, for a level cheaper than the best; the bounds of the relaxation are restored.
 * Uses all of `search` but raise; true if a level was taken.
 *
 * arena  for working memory */
bool level_dive(struct level_branch_and_cut *search, struct arena *arena);

#endif
