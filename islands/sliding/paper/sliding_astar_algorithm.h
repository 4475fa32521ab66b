/* algorithm: astar. The paper's A* with its h, or with a stronger lower bound.
 *
 * heuristic: paper    h, the sum over rings of ceil(Hamming / k) (Definition 2)
 *            pattern  the sum over groups of rings of what each group needs alone, from
 *                     tables that a search from the target fills
 * (sliding_pattern_database.h) Ties in f go to the placement with more moves behind it.
 * Island 0 alone searches. Source: paper, section 3.1. Differs: packed placements, a
 * hash table and lists by f and g in place of lists that are scanned; the way is the
 * same length. */
#ifndef SKERRY_SLIDING_ASTAR_ALGORITHM_H
#define SKERRY_SLIDING_ASTAR_ALGORITHM_H

#include "algorithm.h"

extern const struct algorithm sliding_astar_algorithm;

#endif
