/* Whether the first heroes of a party and any others can have the team rating required: it never
 * falls when a number rises, so the others are taken for the best and the worst heroes left.
 *
 * Cost: O(requirements places). */
#ifndef SKERRY_PARTY_RATING_BOUND_H
#define SKERRY_PARTY_RATING_BOUND_H

#include "party_reduced.h"

/* False only if no party with these n heroes (rows of the pool) has the ratings required. */
bool party_rating_may_hold(const struct party_reduced *r, const uint32_t *hero,
                           size_t n);

#endif
