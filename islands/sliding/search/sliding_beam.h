/* beam: beam search between start and target, as a baseline.
 *
 * Each search is one search (sliding_beam_search.h), the first from the start, the next
 * from the target, and so on in turn, each with other random choices and every second
 * one with twice the width, up to `widest`. Only ways shorter than the best are looked
 * for. An island is done when a search has dropped nothing: no shorter path exists
 * then.
 *
 * The population is one individual: the best path of the island, at first no move.
 *
 * A search is a function of a random number, its width and the best path at its
 * beginning. So a checkpoint holds no placements: a search that was under way is walked
 * again after a resume. */
#ifndef SKERRY_SLIDING_BEAM_H
#define SKERRY_SLIDING_BEAM_H

#include "algorithm.h"

/* The section `beam:`; what each key means stands in sliding_beam.c's table. */
struct sliding_beam_keys {
    int64_t width, widest, nodes;
};

extern const struct algorithm sliding_beam_algorithm;

#endif
