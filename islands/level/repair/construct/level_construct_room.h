/* The room of a level under construction (level_construct.h). */
#ifndef SKERRY_LEVEL_CONSTRUCT_ROOM_H
#define SKERRY_LEVEL_CONSTRUCT_ROOM_H

#include "level_construct.h"
#include "level_construct_state.h"

/* Repairs a part of the level as a level of its own, closed but for one opening, and settles its cells
 * and the opening; false if that is not possible for any of some places and sizes.
 *
 * deadline  in clock_thread_s(), for the last one to begin */
bool level_construct_room(struct level_construct *c, level_construct_solver *solve,
                          void *context, double deadline, struct arena *arena);

#endif
