/* The field's standard crossovers and mutations, for problems to build theirs from.
 *
 *     crossover_operators.h    one-point, two-point, uniform: genes of any type
 *     bit_operators.h          bit flip
 *     integer_operators.h      creep, reset
 *     permutation_operators.h  OX, PMX, cycle, edge recombination; swap, insert, invert
 *     real_operators.h         SBX; Gaussian, polynomial; differential variation
 *
 * All of them take what they draw from the rng alone, so that equal states give equal
 * children; none allocates, and a child never aliases a parent. */
#ifndef SKERRY_OPERATORS_H
#define SKERRY_OPERATORS_H

#include "bit_operators.h"
#include "crossover_operators.h"
#include "integer_operators.h"
#include "permutation_operators.h"
#include "real_operators.h"

#endif
