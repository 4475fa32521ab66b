/* Block distribution: `total` items divided into `parts` contiguous parts, whose sizes
 * differ by at most 1. O(1). */
#ifndef SKERRY_BASE_PARTITION_H
#define SKERRY_BASE_PARTITION_H

#include <assert.h>
#include <stddef.h>

/* The first item of a part, 0 <= part <= parts; partition_first(total, parts, parts) =
 * total. */
static inline size_t partition_first(size_t total, size_t parts, size_t part)
{
    assert(parts > 0);
    return total / parts * part + total % parts * part / parts;
}

/* The part that contains an item, 0 <= thing < total. */
static inline size_t partition_of(size_t total, size_t parts, size_t thing)
{
    size_t part = total ? thing * parts / total : 0;
    while (part > 0 && partition_first(total, parts, part) > thing)
        part--;
    while (partition_first(total, parts, part + 1) <= thing)
        part++;
    return part;
}

#endif
