/* The algorithm `beam`: restarted beam search with growing width, a baseline.
 *
 * Each restart is one search (sliding_beam_search.h), alternately from the start and
 * from the target, with new random ties; after every backward search the width doubles,
 * up to `widest`. Only paths shorter than the best are searched for. An island ends
 * when a search has pruned nothing: its best path is then optimal.
 *
 * The population is the best path alone, empty at first. A search is a function of its
 * seed, its width and the best path at its start, so a checkpoint holds no placements:
 * a running search is repeated on resume.
 *
 * Source: our own schedule of restarts; nearest is iterative-widening beam search (M.
 * L. Ginsberg, W. D. Harvey, Iterative broadening, Artificial Intelligence 55, 1992,
 * widens depth-first search in the same way). Cost: O(width) expansions a level; memory
 * `nodes` times 14 bytes. */
#ifndef SKERRY_SLIDING_BEAM_H
#define SKERRY_SLIDING_BEAM_H

#include "algorithm.h"

/* The section `beam:`; what each key means stands in sliding_beam.c's table. */
struct sliding_beam_keys {
    int64_t width, widest, nodes;
};

extern const struct algorithm sliding_beam_algorithm;

#endif
