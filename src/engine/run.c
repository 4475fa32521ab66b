#include "run.h"

#include "interrupt.h"
#include "partition.h"
#include "run_state.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Decay per step of the estimated time of a step, which is the maximum of the last step's
 * time and the decayed estimate. Chosen by hand; it only decides which steps are saved. */
static const double PACE_KEPT = 0.9;

static bool is_leader(const struct run_state *run)
{
    return run->world->rank == 0;
}

/* Setup. */

static enum status share_ranks(struct run_state *run, struct error *err)
{
    size_t size = (size_t)run->world->size, replicas = run->plan->replicas;
    run->n_groups = size < replicas ? size : replicas;
    run->my_group = partition_of(size, run->n_groups, (size_t)run->world->rank);
    if (comm_split(run->world, (int)run->my_group, &run->group, err))
        return err->status;
    size_t most = run->plan->islands * replicas;
    if (size > most)
        return error_set(
            err, STATUS_INPUT,
            "%zu ranks are more than the %u islands of %zu replicas: start at "
            "most %zu, or set run.islands",
            size, run->plan->islands, replicas, most);
    size_t rank = (size_t)run->group->rank, ranks = (size_t)run->group->size;
    run->first_island = (unsigned)partition_first(run->plan->islands, ranks, rank);
    run->n_own =
        partition_first(run->plan->islands, ranks, rank + 1) - run->first_island;
    return STATUS_OK;
}

static enum status take_memory(struct run_state *run, struct error *err)
{
    struct stats_buffer_plan rows = {
        .islands = run->plan->islands, .n_groups = run->n_groups, .own = run->n_own};
    run->statuses = ARENA_NEW(&run->perm, struct rank_status, (size_t)run->world->size);
    run->replica_statuses = ARENA_NEW(&run->perm, struct replica_status, run->n_groups);
    run->islands = ARENA_NEW(&run->perm, struct island *, run->n_own);
    if (!run->statuses || !run->replica_statuses || !run->islands)
        return error_set(err, STATUS_MEMORY, "no memory for %zu islands", run->n_own);
    if (stats_buffer_init(&rows, run->world, &run->perm, &run->stats, err))
        return err->status;
    if (snapshot_init(&run->snapshot, run->plan->replicas, run->plan->islands,
                      run->world, &run->perm, err) == STATUS_OK &&
        run->plan->replicas == 1)
        run->snapshot.outside = run->outside->files;
    return err->status;
}

/* Continues replicas that had ended at a limit that is now raised. */
static void reopen_replicas(struct run_state *run)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        struct replica_record *kept = &run->snapshot.kept[r];
        const struct replica_result *result = &kept->result;
        struct replica_status then = {.replica = r,
                                      .generation = result->generations,
                                      .evaluations = result->evaluations,
                                      .best = result->best};
        if (kept->stage == REPLICA_DONE && !kept->closed &&
            !stopping_done(&run->plan->stopping, run->plan->sub_generations, &then))
            kept->stage = REPLICA_RUNNING;
        kept->saved = kept->stage == REPLICA_WAITING ? INFINITY : result->best;
    }
}

/* Goes on from the snapshot that rank 0 was given, if any. */
static enum status restore_snapshot(struct run_state *run, struct error *err)
{
    if (snapshot_resume(&run->snapshot, run->world, run->outside->snapshot,
                        run->outside->snapshot_bytes, err) == STATUS_OK)
        reopen_replicas(run);
    return err->status;
}

/* A round. */

/* The g-th replica that is not done, or NO_REPLICA. */
static uint32_t pending_replica(const struct run_state *run, size_t g)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++)
        if (run->snapshot.kept[r].stage != REPLICA_DONE && g-- == 0)
            return r;
    return NO_REPLICA;
}

/* Frees the heap memory of the islands' states. */
static void forget_states(struct run_state *run)
{
    for (size_t i = 0; run->states && i < run->n_own; i++)
        island_state_forget(&run->states[i]);
    run->states = NULL;
}

