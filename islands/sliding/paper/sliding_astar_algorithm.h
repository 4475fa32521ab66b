/* The algorithm `astar`: the paper's A* with its h or a stronger lower bound.
 *
 *     heuristic: paper    h, the sum over rings of ceil(Hamming / k) (Definition 2)
 *                pattern  additive pattern databases (sliding_pattern_database.h)
 *
 * Ties in f go to the greater g. Only island 0 searches.
 *
 * Source: the paper, section 3.1. Differs: packed placements, a hash table and bucket
 * lists instead of lists that are scanned; the length of the path is the same. Cost:
 * see sliding_a_star.h; some memory_mb, at most a quarter more. */
#ifndef SKERRY_SLIDING_ASTAR_ALGORITHM_H
#define SKERRY_SLIDING_ASTAR_ALGORITHM_H

#include "algorithm.h"

extern const struct algorithm sliding_astar_algorithm;

#endif
