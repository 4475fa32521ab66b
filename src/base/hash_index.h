/* A hash index of the items of an array: an open-addressing hash table with linear probing
 * that holds their indices, at most half full. Items are never removed. The caller hashes
 * and compares:
 *
 *     uint32_t *slot = hash_index_first(&index, hash);
 *     while (*slot && !equal(item[*slot - 1], wanted))
 *         slot = hash_index_next(&index, slot);
 *
 * Afterwards *slot is the index of the item + 1, or 0 where it can be added.
 * Cost: 8 to 16 bytes per item; at half load 1.5 probes for a hit and 2.5 for a miss on
 * average, given a good hash (Knuth, as below).
 * Source: D. Knuth, The Art of Computer Programming 3, section 6.4, algorithm L. */
#ifndef SKERRY_BASE_HASH_INDEX_H
#define SKERRY_BASE_HASH_INDEX_H

#include "arena.h"

#include <stdint.h>
#include <string.h>

struct hash_index {
    uint32_t *slot; /* index of an item + 1; 0 where free */
    size_t mask;    /* slots - 1; their number is a power of 2 */
};

static inline size_t hash_index_slots(size_t items)
{
    size_t slots = 2;
    while (slots < 2 * items)
        slots *= 2;
    return slots;
}

/* The memory of an index. */
static inline size_t hash_index_bytes(size_t items)
{
    return hash_index_slots(items) * sizeof(uint32_t) + ARENA_ALIGN;
}

/* Makes an empty index for up to `items` < 2^32 items, in a scratch arena. */
static inline struct hash_index hash_index_take(size_t items, struct arena *scratch)
{
    size_t slots = hash_index_slots(items);
    struct hash_index index = {ARENA_NEW(scratch, uint32_t, slots), slots - 1};
    memset(index.slot, 0, slots * sizeof *index.slot);
    return index;
}

static inline uint32_t *hash_index_first(const struct hash_index *index, uint64_t hash)
{
    return &index->slot[hash & index->mask];
}

static inline uint32_t *hash_index_next(const struct hash_index *index, uint32_t *slot)
{
    return &index->slot[(size_t)(slot - index->slot + 1) & index->mask];
}

#endif
