/* The linear relaxation of a program to which variables and constraints are added:
 * cutting planes with warm starts.
 *
 * Each solve starts from the last optimal basis, which new constraints leave dual
 * feasible, by the dual simplex method.
 *
 * Source: COIN-OR CLP, through its C interface; reduced cost fixing after G. Dantzig,
 * R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem,
 * Operations Research 2, 1954.
 *
 * Cost: that of the dual simplex method, exponential in the worst case. Memory: linear
 * in the coefficients. */
#ifndef SKERRY_LEVEL_LP_H
#define SKERRY_LEVEL_LP_H

#include "level_program.h"

#include <limits.h>

struct level_lp {
    void *model;
    size_t cols, rows; /* of the program, that the model contains */
};

/* Loads a program; false when memory runs out. Working memory is from the arena. */
bool level_lp_open(struct level_lp *lp, const struct level_program *program,
                   struct arena *arena);

/* Adds the program's new variables and constraints to the model, and solves it.
 *
 * seconds  of CPU time at most
 * x        out: the value of each variable, borrowed until the next call; NULL without
 *          an optimal solution
 * Returns the cost with the program's constant; NAN without an optimal solution. */
double level_lp_solve(struct level_lp *lp, const struct level_program *program,
                      double seconds, const double **x);

/* Reduced cost fixing: fixes, in the model and in the program, the integer variables
 * that are at a bound and whose reduced cost exceeds `slack`; returns how many. */
size_t level_lp_fix(struct level_lp *lp, struct level_program *program, double slack);

/* For branching: the bounds of a variable in the model alone. */
void level_lp_set_bounds(struct level_lp *lp, size_t col, double low, double high);

/* Adds what is new, and solves for a cost of at most `limit` (INFINITY: any). False if
 * that did not end within the iterations or seconds.
 *
 * cost  out: INFINITY: there is no such solution; not ended: an estimate */
enum { LEVEL_LP_NO_LIMIT = INT_MAX };
bool level_lp_solve_below(struct level_lp *lp, const struct level_program *program,
                          double limit, int iterations, double seconds, double *cost);

/* Of the last solution: its cost with the program's constant; the values of all variables,
 * borrowed until the next call; the reduced cost of one. */
double level_lp_cost(const struct level_lp *lp, const struct level_program *program);
const double *level_lp_values(const struct level_lp *lp);
double level_lp_reduced_cost(const struct level_lp *lp, size_t col);

/* The price (dual value) of a constraint of the model in the last solution. */
double level_lp_price(const struct level_lp *lp, size_t row);

/* The basis, to return to it; no constraint may be added in between. */
size_t level_lp_basis_bytes(const struct level_lp *lp);
void level_lp_get_basis(const struct level_lp *lp, unsigned char *basis);
void level_lp_set_basis(struct level_lp *lp, const unsigned char *basis);

/* Returns to a basis of a model with so many variables and constraints; those that were added
 * since are at their lower bounds, and slack. */
void level_lp_start_from(struct level_lp *lp, const unsigned char *basis, size_t cols,
                         size_t rows);

void level_lp_close(struct level_lp *lp);

#endif
