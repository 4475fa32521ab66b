/* Upper bound on the synergy from requirements and dependencies: which sets of traits
 * two neighbours can share, on how many edges each trait can be shared, and so the most
 * points.
 *
 * Neighbours share a trait if their values are equal or, where pairs of values have
 * weights, if they may add to the match: such a trait is bounded by its largest weight
 * alone.
 *
 * Heroes that share a trait form classes whose sizes the limits bound; edges that share
 * it lie within classes, and k places hold at most min(k (k - 1) / 2, half the sum of
 * the k largest degrees) edges. Neighbours share sets of traits that are closed under
 * dependencies.
 *
 * Source: our own; the maximum over class sizes is the recursion of the unbounded
 * knapsack (party_knapsack.h), closed sets are those of W. Armstrong, Dependency
 * structures of data base relationships, IFIP Congress 1974.
 *
 * Cost: O(traits 2^traits + traits places^3). */
#ifndef SKERRY_PARTY_SHARING_H
#define SKERRY_PARTY_SHARING_H

#include "party_reduced.h"

struct party_sharing {
    size_t n; /* weighted traits */
    uint32_t trait[PARTY_MAX_TRAITS];
    int edges[PARTY_MAX_TRAITS]; /* upper bound on the edges that share it */
    /* The sets of traits that two neighbours can share exactly, as bits of the pool's
     * traits: with each trait all that it determines. */
    size_t n_sets;
    uint32_t *set;
    int *points;
    /* A set of traits of which fewer than half of the edges can share any. */
    uint32_t scarce;
};

/* Expects tightened limits, determines, most_alike and constant in r. Arrays from perm.
 * STATUS_MEMORY. */
enum status party_sharing_init(struct party_sharing *sharing,
                               const struct party_reduced *r, struct arena *perm,
                               struct error *err);

/* Most points of an edge that shares none of these traits; INT_MIN if every edge shares
 * one of them. */
int party_sharing_most(const struct party_sharing *sharing, uint32_t without);

/* Upper bound on the points of a party; -1 if there is none. */
int64_t party_sharing_bound(const struct party_sharing *sharing,
                            const struct party_reduced *r);

#endif
