/* The parameters of a run, and its environment. */
#ifndef SKERRY_ENGINE_RUN_PLAN_H
#define SKERRY_ENGINE_RUN_PLAN_H

#include "algorithm.h"
#include "comm.h"
#include "migration_plan.h"
#include "observer.h"
#include "stopping.h"

/* Islands with consecutive numbers that run the same algorithm. */
struct engine_islands {
    const struct algorithm *algorithm;
    const void *keys; /* its config section */
    uint32_t count;   /* >= 1 */
};

struct engine_plan {
    uint64_t seed;
    uint32_t islands, replicas; /* >= 1 */
    /* n_algorithms, in the order of the islands; their counts add up to `islands`. */
    const struct engine_islands *algorithms;
    size_t n_algorithms;      /* >= 1; with several, see engine_check_part */
    uint64_t sub_generations; /* >= 1; 1 if migration.period_s > 0 */
    struct stopping stopping;
    struct migration_plan migration;
    bool balances;              /* islands move to faster ranks, see balance.h */
    bool migrate_at_start;      /* also before the first generation, see run.h */
    size_t solutions;           /* capacity of each island's archive and of the merged
                                   one, if the algorithm has no grid */
    double min_distance;        /* least distance between two solutions */
    double checkpoint_every_s;  /* 0: at the end of every epoch */
    double checkpoint_better_s; /* least interval before a checkpoint that saves an
                                   improved best; NaN: no such checkpoints */
    double elites_every_s;      /* interval of reports of solutions */
    double proof_s; /* work to prove the best optimal at the end of the run */
};

/* What an island runs, 0 <= island < plan->islands. */
static inline const struct engine_islands *
engine_plan_algorithm(const struct engine_plan *plan, unsigned island)
{
    const struct engine_islands *part = plan->algorithms;
    for (uint32_t first = part->count; first <= island; first += part->count)
        part++;
    return part;
}

/* The environment of a run. */
struct engine_world {
    struct comm *comm;
    const struct observer *observers; /* used on rank 0 */
    size_t n_observers;
    double (*clock)(void); /* seconds, monotonic */
    double prepared_s;     /* that this start has taken before: part of its run time */
    const void *snapshot;  /* rank 0: to resume from, or NULL; borrowed */
    size_t snapshot_bytes;
    /* On all ranks: SNAPSHOT_BUILD_BYTES (snapshot.h) that tell this program from other builds of it, whose exact
     * searches are not continued but begun anew; NULL: none are told apart. */
    const void *build;
    const struct snapshot_files *files; /* on all ranks: for checkpoints in parts; NULL:
                                           rank 0 gets all states */
    bool settled; /* on all ranks: the result file of the snapshot is finished, so that
                     observers are not called if nothing is left to do */
};

#endif
