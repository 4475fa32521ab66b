/* A level without any program: the first one of large levels, the last resort of others (level_construct.h). */
#ifndef SKERRY_LEVEL_FIRST_H
#define SKERRY_LEVEL_FIRST_H

#include "level_relaxation.h"

/* Constructs a level that is playable, if the level is large: r->first, in perm. O(n), and some
 * microseconds for each change.
 *
 * share  of the time that is left */
void level_first_find(struct level_relaxation *r, double share, struct arena *perm);

/* The same for a level of any size, of which the program has found none. Not for games with `apart` or `paths`. */
void level_first_find_late(struct level_relaxation *r, struct arena *perm);

/* Keeps it, if there is one and it is the best. Before the end only where that helps: where tiles do
 * not move, an integer program with a cutoff has taken more than twice the time of one without. */
void level_first_keep(struct level_relaxation *r);

#endif
