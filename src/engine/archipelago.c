#include "archipelago.h"

#include "block.h"
#include "crew.h"
#include "interrupt.h"

#include <assert.h>
#include <math.h>

/* How much of a slow step's time counts on for the next one. */
static const double PACE_KEPT = 0.9;

static bool is_leader(const struct crew *crew)
{
    return crew->world->rank == 0;
}

/* Setting out. */

static enum status share_ranks(struct crew *crew, struct error *err)
{
    size_t size = (size_t)crew->world->size, replicas = crew->plan->replicas;
    crew->n_groups = size < replicas ? size : replicas;
    crew->my_group = block_of(size, crew->n_groups, (size_t)crew->world->rank);
    if (comm_split(crew->world, (int)crew->my_group, &crew->group, err))
        return err->status;
    size_t most = crew->plan->islands * replicas;
    if (size > most)
        return error_set(
            err, STATUS_INPUT,
            "%zu ranks are more than the %u islands of %zu replicas: start at "
            "most %zu, or set run.islands",
            size, crew->plan->islands, replicas, most);
    size_t rank = (size_t)crew->group->rank, ranks = (size_t)crew->group->size;
    crew->first_island = (unsigned)block_first(crew->plan->islands, ranks, rank);
    crew->n_own =
        block_first(crew->plan->islands, ranks, rank + 1) - crew->first_island;
    return STATUS_OK;
}

static enum status take_memory(struct crew *crew, struct error *err)
{
    struct ledger_plan rows = {
        .islands = crew->plan->islands, .n_groups = crew->n_groups, .own = crew->n_own};
    crew->beats = ARENA_NEW(&crew->perm, struct beat, (size_t)crew->world->size);
    crew->standings = ARENA_NEW(&crew->perm, struct standing, crew->n_groups);
    crew->islands = ARENA_NEW(&crew->perm, struct island *, crew->n_own);
    if (!crew->beats || !crew->standings || !crew->islands)
        return error_set(err, STATUS_MEMORY, "no memory for %zu islands", crew->n_own);
    if (ledger_init(&rows, crew->world, &crew->perm, &crew->ledger, err))
        return err->status;
    return store_init(&crew->store, crew->plan->replicas, crew->plan->islands,
                      (size_t)crew->world->size, &crew->perm, err);
}

/* Replicas that were done at a limit go on where that is raised. */
static void reopen_replicas(struct crew *crew)
{
    for (uint32_t r = 0; r < crew->plan->replicas; r++) {
        struct keepsake *kept = &crew->store.kept[r];
        const struct replica_result *result = &kept->result;
        struct standing then = {.replica = r,
                                .generation = result->generations,
                                .evaluations = result->evaluations,
                                .best = result->best};
        if (kept->stage == REPLICA_DONE && !kept->closed &&
            !stopping_done(&crew->plan->stopping, crew->plan->sub_generations, &then))
            kept->stage = REPLICA_RUNNING;
        kept->saved = kept->stage == REPLICA_WAITING ? INFINITY : result->best;
    }
}

/* Every rank gets the snapshot that rank 0 was given, if any. */
static enum status restore_store(struct crew *crew, struct error *err)
{
    uint64_t n =
        is_leader(crew) && crew->outside->snapshot ? crew->outside->snapshot_bytes : 0;
    if (comm_broadcast(crew->world, &n, sizeof n, err) || !n)
        return err->status;
    void *bytes = malloc(n);
    struct error local = {0};
    if (!bytes)
        error_set(&local, STATUS_MEMORY, "no memory for a checkpoint of %zu bytes",
                  (size_t)n);
    else if (is_leader(crew)) {
        assert(crew->outside->snapshot);
        memcpy(bytes, crew->outside->snapshot, n);
    }
    if (comm_agree(crew->world, &local) == STATUS_OK &&
        comm_broadcast(crew->world, bytes, n, &local) == STATUS_OK)
        store_unpack(&crew->store, bytes, n, &local);
    free(bytes);
    *err = local;
    if (comm_agree(crew->world, err))
        return err->status;
    reopen_replicas(crew);
    return STATUS_OK;
}

/* A round. */

/* The g-th replica that is not done, or NO_REPLICA. */
static uint32_t pending_replica(const struct crew *crew, size_t g)
{
    for (uint32_t r = 0; r < crew->plan->replicas; r++)
        if (crew->store.kept[r].stage != REPLICA_DONE && g-- == 0)
            return r;
    return NO_REPLICA;
}

/* Frees what the demes have from the heap. */
static void forget_demes(struct crew *crew)
{
    for (size_t i = 0; crew->demes && i < crew->n_own; i++)
        deme_forget(&crew->demes[i]);
    crew->demes = NULL;
}

