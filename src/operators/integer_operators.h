/* Mutations of whole numbers, each with bounds of its own.
 *
 * genes      in/out: n numbers, low[i] <= genes[i] <= high[i]
 * low, high  n each, inclusive
 * rate       chance of each gene in [0, 1]
 *
 * O(1 + rate * n). */
#ifndef SKERRY_OPERATORS_INTEGER_H
#define SKERRY_OPERATORS_INTEGER_H

#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A chosen gene moves by 1..step, up or down: uniform over the other numbers of its bounds
 * that are at most `step` >= 1 away; unchanged where its bounds have no other number.
 * Source: Davis, Handbook of Genetic Algorithms, 1991 (creep). */
void skerry_integer_creep(int32_t *genes, size_t n, const int32_t *low,
                          const int32_t *high, int32_t step, double rate,
                          struct rng *rng);

/* A chosen gene becomes another number of its bounds, uniformly. */
void skerry_integer_reset(int32_t *genes, size_t n, const int32_t *low,
                          const int32_t *high, double rate, struct rng *rng);

#ifdef __cplusplus
}
#endif

#endif
