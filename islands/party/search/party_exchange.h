/* Many heroes of a party exchanged at once for the least price.
 *
 * Candidates for a place are heroes who bring it enough points beside its present
 * neighbours. A party that is cheap enough has a sum of reduced prices
 * (party_lagrangian_prices.h) below a bound: where not even the least candidates of all
 * places are below it, no exchange helps; else a depth-first search over places, pruned
 * by that bound, by sums and by points, finds the cheapest that holds every rule. */
#ifndef SKERRY_PARTY_EXCHANGE_H
#define SKERRY_PARTY_EXCHANGE_H

#include "party_candidate_buckets.h"
#include "party_lagrangian_prices.h"

struct party_exchange;

/* Scratch bytes that an exchange takes. */
size_t party_exchange_bytes(const struct party *party,
                            const struct party_lagrangian *lagrangian);

/* Takes from scratch what all exchanges need. */
struct party_exchange *party_exchange_init(const struct party *party,
                                           const struct party_lagrangian *lagrangian,
                                           struct arena *scratch);

/* Looks for a feasible party below a price.
 *
 * hero    in/out: a party that reaches the synergy and whose places are in order; it
 *         may miss sums; replaced when a party was found
 * limit   price to stay below
 * nodes   in/out: steps that the search may take; what is left
 * Returns whether one was found: the cheapest within reach, unless nodes ran out. */
bool party_exchange_run(struct party_exchange *exchange, int32_t *hero, double limit,
                        uint64_t *nodes);

#endif
