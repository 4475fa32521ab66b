/* The cheapest reachable level, by prices: for levels where branching on separators
 * alone is slow.
 *
 * Two problems that are easy alone: a flow that gives every cell a tile
 * (level_flow_model.h), and a way that joins a source to its targets
 * (level_node_steiner.h). They are to agree on which cells can be passed and where the
 * tiles stand. Prices say how much disagreement costs; for any prices the two cheapest
 * solutions together bound the repair from below, and prices that rise where the way
 * wants a cell which the flow has closed make the bound better. What gap is left is
 * closed by branching on a cell or a place where the two disagree, the node of the
 * least bound first. Carving the way into the level gives solutions on the way.
 *
 * A share is part of the flow: so many tiles of the crowd at most, so many walls.
 *
 * Source: M. Held, P. Wolfe, H. Crowder, Validation of subgradient optimization, 1974;
 * M. Guignard, S. Kim, Lagrangean decomposition, 1987. Local. */
#ifndef SKERRY_LEVEL_LAGRANGIAN_BRANCHING_H
#define SKERRY_LEVEL_LAGRANGIAN_BRANCHING_H

#include "level_flow_model.h"

enum level_lagrangian_end {
    LEVEL_LAGRANGIAN_DONE, /* nothing is cheaper than `best` */
    LEVEL_LAGRANGIAN_LIMIT,
    LEVEL_LAGRANGIAN_FAILED /* memory ran out, or costs are beyond the flow */
};

struct level_lagrangian_search {
    const struct level_flow_rules *rules;
    const struct level_grid *broken;
    double deadline;         /* of level_cpu_seconds() */
    double feasibility_time; /* from then on any level is sought, while none is known */
    int64_t best; /* in/out, units of cost: of `level`; LEVEL_FLOW_INFINITY: none yet */
    uint8_t *level; /* of the caller, a place a cell */
    int64_t bound; /* out: nothing that keeps the share costs less; LEVEL_FLOW_INFINITY:
                      there is nothing */
    uint64_t flows; /* out: flows that were solved are added */
};

/* Looks for what is cheaper than `best` and keeps the share. `arena` gives the memory,
 * which grows with the search. */
enum level_lagrangian_end
level_lagrangian_branching_run(struct level_lagrangian_search *search,
                               const struct level_flow_share *share,
                               struct arena *arena);

/* The cost of the flow alone, reachability left aside: a quick bound.
 * LEVEL_FLOW_INFINITY when the share leaves nothing; false when memory ran out. */
bool level_flow_model_bound(const struct level_lagrangian_search *search,
                            const struct level_flow_share *share, int64_t *cost);

#endif
