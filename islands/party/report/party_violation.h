/* Constraint violation of a party, and a party of small violation where none is
 * feasible.
 *
 * The violation of a rule is the distance of the party's value from the rule's bounds,
 * as a share of the possible range: of the places for count, distinct, same and rules for
 * places; of the formation's most points for synergy; of the most points of the party or
 * of a hero for chemistry; for mean, sum and team rating of the difference between the
 * largest and the least number in the pool (for a sum, times the places; 1 if all are
 * equal). That of an either/or is the least of its alternatives. A party's violation is
 * the sum over its rules. That every place holds a hero, no hero is repeated, excluded
 * heroes stay out and fixed ones are in their places is never relaxed.
 *
 * Source: S. Kirkpatrick, C. Gelatt, M. Vecchi, Optimization by simulated annealing,
 * Science 220, 1983; the measure is our own, as usual in local search on violations
 * (P. Van Hentenryck, L. Michel, Constraint-Based Local Search, 2005).
 *
 * Cost: at most 400,000 evaluations, fewer if one takes long (MOST_WORK). */
#ifndef SKERRY_PARTY_VIOLATION_H
#define SKERRY_PARTY_VIOLATION_H

#include "party.h"

/* The violated rules, by the exact comparisons of party_is_feasible. */
void party_violation_measure(const struct party *party, const int32_t *hero,
                             struct violations *violations);

/* problem.nearest: simulated annealing from parties of Algorithm 1, then first
 * improvement over replacements of one hero and swaps of two places. Depends on the
 * instance alone. */
bool party_violation_nearest(const void *self, void *genome,
                             struct violations *violations);

#endif
