/* Parallel sorting of the individuals of an archipelago by a key, which gives the
 * destination of each.
 *
 * Individuals and positions are both numbered island by island, row by row. The individual
 * of rank p in the sorted order goes to position p; the sort is stable. Each MPI rank owns a
 * contiguous block of numbers and computes its part: which individual comes to each of its
 * positions, and where each of its individuals goes.
 *
 * Two methods give the same result: each rank sorts all keys (migrant_order_gather,
 * migrant_order_plain) in O(total) time and memory, or the ranks sort them together
 * (migrant_order_sampled) in O(total / ranks) time and memory each, and up to 2 ranks^2 for
 * samples.
 *
 * Source: H. Shi, J. Schaeffer, Parallel Sorting by Regular Sampling, Journal of Parallel
 * and Distributed Computing 14, 1992, for the second. */
#ifndef SKERRY_ENGINE_MIGRANT_ORDER_H
#define SKERRY_ENGINE_MIGRANT_ORDER_H

#include "arena.h"
#include "comm.h"
#include "island_layout.h"
#include "sort_key.h"

#include <stdbool.h>

struct migrant_order {
    struct comm *comm;
    size_t total;      /* individuals of all islands */
    size_t *first;     /* size + 1: rank r owns first[r] up to first[r + 1] */
    size_t own, share; /* individuals of this rank; the most of any rank */
    bool sampled;

    uint64_t *keys;     /* in, own: the key of each individual of this rank */
    uint64_t *all_keys; /* plain only, size x share: the keys of each rank */

    uint64_t *source; /* out, own: number of the individual for the rank's position i */
    uint32_t *mine;   /* out, own: the rank's individuals (from 0) in sorted order */
    uint64_t *target; /* out, own: the position that mine[k] goes to, ascending */

    struct sort_key *entries, *spare; /* plain: total; sampled: own */
    struct sampling *sampling;        /* sampled only */
};

/* Takes all memory from perm.
 *
 * layout   only read here
 * first    islands + 1: the number of each island's first individual, and at the end that
 *          of all individuals
 * sampled  sort together (ignored with one rank)
 * Local. May fail with STATUS_MEMORY. */
enum status migrant_order_init(struct migrant_order *order, struct comm *comm,
                               const struct island_layout *layout, const size_t *first,
                               bool sampled, struct arena *perm, struct error *err);

/* The rank that owns a number, which is below total. O(log ranks). */
size_t migrant_order_owner(const struct migrant_order *order, uint64_t number);

/* Gathers `keys` of all ranks in all_keys. Collective, plain only. */
enum status migrant_order_gather(struct migrant_order *order, struct error *err);

/* The part of all_keys from an individual on, up to the end of its rank: for keys that every
 * rank computes by itself instead of calling migrant_order_gather. Local, plain only. */
uint64_t *migrant_order_keys(const struct migrant_order *order, size_t number);

/* Fills the outputs from all_keys. Local, plain only. */
void migrant_order_plain(struct migrant_order *order);

/* Fills the outputs from the keys of all ranks, by parallel sorting by regular sampling.
 * Collective, sampled only; STATUS_COMM if a rank is lost or sends inconsistent data.
 *
 * Differs from the source: each rank takes twice as many samples as there are ranks, so that
 * a bucket has at most some 1.5 times a rank's share; sorted buckets are not redistributed, only
 * sources and destinations are sent to the ranks that need them. */
enum status migrant_order_sampled(struct migrant_order *order, struct error *err);

/* Takes the memory of migrant_order_sampled; for migrant_order_init. */
enum status migrant_order_sampling_init(struct migrant_order *order, struct arena *perm,
                                        struct error *err);

#endif
