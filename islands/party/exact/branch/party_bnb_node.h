/* Declarations shared by the levels of the branch and bound within a time slice:
 * party_bnb_groups.c, party_bnb_patterns.c and party_bnb_levels.c branch on a subproblem
 * of their kind, party_bnb_heroes.c on heroes, party_bnb_leaf.c decides the placement of a
 * complete choice. */
#ifndef SKERRY_PARTY_BNB_NODE_H
#define SKERRY_PARTY_BNB_NODE_H

#include "party_bnb_rounds.h"

/* Adds a hero (row of the pool) of a group to the partial party. */
void party_bnb_add_hero(struct party_bnb *search, uint32_t hero, uint32_t group);

/* Removes the last hero; `before` is the tally without it. */
void party_bnb_remove_hero(struct party_bnb *search,
                           const struct party_bnb_tally *before);

/* Whether the limits on values can still be met. */
bool party_bnb_limits_fit(const struct party_bnb *search);

/* Whether the first n groups fit constraints and limits, with `left` heroes after them. */
bool party_bnb_groups_fit_rules(const struct party_bnb *search, size_t n, int left);

/* Adds to a question about placement which classes, one for each part, fixed heroes and rules for
 * places demand of the first n groups. */
void party_bnb_pin(const struct party_bnb *search, size_t n,
                   struct party_placement_pattern *pattern);

/* Branches on the groups of a partition with its first group. False if the slice ended. */
bool party_bnb_partition(struct party_bnb *search,
                         const struct party_aggregation_subproblem *subproblem);

/* Branches on the groups of a pattern. False if the slice ended. */
bool party_bnb_pattern(struct party_bnb *search,
                       const struct party_pattern_subproblem *subproblem);

/* Branches on levels of values, then on heroes for places. False if the slice ended. */
bool party_bnb_levels(struct party_bnb *search);

/* Branches on the heroes of the chosen groups. False if the slice ended. */
bool party_bnb_heroes(struct party_bnb *search, size_t level);

/* All heroes are chosen: decides their placement, and records an improved party. */
void party_bnb_leaf(struct party_bnb *search);

#endif
