/* Aggregation of heroes into groups (alike in all heavy traits), with bounds for
 * parties of given groups: the least loss of points between two groups, the partitions
 * of the party into groups that the formation admits, and least prices by resource.
 *
 * A partition is the list of the sizes of a party's groups, largest first (an integer
 * partition of the places). A subproblem is a partition with the group of its first
 * part; the subproblems are what the search distributes and enumerates by rising bound.
 *
 * Value functions (party_knapsack.h) of two kinds: group_value, of k free heroes of one
 * group, by the knapsack recursion over its heroes; rest_value, of h heroes in parts
 * of at most c, of any groups, by min-plus convolution.
 *
 * Source: our own; nearest are aggregation in optimization (D. Rogers, R. Plante, R.
 * Wong, J. Evans, Aggregation and disaggregation techniques and methodology in
 * optimization, Operations Research 39, 1991) and the recursion of the multiple-choice
 * knapsack problem (H. Kellerer, U. Pferschy, D. Pisinger, Knapsack Problems, 2004,
 * chapter 11).
 *
 * Cost: time O(groups^2 traits + heroes places steps repeats + places^3 steps^2),
 * memory O(groups^2 + groups places steps + places^2 steps), plus one placement search
 * for each of the partitions, of which 24 has 1,575. */
#ifndef SKERRY_PARTY_AGGREGATION_H
#define SKERRY_PARTY_AGGREGATION_H

#include "party_levels.h"
#include "party_placement.h"
#include "party_reduced.h"

struct party_aggregation_partition {
    uint8_t n;                      /* parts */
    uint8_t part[PARTY_MAX_PLACES]; /* heroes of each, falling */
};

struct party_aggregation_subproblem {
    int32_t bound; /* coins */
    uint16_t partition;
    uint16_t group;
};

struct party_aggregation {
    const struct party_reduced *reduced;
    size_t width; /* of a value function: reduced->steps + 1 */

    /* Lower bounds on the loss of an edge, in the unit of party_reduced_loss;
     * PARTY_PLACEMENT_EDGE_LOSS for a minimum over nothing. */
    uint32_t *loss;       /* n_groups x n_groups; the diagonal within a group */
    uint32_t *least_loss; /* n_groups: to any other group */
    uint32_t least_between, least_within;

    /* n_groups x (n_free + 1) x width: of k free heroes of a group. */
    int32_t *group_value;
    /* (n_places + 1) x (n_places + 1) x width: of h heroes in parts of at most c, of
     * any groups. */
    int32_t *rest_value;

    double *constraint_low, *constraint_high; /* n_constraints x n_groups: of a hero */
    double constraint_least[PARTY_MAX_REQUIREMENTS],
        constraint_most[PARTY_MAX_REQUIREMENTS];
    uint16_t *n_values;             /* n_limits x n_groups: different values within */
    uint16_t *settled_value;        /* n_limits x n_groups: of a hero of the group */
    bool settled[PARTY_MAX_TRAITS]; /* limits: the trait is constant in each group */

    size_t n_partitions, n_subproblems; /* n_partitions <= 65,535 */
    struct party_aggregation_partition *partition;
    /* By rising bound, all below PARTY_COINS_NONE. */
    struct party_aggregation_subproblem *subproblem;

    struct party_levels *levels; /* NULL: the search is not by levels */
};

/* Everything above, from perm; `placement` decides which partitions fit the formation,
 * with `limit` as in party_placement_search. STATUS_MEMORY, also for more than 65,535
 * partitions. */
enum status party_aggregation_init(struct party_aggregation *groups,
                                   const struct party_reduced *reduced,
                                   struct party_placement *placement, uint64_t limit,
                                   struct arena *perm, struct error *err);

static inline const int32_t *
party_aggregation_group_value(const struct party_aggregation *g, size_t group,
                              size_t picks)
{
    assert(group < g->reduced->n_groups && picks <= g->reduced->n_free);
    return g->group_value + (group * (g->reduced->n_free + 1) + picks) * g->width;
}

static inline const int32_t *
party_aggregation_rest_value(const struct party_aggregation *g, size_t heroes,
                             size_t part)
{
    assert(heroes <= g->reduced->n_places && part <= g->reduced->n_places);
    return g->rest_value + (heroes * (g->reduced->n_places + 1) + part) * g->width;
}

static inline uint32_t party_aggregation_loss(const struct party_aggregation *g,
                                              size_t a, size_t b)
{
    assert(a < g->reduced->n_groups && b < g->reduced->n_groups);
    return g->loss[a * g->reduced->n_groups + b];
}

/* Free heroes in a part of `size` of a group, besides its fixed ones; -1 if the group
 * is too small, has more fixed heroes, or there are not enough open places. */
int party_aggregation_picks(const struct party_aggregation *g, size_t group,
                            size_t size);

#endif
