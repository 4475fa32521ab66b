/* Cuts from windows: the constraints on the cells of a small window are solved as an
 * integer program of their own, all others are priced by the duals of the relaxation, and
 * its optimum is a lower bound on the reduced costs in the window.
 *
 * A corrupted level has many places that are fractional for reasons of their own. Each
 * costs a bit more than the relaxation says, and to prove that by branching takes a tree
 * that is exponential in their number; one cut for each place says it at once.
 *
 * Valid for any prices: all levels satisfy the constraints of the window, so that the
 * linear function of its variables is at least the optimum.
 *
 * Source: local cuts of D. Applegate, R. Bixby, V. Chvátal, W. Cook, TSP cuts which do not
 * conform to the template paradigm, LNCS 2241, 2001; the function to be bounded is that of
 * Lagrangian relaxation (A. Geoffrion, Lagrangean relaxation for integer programming,
 * Mathematical Programming Study 2, 1974). Differs: windows are those of a grid.
 *
 * Cost: an integer program of a few hundred variables for each window, in CBC. Memory:
 * O(variables). */
#ifndef SKERRY_LEVEL_LOCAL_CUTS_H
#define SKERRY_LEVEL_LOCAL_CUTS_H

#include "level_cell_model.h"
#include "level_lp.h"

/* Adds the cuts that the solution of the relaxation violates; returns how many.
 *
 * lp        has just been solved, with the constraints of the program and no others
 * radius    of the windows, in steps
 * deadline  in clock_thread_s()
 * arena     for working memory */
size_t level_local_cuts(struct level_cell_model *model, const struct level_lp *lp,
                        size_t radius, double deadline, struct arena *arena);

#endif
