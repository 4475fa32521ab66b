/* The method "mip": the paper's program (level_program.h) in CBC, the reference for the
 * other methods. Cost: see islands/level/README.md. */
#ifndef SKERRY_LEVEL_MIP_H
#define SKERRY_LEVEL_MIP_H

#include "level_repair.h"

/* A program with more coefficients than LEVEL_CBC_MAX_ENTRIES is refused. */
level_repair_method level_repair_mip;

#endif
