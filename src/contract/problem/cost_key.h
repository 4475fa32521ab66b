/* The total order of individuals by cost, as 64-bit integer keys; lower is better.
 *
 * Code that sorts, compares or selects individuals uses cost_key_of, so that there is one order.
 * Other orders are those of moea (dominance.h) and of aiea, whose tournaments compare first costs
 * alone. Source: our own; feasible before infeasible individuals, these by
 * violation, is the rule of Deb, An efficient constraint handling method for genetic
 * algorithms, Computer Methods in Applied Mechanics and Engineering 186, 2000. */
#ifndef SKERRY_CONTRACT_COST_KEY_H
#define SKERRY_CONTRACT_COST_KEY_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An order-preserving map from doubles to integers: -0.0 equals 0.0, NaN equals +INFINITY,
 * which is last. */
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

/* The bit patterns of NaN leave 2^52 keys above that of +INFINITY, for the upper 52 bits of
 * the second cost. */
enum { COST_KEY_SHIFT = 12 };

/* The key of a row of `objectives` >= 1 costs. Individuals with a finite first cost are
 * ordered by it alone. The others are infeasible, come after them, and are ordered by their
 * second cost, if any (to 40 bits of its mantissa): the degree of violation. */
static inline uint64_t cost_key_of(const double *cost, size_t objectives)
{
    uint64_t key = cost_key_of_number(cost[0]);
    if (objectives < 2 || cost[0] < INFINITY)
        return key;
    return key + (cost_key_of_number(cost[1]) >> COST_KEY_SHIFT);
}

#ifdef __cplusplus
}
#endif

#endif
