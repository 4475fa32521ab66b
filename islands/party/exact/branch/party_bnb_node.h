/* Declarations shared by the levels of the branch and bound within a time slice:
 * party_branch_and_bound.c branches on subproblems and groups, party_bnb_heroes.c on
 * heroes, party_bnb_leaf.c decides the placement of a complete choice. */
#ifndef SKERRY_PARTY_BNB_NODE_H
#define SKERRY_PARTY_BNB_NODE_H

#include "party_bnb_state.h"
#include "party_levels.h"

/* Table entries that count as one node of work, and choices that are not branched on; by hand. */
enum { PARTY_BNB_ENTRIES_A_NODE = 64, PARTY_BNB_REJECTED_A_NODE = 4 };

/* Sums and counts of the heroes chosen so far. */
struct party_bnb_tally {
    double sum[PARTY_MAX_REQUIREMENTS];                     /* of each constraint */
    int distinct[PARTY_MAX_TRAITS], most[PARTY_MAX_TRAITS]; /* of each value limit */
};

struct party_bnb_slice {
    uint64_t stop;   /* work at which the slice ends */
    uint32_t resume; /* levels of the stored path still to follow */
    int32_t limit;   /* coins: of the round, and below the incumbent */
    const struct party_aggregation_partition *partition;
    struct party_aggregation_partition own; /* of the pattern */
    uint32_t group[PARTY_MAX_PLACES];       /* of each part */
    int32_t *completed; /* [parts][width]: of the first parts and all after the next */
    int32_t *combined;  /* [parts][width]: value functions of the first parts */
    struct party_completion table;

    uint32_t hero[PARTY_MAX_PLACES]; /* rows: fixed heroes, then those picked */
    uint32_t hero_group[PARTY_MAX_PLACES];
    size_t n_heroes;
    int32_t coins;
    uint32_t steps, repeats;         /* resource still needed; repeats still allowed */
    uint8_t *seen[PARTY_MAX_TRAITS]; /* heroes by value, for each value limit */
    struct party_bnb_tally tally;
    double low_left[PARTY_MAX_PLACES + 1][PARTY_MAX_REQUIREMENTS];
    double high_left[PARTY_MAX_PLACES + 1][PARTY_MAX_REQUIREMENTS];
    double low[PARTY_MAX_PLACES][PARTY_MAX_REQUIREMENTS];
    double high[PARTY_MAX_PLACES][PARTY_MAX_REQUIREMENTS];
    struct party_levels_table levels_table; /* of the search by levels */
    struct party_levels_node levels_node;
    struct arena spare; /* the rest of the slice's scratch */
    bool stopped;       /* feasibility or first: a party is found */
    unsigned asked;     /* calls of is_interrupted */
    unsigned rejected;  /* choices that were not branched on */
};

/* Adds to the work, except while a slice follows its stored path. */
void party_bnb_charge(struct party_bnb *search, uint64_t work);

/* party_placement_ask, with its work counted. */
enum party_placement_answer
party_bnb_ask_placement(struct party_bnb *search,
                        const struct party_placement_pattern *pattern, uint64_t limit);

/* The choice to start with at a level: the stored one, or the first. */
uint32_t party_bnb_first_choice(const struct party_bnb *search, size_t level);

/* To be called before each choice is branched on. False: the slice ends before it. */
bool party_bnb_enter(struct party_bnb *search, size_t level, uint32_t choice);

/* To be called after each choice that was tried and is not branched on: where there are a million
 * heroes, most of the work is of this kind. False: the slice ends, and the next one tries it
 * again. */
bool party_bnb_reject(struct party_bnb *search, size_t level, uint32_t choice);

/* Sets the price limit: below the incumbent, and at most the ceiling of the round. To
 * be called when either changes. */
void party_bnb_set_limit(struct party_bnb *search);

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
