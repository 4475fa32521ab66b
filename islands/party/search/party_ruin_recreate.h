/* Ruin and recreate with an adaptive penalty for missing synergy.
 *
 * A step swaps two places; or it removes the heroes of a few connected places, or all
 * heroes alike in the two heaviest traits, and reinserts greedily: each open place, in
 * a random order, takes the hero of the least reduced price (party_lagrangian_prices.h)
 * plus penalty for points below its share of those needed. With a small probability the
 * first reinserted is instead the cheapest of a randomly drawn group.
 *
 * COUNT, DISTINCT and SAME are kept by forward checking; sums are relaxed by their
 * multipliers, synergy by a penalty for each missing point, which rises while the party
 * lacks synergy and falls while it does not, so that the trajectory crosses the
 * boundary of feasibility repeatedly. A party is accepted if its cost rises by less
 * than an exponential random number of the temperature's mean.
 *
 * Source: G. Schrimpf, J. Schneider, H. Stamm-Wilbrandt, G. Dueck, Record breaking
 * optimization results using the ruin and recreate principle, Journal of Computational
 * Physics 159, 2000; M. Gendreau, A. Hertz, G. Laporte, A tabu search heuristic for the
 * vehicle routing problem, Management Science 40, 1994, for the self-adjusting penalty.
 * Differs: insertions are perturbed by noise, and the acceptance is that of simulated
 * annealing at a fixed temperature.
 *
 * Cost of a step: O(edges + removed buckets scanned), where scans stop at the first
 * hero whose reduced price exceeds the best cost so far. Memory O(buckets). */
#ifndef SKERRY_PARTY_RUIN_RECREATE_H
#define SKERRY_PARTY_RUIN_RECREATE_H

#include "party_candidate_buckets.h"
#include "party_lagrangian_prices.h"

/* A party of the trajectory. */
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
    double penalty; /* coins for a missing point */
    int spare;      /* points that the partial party may still lose */
    int enough;     /* points that the next hero should bring, without penalty */
    size_t n_removed;
    uint8_t removed[PARTY_MAX_PLACES];
    struct party_forward empty, filter; /* of COUNT, DISTINCT and SAME only */
    struct party_candidate_neighbours neighbours;
    struct party_candidate_bucket *buckets;
};

/* Scratch bytes of a trajectory. */
size_t party_ruin_recreate_bytes(const struct party *party,
                                 const struct party_lagrangian *lagrangian);

/* Starts at a party without repeated or banned heroes that keeps COUNT, DISTINCT and
 * SAME. Arrays from scratch. */
void party_ruin_recreate_init(struct party_ruin_recreate *walk,
                              const struct party *party,
                              const struct party_lagrangian *lagrangian,
                              struct rng *rng, const int32_t *hero,
                              struct arena *scratch);

/* One step; true if the party changed. */
bool party_ruin_recreate_step(struct party_ruin_recreate *walk);

#endif
