/* Large neighbourhood search: a few cells around breaks are freed and solved again by
 * branch and bound (eternity_region_branch_and_bound.h).
 *
 * Source: P. Shaw, Using constraint programming and local search methods to solve
 * vehicle routing problems, 1998. Cost: at most 2,000 tiles placed a call. */
#ifndef SKERRY_ETERNITY_REGION_LNS_H
#define SKERRY_ETERNITY_REGION_LNS_H

#include "eternity_region_branch_and_bound.h"
#include "rng.h"

/* Frees a few cells at breaks of the board and some of their neighbours, and places
 * their pieces with at most as many breaks as before. True when the board changed. A
 * board without breaks, or with grey elsewhere than on the rim, is left alone; clues
 * stay. */
bool eternity_region_lns(const struct eternity *puzzle, struct rng *rng,
                         int16_t *board);

#endif
