/* Migration on ranks that are threads: the same archipelago whatever their number, and
 * nobody hangs when one is lost. */
#include "migrant_order.h"
#include "migration_threads.h"
#include "suite.h"

/* Where malloc can be replaced, calls of it by a thread are counted. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const size_t n_allocations;
#else
static _Thread_local size_t n_allocations;
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t n, size_t bytes);
void *malloc(size_t bytes)
{
    n_allocations++;
    return __libc_malloc(bytes);
}
void *calloc(size_t n, size_t bytes)
{
    n_allocations++;
    return __libc_calloc(n, bytes);
}
#endif

static void run_trial(struct comm *comm, void *arg)
{
    struct job *job = arg;
    job->wrong[comm->rank] = check_migration(comm, &job->trial);
}

static void migrate_equals_twin_on_any_ranks(void)
{
    static const int ranks[] = {1, 2, 3, 4, 5, 8};
    for (int p = 0; p < TRIAL_PLANS; p++)
        for (enum costs costs = 0; costs < COSTS_KINDS; costs++)
            for (int r = 0; r < 6; r++) {
                struct trial trial = {.plan = trial_plans[p],
                                      .islands = 8,
                                      .individuals = 7,
                                      .genome_bytes = 21,
                                      .costs = costs,
                                      .seed = 3};
                CU_ASSERT_EQUAL(wrong_by(run_trial, ranks[r], &trial), 0);
            }
}

static void migrate_equals_twin_for_random_sizes(void)
{
    struct rng rng;
    rng_init(&rng, 20261121, 0, 0, RNG_PROBLEM);
    for (uint64_t i = 0; i < 400; i++) {
        int ranks = 1 + (int)rng_below(&rng, RANKS_MAX);
        struct trial trial = {.plan = trial_plans[rng_below(&rng, TRIAL_PLANS)],
                              .islands = (unsigned)ranks + (unsigned)rng_below(&rng, 6),
                              .individuals =
                                  4 + rng_below(&rng, rng_chance(&rng, 0.1) ? 60 : 9),
                              .genome_bytes = 1 + rng_below(&rng, 200),
                              .costs = (enum costs)rng_below(&rng, COSTS_KINDS),
                              .seed = i,
                              .spread = rng_below(&rng, 2) * rng_below(&rng, 20)};
        CU_ASSERT_EQUAL(wrong_by(run_trial, ranks, &trial), 0);
    }
}

/* The first island has one individual; the others may have more. */
static void migrate_of_one_individual_an_island(void)
{
    for (int p = 0; p < TRIAL_PLANS; p++) {
        if (trial_plans[p].policy == MIGRATE_RING)
            continue; /* migrants have no room */
        for (int ranks = 1; ranks <= 4; ranks++) {
            struct trial trial = {.spread = (size_t)ranks / 2,
                                  .plan = trial_plans[p],
                                  .islands = 5,
                                  .individuals = 1,
                                  .genome_bytes = 3,
                                  .costs = COSTS_RANDOM,
                                  .seed = 8};
            CU_ASSERT_EQUAL(wrong_by(run_trial, ranks, &trial), 0);
        }
    }
}

/* It has nobody to send to, and keeps its order but under a deal. */
static void migrate_of_one_island(void)
{
    for (int p = 0; p < TRIAL_PLANS; p++) {
        struct trial trial = {.plan = trial_plans[p],
                              .islands = 1,
                              .individuals = 9,
                              .genome_bytes = 5,
                              .costs = COSTS_RANDOM,
                              .seed = 8};
        CU_ASSERT_EQUAL(wrong_by(run_trial, 1, &trial), 0);
    }
}

static void deal_keeps_every_individual(void)
{
    for (int p = 0; p < TRIAL_PLANS; p++) {
        struct trial trial = {.plan = trial_plans[p],
                              .islands = 6,
                              .individuals = 9,
                              .genome_bytes = 5,
                              .costs = COSTS_FEW,
                              .seed = 1};
        uint64_t who[54];
        int seen[54] = {0}, missing = 0;
        for (uint64_t i = 0; i < 54; i++)
            who[i] = i;
        twin_migrate(&trial, 0, 0, who);
        for (int i = 0; i < 54; i++)
            seen[who[i]]++;
        for (int i = 0; i < 54; i++)
            missing += seen[i] == 0;
        CU_ASSERT_EQUAL(missing > 0, trial.plan.policy == MIGRATE_RING);
    }
}

/* The keys of random migration differ from epoch to epoch and replica to replica. */
static void random_deals_differ(void)
{
    struct trial trial = {.plan = {.policy = MIGRATE_RANDOM},
                          .islands = 6,
                          .individuals = 9,
                          .genome_bytes = 5};
    uint64_t a[54], b[54], c[54];
    for (uint64_t i = 0; i < 54; i++)
        a[i] = b[i] = c[i] = i;
    twin_migrate(&trial, 0, 0, a);
    twin_migrate(&trial, 1, 0, b);
    twin_migrate(&trial, 0, 1, c);
    CU_ASSERT_NOT_EQUAL(memcmp(a, b, sizeof a), 0);
    CU_ASSERT_NOT_EQUAL(memcmp(a, c, sizeof a), 0);
}

