/* The algorithm `exact`: the fewest moves, proven, or a proof that no path exists.
 *
 * A* (sliding_a_star.h) and a bidirectional search (sliding_bidirectional_a_star.h) run
 * alternately: the one is fast where h is close to the distance, the other where it is
 * not. Where both generate more than 1.5 million placements, and bitmaps of the
 * placements fit memory (d <= 5), bidirectional breadth-first search
 * (sliding_bidirectional_bfs.h) takes over. The lower bound rises meanwhile; where a
 * component is exhausted the reason gives its size. Only island 0 searches. Out of
 * memory, it ends without a proof, with its bound.
 *
 * Source: our own portfolio of the three searches; for running algorithms in parallel
 * see B. A. Huberman, R. M. Lukose, T. Hogg, An Economics Approach to Hard
 * Computational Problems, Science 275, 1997. Cost: some memory_mb, at most a quarter more
 * (sliding_open_list.h); time is exponential in the worst case. */
#ifndef SKERRY_SLIDING_EXACT_H
#define SKERRY_SLIDING_EXACT_H

#include "algorithm.h"

extern const struct algorithm sliding_exact_algorithm;

#endif
