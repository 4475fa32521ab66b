/* COIN-OR's linear programming on a program that gets more variables and constraints:
 * fractions are allowed. */
#ifndef SKERRY_LEVEL_LP_H
#define SKERRY_LEVEL_LP_H

#include "level_program.h"

struct level_lp {
    void *model;
    size_t cols, rows; /* of the program, taken over so far */
};

/* Loads a program; false when memory ran out. The work is in the arena. */
bool level_lp_open(struct level_lp *lp, const struct level_program *program,
                   struct arena *arena);

/* Takes over what the program got since, and solves.
 *
 * seconds  of CPU time at most
 * x        out: a value a variable, borrowed until the next call; NULL when there is no
 *          solution or the time was up
 * Returns the cost with the program's constant; x NULL: nothing. */
double level_lp_solve(struct level_lp *lp, const struct level_program *program,
                      double seconds, const double **x);

/* Fixes the whole variables that cannot change without a cost of more than `slack`
 * above the last solution's, there and in the program; returns how many. */
size_t level_lp_fix(struct level_lp *lp, struct level_program *program, double slack);

void level_lp_close(struct level_lp *lp);

#endif
