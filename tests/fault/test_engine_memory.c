/* Memory that runs out at every single allocation of a run: all ranks leave with status
 * MEMORY, nobody aborts or waits, and what is there is freed. */
#include "lack.h"
#include "mailbox.h"
#include "suite.h"
#include "timed.h"

/* Beside those of lack.h. */
void *__real_malloc(size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return fails() ? NULL : __real_realloc(old, bytes);
}

/* What a run without memory has saved goes on as if nothing had happened. */
static void check_checkpoint(struct play *play, const struct spy *failed,
                             const struct spy *whole)
{
    const struct pack *before = play->snapshot;
    if (!failed->checkpoint.used)
        return;
    play->snapshot = &failed->checkpoint;
    struct spy *rest = play_on(play, 1);
    CU_ASSERT(!memcmp(rest->results, whole->results, sizeof rest->results));
    CU_ASSERT(same_packs(&rest->solutions, &whole->solutions));
    spy_free(rest);
    play->snapshot = before;
}

/* One run in which only so many allocations succeed; true when it needs no more. It goes on
 * without those of the spy and of islands that were to move. */
static bool run_with(struct play *play, int ranks, long allocations,
                     const struct spy *first)
{
    struct error err = {0};
    struct spy *spy = play->spy = spy_new();
    spy->signal = &play->signal;
    atomic_store(&left, allocations);
    enum status status = comm_local_run(ranks, NULL, play_timed_rank, play, &err);
    bool needs_more = atomic_exchange(&left, -1) <= 0;
    bool whole = status == STATUS_OK;
    for (int r = 0; status == STATUS_OK && r < ranks; r++) {
        if (play->status[r] && play->status[r] != STATUS_MEMORY)
            printf("allocation %ld: rank %d ends with %d\n", allocations, r,
                   play->status[r]);
        CU_ASSERT_TRUE_FATAL(!play->status[r] || play->status[r] == STATUS_MEMORY);
        CU_ASSERT_EQUAL(play->status[r], play->status[0]);
        CU_ASSERT_EQUAL(play->kind[r],
                        play->status[0] ? OUTCOME_FAILED : OUTCOME_FINISHED);
        whole = whole && !play->status[r];
    }
    if (!whole && play->status[0] == STATUS_OK)
        CU_ASSERT_EQUAL(spy->finishes, 0);
    if (!whole && !play->snapshot && first)
        check_checkpoint(play, spy, first);
    spy_free(spy);
    return whole && !needs_more;
}

/* Of a fresh run and of a resumed one; with no memory from then on, or for once. */
static void try_all(struct play *play, int ranks)
{
    const bool repeats = play->plan.migration.period_s <= 0; /* the same result */
    struct spy *first = play_on(play, 1);
    for (int kind = 0; kind < 4; kind++) {
        long n = 0;
        play->snapshot = kind & 1 ? &first->checkpoint : NULL;
        fails_once = kind & 2;
        while (n < 5000 && !run_with(play, ranks, n, repeats ? first : NULL))
            n++;
        CU_ASSERT_TRUE(n > 20 && n < 5000);
    }
    fails_once = false;
    play->snapshot = NULL;
    spy_free(first);
}

static void every_lack_of_memory_is_told(void)
{
    for (uint32_t replicas = 1; replicas <= 2; replicas++)
        for (int policy = MIGRATE_NONE; policy <= MIGRATE_SIMILARITY; policy++) {
            struct play play = play_new(3, replicas);
            play.plan.stopping.epochs = 2;
            play.plan.checkpoint_every_s = 1;
            play.plan.migration.policy = (enum migration_policy)policy;
            try_all(&play, 1);
        }
}

static void every_lack_of_memory_is_told_to_all_ranks(void)
{
    static const size_t sample_sort_above[] = {0, 1000};
    for (size_t i = 0; i < 2; i++) {
        struct play play = play_new(3, 1);
        play.plan.stopping.epochs = 1;
        play.plan.checkpoint_every_s = 1;
        play.plan.migration.sample_sort_above = sample_sort_above[i];
        play.plan.migration.group = i ? 2 : 0;
        play.plan.balances = i;
        try_all(&play, 3);
    }
}

