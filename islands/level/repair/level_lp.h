/* The linear relaxation of a program that grows by variables and constraints.
 *
 * Each solve starts from the basis of the last one, by the dual simplex method, which
 * new constraints leave feasible.
 *
 * Source: CLP, COIN-OR's linear programming solver, by its C interface. */
#ifndef SKERRY_LEVEL_LP_H
#define SKERRY_LEVEL_LP_H

#include "level_program.h"

struct level_lp {
    void *model;
    size_t cols, rows; /* of the program that the model has by now */
};

/* Loads a program; false when memory ran out. The work is in the arena. */
bool level_lp_open(struct level_lp *lp, const struct level_program *program,
                   struct arena *arena);

/* Adds what the program has more than the model, and solves.
 *
 * seconds  of CPU time at most
 * x        out: the value of each variable, borrowed until the next call; NULL when
 *          there is no solution or the time was up
 * Returns the cost with the program's constant; NAN without a solution. */
double level_lp_solve(struct level_lp *lp, const struct level_program *program,
                      double seconds, const double **x);

/* Reduced cost fixing: fixes the integer variables that are at a bound and whose
 * reduced cost exceeds `slack`, in the model and in the program; returns how many. */
size_t level_lp_fix(struct level_lp *lp, struct level_program *program, double slack);

void level_lp_close(struct level_lp *lp);

#endif
