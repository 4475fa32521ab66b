/* Weights of pairs of values of a trait (party.synergy.pairs): the paper's w(x, y) of
 * Eq. (1). */
#ifndef SKERRY_PARTY_PAIRS_H
#define SKERRY_PARTY_PAIRS_H

#include "party_pool.h"

/* Fills most_weight and pairs of all traits, and max_match; after the pool.
 *
 * err  STATUS_INPUT: a trait without a weight, a value that no hero has, a pair given
 *      twice
 *
 * Cost: O(pairs (pairs + values)); n^2 bytes a trait with n values in pairs. */
enum status party_pairs_load(struct party_loading *load, struct error *err);

#endif