/* Each rank has a replica of its own, and the others are to know. */
static void every_lack_of_memory_is_told_to_other_replicas(void)
{
    struct play play = play_new(3, 2);
    play.plan.stopping.epochs = 1;
    play.plan.checkpoint_every_s = 1;
    play.plan.migrate_at_start = true;
    play.plan.migration.policy = MIGRATE_RANDOM;
    try_all(&play, 2);
}

static void every_lack_of_memory_is_told_without_waiting(void)
{
    struct algorithm timed = timed_algorithm();
    struct engine_islands islands = {&timed, NULL, 4};
    struct play play = play_new(4, 1);
    play.plan.algorithms = &islands;
    play.plan.n_algorithms = 1;
    play.plan.stopping.epochs = 2;
    play.plan.sub_generations = 1;
    play.plan.migration =
        (struct migration_plan){MIGRATE_RING, .migrants = 2, .period_s = 3, .steps = 2};
    for (size_t r = 0; r < 3; r++)
        pace_of_rank[r] = 1;
    play_clock = own_clock;
    try_all(&play, 3);
    play_clock = step_clock;
}

static enum status telling_init(const void *keys, const struct puzzle *puzzle,
                                struct arena *perm, struct plan *plan, void **self,
                                struct error *err)
{
    enum status status = climb_init(keys, puzzle, perm, plan, self, err);
    plan->shared = true;
    return status;
}

/* Each island sends one message to all, a longer one in each generation. */
static bool telling_superstep(void *self, struct island *island,
                              struct mailbox *mailbox)
{
    static const unsigned char message[400000]; /* agreed on before it is sent */
    (void)self;
    rng_next(&island->rng); /* from in between nothing goes on to the same result */
    bool begins = mailbox->in_bytes[0] == 0;
    if (begins)
        mailbox_send_all(mailbox, message,
                         sizeof message / 4 * (1 + island->generation % 4));
    return begins;
}

static void every_lack_of_memory_is_told_in_supersteps(void)
{
    struct algorithm telling = climb_algorithm;
    telling.init = telling_init;
    telling.superstep = telling_superstep;
    struct engine_islands islands = {&telling, NULL, 3};
    play_clock = still_clock; /* steps are too short to be undone */
    for (int ranks = 1; ranks <= 3; ranks++) {
        struct play play = play_new(3, 1);
        play.plan.algorithms = &islands;
        play.plan.n_algorithms = 1;
        play.plan.sub_generations = 2;
        play.plan.stopping.epochs = 2;
        play.plan.checkpoint_every_s = 1;
        try_all(&play, ranks);
        play.plan.replicas = 2;
        try_all(&play, ranks);
    }
    play_clock = step_clock;
}

/* More than there can be: counts that overflow are no memory either. */
static void runs_too_large_for_memory_are_told(void)
{
    struct play play = play_new(3, 1);
    play.plan.solutions = SIZE_MAX / 4;
    play.spy = spy_new();
    play_ranks(&play, 2);
    CU_ASSERT_EQUAL(play.status[0], STATUS_MEMORY);
    CU_ASSERT_EQUAL(play.status[1], STATUS_MEMORY);
    CU_ASSERT_EQUAL(play.spy->starts, 0);
    spy_free(play.spy);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(every_lack_of_memory_is_told),
        SUITE_TEST(every_lack_of_memory_is_told_to_all_ranks),
        SUITE_TEST(every_lack_of_memory_is_told_to_other_replicas),
        SUITE_TEST(every_lack_of_memory_is_told_without_waiting),
        SUITE_TEST(every_lack_of_memory_is_told_in_supersteps),
        SUITE_TEST(runs_too_large_for_memory_are_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("engine_memory", NULL, NULL, tests);
}
