/* The first step of a placement search: depth first over the places in their order, the
 * blocks that each may take by rising loss.
 *
 * Pruned by forward checking, by the edges between open places
 * (party_placement_pairs.h), by failed states, by a matching where heroes are barred from
 * places (party_placement_matching.h), and by the symmetry of twins: see
 * party_placement.h.
 *
 * Cost: exponential, O(degree classes) a placing. Takes no memory. */
#ifndef SKERRY_PARTY_PLACEMENT_TREE_H
#define SKERRY_PARTY_PLACEMENT_TREE_H

#include "party_placement_state.h"

/* Searches all of s->pattern from the first place on, with the second step at the leaves
 * if s->classes is not NULL. True: s->at has the blocks, and s->assigned the classes of
 * them, if that step was made. False: there is no placement within the limit, or
 * s->limit_reached. Counts the placings in s->left. */
bool party_placement_tree_search(struct party_placement_state *s);

#endif
