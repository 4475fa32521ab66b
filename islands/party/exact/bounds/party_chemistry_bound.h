/* Whether the first heroes of a party and any others can have the chemistry required.
 *
 * For each trait the others are given to the values that are in the party, or to new ones, so that
 * this trait alone gives the most points: a knapsack over values. Each hero in the party has at
 * most the points that it has with all others of each of its values. Both bound the points of a
 * party above; the points that the first heroes have already bound them below.
 *
 * Source: our own relaxation; R. Bellman, Dynamic programming, 1957, for the knapsack.
 *
 * Cost: O(traits (n^2 + n left^2)). */
#ifndef SKERRY_PARTY_CHEMISTRY_BOUND_H
#define SKERRY_PARTY_CHEMISTRY_BOUND_H

#include "party_reduced.h"

/* False only if no party with these n heroes (rows of the pool) has the chemistry required; n may
 * be all. */
bool party_chemistry_may_hold(const struct party_reduced *r, const uint32_t *hero,
                              size_t n);

#endif
