/* The end of a run: proofs and results. */
#include "run_state.h"

#include "clock.h"
#include "improvement_log.h"
#include "interrupt.h"

#include <math.h>
#include <stdio.h>

static void blank_waiting(struct run_state *run)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++)
        if (run->snapshot.kept[r].stage == REPLICA_WAITING)
            run->snapshot.kept[r].result =
                (struct replica_result){.best = INFINITY, .bound = -INFINITY};
}

static void give_reasons(struct run_state *run)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        struct verdict *verdict = &run->snapshot.kept[r].result.verdict, found;
        if (!verdict->infeasible || verdict->reason[0])
            continue;
        if (snapshot_verdict(&run->snapshot, r, &found))
            *verdict = found;
        if (!verdict->reason[0])
            snprintf(verdict->reason, sizeof verdict->reason,
                     "the exact search exhausted the search space");
    }
}

/* Puts a solution that an operation found after the search, from `began` on, into the result of
 * the only replica. False: it is no better than the best, and the run has failed. */
static bool take_late(struct run_state *run, const char *operation, const void *genome,
                      double began, struct improvement *late)
{
    const struct puzzle *puzzle = run->setup.puzzle;
    const double sign = puzzle->shape.objective[0].maximise ? -1 : 1;
    struct replica_result *result = &run->snapshot.kept[0].result;
    struct origin origin = {.generation = result->generations, .island = ISLAND_OF_END};
    double cost[MAX_OBJECTIVES];
    puzzle->problem->evaluate(puzzle->self, genome, 1, run->scratch, cost);
    if (!(cost[0] < result->best)) {
        error_set(
            &run->failed, STATUS_FAILED,
            "problem %s: its operation `%s` found a solution of %.15g after one of "
            "%.15g (expected: a better one)",
            puzzle->problem->name, operation, sign * cost[0] + 0.0,
            sign * result->best);
        return false;
    }
    archive_offer(&run->merged, puzzle, genome, cost, origin, run->scratch);
    if (run->merged.grid.axes)
        archive_sort(&run->sorted, &run->merged, run->scratch);
    result->best = cost[0];
    *late = (struct improvement){.generation = origin.generation,
                                 .evaluations = result->evaluations,
                                 .cost = cost[0],
                                 .elapsed_s =
                                     result->elapsed_s + run->outside->clock() - began,
                                 .cpu_s = clock_work_s() - run->log->cpu_zero_s,
                                 .island = ISLAND_OF_END};
    return true;
}

void run_raise_bound(struct replica_result *result, double bound)
{
    result->bound = fmax(result->bound, bound);
    result->optimal = isfinite(result->best) && result->bound >= result->best;
}

enum status run_check_bound(const struct run_state *run, double bound, double best,
                            struct error *err)
{
    const double rounding = 1e-9;
    const struct puzzle *puzzle = run->setup.puzzle;
    const double sign = puzzle->shape.objective[0].maximise ? -1 : 1;
    if (!(bound - best > rounding * fmax(1, fabs(best))))
        return STATUS_OK;
    return error_set(
        err, STATUS_FAILED,
        "problem %s: its bound of %.15g is outdone by a solution of %.15g "
        "(expected: a lower bound of the first cost, the negative fitness where the "
        "goal is to maximise)",
        puzzle->problem->name, sign * bound, sign * best);
}

static void note_bound(struct run_state *run, double bound)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        struct replica_result *result = &run->snapshot.kept[r].result;
        run_raise_bound(result, bound);
        result->verdict.infeasible |= bound == INFINITY;
    }
}

/* At the end of the search: tries to prove the best optimal, unless a signal is waiting. The proof
 * may find a better one. Several replicas are there to be compared, so that they keep what they
 * found themselves. A run that was stopped before it has a solution is left to --resume, which first
 * lets the problem give reasons (run_diagnose). Returns whether `late` is filled. */
