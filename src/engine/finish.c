/* The end of a run: proofs and results. */
#include "run_state.h"

#include "interrupt.h"

#include <math.h>
#include <stdio.h>

static void complete_results(struct run_state *run)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        struct replica_result *result = &run->snapshot.kept[r].result;
        if (run->snapshot.kept[r].stage == REPLICA_WAITING) {
            *result = (struct replica_result){.best = INFINITY, .bound = -INFINITY};
            continue;
        }
        struct verdict found;
        if (result->verdict.infeasible && !result->verdict.reason[0] &&
            snapshot_verdict(&run->snapshot, r, &found))
            result->verdict = found;
        if (result->verdict.infeasible && !result->verdict.reason[0])
            snprintf(result->verdict.reason, sizeof result->verdict.reason,
                     "the exact search exhausted the search space");
    }
}

/* At the end of the search: tries to prove the best optimal, unless a signal is waiting. */
static void prove_results(struct run_state *run)
{
    const struct puzzle *puzzle = run->setup.puzzle;
    double best = INFINITY, bound = -INFINITY;
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        best = fmin(best, run->snapshot.kept[r].result.best);
        bound = fmax(bound, run->snapshot.kept[r].result.bound);
    }
    if (!puzzle->problem->prove || !isfinite(best) || bound >= best)
        return;
    if (run->decision.signal) {
        run->proof_cut = true;
        return;
    }
    interrupt_listen(run_is_called, run->world);
    double proven = puzzle->problem->prove(puzzle->self, best, run->plan->proof_s);
    run->proof_cut = proven < best && interrupt_pending();
    interrupt_listen(NULL, NULL);
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        struct replica_result *result = &run->snapshot.kept[r].result;
        result->bound = fmax(result->bound, proven);
        result->optimal = isfinite(result->best) && result->bound >= result->best;
    }
}

/* If no solution was found: the assignment of least violation. NULL if the problem has
 * none. */
static const struct near_miss *find_near_miss(struct run_state *run)
{
    const struct puzzle *puzzle = run->setup.puzzle;
    if (!puzzle->problem->nearest)
        return NULL;
    for (uint32_t r = 0; r < run->plan->replicas; r++)
        if (isfinite(run->snapshot.kept[r].result.best))
            return NULL;
    struct near_miss *miss = ARENA_NEW(&run->perm, struct near_miss, 1);
    void *genome = arena_take(&run->perm, puzzle->shape.genome_bytes);
    if (!miss || !genome ||
        !puzzle->problem->nearest(puzzle->self, genome, &miss->violations))
        return NULL;
    miss->genome = genome;
    return miss;
}

/* A run whose proof was cut short is not finished: resumed, it proves what an uninterrupted
 * run would have proven. */
void run_tell_finish(struct run_state *run, enum outcome_kind *kind)
{
    struct replica_result *results =
        ARENA_NEW(&run->perm, struct replica_result, run->plan->replicas);
    if (!results) {
        error_set(&run->failed, STATUS_MEMORY, "no memory for the results");
        return;
    }
    complete_results(run);
    if (*kind != OUTCOME_FAILED)
        prove_results(run);
    bool unproven = *kind == OUTCOME_FINISHED && run->proof_cut;
    if (unproven)
        *kind = OUTCOME_STOPPED;
    for (uint32_t r = 0; r < run->plan->replicas; r++)
        results[r] = run->snapshot.kept[r].result;
    char why[128];
    snprintf(why, sizeof why, "%s%s", run->why,
             unproven ? "; the proof was cut short by a limit or signal" : "");
    struct outcome outcome = {.kind = *kind,
                              .why = why,
                              .replicas = results,
                              .solutions = run_solutions(run),
                              .near_miss =
                                  *kind == OUTCOME_FAILED ? NULL : find_near_miss(run),
                              .elapsed_s = run->outside->clock() - run->began};
    RUN_NOTIFY(run, finish, &outcome);
    if (*kind == OUTCOME_FINISHED && !run->failed.status)
        snapshot_keep_newest(&run->snapshot);
}
