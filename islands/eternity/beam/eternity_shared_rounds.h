/* Rounds of the algorithm `beam` that all islands do together (`beam.shared`): one beam at a time,
 * shared as in eternity_shared_beam.h. Island 0 chooses what each round begins with. At the end of a
 * branch every island completes its own states, and knows the best board of all.
 *
 * A generation does `slice` work an island, and ends between two depths of the beam. After a resume the
 * beam is repeated up to the recorded depth, by all islands. */
#ifndef SKERRY_ETERNITY_SHARED_ROUNDS_H
#define SKERRY_ETERNITY_SHARED_ROUNDS_H

#include "eternity_beam_rounds.h"

/* One superstep; see algorithm.h. */
bool eternity_shared_rounds_superstep(struct eternity_beam_rounds *rounds,
                                      struct island *island, struct mailbox *mailbox);

#endif