static enum status init_demes(struct crew *crew, struct error *err)
{
    size_t scratch = 0;
    crew->demes = ARENA_NEW(&crew->round, struct deme, crew->n_own);
    if (!crew->demes)
        return error_set(err, STATUS_MEMORY, "no memory for %zu islands", crew->n_own);
    for (size_t i = 0; i < crew->n_own; i++) {
        unsigned index = crew->first_island + (unsigned)i;
        if (deme_init(&crew->demes[i], &crew->setup, index, crew->replica, &crew->round,
                      err))
            return err->status;
        crew->islands[i] = &crew->demes[i].island;
        size_t bytes = deme_scratch_bytes(&crew->demes[i]);
        scratch = bytes > scratch ? bytes : scratch;
    }
    crew->exact = crew->demes[0].plan.exact;
    size_t sorting = 24 * crew->demes[0].archive.pop.capacity + 2 * ARENA_ALIGN;
    scratch = sorting > scratch ? sorting : scratch;
    crew->scratch = arena_scratch(&crew->round, scratch);
    if (!crew->scratch.at)
        return error_set(err, STATUS_MEMORY, "no memory for %zu bytes of scratch",
                         scratch);
    for (size_t i = 0; i < crew->n_own; i++)
        crew->demes[i].island.scratch = crew->scratch;
    return STATUS_OK;
}

/* Puts the demes where the kept states have them. */
static enum status resume_demes(struct crew *crew, struct error *err)
{
    struct keepsake *kept = &crew->store.kept[crew->replica];
    for (size_t i = 0; i < crew->n_own; i++) {
        const struct pack *findings = &kept->findings[crew->first_island + i];
        const struct pack *state = &kept->states[crew->first_island + i];
        struct unpack in = unpack_from(findings->data, findings->used);
        deme_unpack_findings(&crew->demes[i], &in);
        bool broken = in.broken;
        in = unpack_from(state->data, state->used);
        deme_unpack_state(&crew->demes[i], &in);
        if (broken || in.broken)
            return error_set(
                err, STATUS_INPUT,
                "the checkpoint's island %zu of replica %u does not fit this run",
                crew->first_island + i, crew->replica);
    }
    crew->carried_s = kept->result.elapsed_s;
    return STATUS_OK;
}

/* What lasts for the run and follows the algorithm's plan. */
static enum status take_plan_memory(struct crew *crew, struct error *err)
{
    const struct shape *shape = &crew->setup.puzzle->shape;
    const struct plan *plan = &crew->demes[0].plan;
    size_t kept = crew->demes[0].archive.pop.capacity;
    if (migration_check(&crew->plan->migration, plan->individuals, err) ||
        migrator_init(&crew->plan->migration, crew->group, crew->setup.puzzle,
                      crew->plan->islands, plan->individuals, &crew->perm,
                      &crew->migrator, err) ||
        (plan->grid.axes
             ? archive_init_grid(&crew->merged, shape, &plan->grid, &crew->perm, err)
             : archive_init(&crew->merged, shape, kept, crew->plan->apart, &crew->perm,
                            err)))
        return err->status;
    return archive_init(&crew->solutions, shape, kept, 0, &crew->perm, err);
}

/* Gives this group a replica and makes its islands, without a generation yet. All
 * groups make islands, idle ones for their memory's shape alone. */
static enum status begin_round(struct crew *crew, struct error *err)
{
    forget_demes(crew);
    arena_free(&crew->round);
    crew->replica = pending_replica(crew, crew->my_group);
    crew->working = crew->replica != NO_REPLICA;
    crew->carried_s = 0;
    init_demes(crew, err);
    if (!err->status && crew->working &&
        crew->store.kept[crew->replica].stage == REPLICA_RUNNING)
        resume_demes(crew, err);
    if (!err->status && !crew->migrator)
        take_plan_memory(crew, err);
    return comm_agree(crew->world, err);
}

/* The first population of a fresh replica; a resumed one goes on where it was. */
static void start_round(struct crew *crew)
{
    crew->round_began = crew->outside->clock();
    crew->since_report = 0;
    crew->fresh = crew->cut = crew->saved = false;
    crew->pace_s = INFINITY; /* nobody knows yet how long a step takes */
    if (!crew->working) {
        ledger_begin(crew->ledger, NO_REPLICA, 0);
        return;
    }
    struct keepsake *kept = &crew->store.kept[crew->replica];
    if (kept->stage == REPLICA_RUNNING) {
        ledger_begin(crew->ledger, crew->replica, crew->demes[0].island.generation + 1);
        return;
    }
    ledger_begin(crew->ledger, crew->replica, 0);
    struct row *rows = ledger_next(crew->ledger);
    for (size_t i = 0; i < crew->n_own && !crew->cut; i++)
        crew->cut = !deme_start(&crew->demes[i], &rows[i]);
    ledger_stamp(crew->ledger, crew_elapsed(crew));
    crew->since_report = 1;
    crew->fresh = true;
}

