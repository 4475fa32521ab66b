/* The island model: runs all replicas and all islands, from the first generation to the
 * last.
 *
 * Each group of ranks works on one replica, in lockstep rounds. In each generation every
 * island makes one step; at the end of an epoch the islands migrate. After one or several
 * generations, a burst (burst.c), all ranks exchange their status (status_sync.h) and derive the
 * same decisions from it. The result
 * of a replica depends on the config and the seed only, unless its islands do not wait for
 * each other (migration.period_s, see asynchronous.c). Islands may change ranks at the end of
 * an epoch (balance.h).
 *
 * Source: the multi-island algorithm of Levonyan, Harder, De Mesentier Silva, Automated
 * Graph Genetic Algorithm based Puzzle Validation for Faster Game Design, arXiv:2302.09040,
 * V.B. Differs: any algorithm may run on the islands, and islands may run different ones.
 * The migration before the first generation (migrate_at_start) partitions the first
 * population by similarity, as V.B of the source does; it has no row in the statistics.
 *
 * Cost per burst besides the steps: one allgather of 80 bytes per rank, and packing of the
 * islands where it has several generations.
 * Migration: see migration_groups.h. Memory: that of the islands, and on rank 0 the newest
 * state of every island. */
#ifndef SKERRY_ENGINE_RUN_H
#define SKERRY_ENGINE_RUN_H

#include "run_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether an algorithm whose own plan is `own` may be part of this run: STATUS_INPUT at
 * `islands` beside other algorithms for an exact search, which is only complete if every island
 * takes part in it, for one that all islands do together, and for grids and fronts, which can
 * only be merged with archives of their kind; at `migration.mode` and `run.distribution` where
 * islands do one search together. STATUS_FAILED if it lacks the superstep that this needs. Local. */
enum status engine_check_part(const struct engine_plan *plan,
                              const struct algorithm *algorithm, const struct plan *own,
                              struct error *err);

/* Runs to the end, or until an interrupt (interrupt.h) on any rank.
 *
 * kind  out, on every rank: finished, stopped (by a limit or signal; can be resumed) or
 *       failed
 * why   out, in words, static
 * err   STATUS_CUT if it was interrupted before the algorithm was initialized;
 *       STATUS_INPUT if there are more ranks than islands, an algorithm cannot solve the
 *       puzzle or cannot share the archipelago with others (key islands), or the snapshot
 *       is of another run. In these cases no observer was called.
 *       Otherwise the failure of an observer or of the problem (problem.failed, or a bound
 *       that a solution outdoes), STATUS_MEMORY or STATUS_COMM, on all ranks.
 * Collective over world->comm. */
enum status engine_run(const struct engine_plan *plan, const struct puzzle *puzzle,
                       const struct engine_world *world, enum outcome_kind *kind,
                       const char **why, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
