/* beam: beam search from the start, as a baseline.
 *
 * A level is at most `width` placements, all as many moves from the start; the next one
 * is the best of all that one more move leads to and that was not met before in this
 * search, by the lower bound of the moves left (sliding_bound, exact within the
 * perimeter of the target), of equals at random. What cannot lead to a path shorter
 * than the best is left out. When a level is empty the search ends, and the next one
 * begins with other random choices and twice the width, up to `widest`. An island is
 * done when a search has dropped nothing: no shorter path exists then.
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
