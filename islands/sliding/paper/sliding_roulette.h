/* Roulette-wheel selection: draws an index in proportion to its weight, by binary
 * search in the cumulative weights.
 *
 * Source: fitness-proportionate selection, J. H. Holland, Adaptation in Natural and
 * Artificial Systems, 1975. Cost: O(1) to add, O(log n) to draw. */
#ifndef SKERRY_SLIDING_ROULETTE_H
#define SKERRY_SLIDING_ROULETTE_H

#include "rng.h"

#include <assert.h>
#include <stddef.h>

/* upto[i] is the sum of weights 0..i; the caller owns the memory. */
struct sliding_roulette {
    double *upto;
    size_t n;
};

static inline double sliding_roulette_total(const struct sliding_roulette *roulette)
{
    return roulette->n ? roulette->upto[roulette->n - 1] : 0;
}

/* Adds the next weight, >= 0; there must be room. */
static inline void sliding_roulette_add(struct sliding_roulette *roulette,
                                        double weight)
{
    double total = sliding_roulette_total(roulette);
    roulette->upto[roulette->n++] = total + weight;
}

/* Draws an index; some weight is positive. */
static inline size_t sliding_roulette_spin(const struct sliding_roulette *roulette,
                                           struct rng *rng)
{
    assert(sliding_roulette_total(roulette) > 0);
    double at = rng_unit(rng) * sliding_roulette_total(roulette);
    size_t low = 0, high = roulette->n - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (roulette->upto[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

#endif