enum status engine_check_mixed(size_t n, const struct algorithm *algorithm,
                               const struct plan *plan, struct error *err)
{
    if (n == 1 || (!plan->exact && !plan->grid.axes && !plan->front))
        return STATUS_OK;
    return error_at(err, "islands",
                    "%s cannot share the islands with other algorithms, since it %s",
                    algorithm->name,
                    plan->exact   ? "divides the search space among all of them"
                    : plan->front ? "keeps a Pareto front"
                                  : "keeps the best of each cell of a grid");
}

/* Makes island i of this rank. */
static enum status init_state(struct run_state *run, size_t i, struct error *err)
{
    unsigned index = run->first_island + (unsigned)i;
    const struct engine_islands *part = engine_plan_algorithm(run->plan, index);
    struct island_state_setup setup = run->setup;
    setup.algorithm = part->algorithm;
    setup.keys = part->keys;
    if (island_state_init(&run->states[i], &setup, index, run->replica, &run->round,
                          err))
        return err->status;
    return engine_check_mixed(run->plan->n_algorithms, part->algorithm,
                              &run->states[i].plan, err);
}

static enum status init_states(struct run_state *run, struct error *err)
{
    size_t scratch = 0;
    run->states = ARENA_NEW(&run->round, struct island_state, run->n_own);
    if (!run->states)
        return error_set(err, STATUS_MEMORY, "no memory for %zu islands", run->n_own);
    for (size_t i = 0; i < run->n_own; i++) {
        if (init_state(run, i, err))
            return err->status;
        run->islands[i] = &run->states[i].island;
        size_t bytes = island_state_scratch_bytes(&run->states[i]);
        scratch = bytes > scratch ? bytes : scratch;
    }
    run->exact = run->states[0].plan.exact;
    size_t sorting = 24 * run->states[0].archive.pop.capacity + 2 * ARENA_ALIGN;
    scratch = sorting > scratch ? sorting : scratch;
    scratch += run->setup.puzzle->shape.genome_bytes + ARENA_ALIGN;
    run->scratch = arena_scratch(&run->round, scratch);
    if (!run->scratch.at)
        return error_set(err, STATUS_MEMORY, "no memory for %zu bytes of scratch",
                         scratch);
    for (size_t i = 0; i < run->n_own; i++)
        run->states[i].island.scratch = run->scratch;
    return STATUS_OK;
}

/* Whether any group continues a replica that has begun; the same on all ranks. */
static bool anyone_resumes(const struct run_state *run)
{
    for (size_t g = 0; g < run->n_groups; g++) {
        uint32_t replica = pending_replica(run, g);
        if (replica != NO_REPLICA &&
            run->snapshot.kept[replica].stage == REPLICA_RUNNING)
            return true;
    }
    return false;
}

/* Gets the stored states of this rank's islands, for place_states. Collective. */
static enum status fetch_states(struct run_state *run, bool resumes, struct pack *out,
                                struct error *err)
{
    struct snapshot_request request = {0};
    if (resumes)
        request =
            (struct snapshot_request){run->replica, run->first_island, run->n_own};
    return anyone_resumes(run)
               ? snapshot_scatter(&run->snapshot, run->world, &request, out, err)
               : STATUS_OK;
}

/* Restores the islands from the snapshot. */
static enum status place_states(struct run_state *run, const struct pack *fetched,
                                struct error *err)
{
    struct unpack in = unpack_from(fetched->data, fetched->used);
    for (size_t i = 0; i < run->n_own; i++) {
        struct unpack elites = unpack_blob(&in), state = unpack_blob(&in);
        island_state_unpack_elites(&run->states[i], &elites);
        island_state_unpack(&run->states[i], &state);
        if (elites.broken || state.broken)
            return error_set(
                err, STATUS_INPUT,
                "the checkpoint's island %zu of replica %u does not fit this run",
                run->first_island + i, run->replica);
    }
    run->carried_s = run->snapshot.kept[run->replica].result.elapsed_s;
    return STATUS_OK;
}

