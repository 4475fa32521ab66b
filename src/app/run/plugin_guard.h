/* Checks the numbers of a problem from a plugin, which the engine, the algorithms and the result
 * take as they are: a cost or distance that is NaN, a cost of -INFINITY, than which none is better, and
 * descriptors that are not finite. As for a problem in Python, the run then fails (problem.failed). */
#ifndef SKERRY_APP_PLUGIN_GUARD_H
#define SKERRY_APP_PLUGIN_GUARD_H

#include "problem.h"

/* Replaces the problem of a puzzle by one with the same operations, of which these are checked; after
 * init. One puzzle in a process. */
void plugin_guard(struct puzzle *puzzle);

#endif
