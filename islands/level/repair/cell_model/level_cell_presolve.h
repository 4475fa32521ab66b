/* Presolve of the cell model: constraints that say nothing are removed, and variables that
 * a constraint leaves no choice are fixed.
 *
 * Source: redundant and forcing constraints of E. Andersen, K. Andersen, Presolving in
 * linear programming, Mathematical Programming 71, 1995.
 *
 * Cost: linear in the coefficients for each of at most ten rounds. Memory: none. */
#ifndef SKERRY_LEVEL_CELL_PRESOLVE_H
#define SKERRY_LEVEL_CELL_PRESOLVE_H

#include "level_cell_model.h"

/* Fixes the variables of forcing constraints, and removes redundant constraints. */
void level_cell_presolve(struct level_cell_model *model);

/* Removes the constraints that are redundant: satisfied by all values within the bounds
 * of the variables, which must not be relaxed afterwards. */
void level_cell_presolve_drop_redundant(struct level_cell_model *model);

/* Removes the constraints from `model->kept` on that are slack in a solution. */
void level_cell_presolve_drop_slack(struct level_cell_model *model, const double *x);

#endif