/* The population sizes of all islands, in run->round. Every rank has n_own of them, and
 * room for those of the rank with most. Collective over group. */
static enum status gather_sizes(struct run_state *run, size_t **sizes,
                                struct error *err)
{
    size_t ranks = (size_t)run->group->size, islands = run->plan->islands;
    size_t most = (islands + ranks - 1) / ranks;
    size_t *own = ARENA_NEW(&run->round, size_t, most);
    size_t *all = ARENA_NEW(&run->round, size_t, ranks * most);
    *sizes = ARENA_NEW(&run->round, size_t, islands);
    if (!own || !all || !*sizes)
        error_set(err, STATUS_MEMORY, "no memory for %zu islands", islands);
    if (comm_agree(run->world, err))
        return err->status;
    assert(own && all && *sizes);
    for (size_t i = 0; i < run->n_own; i++)
        own[i] = run->states[i].plan.individuals;
    if (comm_allgather(run->group, own, most * sizeof *own, all, err))
        return err->status;
    for (size_t r = 0; r < ranks; r++)
        for (size_t i = partition_first(islands, ranks, r), first = i;
             i < partition_first(islands, ranks, r + 1); i++)
            (*sizes)[i] = all[r * most + (i - first)];
    return STATUS_OK;
}

/* Sets up what depends on the algorithms' plans and lasts for the run. Collective over
 * world. */
static enum status take_plan_memory(struct run_state *run, struct error *err)
{
    const struct shape *shape = &run->setup.puzzle->shape;
    const struct plan *plan = &run->states[0].plan;
    size_t kept = run->states[0].archive.pop.capacity, *sizes;
    if (gather_sizes(run, &sizes, err) ||
        migration_check(&run->plan->migration, sizes, run->plan->islands, err) ||
        migration_init(&run->plan->migration, run->group, run->setup.puzzle,
                       run->plan->islands, sizes, &run->perm, &run->migration, err) ||
        island_state_init_archive(&run->merged, plan, shape, run->plan->solutions,
                                  run->plan->min_distance, &run->perm, err))
        return err->status;
    return plan->grid.axes ? archive_init(&run->sorted, shape, kept, 0, &run->perm, err)
                           : STATUS_OK;
}

/* Assigns a replica to this group and makes its islands, without a generation yet. Idle
 * groups make islands too, which only serve as buffers. */
static enum status begin_round(struct run_state *run, struct error *err)
{
    forget_states(run);
    arena_free(&run->round);
    run->replica = pending_replica(run, run->my_group);
    run->working = run->replica != NO_REPLICA;
    run->carried_s = 0;
    bool resumes =
        run->working && run->snapshot.kept[run->replica].stage == REPLICA_RUNNING;
    struct pack fetched = {0};
    if (fetch_states(run, resumes, &fetched, err)) {
        pack_free(&fetched);
        return err->status;
    }
    init_states(run, err);
    if (!err->status && resumes)
        place_states(run, &fetched, err);
    pack_free(&fetched);
    if (comm_agree(run->world, err) == STATUS_OK && !run->migration)
        take_plan_memory(run, err);
    return comm_agree(run->world, err);
}

/* Makes the first population of a new replica; a resumed one has its population. */
static void start_round(struct run_state *run)
{
    run->round_began = run->outside->clock();
    run->since_report = 0;
    run->fresh = run->cut = run->saved = false;
    run->pace_s = INFINITY; /* the time of a step is not known yet */
    if (!run->working) {
        stats_buffer_begin(run->stats, NO_REPLICA, 0);
        return;
    }
    struct replica_record *kept = &run->snapshot.kept[run->replica];
    if (kept->stage == REPLICA_RUNNING) {
        stats_buffer_begin(run->stats, run->replica,
                           run->states[0].island.generation + 1);
        return;
    }
    stats_buffer_begin(run->stats, run->replica, 0);
    struct row *rows = stats_buffer_next(run->stats);
    for (size_t i = 0; i < run->n_own && !run->cut; i++)
        run->cut = !island_state_start(&run->states[i], &rows[i]);
    stats_buffer_stamp(run->stats, run_elapsed(run));
    run->since_report = 1;
    run->fresh = true;
}

