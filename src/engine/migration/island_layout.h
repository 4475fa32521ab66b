/* The layout of islands on ranks: each rank hosts a block of consecutive islands. */
#ifndef SKERRY_ENGINE_ISLAND_LAYOUT_H
#define SKERRY_ENGINE_ISLAND_LAYOUT_H

#include "partition.h"

#ifdef __cplusplus
extern "C" {
#endif

struct island_layout {
    size_t islands, ranks; /* islands >= ranks >= 1 */
    size_t offset;         /* the number of the first island in the archipelago */
    /* ranks + 1, ascending, borrowed: rank r hosts islands first[r] up to first[r + 1],
     * counted from the offset. NULL: blocks whose sizes differ by at most 1 (partition.h). */
    const size_t *first;
};

/* The first island of a rank, 0 <= rank <= ranks; for `ranks`, the number of islands. */
static inline size_t island_layout_first(const struct island_layout *layout,
                                         size_t rank)
{
    assert(rank <= layout->ranks);
    return layout->first ? layout->first[rank]
                         : partition_first(layout->islands, layout->ranks, rank);
}

/* The number of islands of a rank, 0 <= rank < ranks. */
static inline size_t island_layout_count(const struct island_layout *layout,
                                         size_t rank)
{
    return island_layout_first(layout, rank + 1) - island_layout_first(layout, rank);
}

/* The rank of an island, 0 <= island < islands. O(log ranks). */
static inline size_t island_layout_rank(const struct island_layout *layout,
                                        size_t island)
{
    size_t low = 0, high = layout->ranks;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (island_layout_first(layout, middle) <= island)
            low = middle;
        else
            high = middle;
    }
    return low;
}

#ifdef __cplusplus
}
#endif

#endif
