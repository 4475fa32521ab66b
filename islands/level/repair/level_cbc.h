/* Solves one mixed-integer program by COIN-OR's branch and cut.
 *
 * Source: CBC 2.10 (J. Forrest, R. Lougee-Heimer, CBC User Guide, INFORMS Tutorials,
 * 2005), by its C interface. */
#ifndef SKERRY_LEVEL_CBC_H
#define SKERRY_LEVEL_CBC_H

#include "level_program.h"

struct level_cbc {
    bool found;      /* x holds a solution */
    bool optimal;    /* and nothing is cheaper */
    bool infeasible; /* proven: there is none */
    double cost;     /* with the program's constant; INFINITY: none found */
    double bound;    /* proven lower bound, with the constant; -INFINITY: none */
    double *x;       /* cols values, in the arena */
};

/* The most coefficients that the solver is given: some 100 bytes of memory each, so 2
 * GB.
 */
enum { LEVEL_CBC_MAX_ENTRIES = 20000000 };

/* seconds  of CPU time; INFINITY: no limit. CBC looks at the clock seldom
 * cutoff   only what costs less than this is a solution; INFINITY: everything is
 * err      STATUS_MEMORY, or STATUS_FAILED when the solver gave up */
enum status level_cbc_solve(const struct level_program *program, double seconds,
                            double cutoff, struct arena *arena, struct level_cbc *out,
                            struct error *err);

#endif
