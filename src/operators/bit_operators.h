/* Bit-flip mutation, and the random choice of genes that all per-gene mutations share. */
#ifndef SKERRY_OPERATORS_BIT_H
#define SKERRY_OPERATORS_BIT_H

#include "rng.h"

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Chooses the genes that a mutation changes, each with probability `rate` independently, by
 * drawing the geometric gaps between them: one random number and one logarithm per chosen
 * gene instead of a random number per gene.
 *
 *     struct skerry_choice choice = skerry_choice(rate);
 *     for (size_t i = skerry_choice_next(&choice, rng, 0); i < n;
 *          i = skerry_choice_next(&choice, rng, i + 1))
 *
 * Source: Devroye, Non-Uniform Random Variate Generation, 1986, X.2 (inversion). */
struct skerry_choice {
    double scale; /* 1 / log(1 - rate): 0 at rate 1, -INFINITY at 0 */
};

/* rate in [0, 1]. */
static inline struct skerry_choice skerry_choice(double rate)
{
    struct skerry_choice choice;
    choice.scale = rate >= 1 ? 0 : rate > 0 ? 1 / log1p(-rate) : -INFINITY;
    return choice;
}

/* The first chosen gene from `from` on; a number past every genome if there is none. */
static inline size_t skerry_choice_next(const struct skerry_choice *choice,
                                        struct rng *rng, size_t from)
{
    if (isinf(choice->scale))
        return SIZE_MAX;
    double gap = floor(log1p(-rng_unit(rng)) * choice->scale);
    return gap < 0x1p53 ? from + (size_t)gap : SIZE_MAX;
}

/* Flips each of n bits, stored one per byte (0 or 1), with probability `rate`.
 * O(1 + rate * n).
 * Source: Holland, Adaptation in Natural and Artificial Systems, 1975; the usual rate is
 * 1 / n (Muehlenbein, How Genetic Algorithms Really Work: Mutation and Hillclimbing, PPSN
 * 1992). */
void skerry_bit_flip(uint8_t *bits, size_t n, double rate, struct rng *rng);

#ifdef __cplusplus
}
#endif

#endif
