/* The children of a shared beam (eternity_shared_beam.h): each is made where its parent is; where
 * islands would then have unequal numbers, children move to islands that have fewer. For
 * eternity_shared_beam.c and tests. */
#ifndef SKERRY_ETERNITY_SHARED_BEAM_MOVE_H
#define SKERRY_ETERNITY_SHARED_BEAM_MOVE_H

#include "eternity_shared_beam.h"

/* How many children move from one island to each, moved[islands], when each island would get need[]
 * of them, at most islands * room in all. None if no island has more than its room and a little more than the
 * mean; else as many as it takes to make the numbers equal but for 1. */
void eternity_shared_beam_plan(const size_t *need, size_t islands, size_t room,
                               size_t from, size_t *moved);

/* Makes the children that were selected, from the messages: those that stay replace the states of
 * the beam, the others are sent. */
void eternity_shared_beam_make_children(struct eternity_shared_beam *shared);

/* Adds the children that came from other islands; those that do not fit in are lost. */
void eternity_shared_beam_take_children(struct eternity_shared_beam *shared);

#endif
