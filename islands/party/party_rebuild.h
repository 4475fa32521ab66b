/* A walk over parties by tearing out some heroes and placing others.
 *
 * A step swaps two heroes; or it empties some places that hang together, or all whose
 * heroes are alike in the two heaviest traits, and fills them one by one with the hero
 * of the least reduced price (party_dual.h), plus a fine for points that it brings too
 * little. How many points it should bring is its share of those that the party can do
 * without. Now and then the first to come is the cheapest of a group drawn by chance,
 * whom the others will match.
 *
 * COUNT, DISTINCT and SAME always hold, by look-ahead; sums and synergy need not, but
 * cost. The fine a point is adapted so that the walk crosses the wanted synergy again
 * and again. A new party is kept when it is cheaper, or a little dearer by chance. */
#ifndef SKERRY_PARTY_REBUILD_H
#define SKERRY_PARTY_REBUILD_H

#include "party_dual.h"
#include "party_strand.h"

/* A party on the walk. */
struct party_state {
    int32_t hero[PARTY_MAX_PLACES];
    double reduced; /* sum of reduced prices */
    int points;
};

struct party_rebuild {
    const struct party *party;
    const struct party_search *search;
    struct rng *rng;
    struct party_state now, next;
    double fine; /* coins a missing point */
    int spare;   /* points that the torn party may still lose */
    int enough;  /* points that the next hero should bring */
    size_t n_torn;
    uint8_t torn[PARTY_MAX_PLACES];
    struct party_filter empty, filter; /* columns only */
    struct party_beside beside;
    struct party_strand *strands;
};

/* Scratch bytes that a walk takes. */
size_t party_rebuild_bytes(const struct party *party,
                           const struct party_search *search);

/* Begins a walk at a party whose places and columns are in order. Takes from scratch.
 */
void party_rebuild_init(struct party_rebuild *walk, const struct party *party,
                        const struct party_search *search, struct rng *rng,
                        const int32_t *hero, struct arena *scratch);

/* One step; true when the party changed. */
bool party_rebuild_step(struct party_rebuild *walk);

#endif
