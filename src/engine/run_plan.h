/* What a run is to do, and what it is given from outside. */
#ifndef SKERRY_ENGINE_RUN_PLAN_H
#define SKERRY_ENGINE_RUN_PLAN_H

#include "algorithm.h"
#include "comm.h"
#include "migration_plan.h"
#include "observer.h"
#include "stopping.h"

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
    const void *snapshot;  /* rank 0: to resume from, or NULL; borrowed */
    size_t snapshot_bytes;
    bool settled; /* on all ranks: the snapshot's result stands already, so that with
                     nothing left to do nobody is told anything */
};

#endif
