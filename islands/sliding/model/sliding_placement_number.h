/* Numbers for placements: a perfect hash of n rings on distinct vertices.
 *
 * The number of a placement is that of a mixed-radix numeral (a Lehmer code of a
 * partial permutation): digit i counts the free vertices below ring i's when rings
 * 0..i-1 stand already, so it is less than vertices - i. Numbers of all placements are
 * exactly 0..count-1, in lexicographic order; the last ring's digit moves fastest. */
#ifndef SKERRY_SLIDING_PLACEMENT_NUMBER_H
#define SKERRY_SLIDING_PLACEMENT_NUMBER_H

#include "sliding.h"

#include <assert.h>

/* How many placements of n rings there are: vertices! / (vertices - n)!; UINT64_MAX
 * when that does not fit. n = 0: 1. */
uint64_t sliding_placement_count(unsigned vertices, unsigned n);

/* The number of a placement; vertices <= 32. */
static inline uint64_t sliding_placement_number(unsigned vertices, unsigned n,
                                                const uint8_t *at)
{
    uint64_t rank = 0;
    uint32_t taken = 0;
    assert(vertices <= 32 && n <= vertices);
    for (unsigned r = 0; r < n; r++) {
        uint32_t below = taken & (((uint32_t)1 << at[r]) - 1);
        assert(at[r] < vertices && !(taken >> at[r] & 1));
        rank = rank * (vertices - r) + at[r] - (unsigned)__builtin_popcount(below);
        taken |= (uint32_t)1 << at[r];
    }
    return rank;
}

/* The placement of a number, 0 <= rank < count; vertices <= 32. */
void sliding_placement_from_number(unsigned vertices, unsigned n, uint64_t rank,
                                   uint8_t *at);

#endif
