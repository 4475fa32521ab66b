/* How far a party is from feasible, and the nearest one that can be found.
 *
 * The violation of a rule is how far the party lies outside of what it asks, as a share
 * of the range that there is: of the places for count, distinct and same; of the
 * formation's most points for synergy; for mean and sum of the difference between the
 * largest and the least number in the pool (of a sum: times the places; where all are
 * the same, of 1). A party's violation is the sum over its rules. That every place
 * holds one hero, nobody stands twice, excluded heroes stay out and fixed ones in their
 * places is never given up. */
#ifndef SKERRY_PARTY_VIOLATION_H
#define SKERRY_PARTY_VIOLATION_H

#include "party.h"

/* What the party breaks, by the exact rules of party_is_feasible. */
void party_violation_measure(const struct party *party, const int32_t *hero,
                             struct violations *violations);

/* nearest of problem.h: simulated annealing from parties of Algorithm 1, then descent
 * by exchanges of one hero or two places. The same for the same instance. */
bool party_violation_nearest(const void *self, void *genome,
                             struct violations *violations);

#endif
