/* Bipartite matching of open places with the heroes left, who may be barred from places.
 *
 * Source: augmenting paths, H. Kuhn, The Hungarian method for the assignment problem,
 * Naval Research Logistics Quarterly 2, 1955. Cost: O(places^2 classes). */
#ifndef SKERRY_PARTY_PLACEMENT_MATCHING_H
#define SKERRY_PARTY_PLACEMENT_MATCHING_H

#include "party_placement_state.h"

/* Whether the heroes left may stand in the places from the i-th on, all of them together;
 * for patterns with any_barred. Without this check, a search that put the only hero of a
 * late place elsewhere would try every order of the others. `at`, if not NULL, gets the
 * classes of these places, by order. */
bool party_placement_rest_can_stand(const struct party_placement_state *s, size_t i,
                                    uint8_t *at);

/* Gives the places without neighbours, the last ones, heroes that are left, any of which
 * lose nothing there; false if rules for places leave none. Sets s->at of these. */
bool party_placement_place_unlinked(struct party_placement_state *s);

#endif
