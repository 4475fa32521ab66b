/* Local search on parties: ruin and recreate (party_ruin_recreate.h) under Lagrangian
 * prices, with a k-exchange (party_exchange.h) on each promising party of the
 * trajectory; in formations of 16 places and more one annealing instead
 * (party_annealing.h), and with special requirements a walk (party_penalty_search.h).
 *
 * Source: our own combination; its parts name theirs. The paper (party.h) has no local
 * search.
 *
 * Cost: 5 effort places steps of ruin and recreate and at most 300 nodes for each
 * exchange, 3,000 where a sum has two sides; 500 effort places moves of annealing, twice as
 * many in half of the calls, and so on, up to 128 times; 10,000 effort places steps of a
 * walk; preparation O(heroes log heroes), plus 16 rounds of multiplier tuning. */
#ifndef SKERRY_PARTY_LOCAL_SEARCH_H
#define SKERRY_PARTY_LOCAL_SEARCH_H

#include "party_construct.h"

/* Builds party->search, in perm; after party_construct_prepare. Where the most synergy is sought,
 * its multipliers are those for as many points as short searches reach.
 * scratch_bytes  out: the most that the operations of both modules take afterwards */
enum status party_local_search_prepare(struct party *party, struct arena *perm,
                                       size_t *scratch_bytes, struct error *err);

/* Completes a partial party and searches from it until a party is feasible: from a
 * bounded number of completions, then by one annealing.
 * hero  in/out: -1 for open places; unchanged on failure */
bool party_local_search_repair(const struct party *party, struct rng *rng,
                               struct arena scratch, int32_t *hero);

/* Completes a child of the genetic operators by annealing until it is feasible, for parties of so many places that local
 * search anneals; Algorithm 1 takes far longer in large formations. False for others, and if it does not succeed.
 * hero  as in party_annealing_repair */
bool party_local_search_complete(const struct party *party, struct rng *rng,
                                 struct arena scratch, int32_t *hero);

/* Work of all repairs and completions of a party's cases so far, in this process, that failed: steps plus nodes, without
 * the walks that count their own (party_penalty_steps). */
uint64_t party_local_search_failed(const struct party *party);

/* problem.local_search: replaces a feasible party by a feasible one of at most the same
 * price; an infeasible one stays. effort scales the work, which never depends on the
 * clock. Returns steps plus nodes. */
uint64_t party_local_search(const void *self, double effort, struct rng *rng,
                            struct arena scratch, void *genome);

/* One annealing of a feasible party, as local search makes in large formations, for parties of fewer places: longer, and
 * better where sums and synergy pull against each other. Returns its moves; 0 for parties that local search anneals
 * itself, for infeasible ones, and for other objectives than a sum.
 *
 * hero  in/out: of at most the same price */
uint64_t party_local_search_anneal(const struct party *party, struct rng *rng,
                                   struct arena scratch, int32_t *hero);

/* Local search for synergy: replaces a feasible party by a feasible one of at least as many points. The
 * trajectory aims at more points than the best party so far has; an exchange on a party that has
 * them makes it keep the sums, and it is taken, whatever it costs.
 *
 * party  a copy: its synergy_min is changed
 * hero   in/out */
uint64_t party_local_search_synergy(struct party *party, double effort, struct rng *rng,
                                    struct arena scratch, int32_t *hero);

#endif