/* Sorting together against sorting alone, for many more than the twin can. */

struct sort_job {
    size_t islands, individuals;
    enum costs kind;
    uint64_t seed;
    size_t wrong[RANKS_MAX];
};

static uint64_t sort_key(const struct sort_job *job, uint64_t number)
{
    struct trial trial = {.costs = job->kind, .seed = job->seed};
    return cost_key_of_number(trial_cost(&trial, number));
}

static int compare_tickets(const void *a, const void *b)
{
    const struct sort_key *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return left->from < right->from ? -1 : left->from > right->from;
}

static size_t wrong_order(const struct migrant_order *order,
                          const struct sort_key *sorted)
{
    size_t wrong = 0, first = order->first[order->comm->rank];
    for (size_t i = 0; i < order->own; i++) {
        wrong += order->source[i] != sorted[first + i].from;
        wrong += sorted[order->target[i]].from != first + order->mine[i];
        wrong += i > 0 && order->target[i] <= order->target[i - 1];
    }
    return wrong;
}

static void run_sort(struct comm *comm, void *arg)
{
    struct sort_job *job = arg;
    size_t n = job->islands * job->individuals;
    struct sort_key *sorted = malloc(n * sizeof *sorted);
    size_t *first = malloc((job->islands + 1) * sizeof *first);
    struct island_layout layout = {.islands = job->islands,
                                   .ranks = (size_t)comm->size};
    struct arena perm;
    struct error err = {0};
    size_t wrong = 0;
    arena_init(&perm);
    for (size_t i = 0; i <= job->islands; i++)
        first[i] = i * job->individuals;
    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct sort_key){sort_key(job, i), i};
    qsort(sorted, n, sizeof *sorted, compare_tickets);
    for (int sampled = 0; sampled < 2; sampled++) {
        struct migrant_order order;
        wrong += migrant_order_init(&order, comm, &layout, first, sampled, &perm,
                                    &err) != STATUS_OK;
        wrong += order.sampled != (sampled && comm->size > 1);
        for (size_t i = 0; i < order.own; i++)
            order.keys[i] = sort_key(job, order.first[comm->rank] + i);
        if (order.sampled)
            wrong += migrant_order_sampled(&order, &err) != STATUS_OK;
        else {
            wrong += migrant_order_gather(&order, &err) != STATUS_OK;
            migrant_order_plain(&order);
        }
        wrong += wrong_order(&order, sorted);
    }
    job->wrong[comm->rank] = wrong;
    free(first);
    free(sorted);
    arena_free(&perm);
}

static void order_sampled_equals_order_plain(void)
{
    struct rng rng;
    rng_init(&rng, 20261122, 0, 0, RNG_PROBLEM);
    for (uint64_t i = 0; i < 120; i++) {
        static struct sort_job job;
        struct error err = {0};
        int ranks = 1 + (int)rng_below(&rng, 8);
        memset(&job, 0xff, sizeof job);
        job.islands = (size_t)ranks + rng_below(&rng, 9);
        job.individuals = 1 + rng_below(&rng, rng_chance(&rng, 0.2) ? 900 : 40);
        job.kind = (enum costs)(i % COSTS_KINDS);
        job.seed = i;
        CU_ASSERT_EQUAL(comm_local_run(ranks, NULL, run_sort, &job, &err), STATUS_OK);
        for (int r = 0; r < ranks; r++) {
            CU_ASSERT_EQUAL(job.wrong[r], 0);
            if (job.wrong[r])
                fprintf(stderr, "%zu wrong: %d ranks, %zu x %zu, kind %d, seed %llu\n",
                        job.wrong[r], ranks, job.islands, job.individuals, job.kind,
                        (unsigned long long)i);
        }
    }
}

/* Keys that differ in many digits, in three, or in the lowest alone but for one of them. */
static uint64_t odd_key(int kind, size_t i, size_t n, struct rng *rng)
{
    uint64_t random = rng_next(rng);
    return kind == 0   ? random
           : kind == 1 ? random & 0x0700000000070007
           : i > 0     ? n - i
                       : random | 1ULL << 63;
}

