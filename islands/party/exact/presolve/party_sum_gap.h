/* Bounds on a sum between which no sum of heroes lies, since their numbers differ by multiples of a step: of whole
 * levels no mean over six heroes is 79.833. The branch and bound would have to look at every party to see that. */
#ifndef SKERRY_PARTY_SUM_GAP_H
#define SKERRY_PARTY_SUM_GAP_H

#include "party.h"

/* Whether no sum over the fixed heroes and as many open ones (party_is_open) as there are places for them is within the
 * bounds of a SUM, because of the step between the numbers of the open ones. If so, gap[0] and gap[1] are the sums of
 * that step next to the bounds, as means where the bounds are of one. Exact. Cost: a pass over the heroes. */
bool party_sum_gap(const struct party *party,
                   const struct party_requirement *requirement, double gap[2]);

#endif
