/* The islands of this rank in a round: which they are, their memory and their beginning. */
#include "run_state.h"

#include "interrupt.h"
#include "partition.h"
#include "plural.h"
#include "run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

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
            "%zu ranks are more than the %u island%s of %zu replica%s: start at "
            "most %zu, or set run.islands",
            size, run->plan->islands, plural_s(run->plan->islands), replicas,
            plural_s(replicas), most);
    run->layout = (struct island_layout){.islands = run->plan->islands,
                                         .ranks = (size_t)run->group->size};
    run_find_own(run);
    return STATUS_OK;
}

void run_find_own(struct run_state *run)
{
    size_t rank = (size_t)run->group->rank;
    run->first_island = (unsigned)island_layout_first(&run->layout, rank);
    run->n_own = island_layout_count(&run->layout, rank);
}

static enum status take_memory(struct run_state *run, struct error *err)
{
    run->statuses = ARENA_NEW(&run->perm, struct rank_status, (size_t)run->world->size);
    run->replica_statuses = ARENA_NEW(&run->perm, struct replica_status, run->n_groups);
    run->sizes = ARENA_NEW(&run->perm, size_t, run->plan->islands);
    run->log = ARENA_NEW(&run->perm, struct improvement_log, 1);
    if (!run->statuses || !run->replica_statuses || !run->sizes || !run->log)
        return error_set(err, STATUS_MEMORY, "no memory for %u islands",
                         run->plan->islands);
    improvement_log_init(run->log, run->setup.puzzle, run->outside->clock);
    if (run_init_rebalancing(run, err))
        return err->status;
    if (snapshot_init(&run->snapshot, run->plan->replicas, run->plan->islands,
                      run->world, &run->perm, err))
        return err->status;
    if (run->outside->build)
        memcpy(run->snapshot.build, run->outside->build, sizeof run->snapshot.build);
    if (run->plan->replicas == 1)
        run->snapshot.outside = run->outside->files;
    return STATUS_OK;
}

/* Continues a replica that had ended, if a limit is now raised; else it has ended for the
 * reason that it would have under the present limits. A proof made after the end does not
 * count: the run that goes on makes its own. */
static void reopen_replica(const struct run_state *run, struct replica_record *kept)
{
    const struct replica_result *result = &kept->result;
    const struct replica_status then = {.generation = result->generations,
                                        .evaluations = result->evaluations,
                                        .best = result->best,
                                        .exhausted = kept->closed == STOP_EXHAUSTED,
                                        .gave_up = kept->closed == STOP_GAVE_UP,
                                        .optimal = kept->closed == STOP_OPTIMAL};
    kept->reason =
        stopping_done(&run->plan->stopping, run->plan->sub_generations, &then);
    if (kept->reason == STOP_NOT)
        kept->stage = REPLICA_RUNNING;
}

/* Takes over what replicas had come to, and the proof that others have no solution. */
static void reopen_replicas(struct run_state *run)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        struct replica_record *kept = &run->snapshot.kept[r];
        if (kept->reason == STOP_INFEASIBLE) {
            run->diagnosed = true;
            run->verdict = kept->result.verdict;
        } else if (kept->stage == REPLICA_DONE) {
            reopen_replica(run, kept);
        }
        kept->saved = kept->stage == REPLICA_WAITING ? INFINITY : kept->result.best;
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

uint32_t run_pending_replica(const struct run_state *run, size_t g)
{
    for (uint32_t r = 0; r < run->plan->replicas; r++)
        if (run->snapshot.kept[r].stage != REPLICA_DONE && g-- == 0)
            return r;
    return NO_REPLICA;
}

void run_forget_states(struct run_state *run)
{
    for (size_t i = 0; run->states && i < run->n_own; i++)
        island_state_forget(&run->states[i]);
    run_forget_supersteps(run);
    run->states = NULL;
    if (run->log)
        improvement_log_free(run->log);
}

/* Makes island i of this rank. */
static enum status init_state(struct run_state *run, size_t i, struct error *err)
{
    unsigned index = run->first_island + (unsigned)i;
    const struct engine_islands *part = engine_plan_algorithm(run->plan, index);
    struct island_state_setup setup = run->setup;
    setup.algorithm = part->algorithm;
    setup.keys = part->keys;
    setup.puzzle = &run->log->watched;
    setup.log = run->log;
    if (island_state_init(&run->states[i], &setup, index, run->replica, &run->round,
                          err))
        return err->status;
    return engine_check_part(run->plan, part->algorithm, &run->states[i].plan, err);
}