static bool prove_results(struct run_state *run, bool stopped, struct improvement *late)
{
    const struct puzzle *puzzle = run->setup.puzzle;
    double best = INFINITY, bound = -INFINITY, least = INFINITY;
    bool found = false;
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        best = fmin(best, run->snapshot.kept[r].result.best);
        bound = fmax(bound, run->snapshot.kept[r].result.bound);
        least = fmin(least, run->snapshot.kept[r].result.bound);
    }
    if (!puzzle->problem->prove || (stopped && isinf(best)))
        return false;
    if (bound >= best) { /* of another replica it may be one that was cut short */
        run->proof_cut = least < best && interrupt_pending();
        return false;
    }
    if (run->decision.signal) {
        run->proof_cut = true;
        return false;
    }
    void *better = arena_take(&run->perm, puzzle->shape.genome_bytes);
    if (!better) {
        error_set(&run->failed, STATUS_MEMORY, "no memory for the proof");
        return false;
    }
    double began = run->outside->clock();
    interrupt_listen(run_is_called, run->world);
    bound =
        puzzle->problem->prove(puzzle->self, best, run->plan->proof_s, better, &found);
    run->proof_cut = bound < best && interrupt_pending();
    interrupt_listen(NULL, NULL);
    found = found && run->plan->replicas == 1;
    if (found) {
        if (!take_late(run, "prove", better, began, late))
            return false;
        best = late->cost;
    }
    if (!run_check_bound(run, bound, best, &run->failed))
        note_bound(run, bound);
    return found;
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

/* The nearest assignment may be a solution after all. Several replicas, which are there to be compared, keep
 * what they found themselves; a run that was ended by a signal ends as one without, once it is resumed.
 * Returns whether `late` is filled. */
static bool take_nearest(struct run_state *run, const struct near_miss **miss,
                         struct improvement *late)
{
    struct replica_result *result = &run->snapshot.kept[0].result;
    double began = run->outside->clock();
    if (run->failed.status)
        return false;
    *miss = find_near_miss(run);
    if (!*miss || (*miss)->violations.n || run->plan->replicas > 1 ||
        run->decision.signal || interrupt_signal())
        return false;
    if (!take_late(run, "nearest", (*miss)->genome, began, late))
        return false;
    *miss = NULL;
    if (!run_check_bound(run, result->bound, result->best, &run->failed))
        run_raise_bound(result, result->bound);
    return true;
}

/* What has interrupted the proof, as far as rank 0 knows: it may have been called by another. */
static const char *interruption(const struct run_state *run)
{
    if (run->decision.signal || interrupt_signal())
        return "a signal";
    return interrupt_time_is_up() ? "the time limit" : "a limit or signal";
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
    struct improvement late;
    const struct near_miss *miss = NULL;
    blank_waiting(run);
    bool better = *kind != OUTCOME_FAILED &&
                  (prove_results(run, *kind == OUTCOME_STOPPED, &late) ||
                   take_nearest(run, &miss, &late));
    if (run->failed.status) {
        *kind = OUTCOME_FAILED;
        run->why = status_words(run->failed.status);
    }
    give_reasons(run);
    bool unproven = *kind == OUTCOME_FINISHED && run->proof_cut;
    if (unproven)
        *kind = OUTCOME_STOPPED;
    for (uint32_t r = 0; r < run->plan->replicas; r++)
        results[r] = run->snapshot.kept[r].result;
    char why[128];
    snprintf(why, sizeof why, "%s%s%s", run->why,
             unproven ? "; the proof was cut short by " : "",
             unproven ? interruption(run) : "");
    struct outcome outcome = {.kind = *kind,
                              .why = why,
                              .replicas = results,
                              .solutions = run_solutions(run),
                              .near_miss = miss,
                              .late = better ? &late : NULL,
                              .elapsed_s = run->outside->clock() - run->began};
    RUN_NOTIFY(run, finish, &outcome);
    if (*kind == OUTCOME_FINISHED && !run->failed.status)
        snapshot_keep_newest(&run->snapshot);
}
