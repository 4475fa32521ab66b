/* A large neighbourhood search: the level in a window is replaced by a cheaper one, by an
 * integer program of the window with all else as it is. For levels whose costs are local, as
 * those of moves are.
 *
 * Source: P. Shaw, Using constraint programming and local search methods to solve vehicle
 * routing problems, LNCS 1520, 1998. Windows are placed where level and relaxation differ, as
 * in relaxation induced neighbourhood search (E. Danna, E. Rothberg, C. Le Pape, Mathematical
 * Programming 102, 2005).
 *
 * Cost: an integer program of a few hundred variables for each window, in CBC. Memory:
 * that of the program. */
#ifndef SKERRY_LEVEL_WINDOW_SEARCH_H
#define SKERRY_LEVEL_WINDOW_SEARCH_H

#include "level_branch_and_cut.h"

/* Looks once for a cheaper level in each window, until a cut adds variables; returns how many were taken.
 *
 * search  all but cut and raise are used
 * level   the best one
 * x       the relaxation's values
 * radius  of the windows, in steps */
size_t level_window_search(struct level_branch_and_cut *search, const uint8_t *level,
                           const double *x, size_t radius, struct arena *arena);

#endif
