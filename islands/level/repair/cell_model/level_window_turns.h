/* Levels and bounds by windows, in turns: a dive for a first level (level_dive.h), a search for
 * better ones (level_window_search.h), and local cuts (level_local_cuts.h), with larger windows
 * where few cuts of smaller ones are violated.
 *
 * Source: those of the three. Cost: until the deadline, or until the largest windows add few
 * cuts. Memory: that of the program. */
#ifndef SKERRY_LEVEL_WINDOW_TURNS_H
#define SKERRY_LEVEL_WINDOW_TURNS_H

#include "level_relaxation.h"

/* Whether windows help: in large levels where tiles move, so that costs are local, whole and
 * small. */
bool level_window_turns_suit(const struct level_relaxation *r);

/* Takes turns until the gap is closed, or nothing more is gained. */
void level_window_turns(struct level_relaxation *r);

/* Improves the best level window by window, once. */
void level_window_turns_improve(struct level_relaxation *r);

#endif