static void sort_is_stable_for_any_keys(void)
{
    static struct sort_key keys[1200], spare[1200], sorted[1200];
    struct rng rng;
    rng_init(&rng, 20261124, 0, 0, RNG_PROBLEM);
    for (int trial = 0; trial < 300; trial++) {
        size_t n = rng_below(&rng, trial % 2 ? 1200 : 60), wrong = 0;
        for (size_t i = 0; i < n; i++)
            sorted[i] = keys[i] = (struct sort_key){odd_key(trial % 3, i, n, &rng), i};
        qsort(sorted, n, sizeof *sorted, compare_tickets);
        const struct sort_key *found = sort_key_sort(keys, spare, n);
        for (size_t i = 0; i < n; i++)
            wrong += found[i].key != sorted[i].key || found[i].from != sorted[i].from;
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

/* Failing. */

/* One migration with a rank that is lost, late or damaged at some call. */
static void run_fault(struct comm *comm, void *arg)
{
    struct job *job = arg;
    struct demes states;
    struct error err = {0};
    enum status status = demes_open(&states, comm, &job->trial, &err);
    size_t allocations = n_allocations;
    if (status == STATUS_OK)
        status =
            migration_run(states.migration, states.own, 1, 0, 0, states.rows, &err);
    job->allocations[comm->rank] = n_allocations - allocations;
    job->status[comm->rank] = status;
    arena_free(&states.perm);
}

static struct job fault_job(int plan)
{
    return (struct job){.trial = {.plan = trial_plans[plan],
                                  .islands = 7,
                                  .individuals = 6,
                                  .genome_bytes = 9,
                                  .costs = COSTS_DESCENDING,
                                  .seed = 4}};
}

static int count_lost(const struct job *job, int ranks)
{
    int lost = 0;
    for (int r = 0; r < ranks; r++)
        lost += job->status[r] == STATUS_COMM;
    return lost;
}

static void failure_at_any_call_ends_all_ranks(void)
{
    enum { RANKS = 4 };
    for (int plan = 0; plan < TRIAL_PLANS; plan++)
        for (int rank = 0; rank < RANKS; rank++) {
            unsigned call = 0;
            struct job job;
            struct error err = {0};
            do { /* until the call is past the last */
                struct comm_fault fault = {
                    .kind = FAULT_FAIL, .rank = rank, .call = ++call};
                job = fault_job(plan);
                comm_local_run(RANKS, &fault, run_fault, &job, &err);
                int lost = count_lost(&job, RANKS);
                CU_ASSERT_TRUE(lost == 0 || lost == RANKS);
            } while (count_lost(&job, RANKS) > 0 && call < 100);
            CU_ASSERT_TRUE(call < 100);
            CU_ASSERT_EQUAL(call == 1, trial_plans[plan].policy == MIGRATE_NONE);
        }
}

/* Any byte of any header. Which call brings the blocks differs by plan. */
static void damaged_block_is_seen_by_all_ranks(void)
{
    static const struct {
        int plan;
        unsigned call;
    } cases[] = {{1, 1}, {3, 1}, {5, 2}, {7, 5}};
    for (int c = 0; c < 4; c++)
        for (size_t byte = 0; byte < 40; byte++)
            for (int rank = 0; rank < 3; rank++) {
                struct comm_fault fault = {.kind = FAULT_DAMAGE,
                                           .rank = rank,
                                           .call = cases[c].call,
                                           .byte = byte};
                struct job job = fault_job(cases[c].plan);
                struct error err = {0};
                comm_local_run(3, &fault, run_fault, &job, &err);
                CU_ASSERT_EQUAL(count_lost(&job, 3), 3);
            }
}

/* Damage to keys may pass for other keys; ranks still agree and nobody crashes. With
 * more than 256 individuals a number with a damaged byte may pass for another. */
static void damaged_sort_leaves_ranks_agreed(void)
{
    for (unsigned call = 1; call <= 8; call++)
        for (size_t byte = 0; byte < 1000; byte += 4) {
            struct comm_fault fault = {
                .kind = FAULT_DAMAGE, .rank = 1, .call = call, .byte = byte};
            struct job job = fault_job(6);
            struct error err = {0};
            job.trial.individuals = 40;
            comm_local_run(3, &fault, run_fault, &job, &err);
            int lost = count_lost(&job, 3);
            CU_ASSERT_TRUE(lost == 0 || lost == 3);
        }
}

static void migrate_allocates_nothing(void)
{
    for (int plan = 0; plan < TRIAL_PLANS; plan++)
        for (int ranks = 1; ranks <= 3; ranks++) {
            struct job job = fault_job(plan);
            struct error err = {0};
            comm_local_run(ranks, NULL, run_fault, &job, &err);
            for (int r = 0; r < ranks; r++) {
                CU_ASSERT_EQUAL(job.status[r], STATUS_OK);
                CU_ASSERT_EQUAL(job.allocations[r], 0);
            }
        }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(migrate_equals_twin_on_any_ranks),
        SUITE_TEST(migrate_equals_twin_for_random_sizes),
        SUITE_TEST(migrate_of_one_individual_an_island),
        SUITE_TEST(migrate_of_one_island),
        SUITE_TEST(deal_keeps_every_individual),
        SUITE_TEST(random_deals_differ),
        SUITE_TEST(order_sampled_equals_order_plain),
        SUITE_TEST(sort_is_stable_for_any_keys),
        SUITE_TEST(failure_at_any_call_ends_all_ranks),
        SUITE_TEST(damaged_block_is_seen_by_all_ranks),
        SUITE_TEST(damaged_sort_leaves_ranks_agreed),
        SUITE_TEST(migrate_allocates_nothing),
        CU_TEST_INFO_NULL,
    };
    return suite_run("migrate", NULL, NULL, tests);
}
