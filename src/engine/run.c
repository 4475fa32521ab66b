#include "run.h"

#include "interrupt.h"
#include "run_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_leader(const struct run_state *run)
{
    return run->world->rank == 0;
}

static enum status check_shared(const struct engine_plan *plan,
                                const struct algorithm *algorithm, struct error *err)
{
    if (!algorithm->superstep)
        return error_set(err, STATUS_FAILED,
                         "algorithm %s has no 'superstep', which its plan requires",
                         algorithm->name);
    if (plan->migration.period_s > 0)
        return error_at(err, "migration.mode",
                        "asynchronous: but all islands do the search of %s together",
                        algorithm->name);
    if (plan->balances)
        return error_at(err, "run.distribution",
                        "speed: but all islands do the search of %s together, and "
                        "cannot move",
                        algorithm->name);
    return STATUS_OK;
}

enum status engine_check_part(const struct engine_plan *plan,
                              const struct algorithm *algorithm, const struct plan *own,
                              struct error *err)
{
    if (plan->n_algorithms > 1 &&
        (own->exact || own->grid.axes || own->front || own->shared))
        return error_at(
            err, "islands",
            "%s cannot share the islands with other algorithms, since it %s",
            algorithm->name,
            own->exact    ? "divides the search space among all of them"
            : own->shared ? "does one search on all of them"
            : own->front  ? "keeps a Pareto front"
                          : "keeps the best of each cell of a grid");
    return own->shared ? check_shared(plan, algorithm, err) : STATUS_OK;
}

/* A generation. */

/* Whether a step of the group was aborted, so that its islands must not migrate. */
static bool is_cut(struct run_state *run, struct error *err)
{
    uint64_t cut = run->cut;
    if (run->abortable)
        comm_greatest(run->group, &cut, err);
    return cut;
}

void run_welcome(struct run_state *run, size_t island)
{
    struct island_state *state = &run->states[island];
    if (state->algorithm->welcome)
        state->algorithm->welcome(state->self, &state->island);
}

/* Migrates, and lets the algorithms see their immigrants. */
static enum status migrate(struct run_state *run, uint64_t epoch,
                           struct migration_row *rows, struct error *err)
{
    if (migration_groups_run(run->migration, run->islands, run->plan->seed,
                             run->replica, epoch, rows, err))
        return err->status;
    for (size_t i = 0; i < run->n_own; i++)
        run_welcome(run, i);
    return STATUS_OK;
}

/* Runs one generation of this rank's islands. Collective over group if they do one search
 * together. */
static enum status step(struct run_state *run, struct error *err)
{
    struct row *rows = stats_buffer_next(run->stats);
    double began = run->outside->clock();
    if (run->states[0].plan.shared && run_supersteps(run, err))
        return err->status;
    for (size_t i = 0; i < run->n_own && !run->cut; i++)
        if (!island_state_step(&run->states[i], &rows[i]))
            run->cut = true;
    double ended = run->outside->clock(), step_s = ended - began;
    stats_buffer_stamp(run->stats, run->carried_s + ended - run->round_began);
    run_note_pace(run, step_s);
    run->rebalancing.load.busy_s += step_s;
    run->made++;
    return STATUS_OK;
}

/* Notes the best of this rank's islands, which the next generation has to improve on: that of the
 * other ranks is not known within a burst. */
static void note_own_best(struct run_state *run)
{
    for (size_t i = 0; i < run->n_own; i++)
        run->log->threshold =
            fmin(run->log->threshold, island_state_best(&run->states[i]));
}

/* Runs a burst of this rank's islands. A problem that has failed, or a step that was aborted, ends
 * it early: it will be undone. */
static enum status run_burst(struct run_state *run, size_t generations,
                             struct error *err)
{
    if (step(run, err))
        return err->status;
    while (run->made < generations && !run->cut && !run_ask_problem(run)) {
        note_own_best(run);
        if (step(run, err))
            return err->status;
    }
    return STATUS_OK;
}

/* Runs a burst of this rank's islands, and the migration at the end of an epoch. */
static enum status advance(struct run_state *run, struct error *err)
{
    if (run->asynchronous)
        return run_advance_asynchronously(run, err);
    size_t burst = run_burst_length(run);
    uint64_t last = run->states[0].island.generation + burst;
    if (run_burst(run, burst, err) || last % run->plan->sub_generations ||
        run->plan->migration.policy == MIGRATE_NONE || is_cut(run, err) || err->status)
        return err->status;
    uint64_t epoch = last / run->plan->sub_generations - 1;
    return migrate(run, epoch, stats_buffer_migration(run->stats, epoch), err);
}

