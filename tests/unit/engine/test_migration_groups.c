/* Migration within groups of islands and between them against a slow twin, on ranks that are
 * threads and host blocks of islands of any sizes. */
#include "migration_groups.h"
#include "migration_threads.h"
#include "suite.h"

enum { EPOCHS = 6 };

/* The group that contains an island, as a trial of its own; all of them in epochs between
 * groups. Groups are counted one by one. */
static struct trial scope_of(const struct trial *t, uint64_t epoch, size_t island)
{
    struct trial scope = *t;
    size_t group = t->plan.group;
    bool between = !group || epoch == MIGRATION_AT_START;
    for (uint64_t n = t->plan.between_every; n && !between && n <= epoch + 1;
         n += t->plan.between_every)
        between = n == epoch + 1;
    if (between)
        return scope;
    while (scope.offset + group <= island)
        scope.offset += group;
    size_t left = t->islands - scope.offset;
    scope.islands = (unsigned)(group < left ? group : left);
    return scope;
}

/* Compares the rank's populations and rows after an epoch with those of the twin. */
static size_t compare(const struct demes *states, const struct trial *t, uint64_t epoch,
                      uint32_t replica, uint64_t *who, uint64_t *before)
{
    size_t wrong = 0;
    memcpy(before, who, trial_first(t, t->islands) * sizeof *who);
    for (size_t island = 0; island < t->islands;) {
        struct trial scope = scope_of(t, epoch, island);
        twin_migrate(&scope, epoch, replica, who + trial_first(t, island));
        island += scope.islands;
    }
    wrong += wrong_individuals(states, t, who);
    for (size_t i = 0; i < states->count; i++) {
        size_t island = states->first + i;
        struct trial scope = scope_of(t, epoch, island);
        size_t at = trial_first(t, scope.offset);
        wrong += wrong_row(&scope, &states->rows[i], before + at, who + at,
                           island - scope.offset);
    }
    return wrong;
}

static void run_trial(struct comm *comm, void *arg)
{
    struct job *job = arg;
    const struct trial *t = &job->trial;
    size_t n = trial_first(t, t->islands), wrong = 0;
    uint64_t *who = malloc(2 * n * sizeof *who);
    struct migration_groups *groups = NULL;
    struct error err = {0};
    struct demes states;
    for (size_t p = 0; p < n; p++)
        who[p] = p;
    if (demes_open(&states, comm, t, &err) ||
        migration_groups_init(&t->plan, comm, &states.layout, &states.puzzle,
                              states.sizes, &states.perm, &groups, &err))
        wrong++;
    for (uint64_t e = 0; e < EPOCHS && !wrong; e++) {
        uint64_t epoch = e ? e - 1 : MIGRATION_AT_START;
        wrong += migration_groups_run(groups, states.own, t->seed, 5, epoch,
                                      states.rows, &err) != STATUS_OK;
        wrong += compare(&states, t, epoch, 5, who, who + n);
    }
    migration_groups_close(groups);
    job->wrong[comm->rank] = wrong;
    free(who);
    arena_free(&states.perm);
}

/* Blocks of at least one island each, of random sizes. */
static void draw_layout(struct rng *rng, size_t islands, size_t ranks, size_t *first)
{
    for (size_t r = 0; r <= ranks; r++)
        first[r] = r;
    first[ranks] = islands;
    for (size_t left = islands - ranks; left > 0; left--)
        for (size_t r = 1 + rng_below(rng, ranks); r < ranks; r++)
            first[r]++;
}

