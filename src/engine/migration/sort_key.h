/* Sort keys that represent individuals, and a stable radix sort of them.
 *
 * Source: least-significant-digit radix sort, D. Knuth, The Art of Computer Programming 3,
 * section 5.2.5, with bytes as digits. Cost: O(n) for each byte in which keys differ, n
 * entries of memory. */
#ifndef SKERRY_ENGINE_SORT_KEY_H
#define SKERRY_ENGINE_SORT_KEY_H

#include <stddef.h>
#include <stdint.h>

struct sort_key {
    uint64_t key;  /* ascending; see cost_key.h */
    uint64_t from; /* the individual's number (migrant_order.h), or its row */
};

/* Sorts stably by key. Bytes that are equal in all keys are skipped.
 *
 * entries  n entries, overwritten
 * spare    room for n entries
 * Returns whichever of the two holds the result. */
struct sort_key *sort_key_sort(struct sort_key *entries, struct sort_key *spare,
                               size_t n);

#endif