/* Saves the islands before slow steps, so that these may be aborted. */
static void save_states(struct run_state *run)
{
    double began = run->outside->clock();
    run->saved = run->decision.requests & SAYS_SLOW;
    for (size_t i = 0; i < run->n_own; i++)
        if (!run->saved)
            run->states[i].saved = false;
        else if (!island_state_save(&run->states[i]))
            error_set(&run->failed, STATUS_MEMORY, "no memory to undo a step");
    if (run->saved)
        run->save_s = run->outside->clock() - began;
}

/* Updates the estimated time of a step. */
static void note_pace(struct run_state *run, double step_s)
{
    double before = isfinite(run->pace_s) ? PACE_KEPT * run->pace_s : 0;
    run->pace_s = fmax(step_s, before);
}

/* Whether a step of the group was aborted, so that its islands must not migrate. */
static bool is_cut(struct run_state *run, struct error *err)
{
    uint64_t cut = run->cut;
    if (run->saved)
        comm_greatest(run->group, &cut, err);
    return cut;
}

/* Migrates, and lets the algorithms see their immigrants. */
static enum status migrate(struct run_state *run, uint64_t epoch,
                           struct migration_row *rows, struct error *err)
{
    if (migration_run(run->migration, run->islands, run->plan->seed, run->replica,
                      epoch, rows, err))
        return err->status;
    for (size_t i = 0; i < run->n_own; i++)
        if (run->states[i].algorithm->welcome)
            run->states[i].algorithm->welcome(run->states[i].self,
                                              &run->states[i].island);
    return STATUS_OK;
}

/* Runs one generation of this rank's islands, and the migration at the end of an epoch. */
static enum status advance(struct run_state *run, struct error *err)
{
    struct row *rows = stats_buffer_next(run->stats);
    double began = run->outside->clock();
    uint64_t generation = run->states[0].island.generation + 1;
    for (size_t i = 0; i < run->n_own; i++)
        if (!island_state_step(&run->states[i], &rows[i]))
            run->cut = true;
    stats_buffer_stamp(run->stats, run_elapsed(run));
    note_pace(run, run->outside->clock() - began);
    if (generation % run->plan->sub_generations ||
        run->plan->migration.policy == MIGRATE_NONE || is_cut(run, err) || err->status)
        return err->status;
    uint64_t epoch = generation / run->plan->sub_generations - 1;
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

/* Undoes this rank's step after the step of some rank was aborted. For generation 0 the
 * replica goes back to the waiting ones. */
static void undo_step(struct run_state *run)
{
    run->cut = false;
    if (!run->working)
        return;
    if (run->fresh) {
        run->replica = NO_REPLICA;
        run->working = false;
        stats_buffer_begin(run->stats, NO_REPLICA, 0);
        return;
    }
    for (size_t i = 0; i < run->n_own && run->saved; i++)
        if (run->states[i].saved)
            island_state_restore(&run->states[i]);
    if (run->saved)
        stats_buffer_undo(run->stats);
}

/* Synchronises, and undoes the step on all ranks if it was aborted on any. */
static enum status meet(struct run_state *run, struct error *err)
{
    if (run_sync(run, err) || !(run->decision.requests & SAYS_CUT))
        return err->status;
    undo_step(run);
    return run_sync(run, err);
}

/* Epochs are numbered from 0; this one comes before. */
static const uint64_t EPOCH_AT_START = UINT32_MAX;

/* Partitions the first population of a new replica, before it is first saved. */
static enum status migrate_at_start(struct run_state *run, struct error *err)
{
    if (!run->fresh || run->replica == NO_REPLICA || !run->plan->migrate_at_start ||
        run->plan->migration.policy == MIGRATE_NONE)
        return STATUS_OK;
    struct migration_row *rows =
        ARENA_NEW(&run->round, struct migration_row, run->n_own);
    if (!rows)
        error_set(err, STATUS_MEMORY, "no memory for %zu islands", run->n_own);
    return comm_agree(run->group, err) ? err->status
                                       : migrate(run, EPOCH_AT_START, rows, err);
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
        run->since_report++;
        run->fresh = false;
        if (run->working)
            save_states(run);
        if (run->working && advance(run, err))
            return err->status;
    }
}

