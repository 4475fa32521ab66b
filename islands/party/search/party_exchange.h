/* k-exchange on a party: replaces up to three heroes at once so that the price falls,
 * by depth-first branch and bound.
 *
 * Candidates for a place are up to 64 of the heroes that bring it enough points with its
 * present neighbours, by rising reduced price (party_lagrangian_prices.h). By weak duality a
 * party cheaper than the limit has a sum of reduced prices below a bound: if even the
 * least candidates of all places together do not reach it, no exchange helps; else the
 * search is pruned by that bound, by sums and by points.
 *
 * Source: our own; nearest are the k-exchanges with candidate lists of S. Lin, Computer
 * solutions of the traveling salesman problem, Bell System Technical Journal 44, 1965,
 * and the pruning by reduced prices of Lagrangian variable fixing (M. Fisher, The
 * Lagrangian relaxation method for solving integer programming problems, Management
 * Science 27, 1981).
 *
 * Cost: at most `nodes` nodes, each O(degree + demands); memory O(places
 * candidates). */
#ifndef SKERRY_PARTY_EXCHANGE_H
#define SKERRY_PARTY_EXCHANGE_H

#include "party_candidate_buckets.h"
#include "party_lagrangian_prices.h"

struct party_exchange;

/* Scratch bytes that an exchange takes. */
size_t party_exchange_bytes(const struct party *party,
                            const struct party_lagrangian *lagrangian);

/* Allocates from scratch; for any number of runs. */
struct party_exchange *party_exchange_init(const struct party *party,
                                           const struct party_lagrangian *lagrangian,
                                           struct arena *scratch);

/* Searches for a feasible party below a price.
 *
 * hero    in/out: a party that reaches the synergy, without repeated or banned heroes;
 *         it may violate sums; replaced if a party is found
 * limit   upper bound of the price, exclusive
 * nodes   in/out: nodes that the search may take; those left
 *
 * Returns whether a party was found: the cheapest of up to three candidates exchanged,
 * unless the nodes ran out. */
bool party_exchange_run(struct party_exchange *exchange, int32_t *hero, double limit,
                        uint64_t *nodes);

#endif
