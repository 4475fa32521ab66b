/* The cut bound: whatever the places of a class are, many edges leave them, and lose at
 * least what the losses to the other classes come to.
 *
 * Source: edge isoperimetry, see party_placement.h. */
#ifndef SKERRY_PARTY_PLACEMENT_CUTS_H
#define SKERRY_PARTY_PLACEMENT_CUTS_H

#include "party_placement.h"

/* Fills least_cut and most_within of a placement, whose n_places is set and which is
 * otherwise 0, over all sets of places. Cost: O(2^places); with more than
 * PARTY_PLACEMENT_CUT_PLACES places both stay without effect, least_cut 0 and most_within
 * UINT16_MAX. */
void party_placement_count_cuts(struct party_placement *placement,
                                const struct party *party);

/* Whether the bound excludes every assignment within most_loss. Cost: O(classes^3). */
bool party_placement_exceeds_cuts(const struct party_placement *placement,
                                  const struct party_placement_pattern *pattern);

#endif
