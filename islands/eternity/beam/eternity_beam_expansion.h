/* Expansion of a beam's states: the children of a state become candidates of the next
 * depth (eternity_beam_candidates.h).
 *
 * The tiles of a candidate list whose pieces are free are gathered by vectors, 64 at
 * once, and evaluated by colours. Those whose lower bound is beyond the limit go first,
 * without data-dependent branches; what remains is evaluated by transfer matrices and
 * looked ahead from. Tiles with a break come last, and only where the least value that a
 * tile added so far may lie within the limit.
 *
 * Cost: all of it is the innermost loop of the search, linear in the candidate lists'
 * entries. Takes no memory, and nothing fails.
 * Source: filtered beam search, see eternity_beam.h. */
#ifndef SKERRY_ETERNITY_BEAM_EXPANSION_H
#define SKERRY_ETERNITY_BEAM_EXPANSION_H

#include "eternity_beam_state.h"

/* Expands the state-th state of the current depth, 0 <= state < beam->states. Sets
 * beam->blocked if it has no children, or might have more, for its breaks. What has been
 * pushed to beam->candidates is not flushed. */
void eternity_beam_expand(struct eternity_beam *beam, size_t state);

/* Estimates the final limit of this depth from a sample of its states, so that few
 * candidates are stored in vain. To be called before the first of them is expanded. */
void eternity_beam_estimate_limit(struct eternity_beam *beam);

#endif
