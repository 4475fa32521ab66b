/* The run: all replicas, all islands, from the first generation to the last.
 *
 * Groups of ranks work on one replica each, in lockstep rounds. A generation is: every
 * island steps; at an epoch's end they migrate; all ranks exchange their status
 * (status_sync.h) and do what follows from it. What a replica computes depends on the
 * config and the seed alone. */
#ifndef SKERRY_ENGINE_RUN_H
#define SKERRY_ENGINE_RUN_H

#include "algorithm.h"
#include "comm.h"
#include "migration.h"
#include "observer.h"
#include "stopping.h"

#ifdef __cplusplus
extern "C" {
#endif

struct engine_plan {
    uint64_t seed;
    uint32_t islands, replicas; /* >= 1 */
    uint64_t sub_generations;   /* >= 1 */
    struct stopping stopping;
    struct migration_plan migration;
    size_t solutions;           /* kept by each island, and of all together, where the
                                   algorithm has no grid */
    double min_distance;        /* least distance between two of them */
    double checkpoint_every_s;  /* 0: at every epoch's end */
    double checkpoint_better_s; /* a replica's best that improved is saved so soon after
                                   the checkpoint before; NaN: only when one is due */
    double elites_every_s;      /* how often solutions are told while running */
    double proof_s;             /* work for proving the best, when all is over */
};

/* What the run is given from outside. */
struct engine_world {
    struct comm *comm;
    const struct observer *observers; /* used on rank 0 */
    size_t n_observers;
    double (*clock)(void); /* seconds, monotonic */
    const void *snapshot;  /* rank 0: to resume from, or NULL */
    size_t snapshot_bytes;
    bool settled; /* on all ranks: the snapshot's result stands already, so that with
                     nothing left to do nobody is told anything */
};

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
