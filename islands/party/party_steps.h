/* What the parts of the walk share within a slice: party_walk.c goes over items and
 * groups, party_pick.c over heroes, party_finish.c arranges them. */
#ifndef SKERRY_PARTY_STEPS_H
#define SKERRY_PARTY_STEPS_H

#include "party_walk.h"

/* Table entries that are as much work as a node. */
enum { ENTRIES_A_NODE = 64 };

/* What the heroes chosen so far sum to. */
struct tally {
    double sum[PARTY_MAX_REQUIREMENTS];                     /* of each line */
    int distinct[PARTY_MAX_TRAITS], most[PARTY_MAX_TRAITS]; /* of each spread */
};

struct walk_now {
    uint64_t stop;          /* work at which the slice ends */
    uint32_t resume;        /* levels of the stored path still to follow */
    int32_t ceiling, limit; /* coins: of the round; of what is worth looking at */
    const struct shape_of_party *shape;
    uint32_t group[PARTY_MAX_PLACES]; /* of each part */
    int32_t *outlook;  /* likewise: of the first parts and any groups after the next */
    int32_t *combined; /* [parts][width]: least prices of the first parts */
    struct table table;

    uint32_t hero[PARTY_MAX_PLACES]; /* rows: fixed ones, then those picked */
    uint32_t hero_group[PARTY_MAX_PLACES];
    size_t n_heroes;
    int32_t coins;
    uint32_t steps, repeats;         /* still needed; still allowed */
    uint8_t *seen[PARTY_MAX_TRAITS]; /* heroes by value, of each spread */
    struct tally tally;
    double low_left[PARTY_MAX_PLACES + 1][PARTY_MAX_REQUIREMENTS];
    double high_left[PARTY_MAX_PLACES + 1][PARTY_MAX_REQUIREMENTS];
    double low[PARTY_MAX_PLACES][PARTY_MAX_REQUIREMENTS];
    double high[PARTY_MAX_PLACES][PARTY_MAX_REQUIREMENTS];
    struct arena spare; /* what is left of the slice's scratch */
    bool stopped;       /* feasibility: found one */
    unsigned asked;     /* calls that might ask for an interrupt */
};

/* Counts work, but not what a slice repeats to find its way back. */
void walk_charge(struct walk *walk, uint64_t work);

/* arrange_ask, charged. */
enum arranged walk_ask(struct walk *walk, const struct pattern *pattern,
                       uint64_t limit);

/* Where the path leads on from a level: the stored choice, or the first one. */
uint32_t walk_first_choice(const struct walk *walk, size_t level);

/* Told of each choice that is looked at. False: the slice ends before it. */
bool walk_enter(struct walk *walk, size_t level, uint32_t choice);

/* What parties may cost in this round: less than the incumbent, and no more than the
 * round looks at. To be called when either changes. */
void walk_set_limit(struct walk *walk);

/* Adds a hero (row of the pool) of a group to the tally. */
void walk_add_hero(struct walk *walk, uint32_t hero, uint32_t group);

/* Goes through the heroes of the chosen groups. False when the slice ended. */
bool walk_heroes(struct walk *walk, size_t level);

/* All heroes are chosen: arranges them, and keeps the party when it is better. */
void walk_finish(struct walk *walk);

#endif
