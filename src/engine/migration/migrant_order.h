/* The order of all individuals of an archipelago by a key, and from it who goes where.
 *
 * Individuals and positions are both numbered island x individuals + place. The
 * individual that sorts to position p goes there; equal keys keep the order of their
 * numbers. A rank owns a contiguous block of numbers, and learns what concerns it:
 * which individual comes to each of its positions, and where each of its own goes.
 *
 * Two ways with the same outcome: each rank sorts all keys (migrant_order_gather,
 * migrant_order_plain), or the ranks sort them together (migrant_order_sampled) in
 * O(total / ranks) time and memory each. */
#ifndef SKERRY_ENGINE_MIGRANT_ORDER_H
#define SKERRY_ENGINE_MIGRANT_ORDER_H

#include "arena.h"
#include "comm.h"
#include "sort_key.h"

#include <stdbool.h>

struct migrant_order {
    struct comm *comm;
    size_t individuals; /* of an island */
    size_t total;       /* of all */
    size_t *first;      /* size + 1: rank r owns first[r] up to first[r + 1] */
    size_t own, share;  /* how many this rank owns; the most that any does */
    bool sampled;

    uint64_t *keys;     /* in, own: the key of each own individual */
    uint64_t *all_keys; /* plain only, size x share: the keys of each rank */

    uint64_t *source; /* out, own: number of the one that comes to own position i */
    uint32_t *mine;   /* out, own: own individuals (0 is the rank's first) as sorted */
    uint64_t *target; /* out, own: the position that mine[k] goes to, ascending */

    struct sort_key *entries, *spare; /* of all, plain; own, sampled */
    struct sampling *sampling;        /* sampled only */
};

/* Takes from perm all that ordering needs.
 *
 * islands, individuals  of the archipelago, and of each island
 * sampled               sort together; one rank never does
 * Local. STATUS_MEMORY when there is none. */
enum status migrant_order_init(struct migrant_order *order, struct comm *comm,
                               size_t islands, size_t individuals, bool sampled,
                               struct arena *perm, struct error *err);

/* Brings `keys` of all ranks to all_keys. Collective, plain only. */
enum status migrant_order_gather(struct migrant_order *order, struct error *err);

/* Where all_keys holds those of one island: for keys that each rank can make by itself,
 * in place of migrant_order_gather. Local, plain only. */
uint64_t *migrant_order_island_keys(const struct migrant_order *order, size_t island);

/* Fills the outputs from all_keys. Local, plain only. */
void migrant_order_plain(struct migrant_order *order);

/* Fills the outputs from the keys of all ranks. Collective, sampled only; STATUS_COMM
 * when a rank is lost or what it sends makes no sense.
 *
 * Source: H. Shi, J. Schaeffer, Parallel Sorting by Regular Sampling, J. Parallel and
 * Distributed Computing 14 (1992). Differs: twice as many samples a rank as there are
 * ranks, for buckets of at most 1.5 times a rank's share; buckets are not moved to
 * their final ranks, only what those need to know is. */
enum status migrant_order_sampled(struct migrant_order *order, struct error *err);

/* For migrant_order_init: the memory of migrant_order_sampled. */
enum status migrant_order_sampling_init(struct migrant_order *order, struct arena *perm,
                                        struct error *err);

#endif
