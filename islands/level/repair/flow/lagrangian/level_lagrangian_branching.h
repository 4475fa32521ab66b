/* Branch and bound with Lagrangian bounds: the cheapest playable level where branching
 * on separators alone is slow.
 *
 * Each node is bounded by the subgradient method (level_subgradient.h), which also
 * finds levels. Best-first, of equal bounds the newest. It branches on what flow and
 * tree disagree about most: the row or column on whose two sides a terminal stood
 * alike often, else a cell that the tree uses and the flow blocks, else the place of a
 * terminal; where they agree but another reachability rule fails, on any open choice.
 *
 * Source: A. Geoffrion, Lagrangean relaxation for integer programming, Mathematical
 * Programming Study 2, 1974, for the bounds; the branching is ours. Cost: exponential
 * in the worst case; a node takes 5 bytes for each cell and 4 for each multiplier.
 * Local. */
#ifndef SKERRY_LEVEL_LAGRANGIAN_BRANCHING_H
#define SKERRY_LEVEL_LAGRANGIAN_BRANCHING_H

#include "level_lagrangian.h"

enum level_lagrangian_end {
    LEVEL_LAGRANGIAN_DONE,  /* nothing is cheaper than `best` */
    LEVEL_LAGRANGIAN_LIMIT, /* of time, or of memory for nodes */
    LEVEL_LAGRANGIAN_FAILED /* memory ran out, or costs are beyond the flow */
};

/* Searches for a level that is cheaper than `best` and keeps the share.
 *
 * arena  takes the search, which grows */
enum level_lagrangian_end
level_lagrangian_branching_run(struct level_lagrangian_search *search,
                               const struct level_flow_share *share,
                               struct arena *arena);

#endif
