/* Large neighbourhood search on solutions: random windows of moves are replaced by beam
 * search between their end points.
 *
 * Source: D. Ratner, I. Pohl, Joint and LPA*: combination of approximation and search,
 * AAAI 1986, for replacing segments of a path by search; S. J. Estrem, K. D. Krebsbach,
 * AIRS: Anytime Iterative Refinement of a Solution, FLAIRS 2012. Differs: windows are
 * random, the search is a beam search, and paths of equal length are accepted (sideways
 * moves). Cost: 2,048 expansions a call at full effort, and what its last search takes
 * beyond. */
#ifndef SKERRY_SLIDING_WINDOW_SEARCH_H
#define SKERRY_SLIDING_WINDOW_SEARCH_H

#include "rng.h"
#include "sliding_path.h"

/* As problem.local_search; self is a struct sliding_instance. Removes cycles, then
 * searches one random window after another, half of them for a shorter path, half for
 * one of at most equal length. Ends early when the path is proven optimal. An
 * evaluation is a placement expanded. */
uint64_t sliding_local_search(const void *self, double effort, struct rng *rng,
                              struct arena scratch, void *genome);

size_t sliding_local_search_bytes(const struct sliding_instance *instance);

#endif
