/* Presolve: reduces a challenge to the instance of the exact search (party_reduced.h).
 *
 * Steps: usable heroes and dependencies (party_dependency.h); a bound on synergy
 * (party_sharing.h), which also chooses the heavy traits; dominance between heroes
 * (party_dominance.h); groups; integer prices and resources.
 *
 * Source: O. Ibarra, C. Kim, Fast approximation algorithms for the knapsack and sum of
 * subset problems, Journal of the ACM 22, 1975, for scaling. Differs: scaled values are rounded so that every bound
 * stays valid, never to an approximate result.
 *
 * Cost: O(heroes log heroes) plus at most 1,024 comparisons for each hero; O(heroes)
 * memory. */
#ifndef SKERRY_PARTY_PRESOLVE_H
#define SKERRY_PARTY_PRESOLVE_H

#include "party_reduced.h"

/* Fills `reduced` with arrays from perm; borrows party. STATUS_MEMORY. */
enum status party_presolve_run(struct party_reduced *reduced, const struct party *party,
                               struct arena *perm, struct error *err);

/* The first steps alone, up to the dependencies and before dominance: row and n are
 * then all usable heroes. */
enum status party_presolve_rules(struct party_reduced *reduced,
                                 const struct party *party, struct arena *perm,
                                 struct error *err);

/* The last steps, in party_integer_scaling.c: coins of all heroes; the leading constraint; its steps. */
enum status party_integer_scaling_prices(struct party_reduced *reduced,
                                         struct arena *perm, struct error *err);
void party_integer_scaling_lead(struct party_reduced *reduced);
enum status party_integer_scaling_steps(struct party_reduced *reduced,
                                        struct arena *perm, struct error *err);

/* Whether every free hero of each group has the same value in a constraint. */
bool party_integer_scaling_is_settled(const struct party_reduced *reduced,
                                      const struct party_constraint *constraint);

/* The most coins that a party cheaper than `price` can have. */
int32_t party_integer_scaling_limit(const struct party_reduced *reduced, double price);

/* The least price of a party of so many coins. */
double party_integer_scaling_price(const struct party_reduced *reduced, int32_t coins);

#endif
