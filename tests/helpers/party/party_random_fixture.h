/* What the random challenges of several tests have alike. */
#ifndef SKERRY_TEST_PARTY_RANDOM_FIXTURE_H
#define SKERRY_TEST_PARTY_RANDOM_FIXTURE_H

#include "party_fixture.h"
#include "rng.h"

enum { RANDOM_PLACES = 4, RANDOM_EDGES = 4 };

/* Four places with one of these lists of edges, of which race has weight 3; where there
 * are edges, less than `tenths` tenths of the points have to be reached. */
static inline void fixture_draw_formation(struct fixture *f, struct rng *rng,
                                          const char *const edges[RANDOM_EDGES],
                                          uint64_t tenths)
{
    fixture_formation(f, RANDOM_PLACES, edges[rng_below(rng, RANDOM_EDGES)]);
    fixture_weight(f, "race", 3);
    if (f->keys.formation.edges.count)
        f->keys.synergy.min = (double)rng_below(rng, tenths) / 10;
}

#endif
