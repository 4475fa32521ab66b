/* The run: all replicas, all islands, from the first generation to the last.
 *
 * Groups of ranks work on one replica each, in lockstep rounds. A generation is: every
 * island steps; at an epoch's end they migrate; all ranks exchange their status
 * (status_sync.h) and do what follows from it. What a replica computes depends on the
 * config and the seed alone. */
#ifndef SKERRY_ENGINE_RUN_H
#define SKERRY_ENGINE_RUN_H

#include "run_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs to the end, or until told to stop: by interrupt.h, on any rank.
 *
 * kind  out, on every rank: finished, stopped (limit or signal, resumable) or failed
 * why   out, words for people, static
 * err   STATUS_CUT when it was told to stop before the algorithm was prepared;
 * STATUS_INPUT when there are more ranks than islands, when the algorithm does
 * not suit the puzzle, or the snapshot is of another run; nothing was told to any
 * observer then. Otherwise an observer's failure, STATUS_MEMORY or STATUS_COMM, on all
 * ranks. Collective over world->comm. */
enum status engine_run(const struct engine_plan *plan, const struct puzzle *puzzle,
                       const struct algorithm *algorithm, const void *algorithm_keys,
                       const struct engine_world *world, enum outcome_kind *kind,
                       const char **why, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
