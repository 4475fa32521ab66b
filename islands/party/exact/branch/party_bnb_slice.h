/* A time slice of the branch and bound: what is known at the present node, and when the
 * slice ends. It first follows the stored path to the node where the last one ended.
 *
 * Levels of the path are numbered 0..PARTY_BNB_PATH-1, a choice each; work is in nodes
 * (state.work). A slice takes its memory from the scratch that it is begun with, at most
 * party_bnb_scratch_bytes. Nothing fails. Cost: O(1) a choice; party_bnb_begin_slice makes
 * tables, and costs what they do. */
#ifndef SKERRY_PARTY_BNB_SLICE_H
#define SKERRY_PARTY_BNB_SLICE_H

#include "party_bnb_state.h"
#include "party_levels.h"

#include <assert.h>

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
    unsigned asked;     /* calls of party_bnb_is_interrupted */
    unsigned rejected;  /* choices that were not branched on */
};

/* Begins a slice of so much work; its memory is from scratch, of which the rest is now->spare. */
void party_bnb_begin_slice(struct party_bnb *search, uint64_t work,
                           struct arena *scratch);

/* Whether the slice is interrupted; asks at every 16th call, since tables and placements
 * take time between two calls. */
bool party_bnb_is_interrupted(struct party_bnb *search);

/* Adds to the work, except while a slice follows its stored path. */
static inline void party_bnb_charge(struct party_bnb *search, uint64_t work)
{
    if (!search->now->resume)
        search->state.work += work;
}

/* party_placement_ask, with its work counted. */
enum party_placement_answer
party_bnb_ask_placement(struct party_bnb *search,
                        const struct party_placement_pattern *pattern, uint64_t limit);

/* The choice to start with at a level: the stored one, or the first. */
static inline uint32_t party_bnb_first_choice(const struct party_bnb *search,
                                              size_t level)
{
    assert(level < PARTY_BNB_PATH);
    return level < search->now->resume ? search->state.at[level] : 0;
}

/* To be called before each choice is branched on. False: the slice ends before it. */
bool party_bnb_enter(struct party_bnb *search, size_t level, uint32_t choice);

/* To be called after each choice that was tried and is not branched on: where there are a million
 * heroes, most of the work is of this kind. False: the slice ends, and the next one tries it
 * again. */
bool party_bnb_reject(struct party_bnb *search, size_t level, uint32_t choice);

#endif
