/* Local search on move sequences: windows of a solution are searched anew.
 *
 * Source: S. J. Estrem, K. D. Krebsbach, AIRS: Anytime Iterative Refinement of a
 * Solution, FLAIRS 2012. Differs: windows are drawn at random, and paths of the same
 * length are taken, too. */
#ifndef SKERRY_SLIDING_WINDOW_SEARCH_H
#define SKERRY_SLIDING_WINDOW_SEARCH_H

#include "rng.h"
#include "sliding_path.h"

/* As problem.local_search; self is a struct sliding_instance. Cuts loops, then searches
 * between the ends of one random stretch of moves after another: for a shorter way, or
 * as often for another one that is no longer, which opens stretches that were closed.
 * Ends when the length is proven least. An evaluation is a position kept by a search.
 */
uint64_t sliding_local_search(const void *self, double effort, struct rng *rng,
                              struct arena scratch, void *genome);

size_t sliding_local_search_bytes(const struct sliding_instance *instance);

#endif
