/* Local search for the rules about few cells: as long as one is violated, a cell near it is changed,
 * the one after which fewest are; then cells are set back to the given level, one after the other,
 * where that and what follows from it makes the level cheaper. All passing cells stay connected.
 *
 * Source: min-conflicts, S. Minton, M. Johnston, A. Philips, P. Laird, Minimizing conflicts, Artificial
 * Intelligence 58, 1992, with a tabu list (F. Glover, Tabu search I, ORSA Journal on Computing 1,
 * 1989). The second part is a local search with kicks (H. Lourenco, O. Martin, T. Stuetzle, Iterated
 * local search, 2003). */
#ifndef SKERRY_LEVEL_CONSTRUCT_SEARCH_H
#define SKERRY_LEVEL_CONSTRUCT_SEARCH_H

#include "level_construct_state.h"

/* Searches until no such rule is violated and the level is cheap; false if some still is, or when memory
 * runs out. Some hundred steps a cell at most, each of microseconds.
 *
 * deadline  in clock_thread_s() */
bool level_construct_search(struct level_construct *c, double deadline,
                            struct arena *arena);

#endif