/* Slow steps begin from what is saved, so that they may be cut short. */
static void save_demes(struct crew *crew)
{
    double began = crew->outside->clock();
    crew->saved = crew->conclusion.orders & SAYS_SLOW;
    for (size_t i = 0; i < crew->n_own; i++)
        if (!crew->saved)
            crew->demes[i].saved = false;
        else if (!deme_save(&crew->demes[i]))
            error_set(&crew->failed, STATUS_MEMORY, "no memory to undo a step");
    if (crew->saved)
        crew->save_s = crew->outside->clock() - began;
}

/* How long steps take: the last one, and less and less the slow ones before it. */
static void note_pace(struct crew *crew, double step_s)
{
    double before = isfinite(crew->pace_s) ? PACE_KEPT * crew->pace_s : 0;
    crew->pace_s = fmax(step_s, before);
}

/* Whether a step of the group was cut short, so that its islands must not meet. */
static bool is_cut(struct crew *crew, struct error *err)
{
    uint64_t cut = crew->cut;
    if (crew->saved)
        comm_greatest(crew->group, &cut, err);
    return cut;
}

/* One generation of this rank's islands, and a migration at an epoch's end. */
static enum status advance(struct crew *crew, struct error *err)
{
    struct row *rows = ledger_next(crew->ledger);
    double began = crew->outside->clock();
    uint64_t generation = crew->demes[0].island.generation + 1;
    for (size_t i = 0; i < crew->n_own; i++)
        if (!deme_step(&crew->demes[i], &rows[i]))
            crew->cut = true;
    ledger_stamp(crew->ledger, crew_elapsed(crew));
    note_pace(crew, crew->outside->clock() - began);
    if (generation % crew->plan->sub_generations ||
        crew->plan->migration.policy == MIGRATE_NONE || is_cut(crew, err) ||
        err->status)
        return err->status;
    uint64_t epoch = generation / crew->plan->sub_generations - 1;
    if (migrate(crew->migrator, crew->islands, crew->plan->seed, crew->replica, epoch,
                ledger_migration(crew->ledger, epoch), err))
        return err->status;
    for (size_t i = 0; i < crew->n_own && crew->setup.algorithm->welcome; i++)
        crew->setup.algorithm->welcome(crew->demes[i].self, &crew->demes[i].island);
    return STATUS_OK;
}

/* Borders between generations. */

/* An exact search prunes with what all islands knew at the last epoch's end. */
static void share_incumbent(struct crew *crew)
{
    const struct standing *now = &crew->standings[crew->my_group];
    bool border = now->generation % crew->plan->sub_generations == 0;
    for (size_t i = 0; border && i < crew->n_own; i++)
        crew->demes[i].island.incumbent = now->best;
}

static bool anyone_working(const struct crew *crew)
{
    for (size_t g = 0; g < crew->n_groups; g++) {
        uint32_t replica = crew->standings[g].replica;
        if (replica != NO_REPLICA && crew->store.kept[replica].stage != REPLICA_DONE)
            return true;
    }
    return false;
}

/* A step of some rank was cut short: as if this one had not been. The generation that a
 * replica begins with is undone by its waiting on. */
static void undo_step(struct crew *crew)
{
    crew->cut = false;
    if (!crew->working)
        return;
    if (crew->fresh) {
        crew->replica = NO_REPLICA;
        crew->working = false;
        ledger_begin(crew->ledger, NO_REPLICA, 0);
        return;
    }
    for (size_t i = 0; i < crew->n_own && crew->saved; i++)
        if (crew->demes[i].saved)
            deme_restore(&crew->demes[i]);
    if (crew->saved)
        ledger_undo(crew->ledger);
}

/* Where all stand; a step that was cut short anywhere has not been. */
static enum status meet(struct crew *crew, struct error *err)
{
    if (crew_heartbeat(crew, err) || !(crew->conclusion.orders & SAYS_CUT))
        return err->status;
    undo_step(crew);
    return crew_heartbeat(crew, err);
}

