/* The pool as one place sees it: strands of heroes by what they share with the occupied
 * neighbours of that place.
 *
 * Every eligible hero is in exactly one strand or refused, in a list of the index where
 * some heroes belong to another strand and are to be skipped (`without`). */
#ifndef SKERRY_PARTY_STRAND_H
#define SKERRY_PARTY_STRAND_H

#include "party_filter.h"
#include "party_index.h"

/* The occupied neighbours of a place. */
struct party_beside {
    const struct party_index *index;
    const struct party_filter *filter; /* NULL: nobody is refused */
    size_t n;
    uint64_t key[PARTY_MAX_PLACES * PARTY_MAX_TRAITS / PARTY_KEY_LANES];
    uint16_t first[PARTY_MAX_PLACES], second[PARTY_MAX_PLACES]; /* heaviest traits */
};

struct party_strand {
    const struct party_family *family;
    struct party_list list;
    unsigned without; /* skip those who share one of these traits with a neighbour */
    int most, least;  /* points that a hero of the strand may bring */
};

/* Fills `beside` for a place; hero[p] < 0 where open. With a filter that has looked
 * ahead, strands of values that it refuses are left out. */
void party_beside_init(struct party_beside *beside, const struct party *party,
                       const struct party_index *index,
                       const struct party_filter *filter, const int32_t *hero,
                       size_t place);

/* Most strands of any place. */
size_t party_most_strands(const struct party_index *index);

/* Fills `strands` (party_most_strands in all), none empty, in no order, and returns how
 * many: first those of heroes who share both of the heaviest traits with a neighbour,
 * then all others, none of which brings more than party_most_unpaired points. */
size_t party_paired_strands(const struct party_beside *beside,
                            struct party_strand *strands);
size_t party_other_strands(const struct party_beside *beside,
                           struct party_strand *strands);

static inline int party_most_unpaired(const struct party_beside *beside)
{
    return (int)beside->n * beside->index->most_unpaired;
}

/* All strands at once. */
static inline size_t party_strands(const struct party_beside *beside,
                                   struct party_strand *strands)
{
    size_t n = party_paired_strands(beside, strands);
    return n + party_other_strands(beside, strands + n);
}

/* Points of a hero beside the neighbours; `shared` gathers the traits that it shares
 * with any. words = index->words, given apart so that the usual 1 makes a tight loop.
 */
static inline int party_points_beside(const struct party_beside *beside,
                                      const uint64_t *key, unsigned words,
                                      unsigned *shared)
{
    const int32_t *points = beside->index->points;
    int sum = 0;
    unsigned any = 0;
    for (size_t i = 0; i < beside->n; i++) {
        unsigned set = party_shared(key, beside->key + i * words, words);
        sum += points[set];
        any |= set;
    }
    *shared = any;
    return sum;
}

#endif
