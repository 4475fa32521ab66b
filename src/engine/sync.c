#include "run_state.h"

#include "interrupt.h"

#include <math.h>

double run_elapsed(const struct run_state *run)
{
    return run->carried_s + run->outside->clock() - run->round_began;
}

/* Stops all ranks after the failure of one, with its text. */
static enum status spread_failure(struct run_state *run, struct error *err)
{
    run->stop = true;
    run->why = status_words(run->decision.status);
    return comm_agree(run->world, &run->failed) == STATUS_COMM
               ? error_set(err, STATUS_COMM, "%s", run->failed.text)
               : STATUS_OK;
}

bool run_ask_problem(struct run_state *run)
{
    const struct puzzle *puzzle = run->setup.puzzle;
    struct error failure = {0};
    if (!puzzle->problem->failed || !puzzle->problem->failed(puzzle->self, &failure))
        return false;
    if (!run->failed.status)
        run->failed = failure;
    return true;
}

/* The flags of this rank. */
static uint32_t own_say(struct run_state *run)
{
    uint32_t says = run_ask_problem(run) || run->lost ? SAYS_FAILED : 0;
    if (interrupt_time_is_up())
        says |= SAYS_TIME_UP;
    if (run->cut || (run->burst > 1 && run->log->overwritten))
        says |= SAYS_CUT;
    if (run->working && run_is_slow(run))
        says |= SAYS_SLOW;
    return says;
}

enum status run_sync(struct run_state *run, struct error *err)
{
    size_t n = run->replica == NO_REPLICA ? 0 : run->n_own;
    struct rank_status status =
        rank_status_of(run->states, n, run->replica, run->plan->sub_generations);
    run->synced = run->outside->clock();
    status.requests = (run->world->rank == 0 ? run_requests(run) : 0) | own_say(run);
    status.status = (int32_t)run->failed.status;
    status.signal = (int32_t)interrupt_signal();
    status.epoch_ended = run->working && status.epoch_ended;
    status.burst = run_burst_wanted(run);
    status.elapsed_s = run->carried_s + run->synced - run->round_began;
    if (status_sync(run->world, &status, run->n_groups, run->exact, run->floor,
                    run->statuses, run->replica_statuses, &run->decision, err))
        return err->status;
    return run->decision.status ? spread_failure(run, err) : STATUS_OK;
}

struct replica_status run_end_status(const struct run_state *run, size_t g)
{
    struct replica_status end = run->replica_statuses[g];
    const struct plan *plan = &run->states[0].plan;
    /* Of a Pareto front the least first cost is only one end, of a grid one cell. */
    end.optimal = end.optimal && !plan->front && !plan->grid.axes;
    return end;
}

/* Whether no island of any active replica has a feasible individual to start from. */
static bool is_barren(const struct run_state *run)
{
    bool any = false;
    for (size_t g = 0; g < run->n_groups; g++) {
        const struct replica_status *now = &run->replica_statuses[g];
        if (now->replica == NO_REPLICA)
            continue;
        if (now->generation > 0 || isfinite(now->best))
            return false;
        any = true;
    }
    return any;
}

/* Whether the problem is still to say why no population has anything to start from. */
static bool owes_diagnosis(const struct run_state *run)
{
    return !run->diagnosed && !run->exact && run->setup.puzzle->problem->diagnose &&
           is_barren(run);
}

