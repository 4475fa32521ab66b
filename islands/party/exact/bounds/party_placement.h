/* Can so many of these classes be arranged in the formation without losing too many
 * points?
 *
 * A class is a set of heroes that lose alike against every other class: groups while
 * only groups are known, single heroes or sets of twins at the end. The answer is exact
 * unless the work limit is reached, and depends on the arguments alone: what is
 * remembered between calls saves time only. */
#ifndef SKERRY_PARTY_PLACEMENT_H
#define SKERRY_PARTY_PLACEMENT_H

#include "party.h"

enum party_placement_answer {
    PARTY_PLACEMENT_NO,
    PARTY_PLACEMENT_YES,
    PARTY_PLACEMENT_UNKNOWN
};

struct party_placement_pattern {
    size_t n;                        /* classes */
    uint8_t count[PARTY_MAX_PLACES]; /* heroes of each; sum = n_places */
    int8_t pinned[PARTY_MAX_PLACES]; /* class that a place must hold, or -1 */
    bool any_pinned;
    /* Symmetric, 0..PARTY_PLACEMENT_EDGE_LOSS; diagonal: within. */
    uint32_t loss[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
    /* Classes that lose little among themselves, as far as is known: only a hint, which
     * makes the answer faster. n_blocks = n: none. */
    size_t n_blocks;
    uint8_t block[PARTY_MAX_PLACES]; /* of each class, 0..n_blocks-1 */
};

enum {
    PARTY_PLACEMENT_KEY_BYTES = 160,
    PARTY_PLACEMENT_MEMO = 1 << 14,
    PARTY_PLACEMENT_DEAD = 1 << 13
};

/* Places of formations whose cuts are counted beforehand: 2^24 sets take some 50 ms. */
enum { PARTY_PLACEMENT_CUT_PLACES = 24 };

struct party_placement_memo {
    uint64_t limit;
    uint8_t bytes, answer; /* bytes 0: empty */
    uint8_t key[PARTY_PLACEMENT_KEY_BYTES];
};

/* A state of one search that leads nowhere with this loss or more: the classes left and
 * those of the places that open ones touch. */
struct party_placement_dead_end {
    uint64_t key[2];
    uint32_t search, lost;
};

struct party_placement {
    size_t n_places;
    uint32_t most_loss;
    uint8_t order[PARTY_MAX_PLACES]; /* places, so that few touch later ones */
    uint8_t n_back[PARTY_MAX_PLACES];
    uint8_t back[PARTY_MAX_PLACES][PARTY_MAX_PLACES]; /* earlier neighbours, by order */
    uint8_t n_fore[PARTY_MAX_PLACES];
    uint8_t fore[PARTY_MAX_PLACES][PARTY_MAX_PLACES]; /* later ones */
    /* Earlier places, by order, that touch this one or later ones. */
    uint8_t n_rim[PARTY_MAX_PLACES];
    uint8_t rim[PARTY_MAX_PLACES][PARTY_MAX_PLACES];
    uint16_t least_cut[PARTY_MAX_PLACES + 1];   /* edges that leave so many places */
    uint16_t most_within[PARTY_MAX_PLACES + 1]; /* edges between so many places */
    struct party_placement_memo *memo;          /* PARTY_PLACEMENT_MEMO */
    struct party_placement_dead_end *dead;      /* PARTY_PLACEMENT_DEAD */
    uint32_t searches;
    bool interrupted; /* an interrupt has cut a search short, as its limit does; until
                         it is set back */
};

/* Most that an edge can lose, and all edges together: the largest points that a config
 * may give. What is counted twice, per class, takes 64 bits. */
enum {
    PARTY_PLACEMENT_EDGE_LOSS = 1000000,
    PARTY_PLACEMENT_MOST_LOSS = PARTY_MAX_EDGES * PARTY_PLACEMENT_EDGE_LOSS
};

/* `most_loss` at most PARTY_PLACEMENT_MOST_LOSS, negative: nothing will be asked;
 * arrays from perm. STATUS_MEMORY. */
enum status party_placement_init(struct party_placement *placement,
                                 const struct party *party, int most_loss,
                                 struct arena *perm, struct error *err);

/* Whether some arrangement loses at most most_loss, within `limit` placings. `place`,
 * when not NULL, gets the class of each place on PARTY_PLACEMENT_YES; `placings`, when
 * not NULL, how many it took. */
enum party_placement_answer
party_placement_search(struct party_placement *placement,
                       const struct party_placement_pattern *pattern, uint64_t limit,
                       uint8_t *place, uint64_t *placings);

/* The same without the arrangement, remembered: `placings` is 0 then. */
enum party_placement_answer
party_placement_ask(struct party_placement *placement,
                    const struct party_placement_pattern *pattern, uint64_t limit,
                    uint64_t *placings);

/* Forgets everything. */
void party_placement_forget(struct party_placement *placement);

#endif
