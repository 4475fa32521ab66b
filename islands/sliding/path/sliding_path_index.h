/* Hash index of an array of keys: the last entry with a given key, in O(1). */
#ifndef SKERRY_SLIDING_PATH_INDEX_H
#define SKERRY_SLIDING_PATH_INDEX_H

#include "hash_index.h"

struct sliding_path_index {
    const uint64_t *key; /* borrowed */
    struct hash_index places;
};

/* An empty index for at most n keys; hash_index_bytes(n) from scratch. */
static inline struct sliding_path_index
sliding_path_index_take(const uint64_t *key, size_t n, struct arena *scratch)
{
    return (struct sliding_path_index){key, hash_index_take(n, scratch)};
}

static inline uint32_t *sliding_path_index_slot(const struct sliding_path_index *index,
                                                uint64_t key)
{
    uint32_t *slot = hash_index_first(&index->places, key);
    while (*slot && index->key[*slot - 1] != key)
        slot = hash_index_next(&index->places, slot);
    return slot;
}

/* Enters index i under its key, replacing another index with the same key. */
static inline void sliding_path_index_put(struct sliding_path_index *index, size_t i)
{
    *sliding_path_index_slot(index, index->key[i]) = (uint32_t)i + 1;
}

/* The index of a key, or -1. */
static inline int64_t sliding_path_index_find(const struct sliding_path_index *index,
                                              uint64_t key)
{
    return (int64_t)*sliding_path_index_slot(index, key) - 1;
}

#endif
