/* The pool as one place sees it: strands of heroes by what they share with the occupied
 * neighbours of that place.
 *
 * Every eligible hero is in exactly one strand or refused, in a list of the index where
 * some heroes belong to another strand and are to be skipped (`without`). */
#ifndef SKERRY_PARTY_CANDIDATE_BUCKETS_H
#define SKERRY_PARTY_CANDIDATE_BUCKETS_H

#include "party_forward_checking.h"
#include "party_index.h"

/* The occupied neighbours of a place. */
struct party_candidate_neighbours {
    const struct party_index *index;
    const struct party_forward *filter; /* NULL: nobody is refused */
    size_t n;
    uint64_t key[PARTY_MAX_PLACES * PARTY_MAX_TRAITS / PARTY_INDEX_KEY_LANES];
    uint16_t first[PARTY_MAX_PLACES], second[PARTY_MAX_PLACES]; /* heaviest traits */
};

struct party_candidate_bucket {
    const struct party_index_family *family;
    struct party_index_list list;
    unsigned without; /* skip those who share one of these traits with a neighbour */
    int most, least;  /* points that a hero of the strand may bring */
};

/* Fills `beside` for a place; hero[p] < 0 where open. With a filter that has looked
 * ahead, strands of values that it refuses are left out. */
void party_candidate_neighbours_init(struct party_candidate_neighbours *neighbours,
                                     const struct party *party,
                                     const struct party_index *index,
                                     const struct party_forward *filter,
                                     const int32_t *hero, size_t place);

/* Most strands of any place. */
size_t party_candidate_most_buckets(const struct party_index *index);

/* Fills `strands` (party_candidate_most_buckets in all), none empty, in no order, and
 * returns how many: first those of heroes who share both of the heaviest traits with a
 * neighbour, then all others, none of which brings more than
 * party_candidate_most_unpaired points. */
size_t
party_candidate_paired_buckets(const struct party_candidate_neighbours *neighbours,
                               struct party_candidate_bucket *buckets);
size_t
party_candidate_other_buckets(const struct party_candidate_neighbours *neighbours,
                              struct party_candidate_bucket *buckets);

static inline int
party_candidate_most_unpaired(const struct party_candidate_neighbours *neighbours)
{
    return (int)neighbours->n * neighbours->index->most_unpaired;
}

/* All strands at once. */
static inline size_t
party_candidate_buckets(const struct party_candidate_neighbours *neighbours,
                        struct party_candidate_bucket *buckets)
{
    size_t n = party_candidate_paired_buckets(neighbours, buckets);
    return n + party_candidate_other_buckets(neighbours, buckets + n);
}

/* Points of a hero beside the neighbours; `shared` gathers the traits that it shares
 * with any. words = index->words, given apart so that the usual 1 makes a tight loop.
 */
static inline int
party_candidate_points(const struct party_candidate_neighbours *neighbours,
                       const uint64_t *key, unsigned words, unsigned *shared)
{
    const int32_t *points = neighbours->index->points;
    int sum = 0;
    unsigned any = 0;
    for (size_t i = 0; i < neighbours->n; i++) {
        unsigned set = party_index_shared(key, neighbours->key + i * words, words);
        sum += points[set];
        any |= set;
    }
    *shared = any;
    return sum;
}

#endif
