/* Runs a repair in a child process, which is ended at its time limit: solvers check the
 * clock too rarely, and some steps on large levels not at all.
 *
 * The child reports levels and bounds in shared memory, so that the best ones survive
 * it. A timer on its CPU time (SIGPROF) ends it; the parent polls, so that an interrupt
 * ends it as well.
 *
 * Source: our own. Cost: one fork, and polls at least every 10 ms. Memory: three
 * levels. */
#ifndef SKERRY_LEVEL_REPAIR_PROCESS_H
#define SKERRY_LEVEL_REPAIR_PROCESS_H

#include "level_repair.h"

/* Runs a method, which ends within about half a second of CPU time after its limit, or
 * at an interrupt (interrupt.h), with the best level and bound that it has reported. If
 * fork fails, the method runs in this process.
 *
 * time_limit_s  INFINITY: none
 * err           also STATUS_FAILED when the child ended for another reason */
enum status level_repair_process_run(level_repair_method *method,
                                     const struct level_game *game,
                                     const struct level_grid *broken,
                                     const struct level_demands *demands,
                                     double time_limit_s, struct arena *arena,
                                     struct level_repair *out, struct error *err);

/* For methods, to report proven results. Cheap; without effect outside of a child.
 *
 * cell   of a playable level
 * cost   of its edits
 * bound  lower bound on the cost of any playable level */
void level_repair_process_found(const uint8_t *cell, double cost);
void level_repair_process_bound(double bound);
/* Proven: no level of this size is playable. */
void level_repair_process_infeasible(const char *reason);
/* Whether what is reported from now on counts; it does not while a method repairs a part of the level as
 * a level of its own. */
void level_repair_process_reports(bool counts);
/* Which method has been chosen. */
void level_repair_process_by(enum level_repair_by by);

#endif