/* Between generations. */

/* Shares the incumbent at the end of an epoch, for exact searches to prune with. */
static void share_incumbent(struct run_state *run)
{
    const struct replica_status *now = &run->replica_statuses[run->my_group];
    bool epoch_ended = now->generation % run->plan->sub_generations == 0;
    for (size_t i = 0; epoch_ended && i < run->n_own; i++)
        run->states[i].island.incumbent = now->best;
}

static bool anyone_working(const struct run_state *run)
{
    for (size_t g = 0; g < run->n_groups; g++) {
        uint32_t replica = run->replica_statuses[g].replica;
        if (replica != NO_REPLICA && run->snapshot.kept[replica].stage != REPLICA_DONE)
            return true;
    }
    return false;
}

/* Synchronises, and undoes the burst on all ranks if a step of it was aborted on any, if improvements
 * of a step overwrote one another, or if a replica may have ended before its last generation. If the
 * problem or memory failed in a step on any rank, all leave: what it has made must not be recorded. */
static enum status meet(struct run_state *run, struct error *err)
{
    if (run_sync(run, err))
        return err->status;
    if (run->decision.requests & SAYS_FAILED)
        *err = run->failed;
    for (size_t g = 0; g < run->n_groups && !err->status; g++)
        run_check_bound(run, run->floor, run->replica_statuses[g].best, err);
    if (err->status || !((run->decision.requests & SAYS_CUT) || run_has_overrun(run)))
        return err->status;
    run_undo_burst(run);
    return run_sync(run, err);
}

/* Partitions the first population of a new replica, before it is first saved. */
static enum status migrate_at_start(struct run_state *run, struct error *err)
{
    if (!run->fresh || run->replica == NO_REPLICA || !run->plan->migrate_at_start ||
        run->plan->migration.policy == MIGRATE_NONE)
        return STATUS_OK;
    return migrate(run, MIGRATION_AT_START, run->unrecorded, err);
}

/* Runs the active replicas to their ends, or until the run is stopped. */
static enum status play_round(struct run_state *run, struct error *err)
{
    for (;;) {
        if (meet(run, err))
            return err->status;
        run_note_replicas(run);
        bool cut = false;
        if (!run->stop && run_diagnose(run, &cut, err))
            return err->status;
        if (cut)
            continue; /* the next sync stops all ranks */
        if (is_leader(run))
            run_report_progress(run);
        if (migrate_at_start(run, err) || run_collect(run, err))
            return err->status;
        if (run->stop || !anyone_working(run))
            return STATUS_OK;
        share_incumbent(run);
        if (run_rebalance(run, err))
            return err->status;
        run->since_report += run->decision.burst;
        run->fresh = false;
        if (!run->asynchronous)
            run_prepare_burst(run);
        if (run->working && advance(run, err))
            return err->status;
    }
}

/* The run. */

/* The name of the algorithm; if there are several, that of each island. NULL if memory runs
 * out. */
static const char *name_algorithms(struct run_state *run)
{
    const struct engine_plan *plan = run->plan;
    size_t bytes = 1;
    if (plan->n_algorithms == 1)
        return plan->algorithms[0].algorithm->name;
    for (unsigned i = 0; i < plan->islands; i++)
        bytes += strlen(engine_plan_algorithm(plan, i)->algorithm->name) + 1;
    char *text = arena_take(&run->perm, bytes), *end = text;
    for (unsigned i = 0; text && i < plan->islands; i++)
        end += sprintf(end, "%s%s", i ? " " : "",
                       engine_plan_algorithm(plan, i)->algorithm->name);
    return text;
}

