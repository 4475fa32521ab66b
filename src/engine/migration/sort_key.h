/* Sort keys: what stands for an individual in a sort, and a stable radix sort of them.
 */
#ifndef SKERRY_ENGINE_SORT_KEY_H
#define SKERRY_ENGINE_SORT_KEY_H

#include <stddef.h>
#include <stdint.h>

struct sort_key {
    uint64_t key;  /* what is sorted by, ascending: see cost_key.h */
    uint64_t from; /* the individual's number: island x individuals + place */
};

/* Sorts by key, stably: entries that come in by ascending number leave with ties in
 * that order. Time is linear in n; key bytes that are the same everywhere cost nothing.
 *
 * entries  n of them, lost
 * spare    room for n more
 * Returns the one of the two that holds the result. */
struct sort_key *sort_key_sort(struct sort_key *entries, struct sort_key *spare,
                               size_t n);

#endif
