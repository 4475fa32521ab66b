/* Pairs of heroes that have no place yet, by the loss of an edge between them: a lower bound on what
 * the edges between open places lose, since only so many can have the least losses.
 *
 * Source: our own; the bound is that of a transportation problem without its places, as P. Gilmore's for
 * the quadratic assignment problem (Optimal and suboptimal algorithms for the quadratic assignment
 * problem, Journal of the Society for Industrial and Applied Mathematics 10, 1962) has one for each.
 *
 * Cost: O(classes) a change, O(losses) a bound. */
#ifndef SKERRY_PARTY_PLACEMENT_PAIRS_H
#define SKERRY_PARTY_PLACEMENT_PAIRS_H

#include "party_placement.h"

/* Different losses whose pairs are counted; by hand, most patterns have four. */
enum { PARTY_PLACEMENT_LOSSES = 12 };

struct party_placement_pairs {
    size_t n_classes;
    /* The different losses, rising, with how many edges between the heroes left can have each;
     * n is 0 if there are too many. */
    size_t n;
    uint32_t loss[PARTY_PLACEMENT_LOSSES];
    unsigned left[PARTY_PLACEMENT_LOSSES];
    uint8_t number[PARTY_MAX_PLACES][PARTY_MAX_PLACES]; /* of two classes' loss */
};

/* Lists the losses of a pattern and counts the pairs; unused: heroes left of each class. */
void party_placement_pairs_count(struct party_placement_pairs *pairs,
                                 const struct party_placement *placement,
                                 const struct party_placement_pattern *pattern,
                                 const uint8_t *unused);

/* Takes a hero of a class out of the pairs, or puts it back; `unused` is with it. */
void party_placement_pairs_take(struct party_placement_pairs *pairs,
                                const struct party_placement *placement, size_t class,
                                const uint8_t *unused);
void party_placement_pairs_give_back(struct party_placement_pairs *pairs,
                                     const struct party_placement *placement,
                                     size_t class, const uint8_t *unused);

/* Lower bound on the losses of so many edges between the heroes left: the pairs of least loss. */
unsigned party_placement_pairs_loss(const struct party_placement_pairs *pairs,
                                    unsigned edges);

#endif
