/* The second step of a placement search: places with blocks take classes of these.
 *
 * Only places are branched on whose class changes a loss, those with most such neighbours
 * first (tight); others take what is left.
 *
 * Cost: exponential in the tight places, within the placings left. Takes no memory. */
#ifndef SKERRY_PARTY_PLACEMENT_CLASSES_H
#define SKERRY_PARTY_PLACEMENT_CLASSES_H

#include "party_placement_state.h"

/* Makes the pattern of blocks from that of s->classes: classes merged, each pair of
 * blocks at its least loss. Sets s->pattern to it, which borrows `blocks`, and row_least
 * and row_most. */
void party_placement_merge_blocks(struct party_placement_state *s,
                                  struct party_placement_pattern *blocks);

/* Assigns classes to blocks that are all placed (s->at), at a least loss `lost` within
 * the limit. True: s->assigned has them. False: there is no assignment within the limit,
 * or s->limit_reached. */
bool party_placement_assign_classes(struct party_placement_state *s, unsigned lost);

#endif
