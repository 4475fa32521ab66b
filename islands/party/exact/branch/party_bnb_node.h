/* What the parts of the walk share within a slice: party_branch_and_bound.c goes over
 * items and groups, party_bnb_heroes.c over heroes, party_bnb_leaf.c arranges them. */
#ifndef SKERRY_PARTY_BNB_NODE_H
#define SKERRY_PARTY_BNB_NODE_H

#include "party_bnb_state.h"

/* Table entries that are as much work as a node. */
enum { PARTY_BNB_ENTRIES_A_NODE = 64 };

/* What the heroes chosen so far sum to. */
struct party_bnb_tally {
    double sum[PARTY_MAX_REQUIREMENTS];                     /* of each line */
    int distinct[PARTY_MAX_TRAITS], most[PARTY_MAX_TRAITS]; /* of each spread */
};

struct party_bnb_slice {
    uint64_t stop;          /* work at which the slice ends */
    uint32_t resume;        /* levels of the stored path still to follow */
    int32_t ceiling, limit; /* coins: of the round; of what is worth looking at */
    const struct party_aggregation_shape *shape;
    uint32_t group[PARTY_MAX_PLACES]; /* of each part */
    int32_t *completed; /* likewise: of the first parts and any groups after the next */
    int32_t *combined;  /* [parts][width]: least prices of the first parts */
    struct party_completion table;

    uint32_t hero[PARTY_MAX_PLACES]; /* rows: fixed ones, then those picked */
    uint32_t hero_group[PARTY_MAX_PLACES];
    size_t n_heroes;
    int32_t coins;
    uint32_t steps, repeats;         /* still needed; still allowed */
    uint8_t *seen[PARTY_MAX_TRAITS]; /* heroes by value, of each spread */
    struct party_bnb_tally tally;
    double low_left[PARTY_MAX_PLACES + 1][PARTY_MAX_REQUIREMENTS];
    double high_left[PARTY_MAX_PLACES + 1][PARTY_MAX_REQUIREMENTS];
    double low[PARTY_MAX_PLACES][PARTY_MAX_REQUIREMENTS];
    double high[PARTY_MAX_PLACES][PARTY_MAX_REQUIREMENTS];
    struct arena spare; /* what is left of the slice's scratch */
    bool stopped;       /* feasibility: found one */
    unsigned asked;     /* calls that might ask for an interrupt */
};

/* Counts work, but not what a slice repeats to find its way back. */
void party_bnb_charge(struct party_bnb *search, uint64_t work);

/* party_placement_ask, charged. */
enum party_placement_answer
party_bnb_ask_placement(struct party_bnb *search,
                        const struct party_placement_pattern *pattern, uint64_t limit);

/* Where the path leads on from a level: the stored choice, or the first one. */
uint32_t party_bnb_first_choice(const struct party_bnb *search, size_t level);

/* Told of each choice that is looked at. False: the slice ends before it. */
bool party_bnb_enter(struct party_bnb *search, size_t level, uint32_t choice);

/* What parties may cost in this round: less than the incumbent, and no more than the
 * round looks at. To be called when either changes. */
void party_bnb_set_limit(struct party_bnb *search);

/* Adds a hero (row of the pool) of a group to the tally. */
void party_bnb_add_hero(struct party_bnb *search, uint32_t hero, uint32_t group);

/* Goes through the heroes of the chosen groups. False when the slice ended. */
bool party_bnb_heroes(struct party_bnb *search, size_t level);

/* All heroes are chosen: arranges them, and keeps the party when it is better. */
void party_bnb_leaf(struct party_bnb *search);

#endif
