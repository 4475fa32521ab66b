/* Which traits two neighbours can share, on how many edges, and how many points that
 * can bring: what requirements and dependencies leave of the synergy. */
#ifndef SKERRY_PARTY_SHARING_H
#define SKERRY_PARTY_SHARING_H

#include "party_reduced.h"

struct party_sharing {
    size_t n; /* weighted traits */
    uint32_t trait[PARTY_MAX_TRAITS];
    int edges[PARTY_MAX_TRAITS]; /* that can share each at most: 0..n_edges */
    /* Sets of traits that two neighbours can share, and no others, as bits of the
     * pool's traits: with a trait all that it determines. */
    size_t n_sets;
    uint32_t *set;
    int *points;
    /* Traits that fewer than half of the edges can share, all together. */
    uint32_t scarce;
};

/* Expects r's spreads tightened, determines, most_alike and constant. Arrays from perm.
 * STATUS_MEMORY. */
enum status party_sharing_init(struct party_sharing *sharing,
                               const struct party_reduced *r, struct arena *perm,
                               struct error *err);

/* Most points of an edge that shares none of these traits; INT_MIN where each shares
 * one. */
int party_sharing_most(const struct party_sharing *sharing, uint32_t without);

/* At least as many points as any party has; -1 where none can be arranged. */
int64_t party_sharing_bound(const struct party_sharing *sharing,
                            const struct party_reduced *r);

#endif
