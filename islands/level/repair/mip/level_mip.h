/* The method "mip": the paper's program in CBC, the reference for the other methods.
 *
 * Source: the paper (level_game.h), as in level_program.h. Differs: CBC in place of
 * CPLEX.
 *
 * Cost: exponential; results/level/speed.md has times. Memory: some 100 bytes per
 * coefficient in CBC. */
#ifndef SKERRY_LEVEL_MIP_H
#define SKERRY_LEVEL_MIP_H

#include "level_repair.h"

/* Refuses programs with more than LEVEL_CBC_MAX_ENTRIES coefficients. */
level_repair_method level_repair_mip;

#endif