void run_note_replicas(struct run_state *run)
{
    static const struct stopping no_limits = {.target_cost = -INFINITY};
    run->newly_done = false;
    if (run->decision.signal || (run->decision.requests & SAYS_TIME_UP)) {
        run->stop = true;
        run->why = run->decision.signal ? "told to stop by a signal" : "time limit";
    }
    /* A run that stops without its diagnosis has not ended, even if it has spent its evaluations. */
    const bool open = run->stop && owes_diagnosis(run);
    for (size_t g = 0; g < run->n_groups; g++) {
        const struct replica_status *now = &run->replica_statuses[g];
        if (now->replica == NO_REPLICA)
            continue;
        struct replica_record *kept = &run->snapshot.kept[now->replica];
        if (kept->stage == REPLICA_DONE && !open)
            continue;
        struct replica_status end = run_end_status(run, g);
        kept->reason = open ? STOP_NOT
                            : stopping_done(&run->plan->stopping,
                                            run->plan->sub_generations, &end);
        bool done = kept->reason != STOP_NOT;
        struct replica_result *result = &kept->result;
        result->generations = now->generation;
        result->evaluations = now->evaluations;
        result->best = now->best;
        result->bound = now->bound;
        result->elapsed_s = now->elapsed_s;
        result->optimal = now->optimal;
        result->done = done;
        result->verdict.infeasible = run->exact && now->exhausted && isinf(now->best);
        kept->stage = done ? REPLICA_DONE : REPLICA_RUNNING;
        kept->closed = open ? STOP_NOT : stopping_done(&no_limits, 1, &end);
        run->newly_done = run->newly_done || done;
        if (g == run->my_group)
            run->working = !done;
    }
}

/* Work that rank 0 may spend on a proof of infeasibility, in seconds. Chosen by hand. */
static const double DIAGNOSIS_S = 10;

bool run_is_called(void *world)
{
    return comm_called(world);
}

/* Has the problem try to prove infeasibility; see run_diagnose. */
static enum status diagnose(struct run_state *run, bool *cut, struct error *err)
{
    const struct puzzle *puzzle = run->setup.puzzle;
    struct {
        struct verdict verdict;
        bool cut;
    } found = {0};
    if (run->world->rank == 0) {
        interrupt_listen(run_is_called, run->world);
        puzzle->problem->diagnose(puzzle->self, DIAGNOSIS_S, &found.verdict);
        found.cut = !found.verdict.infeasible && interrupt_pending();
        interrupt_listen(NULL, NULL);
    }
    if (comm_await(run->world, interrupt_pending, err) ||
        comm_broadcast(run->world, &found, sizeof found, err))
        return err->status;
    *cut = found.cut;
    run->diagnosed = !found.cut;
    run->verdict = found.verdict;
    return STATUS_OK;
}

/* Ends the active replicas. Those that wait make their first population too before they end:
 * which of them run side by side depends on the ranks, the result must not. */
static void end_infeasible(struct run_state *run)
{
    for (size_t g = 0; g < run->n_groups; g++) {
        if (run->replica_statuses[g].replica == NO_REPLICA)
            continue;
        struct replica_record *kept =
            &run->snapshot.kept[run->replica_statuses[g].replica];
        kept->stage = REPLICA_DONE;
        kept->closed = STOP_INFEASIBLE;
        kept->reason = STOP_INFEASIBLE;
        kept->result.done = true;
        kept->result.best = INFINITY;
        kept->result.bound = INFINITY;
        kept->result.verdict = run->verdict;
    }
    run->working = false;
    run->newly_done = true;
}

enum status run_diagnose(struct run_state *run, bool *cut, struct error *err)
{
    *cut = false;
    if (owes_diagnosis(run) && diagnose(run, cut, err))
        return err->status;
    if (run->verdict.infeasible)
        end_infeasible(run);
    return STATUS_OK;
}

void run_report_progress(struct run_state *run)
{
    struct progress progress = {
        .replica = NO_REPLICA, .best = INFINITY, .bound = -INFINITY};
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        const struct replica_record *kept = &run->snapshot.kept[r];
        if (kept->stage == REPLICA_WAITING)
            continue;
        progress.replicas_done += kept->stage == REPLICA_DONE;
        progress.evaluations += kept->result.evaluations;
        if (kept->result.best < progress.best)
            progress.best = kept->result.best;
        if (kept->result.bound > progress.bound) /* all are valid */
            progress.bound = kept->result.bound;
    }
    for (size_t g = run->n_groups; g-- > 0;) {
        if (run->replica_statuses[g].replica == NO_REPLICA)
            continue;
        progress.replica = run->replica_statuses[g].replica;
        progress.generation = run->replica_statuses[g].generation;
        progress.diversity = run->replica_statuses[g].diversity;
    }
    progress.elapsed_s = run->synced - run->began;
    RUN_NOTIFY(run, progress, &progress);
}
