/* The order of individuals by their costs, as whole numbers: the less, the better.
 *
 * Whoever sorts, compares or picks individuals uses cost_key_of, so that all agree on
 * who is better. */
#ifndef SKERRY_CONTRACT_COST_KEY_H
#define SKERRY_CONTRACT_COST_KEY_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ascends as the number does: -0.0 ranks with 0.0, NaN with +INFINITY, the last. */
static inline uint64_t cost_key_of_number(double number)
{
    uint64_t bits;
    if (isnan(number))
        number = INFINITY;
    if (number == 0)
        number = 0; /* -0.0 too */
    memcpy(&bits, &number, sizeof bits);
    return bits >> 63 ? ~bits : bits | 1ULL << 63;
}

enum {
    COST_KEY_SHIFT = 12
}; /* what NaNs leave free above the rank of +INFINITY: 52 bits */

/* Ranks a row of `objectives` >= 1 costs. One with a finite first cost ranks by that
 * alone. One without is infeasible, ranks behind all of those, and among its like by
 * its second cost where there is one (to 40 bits of its fraction): how far it is from
 * being feasible. */
static inline uint64_t cost_key_of(const double *cost, size_t objectives)
{
    uint64_t rank = cost_key_of_number(cost[0]);
    if (objectives < 2 || cost[0] < INFINITY)
        return rank;
    return rank + (cost_key_of_number(cost[1]) >> COST_KEY_SHIFT);
}

#ifdef __cplusplus
}
#endif

#endif