enum status run_init_states(struct run_state *run, struct error *err)
{
    size_t scratch = 0;
    run->states = ARENA_NEW(&run->round, struct island_state, run->n_own);
    run->islands = ARENA_NEW(&run->round, struct island *, run->n_own);
    run->unrecorded = ARENA_NEW(&run->round, struct migration_row, run->n_own);
    if (!run->states || !run->islands || !run->unrecorded)
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
    return run_init_supersteps(run, err);
}

/* Whether any group continues a replica that has begun; the same on all ranks. */
static bool anyone_resumes(const struct run_state *run)
{
    for (size_t g = 0; g < run->n_groups; g++) {
        uint32_t replica = run_pending_replica(run, g);
        if (replica != NO_REPLICA &&
            run->snapshot.kept[replica].stage == REPLICA_RUNNING)
            return true;
    }
    return false;
}

/* Gets the stored states of this rank's islands, for run_place_states. Collective. */
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

enum status run_place_states(struct run_state *run, const struct pack *packed,
                             bool anew, struct error *err)
{
    struct unpack in = unpack_from(packed->data, packed->used);
    for (size_t i = 0; i < run->n_own; i++) {
        struct unpack elites = unpack_blob(&in), state = unpack_blob(&in);
        island_state_unpack_elites(&run->states[i], &elites);
        if (anew)
            island_state_unpack_progress(&run->states[i], &state);
        else
            island_state_unpack(&run->states[i], &state);
        if (elites.broken || state.broken)
            return error_set(
                err, STATUS_INPUT,
                "the checkpoint's island %zu of replica %u does not fit this run",
                run->first_island + i, run->replica);
    }
    return STATUS_OK;
}

/* Gathers the population sizes of all islands. Every rank has n_own of them, and room for
 * those of the rank with most in the first layout. Collective over group. */
static enum status gather_sizes(struct run_state *run, struct error *err)
{
    size_t ranks = run->layout.ranks, islands = run->plan->islands;
    size_t most = (islands + ranks - 1) / ranks;
    size_t *own = ARENA_NEW(&run->round, size_t, most);
    size_t *all = ARENA_NEW(&run->round, size_t, ranks * most);
    if (!own || !all)
        error_set(err, STATUS_MEMORY, "no memory for %zu islands", islands);
    if (comm_agree(run->world, err))
        return err->status;
    assert(own && all);
    for (size_t i = 0; i < run->n_own; i++)
        own[i] = run->states[i].plan.individuals;
    if (comm_allgather(run->group, own, most * sizeof *own, all, err))
        return err->status;
    for (size_t r = 0; r < ranks; r++)
        for (size_t i = 0; i < island_layout_count(&run->layout, r); i++)
            run->sizes[island_layout_first(&run->layout, r) + i] = all[r * most + i];
    return STATUS_OK;
}

/* Local. */
static enum status host_asynchronous(struct run_state *run, struct error *err)
{
    run->own_steps = ARENA_NEW(&run->hosting, uint64_t, run->n_own);
    if (!run->own_steps)
        return error_set(err, STATUS_MEMORY, "no memory for %zu islands", run->n_own);
    return migration_asynchronous_init(&run->plan->migration, run->group, &run->layout,
                                       run->setup.puzzle, run->sizes, &run->hosting,
                                       &run->asynchronous, err);
}

enum status run_host(struct run_state *run, struct error *err)
{
    struct stats_buffer_plan rows = {.islands = run->plan->islands,
                                     .n_groups = run->n_groups,
                                     .own = run->n_own,
                                     .log = run->log};
    if (!err->status)
        stats_buffer_init(&rows, run->world, &run->hosting, &run->stats, err);
    if (!err->status && run->plan->migration.period_s > 0)
        host_asynchronous(run, err);
    return migration_groups_init(&run->plan->migration, run->group, &run->layout,
                                 run->setup.puzzle, run->sizes, &run->hosting,
                                 &run->migration, err);
}

