/* A walk over parties by tearing out some heroes and placing others.
 *
 * A step swaps two heroes; or it empties some places that hang together, or all whose
 * heroes are alike in the two heaviest traits, and fills them one by one with the hero
 * of the least reduced price (party_lagrangian_prices.h), plus a fine for points that
 * it brings too little. How many points it should bring is its share of those that the
 * party can do without. Now and then the first to come is the cheapest of a group drawn
 * by chance, whom the others will match.
 *
 * COUNT, DISTINCT and SAME always hold, by look-ahead; sums and synergy need not, but
 * cost. The fine a point is adapted so that the walk crosses the wanted synergy again
 * and again. A new party is kept when it is cheaper, or a little dearer by chance. */
#ifndef SKERRY_PARTY_RUIN_RECREATE_H
#define SKERRY_PARTY_RUIN_RECREATE_H

#include "party_candidate_buckets.h"
#include "party_lagrangian_prices.h"

/* A party on the walk. */
struct party_ruin_recreate_state {
    int32_t hero[PARTY_MAX_PLACES];
    double reduced; /* sum of reduced prices */
    int points;
};

struct party_ruin_recreate {
    const struct party *party;
    const struct party_lagrangian *lagrangian;
    struct rng *rng;
    struct party_ruin_recreate_state now, next;
    double penalty; /* coins a missing point */
    int spare;      /* points that the torn party may still lose */
    int enough;     /* points that the next hero should bring */
    size_t n_removed;
    uint8_t removed[PARTY_MAX_PLACES];
    struct party_forward empty, filter; /* columns only */
    struct party_candidate_neighbours neighbours;
    struct party_candidate_bucket *buckets;
};

/* Scratch bytes that a walk takes. */
size_t party_ruin_recreate_bytes(const struct party *party,
                                 const struct party_lagrangian *lagrangian);

/* Begins a walk at a party whose places and columns are in order. Takes from scratch.
 */
void party_ruin_recreate_init(struct party_ruin_recreate *walk,
                              const struct party *party,
                              const struct party_lagrangian *lagrangian,
                              struct rng *rng, const int32_t *hero,
                              struct arena *scratch);

/* One step; true when the party changed. */
bool party_ruin_recreate_step(struct party_ruin_recreate *walk);

#endif
