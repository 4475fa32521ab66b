/* What an edge between heroes of two groups loses at least, whichever heroes of them it joins. */
#ifndef SKERRY_PARTY_GROUP_LOSSES_H
#define SKERRY_PARTY_GROUP_LOSSES_H

#include "party_reduced.h"

/* Writes the least loss between two heroes of groups a and b, in the unit of party_reduced_loss, to
 * loss[a * n_groups + b], and that of two heroes of one group to the diagonal. Light traits, those
 * with a weight that are not heavy, count as shared where a hero of a and one of b do share them.
 *
 * perm  has the tables needed on the way, too
 * Errors: STATUS_MEMORY; STATUS_CUT, of a limit or signal.
 * Cost: O(groups^2 (traits + words of the light traits' values) + heroes traits), and, once,
 * O(matches 3^light) for the points of each match with each set of light traits. */
enum status party_group_losses(const struct party_reduced *reduced, uint32_t *loss,
                               struct arena *perm, struct error *err);

/* Says that a limit or signal came while the exact search was prepared: incomplete tables cannot
 * be used. STATUS_CUT. */
enum status party_preparation_cut(struct error *err);

#endif