/* The end. */

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

/* Completes the results and reports them. A run whose proof was cut short is not finished:
 * resumed, it proves what an uninterrupted run would have proven. */
static void tell_finish(struct run_state *run, enum outcome_kind *kind)
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

static enum status set_out(struct run_state *run, struct error *err)
{
    const struct puzzle *puzzle = run->setup.puzzle;
    if (!share_ranks(run, err))
        take_memory(run, err);
    if (comm_agree(run->world, err) || restore_snapshot(run, err))
        return err->status;
    /* An interrupt may end it, on some ranks only. */
    run->floor = is_leader(run) && puzzle->problem->bound
                     ? puzzle->problem->bound(puzzle->self)
                     : -INFINITY;
    if (comm_broadcast(run->world, &run->floor, sizeof run->floor, err))
        return err->status;
    return begin_round(run, err);
}

static enum status play(struct run_state *run, struct error *err)
{
    run->began = run->outside->clock();
    run->last_elites = run->last_report = run->began;
    run->last_checkpoint = -INFINITY; /* the first one follows generation 0 */
    if (is_leader(run)) {
        tell_start(run);
        *err = run->failed;
    }
    if (comm_agree(run->world, err))
        return err->status; /* before any work is done */
    for (;;) {
        start_round(run);
        if (play_round(run, err))
            return err->status;
        if (run->stop || pending_replica(run, 0) == NO_REPLICA)
            return STATUS_OK;
        if (begin_round(run, err) == STATUS_CUT) {
            run->replica = NO_REPLICA; /* and the next sync stops all ranks */
            run->working = false;
            *err = (struct error){0};
        }
        if (err->status)
            return err->status;
    }
}

static enum outcome_kind outcome_of(const struct run_state *run)
{
    if (run->failed.status)
        return OUTCOME_FAILED;
    return pending_replica(run, 0) == NO_REPLICA ? OUTCOME_FINISHED : OUTCOME_STOPPED;
}

enum status engine_run(const struct engine_plan *plan, const struct puzzle *puzzle,
                       const struct engine_world *outside, enum outcome_kind *kind,
                       const char **why, struct error *err)
{
    struct run_state run = {.plan = plan,
                            .outside = outside,
                            .world = outside->comm,
                            .why = "nothing to do",
                            .setup = {.puzzle = puzzle,
                                      .seed = plan->seed,
                                      .islands = plan->islands,
                                      .solutions = plan->solutions,
                                      .min_distance = plan->min_distance}};
    arena_init(&run.perm);
    arena_init(&run.round);
    *kind = OUTCOME_FAILED;
    if (!set_out(&run, err) && outside->settled &&
        pending_replica(&run, 0) == NO_REPLICA) {
        *kind = OUTCOME_FINISHED;
    } else if (!err->status) {
        struct error lost = {0};
        if (play(&run, &lost)) {
            run.failed = lost;
            run.why = status_words(lost.status);
        }
        *kind = outcome_of(&run);
        if (is_leader(&run))
            tell_finish(&run, kind);
        *err = run.failed;
        /* The end may fail on rank 0 only; with a lost rank no collective call succeeds. */
        struct error waited = {0};
        if (err->status != STATUS_COMM &&
            comm_await(run.world, interrupt_pending, &waited))
            *err = waited;
        if (err->status != STATUS_COMM &&
            (comm_agree(run.world, err) ||
             comm_broadcast(run.world, kind, sizeof *kind, err)))
            *kind = OUTCOME_FAILED;
    }
    *why = run.why;
    forget_states(&run);
    snapshot_free(&run.snapshot);
    comm_close(run.group);
    arena_free(&run.round);
    arena_free(&run.perm);
    return err->status;
}
