/* Solves one mixed-integer program by the branch and cut of COIN-OR CBC, through its C
 * interface, and checks the solution.
 *
 * Source: J. Forrest, R. Lougee-Heimer, CBC User Guide, INFORMS Tutorials in Operations
 * Research, 2005; version 2.10. Differs: without preprocessing, which has lost optima; a
 * solution that violates the program is rejected.
 *
 * Cost: exponential in the worst case. Memory: some 100 bytes per coefficient, and the
 * search tree. */
#ifndef SKERRY_LEVEL_CBC_H
#define SKERRY_LEVEL_CBC_H

#include "level_program.h"

struct level_cbc {
    bool found;      /* x holds a solution */
    bool optimal;    /* and nothing is cheaper */
    bool infeasible; /* proven: there is no solution that costs less than the cutoff */
    double cost;     /* with the program's constant; INFINITY: no solution */
    double bound;    /* lower bound, with the constant; -INFINITY: none */
    double *x;       /* cols values, in the arena */
};

/* The largest number of coefficients that the solver is given. Chosen by hand: at some
 * 100 bytes each they take 2 GB. */
enum { LEVEL_CBC_MAX_ENTRIES = 20000000 };

/* How far below a cost that CBC has proven optimal another one may be: CBC takes a
 * variable for integral within 10^-6, and so the largest cost may be missing by as much.
 * 0 where costs differ by more than that, if at all; then the optimum is exact. */
double level_cbc_uncertainty(const struct level_game *game);

/* seconds  of CPU time; INFINITY: no limit. CBC checks the clock only occasionally
 * cutoff   only solutions that cost less are accepted; INFINITY: all are
 * err      STATUS_MEMORY, or STATUS_FAILED when the solver failed */
enum status level_cbc_solve(const struct level_program *program, double seconds,
                            double cutoff, struct arena *arena, struct level_cbc *out,
                            struct error *err);

#endif
