/* algorithm: exact. The fewest moves, proven; or that there is no way at all.
 *
 * A* from the start (sliding_a_star.h) and a bidirectional search
 * (sliding_bidirectional_a_star.h) work side by side, since the one is good where h is
 * near the truth and the other where it is not. Where neither ends soon and the
 * placements fit memory as bits (d <= 5), breadth-first search from both ends goes on
 * (sliding_bidirectional_bfs.h). The bound rises meanwhile, and where one end's
 * component is exhausted the reason says how many placements it has. Island 0 alone
 * searches: an instance of the published kind takes milliseconds. When its memory is
 * used up it ends without proof, with the bound that it has. */
#ifndef SKERRY_SLIDING_EXACT_H
#define SKERRY_SLIDING_EXACT_H

#include "algorithm.h"

extern const struct algorithm sliding_exact_algorithm;

#endif
