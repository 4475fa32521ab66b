/* The objective of a party: the least sum of coins, the least or most of another sum, or the most
 * synergy.
 *
 * The searches minimise the price (party.h), a sum that is never negative; the cost that the
 * engine sees is the objective itself, negative where the most is searched for. Cost and price
 * differ by a constant, and for a mean by a factor. Without another objective they are equal. For
 * the most synergy the cost is its negative, a share, which no price stands for: the exact search
 * asks for points instead (party_most_synergy.h).
 *
 * Local; O(places). */
#ifndef SKERRY_PARTY_OBJECTIVE_H
#define SKERRY_PARTY_OBJECTIVE_H

#include "party.h"

/* The cost of a complete party, of which no rule is checked; independent of the order of the
 * heroes. */
double party_objective_cost(const struct party *party, const int32_t *hero);

/* The points of parties of a cost, where the most synergy is searched for; -1: none are known. */
int party_objective_points(const struct party *party, double cost);

/* The price of parties of a cost, not of synergy; a little more where sums exceed 2^53 units, and rounding leaves
 * it open. Infinities stay. */
double party_objective_price(const struct party *party, double cost);

/* A lower bound on costs, not of synergy, from one on prices; infinities stay. */
double party_objective_bound(const struct party *party, double bound);

/* The same where the searches have found that no party's price is below that of parties of a cost: the cost itself, or
 * less where numbers far from it leave the prices too few digits to tell parties of other costs from these. Infinities
 * stay. O(heroes). */
double party_objective_proven(const struct party *party, double cost);

#endif
