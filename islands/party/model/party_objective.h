/* The objective of a party: the least sum of coins, or the least or most of another sum.
 *
 * The searches minimise the price (party.h), a sum that is never negative; the cost that the
 * engine sees is the objective itself, negative where the most is searched for. Cost and price
 * differ by a constant, and for a mean by a factor. Without another objective they are equal.
 *
 * Local; O(places). */
#ifndef SKERRY_PARTY_OBJECTIVE_H
#define SKERRY_PARTY_OBJECTIVE_H

#include "party.h"

/* The cost of a complete party, of which no rule is checked; independent of the order of the
 * heroes. */
double party_objective_cost(const struct party *party, const int32_t *hero);

/* The price of parties of a cost; a little more where sums exceed 2^53 units, and rounding leaves
 * it open. Infinities stay. */
double party_objective_price(const struct party *party, double cost);

/* A lower bound on costs from one on prices; infinities stay. */
double party_objective_bound(const struct party *party, double bound);

#endif
