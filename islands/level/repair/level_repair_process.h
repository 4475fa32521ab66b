/* Runs a repair in a child process, which is ended when its time is up: solvers look at
 * the clock too seldom, and some steps on large levels not at all.
 *
 * The child reports levels and bounds in shared memory. A timer on its CPU time
 * (SIGPROF) ends it; the parent polls, so that an interrupt ends it as well. Cost: one
 * fork. */
#ifndef SKERRY_LEVEL_REPAIR_PROCESS_H
#define SKERRY_LEVEL_REPAIR_PROCESS_H

#include "level_repair.h"

/* Runs a method, which ends within about half a second of CPU time beyond the limit, or
 * at an interrupt (interrupt.h), with the best level and bound that it reported by
 * then. Without a process (fork fails) the method runs in this one.
 *
 * time_limit_s  INFINITY: none
 * err           also STATUS_FAILED when the child was ended by something else */
enum status level_repair_process_run(level_repair_method *method,
                                     const struct level_game *game,
                                     const struct level_grid *broken,
                                     double time_limit_s, struct arena *arena,
                                     struct level_repair *out, struct error *err);

/* For methods, to report what is proven. Cheap; without effect outside of a child.
 *
 * cell   of a playable level
 * cost   of its edits
 * bound  no playable level costs less */
void level_repair_process_found(const uint8_t *cell, double cost);
void level_repair_process_bound(double bound);
/* Proven: no level of this size is playable. */
void level_repair_process_infeasible(const char *reason);

#endif