/* Sets up what depends on the algorithms' plans and lasts for the run. Collective over
 * world. */
static enum status take_plan_memory(struct run_state *run, struct error *err)
{
    const struct shape *shape = &run->setup.puzzle->shape;
    const struct plan *plan = &run->states[0].plan;
    size_t kept = run->states[0].archive.pop.capacity;
    if (gather_sizes(run, err) ||
        migration_check(&run->plan->migration, run->sizes, run->plan->islands, err) ||
        run_host(run, err) ||
        island_state_init_archive(&run->merged, plan, shape, run->plan->solutions,
                                  run->plan->min_distance, &run->perm, err))
        return err->status;
    return plan->grid.axes ? archive_init(&run->sorted, shape, kept, 0, &run->perm, err)
                           : STATUS_OK;
}

/* Whether the replica to be continued begins its search again: an exact one of another build. */
static bool begins_anew(const struct run_state *run)
{
    return run->exact && snapshot_is_foreign(&run->snapshot, run->replica);
}

enum status run_begin_round(struct run_state *run, struct error *err)
{
    run_forget_states(run);
    arena_free(&run->round);
    run->replica = run_pending_replica(run, run->my_group);
    run->working = run->replica != NO_REPLICA;
    run->carried_s = 0;
    bool resumes =
        run->working && run->snapshot.kept[run->replica].stage == REPLICA_RUNNING;
    struct pack fetched = {0};
    if (fetch_states(run, resumes, &fetched, err)) {
        pack_free(&fetched);
        return err->status;
    }
    run_init_states(run, err);
    if (!err->status && resumes &&
        !run_place_states(run, &fetched, begins_anew(run), err))
        run->carried_s = run->snapshot.kept[run->replica].result.elapsed_s;
    pack_free(&fetched);
    if (comm_agree(run->world, err) == STATUS_OK && !run->migration)
        take_plan_memory(run, err);
    return comm_agree(run->world, err);
}

void run_start_round(struct run_state *run)
{
    run->round_began = run->outside->clock();
    run->since_report = 0;
    run->fresh = run->cut = run->saved = run->abortable = false;
    run->burst = 1;
    run->made = run->singly = 0;
    run->pace_s = INFINITY; /* the time of a step is not known yet */
    if (!run->working) {
        stats_buffer_begin(run->stats, NO_REPLICA, 0);
        return;
    }
    struct replica_record *kept = &run->snapshot.kept[run->replica];
    bool resumes = kept->stage == REPLICA_RUNNING;
    improvement_log_restart(run->log, run->carried_s,
                            resumes ? kept->result.best : INFINITY);
    if (resumes) {
        stats_buffer_begin(run->stats, run->replica,
                           run->states[0].island.generation + 1);
        for (size_t i = 0; i < run->n_own && begins_anew(run); i++)
            island_state_begin_anew(&run->states[i]);
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

/* A limit or signal may have cut the problem's bound short in an earlier start: what it is now holds of the
 * replicas that ended there too. */
static void raise_bounds(struct run_state *run)
{
    const struct plan *plan = &run->states[0].plan;
    for (uint32_t r = 0; r < run->plan->replicas; r++) {
        struct replica_record *kept = &run->snapshot.kept[r];
        struct replica_result *result = &kept->result;
        if (kept->stage != REPLICA_DONE || run->floor < result->bound)
            continue;
        run_raise_bound(result, run->floor);
        if (result->optimal && kept->closed == STOP_NOT && !plan->front &&
            !plan->grid.axes)
            kept->reason = kept->closed = STOP_OPTIMAL;
    }
}

enum status run_set_out(struct run_state *run, struct error *err)
{
    const struct puzzle *puzzle = run->setup.puzzle;
    if (!share_ranks(run, err))
        take_memory(run, err);
    if (comm_agree(run->world, err) || restore_snapshot(run, err))
        return err->status;
    /* An interrupt may end it, on some ranks only. */
    run->floor = run->world->rank == 0 && puzzle->problem->bound
                     ? puzzle->problem->bound(puzzle->self)
                     : -INFINITY;
    if (comm_broadcast(run->world, &run->floor, sizeof run->floor, err) ||
        run_begin_round(run, err))
        return err->status;
    raise_bounds(run);
    return STATUS_OK;
}
