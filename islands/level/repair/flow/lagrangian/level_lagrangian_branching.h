/* Branch and bound with Lagrangian bounds: the cheapest playable level where branching
 * on separators alone is slow.
 *
 * Each node is bounded by the subgradient method (level_subgradient.h), which also
 * finds levels. The search is best-first, the newest node first among equal bounds. Large
 * levels are divided first by which terminals are near which homes (level_homes.h). It
 * branches where flow and tree disagree: on a row or column on both sides of which a
 * terminal was often placed, or on a cell that the tree contains and the flow blocks,
 * whichever promises most by its pseudo-costs (level_pseudo_costs.h); else on the place
 * of a terminal; where they agree but another reachability rule is violated, on any
 * undecided cell or place.
 *
 * Source: A. Geoffrion, Lagrangean relaxation for integer programming, Mathematical
 * Programming Study 2, 1974, for the bounds; the candidates are our own.
 *
 * Cost: exponential in the worst case. Memory: 5 bytes for each cell and 4 for each
 * multiplier at each node, also once it is done; 32 bytes for each cell. */
#ifndef SKERRY_LEVEL_LAGRANGIAN_BRANCHING_H
#define SKERRY_LEVEL_LAGRANGIAN_BRANCHING_H

#include "level_lagrangian.h"

enum level_lagrangian_end {
    LEVEL_LAGRANGIAN_DONE,  /* `best` is optimal */
    LEVEL_LAGRANGIAN_LIMIT, /* of time, or of memory for nodes */
    LEVEL_LAGRANGIAN_FAILED /* out of memory, or costs exceed the flow's range */
};

/* Searches for a level that is cheaper than `best` and satisfies the share.
 *
 * arena  takes the nodes */
enum level_lagrangian_end
level_lagrangian_branching_run(struct level_lagrangian_search *search,
                               const struct level_flow_share *share,
                               struct arena *arena);

#endif
