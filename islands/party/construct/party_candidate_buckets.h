/* Partition of the candidates for one place into buckets with bounds on their points.
 *
 * A hero's points at a place depend on the traits shared with the heroes in the
 * adjacent places. Every eligible hero is in exactly one bucket, or excluded by forward
 * checking: a bucket is a list of the index (party_index.h) minus the heroes that
 * belong to another bucket (`without`), with an upper and a lower bound on the points
 * of its heroes.
 *
 * Where pairs of values have weights, the buckets are all lists of a partition of the
 * index, with bounds from the weights of their values.
 *
 * Source: our own; nearest are inverted lists visited by upper bounds (R. Fagin, A.
 * Lotem, M. Naor, Optimal aggregation algorithms for middleware, Journal of Computer
 * and System Sciences 66, 2003).
 *
 * Cost: O(degree^3) and (degree + 1)^2 + traits degree + 1 buckets at most, whatever
 * the size of the pool; with weights of pairs O(degree lists). */
#ifndef SKERRY_PARTY_CANDIDATE_BUCKETS_H
#define SKERRY_PARTY_CANDIDATE_BUCKETS_H

#include "party_forward_checking.h"
#include "party_index.h"

/* The occupied neighbours of a place. */
struct party_candidate_neighbours {
    const struct party_index *index;
    const struct party_forward *filter; /* NULL: no hero is excluded */
    size_t n;
    uint64_t key[PARTY_MAX_PLACES * PARTY_MAX_TRAITS / PARTY_INDEX_KEY_LANES];
    uint16_t first[PARTY_MAX_PLACES], second[PARTY_MAX_PLACES]; /* heaviest traits */
};

struct party_candidate_bucket {
    const struct party_index_family *family;
    struct party_index_list list;
    unsigned without; /* skip heroes that share one of these traits with a neighbour */
    int most, least;  /* bounds on the points of a hero of the bucket */
};

/* Fills `neighbours` for a place; hero[p] < 0 if open. With a filter that has been
 * checked, buckets of values that it excludes are left out. */
void party_candidate_neighbours_init(struct party_candidate_neighbours *neighbours,
                                     const struct party *party,
                                     const struct party_index *index,
                                     const struct party_forward *filter,
                                     const int32_t *hero, size_t place);

/* Upper bound on the buckets of any place. */
size_t party_candidate_most_buckets(const struct party_index *index);

/* Fill `buckets` (room for party_candidate_most_buckets) with nonempty ones, unordered,
 * and return how many: those of heroes that share both of the heaviest traits with a
 * neighbour, and all others (none with weights of pairs), none of which brings more than
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

/* All buckets. */
static inline size_t
party_candidate_buckets(const struct party_candidate_neighbours *neighbours,
                        struct party_candidate_bucket *buckets)
{
    size_t n = party_candidate_paired_buckets(neighbours, buckets);
    return n + party_candidate_other_buckets(neighbours, buckets + n);
}

/* Points of a hero with the neighbours; `shared` is the set of traits shared with
 * any of them. words = index->words, an argument so that callers can pass the
 * constant 1. */
static inline int
party_candidate_points(const struct party_candidate_neighbours *neighbours,
                       const uint64_t *key, unsigned words, unsigned *shared)
{
    const struct party_index *index = neighbours->index;
    int sum = 0;
    unsigned any = 0;
    for (size_t i = 0; i < neighbours->n; i++) {
        const uint64_t *other = neighbours->key + i * words;
        unsigned set = party_index_shared(key, other, words);
        sum += index->paired ? party_index_paired_points(index, key, other)
                             : index->points[set];
        any |= set;
    }
    *shared = any;
    return sum;
}

#endif
