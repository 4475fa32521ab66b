/* Repair by the paper's program, literally, in CBC: the reference for other methods. */
#ifndef SKERRY_LEVEL_MIP_H
#define SKERRY_LEVEL_MIP_H

#include "level_repair.h"

/* Refuses a program with more coefficients than LEVEL_CBC_MAX_ENTRIES, and says how
 * large it would be. */
level_repair_method level_repair_mip;

#endif
