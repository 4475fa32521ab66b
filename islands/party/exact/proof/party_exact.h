/* algorithm: exact. The cheapest party, proven; or that there is none.
 *
 * A decomposition: which groups of alike heroes a party is made of and how many of each
 * (few combinations lose few points), then dynamic programming over price and the
 * leading sum, then a depth-first search over heroes, and at the end an arrangement in
 * the formation. Every island works on its share of the combinations; all prune with
 * the cheapest party known anywhere as of the last epoch. Rounds of rising price keep
 * the bound rising where the search is too large to end.
 *
 * Prices are compared as the decimals that are written (party_decimal.h).
 * Source: party paper, section VI asks for more than heuristics; the method is ours. */
#ifndef SKERRY_PARTY_EXACT_H
#define SKERRY_PARTY_EXACT_H

#include "algorithm.h"
#include "party.h"

extern const struct algorithm party_exact_algorithm;

/* problem.bound: a Lagrangian bound of the price over all sums at once, that knows
 * neither synergy nor traits; milliseconds. Never NaN; -INFINITY never. */
double party_bound(const void *self);

/* problem.prove: the exact search with `best` as the price to beat. Takes memory of its
 * own; without any, and at no work, -INFINITY. */
double party_prove(const void *self, double best, double seconds);

/* problem.diagnose: tries to prove that no party exists, and then names rules that
 * cannot hold together, of which none can be left out. `seconds` stands for an amount
 * of work, so that the outcome depends on the instance alone. verdict is left as it was
 * when nothing is proven. */
void party_diagnose(void *self, double seconds, struct verdict *verdict);

#endif
