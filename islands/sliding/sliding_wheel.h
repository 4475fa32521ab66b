/* A roulette wheel: draws one of several things in proportion to their weights. */
#ifndef SKERRY_SLIDING_WHEEL_H
#define SKERRY_SLIDING_WHEEL_H

#include "rng.h"

#include <assert.h>
#include <stddef.h>

/* upto[i] is the sum of the weights of things 0..i; the caller owns the room. */
struct sliding_wheel {
    double *upto;
    size_t n;
};

static inline double sliding_wheel_total(const struct sliding_wheel *wheel)
{
    return wheel->n ? wheel->upto[wheel->n - 1] : 0;
}

/* Adds the next thing; weight >= 0, and there is room. */
static inline void sliding_wheel_add(struct sliding_wheel *wheel, double weight)
{
    double total = sliding_wheel_total(wheel);
    wheel->upto[wheel->n++] = total + weight;
}

/* The number of one thing; some weight is positive. */
static inline size_t sliding_wheel_spin(const struct sliding_wheel *wheel,
                                        struct rng *rng)
{
    assert(sliding_wheel_total(wheel) > 0);
    double at = rng_unit(rng) * sliding_wheel_total(wheel);
    size_t low = 0, high = wheel->n - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (wheel->upto[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

#endif
