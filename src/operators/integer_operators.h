/* Mutations of bounded integers: creep and random reset.
 *
 * genes      in/out: n integers, low[i] <= genes[i] <= high[i]
 * low, high  bounds of each gene, inclusive
 * rate       mutation probability of each gene
 *
 * O(1 + rate * n). */
#ifndef SKERRY_OPERATORS_INTEGER_H
#define SKERRY_OPERATORS_INTEGER_H

#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Creep mutation: a mutated gene gets another value within its bounds and at most `step`
 * >= 1 away, uniformly; it stays as it is if there is no other value.
 * Source: Davis, Handbook of Genetic Algorithms, 1991 (creep). */
void skerry_integer_creep(int32_t *genes, size_t n, const int32_t *low,
                          const int32_t *high, int32_t step, double rate,
                          struct rng *rng);

/* Random resetting: a mutated gene gets another value within its bounds, uniformly.
 * Source: Eiben and Smith, Introduction to Evolutionary Computing, second edition, 2015,
 * chapter 4. */
void skerry_integer_reset(int32_t *genes, size_t n, const int32_t *low,
                          const int32_t *high, double rate, struct rng *rng);

#ifdef __cplusplus
}
#endif

#endif