/* Plays the replicas in work to their ends, or until told to stop. */
static enum status play_round(struct crew *crew, struct error *err)
{
    for (;;) {
        if (meet(crew, err))
            return err->status;
        crew_settle(crew);
        bool cut = false;
        if (!crew->stop && crew_diagnose(crew, &cut, err))
            return err->status;
        if (cut)
            continue; /* the next beat tells everybody to stop */
        if (is_leader(crew))
            crew_tell_pulse(crew);
        if (crew_exchange(crew, err))
            return err->status;
        if (crew->stop || !anyone_working(crew))
            return STATUS_OK;
        share_incumbent(crew);
        crew->since_report++;
        crew->fresh = false;
        if (crew->working)
            save_demes(crew);
        if (crew->working && advance(crew, err))
            return err->status;
    }
}

/* The end. */

static void complete_results(struct crew *crew)
{
    for (uint32_t r = 0; r < crew->plan->replicas; r++) {
        struct replica_result *result = &crew->store.kept[r].result;
        if (crew->store.kept[r].stage == REPLICA_WAITING) {
            *result = (struct replica_result){.best = INFINITY, .bound = -INFINITY};
            continue;
        }
        struct verdict found;
        if (result->verdict.infeasible && !result->verdict.reason[0] &&
            store_verdict(&crew->store, r, &found))
            result->verdict = found;
        if (result->verdict.infeasible && !result->verdict.reason[0])
            snprintf(result->verdict.reason, sizeof result->verdict.reason,
                     "the exact search looked everywhere and found nothing");
    }
}

/* All is found that will be: how good is the best of it? */
static void prove_results(struct crew *crew)
{
    const struct puzzle *puzzle = crew->setup.puzzle;
    double best = INFINITY, bound = -INFINITY;
    for (uint32_t r = 0; r < crew->plan->replicas; r++) {
        best = fmin(best, crew->store.kept[r].result.best);
        bound = fmax(bound, crew->store.kept[r].result.bound);
    }
    if (!puzzle->problem->prove || !isfinite(best) || bound >= best)
        return;
    interrupt_listen(crew_is_called, crew->world);
    double proven = puzzle->problem->prove(puzzle->self, best, crew->plan->proof_s);
    crew->proof_cut = proven < best && interrupt_pending();
    interrupt_listen(NULL, NULL);
    for (uint32_t r = 0; r < crew->plan->replicas; r++) {
        struct replica_result *result = &crew->store.kept[r].result;
        result->bound = fmax(result->bound, proven);
        result->optimal = isfinite(result->best) && result->bound >= result->best;
    }
}

/* Nothing is found: what comes nearest. NULL where the problem cannot tell. */
static const struct near_miss *find_near_miss(struct crew *crew)
{
    const struct puzzle *puzzle = crew->setup.puzzle;
    if (!puzzle->problem->nearest)
        return NULL;
    for (uint32_t r = 0; r < crew->plan->replicas; r++)
        if (isfinite(crew->store.kept[r].result.best))
            return NULL;
    struct near_miss *miss = ARENA_NEW(&crew->perm, struct near_miss, 1);
    void *genome = arena_take(&crew->perm, puzzle->shape.genome_bytes);
    if (!miss || !genome ||
        !puzzle->problem->nearest(puzzle->self, genome, &miss->violations))
        return NULL;
    miss->genome = genome;
    return miss;
}

static void tell_finish(struct crew *crew, enum outcome_kind kind)
{
    struct replica_result *results =
        ARENA_NEW(&crew->perm, struct replica_result, crew->plan->replicas);
    if (!results) {
        error_set(&crew->failed, STATUS_MEMORY, "no memory for the results");
        return;
    }
    complete_results(crew);
    if (kind != OUTCOME_FAILED && !crew->conclusion.signal)
        prove_results(crew);
    for (uint32_t r = 0; r < crew->plan->replicas; r++)
        results[r] = crew->store.kept[r].result;
    char why[128];
    snprintf(why, sizeof why, "%s%s", crew->why,
             crew->proof_cut && kind == OUTCOME_FINISHED
                 ? "; the proof was cut short by a limit or signal"
                 : "");
    struct outcome outcome = {.kind = kind,
                              .why = why,
                              .replicas = results,
                              .solutions = &crew->solutions,
                              .near_miss =
                                  kind == OUTCOME_FAILED ? NULL : find_near_miss(crew),
                              .elapsed_s = crew->outside->clock() - crew->began};
    CREW_TELL(crew, finish, &outcome);
}

