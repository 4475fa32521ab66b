/* Zobrist hashing of placements: the key of a placement is the exclusive or of one
 * random word for each ring on its vertex, so a move updates it in O(1).
 *
 * Two given placements share a key with a probability of 2^-64. Proofs compare the
 * placements themselves, or err towards fewer moves (sliding_perimeter_table.h).
 *
 * Source: A. L. Zobrist, A New Hashing Method with Application for Game Playing,
 * Technical Report 88, University of Wisconsin, 1970. */
#ifndef SKERRY_SLIDING_ZOBRIST_H
#define SKERRY_SLIDING_ZOBRIST_H

#include "sliding.h"

/* zobrist[r << d | v] is the word of ring r on vertex v. */
static inline uint64_t sliding_zobrist_key(const struct sliding *puzzle,
                                           const uint64_t *zobrist, const uint8_t *at)
{
    uint64_t key = 0;
    for (unsigned r = 0; r < puzzle->rings; r++)
        key ^= zobrist[((size_t)r << puzzle->d) + at[r]];
    return key;
}

/* The key after a ring has moved from one vertex to another. */
static inline uint64_t sliding_zobrist_after(const struct sliding *puzzle,
                                             const uint64_t *zobrist, uint64_t key,
                                             unsigned ring, unsigned from, unsigned to)
{
    const uint64_t *of_ring = zobrist + ((size_t)ring << puzzle->d);
    return key ^ of_ring[from] ^ of_ring[to];
}

#endif
