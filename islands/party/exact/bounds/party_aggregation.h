/* What is known about groups of heroes alike in the heavy traits: how many points two
 * neighbours of different groups lose at least, into how many parts a party can fall,
 * and the least price of so many heroes of a group.
 *
 * A shape is the sizes of a party's parts, one part a group, largest first. An item is
 * a shape and the group of its first part: the search's independent pieces of work. */
#ifndef SKERRY_PARTY_AGGREGATION_H
#define SKERRY_PARTY_AGGREGATION_H

#include "party_placement.h"
#include "party_reduced.h"

struct party_aggregation_shape {
    uint8_t n;                      /* parts */
    uint8_t part[PARTY_MAX_PLACES]; /* heroes of each, falling */
};

struct party_aggregation_item {
    int32_t bound; /* coins */
    uint16_t shape;
    uint16_t group;
};

struct party_aggregation {
    const struct party_reduced *reduced;
    size_t width; /* of a stair: reduced->steps + 1 */

    /* Of an edge, as party_reduced_loss counts it; PARTY_PLACEMENT_EDGE_LOSS where
     * there is none. */
    uint32_t *loss;       /* n_groups x n_groups; the diagonal within a group */
    uint32_t *least_loss; /* n_groups: against any other group */
    uint32_t least_between, least_within;

    int32_t *front; /* n_groups x (n_free + 1) x width: so many free heroes of one */
    int32_t *rest;  /* (n_places + 1) x (n_places + 1) x width: so many heroes in parts
                       of at most so many, any groups */

    double *constraint_low,
        *constraint_high; /* n_constraints x n_groups: of one hero */
    double constraint_least[PARTY_MAX_REQUIREMENTS],
        constraint_most[PARTY_MAX_REQUIREMENTS];
    uint16_t *n_values;             /* n_limits x n_groups: different values within */
    uint16_t *settled_value;        /* n_limits x n_groups: of a hero of the group */
    bool settled[PARTY_MAX_TRAITS]; /* spreads of one value in each group */

    size_t n_shapes, n_items; /* n_shapes <= 65,536, the partitions of 24 are 1,575 */
    struct party_aggregation_shape *shape;
    struct party_aggregation_item *item; /* by bound, none above PARTY_COINS_NONE */
};

/* Everything above from perm; `arrange` answers which shapes fit the formation.
 * `limit` is that of party_placement_search. STATUS_MEMORY, also for more shapes than
 * items can number. */
enum status party_aggregation_init(struct party_aggregation *groups,
                                   const struct party_reduced *reduced,
                                   struct party_placement *placement, uint64_t limit,
                                   struct arena *perm, struct error *err);

static inline const int32_t *party_aggregation_front(const struct party_aggregation *g,
                                                     size_t group, size_t picks)
{
    assert(group < g->reduced->n_groups && picks <= g->reduced->n_free);
    return g->front + (group * (g->reduced->n_free + 1) + picks) * g->width;
}

static inline const int32_t *party_aggregation_rest(const struct party_aggregation *g,
                                                    size_t heroes, size_t part)
{
    assert(heroes <= g->reduced->n_places && part <= g->reduced->n_places);
    return g->rest + (heroes * (g->reduced->n_places + 1) + part) * g->width;
}

static inline uint32_t party_aggregation_loss(const struct party_aggregation *g,
                                              size_t a, size_t b)
{
    assert(a < g->reduced->n_groups && b < g->reduced->n_groups);
    return g->loss[a * g->reduced->n_groups + b];
}

/* Heroes that a part of `size` takes beside the group's fixed ones; -1 when there are
 * not enough, more fixed ones than that, or not so many open places. */
int party_aggregation_picks(const struct party_aggregation *g, size_t group,
                            size_t size);

#endif