static void tell_start(struct crew *crew)
{
    uint32_t replicas = crew->plan->replicas;
    uint64_t *kept = ARENA_NEW(&crew->perm, uint64_t, replicas);
    if (!kept) {
        error_set(&crew->failed, STATUS_MEMORY, "no memory for %u replicas", replicas);
        return;
    }
    for (uint32_t r = 0; r < replicas; r++)
        if (crew->store.kept[r].stage != REPLICA_WAITING)
            kept[r] = crew->store.kept[r].result.generations + 1;
    struct run_info info = {.puzzle = crew->setup.puzzle,
                            .algorithm = crew->setup.algorithm->name,
                            .seed = crew->plan->seed,
                            .islands = crew->plan->islands,
                            .replicas = replicas,
                            .ranks = crew->world->size,
                            .sub_generations = crew->plan->sub_generations,
                            .migrates = crew->plan->migration.policy != MIGRATE_NONE,
                            .epochs = crew->plan->stopping.epochs,
                            .time_limit_s = interrupt_limit(),
                            .max_evaluations = crew->plan->stopping.max_evaluations,
                            .resumed = crew->outside->snapshot != NULL,
                            .generations_kept = kept,
                            .solutions = crew->solutions.pop.capacity,
                            .grid = crew->demes[0].plan.grid};
    CREW_TELL(crew, start, &info);
}

static enum status set_out(struct crew *crew, struct error *err)
{
    const struct puzzle *puzzle = crew->setup.puzzle;
    if (!share_ranks(crew, err))
        take_memory(crew, err);
    if (comm_agree(crew->world, err) || restore_store(crew, err))
        return err->status;
    /* Of rank 0: an interrupt may cut it short, on some ranks alone. */
    crew->floor = is_leader(crew) && puzzle->problem->bound
                      ? puzzle->problem->bound(puzzle->self)
                      : -INFINITY;
    if (comm_broadcast(crew->world, &crew->floor, sizeof crew->floor, err))
        return err->status;
    return begin_round(crew, err);
}

static enum status play(struct crew *crew, struct error *err)
{
    crew->began = crew->outside->clock();
    crew->last_findings = crew->last_report = crew->began;
    crew->last_checkpoint = -INFINITY; /* the first one follows generation 0 */
    if (is_leader(crew)) {
        tell_start(crew);
        *err = crew->failed;
    }
    if (comm_agree(crew->world, err))
        return err->status; /* before anybody works in vain */
    for (;;) {
        start_round(crew);
        if (play_round(crew, err))
            return err->status;
        if (crew->stop || pending_replica(crew, 0) == NO_REPLICA)
            return STATUS_OK;
        if (begin_round(crew, err) == STATUS_CUT) {
            crew->replica = NO_REPLICA; /* and the next beat tells all to stop */
            crew->working = false;
            *err = (struct error){0};
        }
        if (err->status)
            return err->status;
    }
}

static enum outcome_kind outcome_of(const struct crew *crew)
{
    if (crew->failed.status)
        return OUTCOME_FAILED;
    return pending_replica(crew, 0) == NO_REPLICA ? OUTCOME_FINISHED : OUTCOME_STOPPED;
}

enum status
archipelago_run(const struct archipelago_plan *plan, const struct puzzle *puzzle,
                const struct algorithm *algorithm, const void *algorithm_keys,
                const struct archipelago_world *outside, enum outcome_kind *kind,
                const char **why, struct error *err)
{
    struct crew crew = {.plan = plan,
                        .outside = outside,
                        .world = outside->comm,
                        .why = "nothing to do",
                        .setup = {.puzzle = puzzle,
                                  .algorithm = algorithm,
                                  .keys = algorithm_keys,
                                  .seed = plan->seed,
                                  .islands = plan->islands,
                                  .solutions = plan->solutions,
                                  .apart = plan->apart}};
    arena_init(&crew.perm);
    arena_init(&crew.round);
    *kind = OUTCOME_FAILED;
    if (!set_out(&crew, err) && outside->settled &&
        pending_replica(&crew, 0) == NO_REPLICA) {
        *kind = OUTCOME_FINISHED;
    } else if (!err->status) {
        struct error lost = {0};
        if (play(&crew, &lost)) {
            crew.failed = lost;
            crew.why = status_words(lost.status);
        }
        *kind = outcome_of(&crew);
        if (is_leader(&crew))
            tell_finish(&crew, *kind);
        *err = crew.failed;
        /* The end may fail on rank 0 alone; after a lost rank nobody answers. */
        struct error waited = {0};
        if (err->status != STATUS_COMM &&
            comm_await(crew.world, interrupt_pending, &waited))
            *err = waited;
        if (err->status != STATUS_COMM && comm_agree(crew.world, err))
            *kind = OUTCOME_FAILED;
    }
    *why = crew.why;
    forget_demes(&crew);
    store_free(&crew.store);
    comm_close(crew.group);
    arena_free(&crew.round);
    arena_free(&crew.perm);
    return err->status;
}
