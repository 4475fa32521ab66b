/* Standard crossover and mutation operators, from which problems can build theirs.
 *
 *     crossover_operators.h    one-point, two-point, uniform: genes of any type
 *     bit_operators.h          bit flip
 *     integer_operators.h      creep, reset
 *     permutation_operators.h  OX, PMX, cycle, edge recombination; swap, insert, invert
 *     real_operators.h         SBX; Gaussian, polynomial; differential variation
 *
 * They draw random numbers from the given rng only, so that equal states give equal
 * children. None allocates memory, and a child never aliases a parent. Each function names
 * its source and cost. */
#ifndef SKERRY_OPERATORS_H
#define SKERRY_OPERATORS_H

#include "bit_operators.h"
#include "crossover_operators.h"
#include "integer_operators.h"
#include "permutation_operators.h"
#include "real_operators.h"

#endif
