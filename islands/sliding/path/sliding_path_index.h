/* Finds a key again among those of an array: an open hash table in scratch memory. */
#ifndef SKERRY_SLIDING_PATH_INDEX_H
#define SKERRY_SLIDING_PATH_INDEX_H

#include "arena.h"

#include <stdint.h>
#include <string.h>

struct sliding_path_index {
    const uint64_t *key; /* borrowed */
    uint32_t *slot;      /* place in key + 1; 0 where free */
    size_t mask;
};

/* Slots for n keys: at most half are ever used. */
static inline size_t sliding_path_index_slots(size_t n)
{
    size_t slots = 2;
    while (slots < 2 * n)
        slots *= 2;
    return slots;
}

static inline size_t sliding_path_index_bytes(size_t n)
{
    return sliding_path_index_slots(n) * sizeof(uint32_t) + ARENA_ALIGN;
}

/* An empty index for at most n keys; sliding_path_index_bytes(n) from scratch. */
static inline struct sliding_path_index
sliding_path_index_take(const uint64_t *key, size_t n, struct arena *scratch)
{
    size_t slots = sliding_path_index_slots(n);
    struct sliding_path_index index = {key, ARENA_NEW(scratch, uint32_t, slots),
                                       slots - 1};
    memset(index.slot, 0, slots * sizeof *index.slot);
    return index;
}

static inline size_t sliding_path_index_slot(const struct sliding_path_index *index,
                                             uint64_t key)
{
    size_t s = key & index->mask;
    while (index->slot[s] && index->key[index->slot[s] - 1] != key)
        s = (s + 1) & index->mask;
    return s;
}

/* Puts place i under its key, instead of another place with the same key. */
static inline void sliding_path_index_put(struct sliding_path_index *index, size_t i)
{
    index->slot[sliding_path_index_slot(index, index->key[i])] = (uint32_t)i + 1;
}

/* The place of a key, or -1. */
static inline int64_t sliding_path_index_find(const struct sliding_path_index *index,
                                              uint64_t key)
{
    return (int64_t)index->slot[sliding_path_index_slot(index, key)] - 1;
}

#endif