static void tell_start(struct run_state *run)
{
    uint32_t replicas = run->plan->replicas;
    uint64_t *kept = ARENA_NEW(&run->perm, uint64_t, replicas);
    const char *names = name_algorithms(run);
    if (!kept || !names) {
        error_set(&run->failed, STATUS_MEMORY, "no memory for %u replicas", replicas);
        return;
    }
    for (uint32_t r = 0; r < replicas; r++)
        if (run->snapshot.kept[r].stage != REPLICA_WAITING)
            kept[r] = run->snapshot.kept[r].result.generations + 1;
    struct run_info info = {.puzzle = run->setup.puzzle,
                            .algorithm = names,
                            .seed = run->plan->seed,
                            .islands = run->plan->islands,
                            .replicas = replicas,
                            .ranks = run->world->size,
                            .sub_generations = run->plan->sub_generations,
                            .migrates = run->plan->migration.policy != MIGRATE_NONE,
                            .asynchronous = run->plan->migration.period_s > 0,
                            .epochs = run->plan->stopping.epochs,
                            .time_limit_s = interrupt_limit(),
                            .max_evaluations = run->plan->stopping.max_evaluations,
                            .resumed = run->outside->snapshot != NULL,
                            .generations_kept = kept,
                            .solutions = run->merged.pop.capacity,
                            .grid = run->states[0].plan.grid,
                            .front = run->states[0].plan.front};
    RUN_NOTIFY(run, start, &info);
}

static enum status play(struct run_state *run, struct error *err)
{
    run->last_elites = run->last_report = run->outside->clock();
    run->last_checkpoint = -INFINITY; /* the first one follows generation 0 */
    if (is_leader(run)) {
        tell_start(run);
        *err = run->failed;
    }
    if (comm_agree(run->world, err))
        return err->status; /* before any work is done */
    for (;;) {
        run_start_round(run);
        if (play_round(run, err))
            return err->status;
        if (run->stop || run_pending_replica(run, 0) == NO_REPLICA)
            return STATUS_OK;
        if (run_begin_round(run, err) == STATUS_CUT) {
            run->replica = NO_REPLICA; /* and the next sync stops all ranks */
            run->working = false;
            *err = (struct error){0};
        }
        if (err->status)
            return err->status;
    }
}

/* The reason of a finished run is that of its last replica, not of the one that ended last. */
static enum outcome_kind outcome_of(struct run_state *run)
{
    if (run->failed.status)
        return OUTCOME_FAILED;
    if (run_pending_replica(run, 0) != NO_REPLICA)
        return OUTCOME_STOPPED;
    enum stop_reason reason = run->snapshot.kept[run->plan->replicas - 1].reason;
    /* Nothing is left to search for an exact algorithm only. */
    run->why = stopping_words(reason == STOP_EXHAUSTED && !run->exact ? STOP_BY_ITSELF
                                                                      : reason);
    return OUTCOME_FINISHED;
}

enum status engine_run(const struct engine_plan *plan, const struct puzzle *puzzle,
                       const struct engine_world *outside, enum outcome_kind *kind,
                       const char **why, struct error *err)
{
    struct run_state run = {.plan = plan,
                            .outside = outside,
                            .world = outside->comm,
                            .why = "nothing to do",
                            .began = outside->clock() - outside->prepared_s,
                            .setup = {.puzzle = puzzle,
                                      .seed = plan->seed,
                                      .islands = plan->islands,
                                      .solutions = plan->solutions,
                                      .min_distance = plan->min_distance}};
    arena_init(&run.perm);
    arena_init(&run.round);
    arena_init(&run.hosting);
    *kind = OUTCOME_FAILED;
    if (!run_set_out(&run, err) && outside->settled &&
        run_pending_replica(&run, 0) == NO_REPLICA) {
        *kind = OUTCOME_FINISHED;
    } else if (!err->status) {
        struct error lost = {0};
        if (play(&run, &lost)) {
            run.failed = lost;
            run.why = status_words(lost.status);
        }
        *kind = outcome_of(&run);
        if (is_leader(&run))
            run_tell_finish(&run, kind);
        (void)run_ask_problem(&run); /* it may have failed to describe a solution */
        *err = run.failed;
        /* The end may fail on rank 0 only; with a lost rank no collective call succeeds. */
        struct error waited = {0};
        if (err->status != STATUS_COMM &&
            comm_await(run.world, interrupt_pending, &waited))
            *err = waited;
        if (err->status == STATUS_COMM || comm_agree(run.world, err) ||
            comm_broadcast(run.world, kind, sizeof *kind, err))
            *kind = OUTCOME_FAILED;
    }
    *why = run.why;
    run_forget_states(&run);
    snapshot_free(&run.snapshot);
    migration_groups_close(run.migration);
    comm_close(run.group);
    arena_free(&run.hosting);
    arena_free(&run.round);
    arena_free(&run.perm);
    return err->status;
}
