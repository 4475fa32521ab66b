/* Simulated annealing over complete parties: the local search for large formations.
 *
 * A move replaces the hero of a place by one that shares values of the heaviest traits with a
 * neighbour, those of low reduced prices (party_lagrangian_prices.h) most often; or it exchanges two
 * places. The energy is the price, with a penalty for each point of synergy and each
 * unit of a requirement that the party lacks; a penalty grows while its rule is broken and shrinks
 * while it holds, so that the trajectory crosses the boundary of feasibility repeatedly. Fixed heroes
 * and rules for places always hold.
 *
 * Source: S. Kirkpatrick, C. Gelatt, M. Vecchi, Optimization by simulated annealing, Science 220,
 * 1983; M. Gendreau, A. Hertz, G. Laporte (party_ruin_recreate.h) for the penalties. Differs: moves
 * are drawn from lists of alike heroes.
 *
 * Cost of a step: O(degree + places requirements) and up to 20 draws, each of up to 200 heroes of a
 * list. */
#ifndef SKERRY_PARTY_ANNEALING_H
#define SKERRY_PARTY_ANNEALING_H

#include "party_lagrangian_prices.h"

/* Coins for each unit by which a rule is broken, within bounds. */
struct party_annealing_penalty {
    double coins, least, most;
};

struct party_annealing {
    const struct party *party;
    const struct party_lagrangian *lagrangian;
    const struct party_forward_rules *rules;
    struct rng *rng;
    size_t n_open;
    uint8_t open[PARTY_MAX_PLACES]; /* places that are not fixed */
    int32_t hero[PARTY_MAX_PLACES];
    double
        unit; /* of temperatures, in coins: the tuned one, unless it is next to none */
    double price, energy;
    bool broken; /* a rule is */
    int points;
    double sum[PARTY_MAX_NUMBERS]; /* by sum of the rules */
    uint8_t *count; /* of the party, by value of the constrained traits */
    int distinct[PARTY_MAX_TRAITS]; /* values in the party, by column of the rules */
    int beyond
        [PARTY_MAX_TRAITS]; /* heroes below or above the bounds of single values */
    struct party_annealing_penalty of_points, of_sum[PARTY_MAX_NUMBERS],
        of_column[PARTY_MAX_TRAITS];
};

/* Scratch bytes of an annealing. */
size_t party_annealing_bytes(const struct party *party);

/* Starts at a party without repeated or banned heroes that keeps fixed heroes and rules for
 * places. Arrays from scratch. */
void party_annealing_init(struct party_annealing *a, const struct party *party,
                          const struct party_lagrangian *lagrangian, struct rng *rng,
                          const int32_t *hero, struct arena *scratch);

/* One move, at a temperature in coins. */
void party_annealing_step(struct party_annealing *a, double temperature);

/* Changes the penalties by the rules that are broken, and computes price, sums and energy anew, without the rounding
 * errors of many steps. */
void party_annealing_adapt(struct party_annealing *a);

/* Anneals from a feasible party; of those met that are feasible, the cheapest replaces it.
 *
 * steps      moves tried
 * hot, cold  temperatures of the first and the last one, as multiples of a->unit; geometric in between
 * hero       in/out */
void party_annealing_run(const struct party *party,
                         const struct party_lagrangian *lagrangian, uint64_t steps,
                         double hot, double cold, struct rng *rng, struct arena scratch,
                         int32_t *hero);

/* Fills the open places of a partial party and makes moves until all rules hold; false if they do not after so many
 * moves.
 *
 * heat  temperature, as a multiple of a->unit
 * hero  in/out: -1 for open places; fixed heroes are given, none is repeated or banned, and all may stand in their
 *       places; unchanged on failure */
bool party_annealing_repair(const struct party *party,
                            const struct party_lagrangian *lagrangian, uint64_t steps,
                            double heat, struct rng *rng, struct arena scratch,
                            int32_t *hero);

#endif