static void groups_equal_twin_on_any_ranks(void)
{
    struct rng rng;
    rng_init(&rng, 20261124, 0, 0, RNG_PROBLEM);
    for (uint64_t i = 0; i < 500; i++) {
        size_t ranks = 1 + rng_below(&rng, RANKS_MAX), first[RANKS_MAX + 1];
        size_t islands = ranks + rng_below(&rng, 14);
        draw_layout(&rng, islands, ranks, first);
        struct trial trial = {.plan = trial_plans[i % TRIAL_PLANS],
                              .islands = (unsigned)islands,
                              .individuals = 4 + rng_below(&rng, 5),
                              .genome_bytes = 1 + rng_below(&rng, 30),
                              .costs = (enum costs)rng_below(&rng, COSTS_KINDS),
                              .seed = i,
                              .spread = rng_below(&rng, 2) * rng_below(&rng, 5),
                              .first = rng_chance(&rng, 0.5) ? first : NULL};
        trial.plan.group = rng_below(&rng, 8);
        trial.plan.between_every = rng_below(&rng, 4);
        size_t wrong = wrong_by(run_trial, (int)ranks, &trial);
        CU_ASSERT_EQUAL(wrong, 0);
        if (wrong)
            fprintf(stderr, "%zu wrong: trial %llu, %zu ranks, groups of %zu\n", wrong,
                    (unsigned long long)i, ranks, trial.plan.group);
    }
}

/* Migrates on all ranks but the first. */
static void run_apart(struct comm *comm, void *arg)
{
    struct job *job = arg;
    struct migration_groups *groups = NULL;
    struct error err = {0};
    struct demes states;
    if (demes_open(&states, comm, &job->trial, &err) == STATUS_OK)
        migration_groups_init(&job->trial.plan, comm, &states.layout, &states.puzzle,
                              states.sizes, &states.perm, &groups, &err);
    enum status status = err.status;
    for (uint64_t epoch = 0; epoch < 3 && !status && comm->rank; epoch++)
        status =
            migration_groups_run(groups, states.own, 1, 0, epoch, states.rows, &err);
    job->status[comm->rank] = status;
    comm_agree(comm, &err);
    migration_groups_close(groups);
    arena_free(&states.perm);
}

/* Rank 0 hosts a whole group, ranks 1 and 2 share the next: they do not wait for rank 0. */
static void groups_wait_for_their_own_ranks_alone(void)
{
    static const size_t first[] = {0, 4, 7, 12};
    for (int plan = 0; plan < TRIAL_PLANS; plan++) {
        struct job job = {.trial = {.plan = trial_plans[plan],
                                    .islands = 12,
                                    .individuals = 6,
                                    .genome_bytes = 9,
                                    .costs = COSTS_DESCENDING,
                                    .first = first}};
        struct error err = {0};
        job.trial.plan.group = 4;
        CU_ASSERT_EQUAL(comm_local_run(3, NULL, run_apart, &job, &err), STATUS_OK);
        for (int r = 0; r < 3; r++)
            CU_ASSERT_EQUAL(job.status[r], STATUS_OK);
    }
}

/* Groups of 3 on blocks of 2 or 3 islands: each shares a rank with the next. */
static void failure_at_any_call_ends_all_ranks(void)
{
    enum { RANKS = 4 };
    for (int plan = 1; plan < TRIAL_PLANS; plan += 3)
        for (int rank = 0; rank < RANKS; rank++) {
            unsigned call = 0;
            int lost = 0;
            do { /* until the call is past the last */
                struct comm_fault fault = {
                    .kind = FAULT_FAIL, .rank = rank, .call = ++call};
                struct job job = {.trial = {.plan = trial_plans[plan],
                                            .islands = 10,
                                            .individuals = 6,
                                            .genome_bytes = 9,
                                            .costs = COSTS_DESCENDING,
                                            .seed = 4}};
                struct error err = {0};
                job.trial.plan.group = 3;
                job.trial.plan.between_every = 2;
                comm_local_run(RANKS, &fault, run_trial, &job, &err);
                lost = 0;
                for (int r = 0; r < RANKS; r++)
                    lost += job.wrong[r] > 0;
                CU_ASSERT_TRUE(call > 3 || lost == RANKS);
            } while (lost > 0 && call < 500);
            CU_ASSERT_TRUE(call > 5 && call < 500);
        }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(groups_equal_twin_on_any_ranks),
        SUITE_TEST(groups_wait_for_their_own_ranks_alone),
        SUITE_TEST(failure_at_any_call_ends_all_ranks),
        CU_TEST_INFO_NULL,
    };
    return suite_run("migration groups", NULL, NULL, tests);
}
