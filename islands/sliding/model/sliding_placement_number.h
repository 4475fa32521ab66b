/* Ranking and unranking of placements: a perfect hash of n rings on distinct vertices.
 *
 * The number of a placement is the Lehmer code of a partial permutation, read as a
 * mixed-radix numeral: digit i is the number of vertices below ring i's that are not
 * taken by rings 0..i-1, so it is less than vertices - i. Numbers are exactly
 * 0..count-1 in lexicographic order; the last ring's digit varies fastest.
 *
 * Source: D. H. Lehmer, Teaching combinatorial tricks to a computer, Proceedings of
 * Symposia in Applied Mathematics 10, 1960; as a hash of puzzle states, R. E. Korf, P.
 * Schultze, Large-Scale Parallel Breadth-First Search, AAAI 2005. Differs: the counts
 * come from a bit mask and popcount, without tables. Cost: O(n) to number, O(n 2^d) for
 * the inverse. */
#ifndef SKERRY_SLIDING_PLACEMENT_NUMBER_H
#define SKERRY_SLIDING_PLACEMENT_NUMBER_H

#include "sliding.h"

#include <assert.h>

/* Number of placements of n rings: vertices! / (vertices - n)!, UINT64_MAX on overflow.
 * n = 0: 1. */
uint64_t sliding_placement_count(unsigned vertices, unsigned n);

/* The number of a placement; vertices <= 32. */
static inline uint64_t sliding_placement_number(unsigned vertices, unsigned n,
                                                const uint8_t *at)
{
    uint64_t number = 0;
    uint32_t taken = 0;
    assert(vertices <= 32 && n <= vertices);
    for (unsigned r = 0; r < n; r++) {
        uint32_t below = taken & (((uint32_t)1 << at[r]) - 1);
        assert(at[r] < vertices && !(taken >> at[r] & 1));
        number = number * (vertices - r) + at[r] - (unsigned)__builtin_popcount(below);
        taken |= (uint32_t)1 << at[r];
    }
    return number;
}

/* The placement of a number, 0 <= number < count; vertices <= 32. */
void sliding_placement_from_number(unsigned vertices, unsigned n, uint64_t number,
                                   uint8_t *at);

#endif
