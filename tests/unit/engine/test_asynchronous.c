/* Islands that do not wait for each other: nobody waits for a slow rank, migrants arrive, and
 * whatever ends a run ends this one. Ranks are threads with clocks of their own. */
#include "migrant_exchange.h"
#include "migration_asynchronous.h"
#include "suite.h"
#include "timed.h"

/* A ring whose period is 10 s; an island sends after each 5 steps. */
static struct play play_asynchronous(uint32_t islands, uint32_t replicas)
{
    struct play play = play_new(islands, replicas);
    play.plan.sub_generations = 1;
    play.plan.stopping.epochs = 6;
    play.plan.migration = (struct migration_plan){MIGRATE_RING, .migrants = 2,
                                                  .period_s = 10, .steps = 5};
    return play;
}

static void set_paces(double first, double second)
{
    pace_of_rank[0] = first;
    pace_of_rank[1] = second;
}

static void fast_rank_does_not_wait(void)
{
    struct play play = play_asynchronous(4, 1);
    set_paces(1, 0.125);
    struct spy *spy = play_timed(&play, 2, spy_new());
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
    CU_ASSERT_EQUAL(spy->results[0].generations, 6);
    CU_ASSERT_EQUAL(steps_of_rank[0], 6 * 10);
    CU_ASSERT_EQUAL(steps_of_rank[1], 6 * 80);
    for (size_t g = 1; g <= 6; g++)
        for (size_t i = 0; i < 4; i++) {
            size_t steps = i < 2 ? 5 * g : 40 * g;
            CU_ASSERT_EQUAL(spy->rows[0][g][i].evaluations, 6 * (1 + steps));
        }
    spy_free(spy);
}

/* In a period, islands 0 and 1 send once, 2 and 3 eight times, of which island 0 has the first at
 * least, for it comes into an empty channel. */
static void migrants_arrive(void)
{
    struct play play = play_asynchronous(4, 1);
    set_paces(1, 0.125);
    climb_welcomes = 0;
    struct spy *spy = play_timed(&play, 2, spy_new());
    uint64_t moved = 0;
    for (size_t e = 0; e < 6; e++) {
        const struct migration_row *row = spy->migration[0][e];
        CU_ASSERT_TRUE(row[0].moved >= 2 && row[0].moved <= 16 &&
                       row[0].moved % 2 == 0);
        CU_ASSERT_EQUAL(row[1].moved, 2);
        CU_ASSERT_EQUAL(row[2].moved, 2);
        CU_ASSERT_EQUAL(row[3].moved, 16);
        for (size_t i = 0; i < 4; i++) {
            CU_ASSERT_EQUAL(row[i].bytes, row[i].moved * (GENES + sizeof(double)));
            CU_ASSERT_TRUE(row[i].low <= row[i].high);
            moved += row[i].moved;
        }
    }
    CU_ASSERT_TRUE(climb_welcomes >= 6 * (1 + 8 + 2) && climb_welcomes <= moved / 2);
    spy_free(spy);
}

/* The solutions are the best that any island had, whatever ranks and replicas. */
static void runs_of_any_shape_are_whole(void)
{
    struct rng rng;
    rng_init(&rng, 20261125, 1, 0, RNG_PROBLEM);
    for (int i = 0; i < 60; i++) {
        struct play play = play_asynchronous(1 + (uint32_t)rng_below(&rng, 8),
                                             1 + (uint32_t)rng_below(&rng, 3));
        size_t most = play.plan.islands * play.plan.replicas;
        play.plan.migration.steps = 1 + rng_below(&rng, 7);
        play.plan.migration.migrants = 1 + rng_below(&rng, 3);
        play.plan.migration.period_s = 0.5 + 10 * rng_unit(&rng);
        for (size_t r = 0; r < MOST_RANKS; r++)
            pace_of_rank[r] = 0.25 + 4 * rng_unit(&rng);
        struct spy *spy = play_timed(
            &play, 1 + (int)rng_below(&rng, most < MOST_RANKS ? most : MOST_RANKS),
            spy_new());
        double best = INFINITY;
        CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
        for (uint32_t r = 0; r < play.plan.replicas; r++)
            for (size_t g = 0; g <= 6; g++)
                for (size_t k = 0; k < play.plan.islands; k++) {
                    const struct row *row = &spy->rows[r][g][k];
                    best = fmin(best, row->best);
                    CU_ASSERT_TRUE(row->evaluations > 0 && row->evaluations % 6 == 0);
                    CU_ASSERT_TRUE(g == 0 || row->evaluations >=
                                                 spy->rows[r][g - 1][k].evaluations);
                }
        struct unpack in = unpack_from(spy->solutions.data, spy->solutions.used);
        unpack_skip(&in, GENES);
        CU_ASSERT_TRUE(unpack_f64(&in) <= best);
        spy_free(spy);
    }
}

/* The signal ends the period after generation `at` early. */
static void stopped_run_goes_on_with_other_ranks(void)
{
    struct play play = play_asynchronous(5, 2);
    for (uint64_t at = 1; at < 5; at++) {
        set_paces(1, 0.125);
        struct spy *part = spy_new();
        part->stop_at = at;
        play.snapshot = NULL;
        play_timed(&play, 2, part);
        CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
        struct spy *rest = spy_after(part);
        play.snapshot = &part->checkpoint;
        play_timed(&play, 1 + (int)at % 3, rest);
        CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
        for (uint32_t r = 0; r < 2; r++)
            for (size_t g = 1; g <= 6; g++)
                for (size_t i = 0; i < 5; i++)
                    CU_ASSERT_TRUE(rest->rows[r][g][i].evaluations >=
                                   rest->rows[r][g - 1][i].evaluations + (g > at + 1));
        spy_free(part);
        spy_free(rest);
    }
}

/* An island is at the target: its rank makes no more steps. */
static void target_ends_the_period(void)
{
    struct play play = play_asynchronous(2, 1);
    play.plan.stopping.target_cost = 500;
    play.plan.migration.period_s = 1e6;
    set_paces(1, 1);
    struct spy *spy = play_timed(&play, 2, spy_new());
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
    CU_ASSERT_STRING_EQUAL(spy->why, "target reached");
    CU_ASSERT_TRUE(steps_of_rank[0] < 5000 && steps_of_rank[1] < 5000);
    spy_free(spy);
}

/* No clock passes on a rank whose searches are all complete. */
static void complete_searches_end_the_period(void)
{
    struct play play = play_asynchronous(3, 1);
    climb_exact = true;
    for (size_t i = 0; i < 3; i++)
        climb_finish[i] = 7 + 11 * i;
    set_paces(1, 1);
    struct spy *spy = play_timed(&play, 2, spy_new());
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
    CU_ASSERT_STRING_EQUAL(spy->why, "optimum proven");
    CU_ASSERT_EQUAL(steps_of_rank[0] + steps_of_rank[1], 7 + 18 + 29);
    climb_exact = false;
    spy_free(spy);
}

/* A step that is never done, and a signal: what was done before in the period stays. */
static void signal_aborts_a_long_step(void)
{
    struct play play = play_asynchronous(3, 1);
    climb_stuck = 2;
    climb_stuck_step = 8;
    climb_stuck_replica = 0;
    set_paces(1, 1);
    climb_signal = &play.signal;
    struct spy *spy = play_timed(&play, 2, spy_new());
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_STOPPED);
    uint64_t generations = spy->results[0].generations;
    CU_ASSERT_EQUAL(spy->rows[0][generations][2].evaluations, 6 * 8);
    climb_stuck = -1;
    spy_free(spy);
}

static void lost_rank_ends_all(void)
{
    bool more = true;
    unsigned call = 1;
    set_paces(1, 0.125);
    for (; more && call < 100000; call += 1 + call / 8) {
        struct play play = play_asynchronous(4, 1);
        play.plan.stopping.epochs = 3;
        more = lost_at(&play, call);
    }
    CU_ASSERT(call > 30 && call < 100000);
}

/* ---- messages, both ranks in one thread ---- */

enum { ROWS = 6 };

struct pair {
    struct comm *comm[2];
    struct migration_asynchronous *migration[2];
    struct population pop[2];
    struct island island[2], *own[2];
    struct arena arena;
};

/* Two islands of costs 0 to 5 and 10 to 15, which all genes are equal to. */
static void pair_open(struct pair *pair, const struct comm_fault *fault)
{
    static const size_t individuals[] = {ROWS, ROWS};
    static const struct island_layout layout = {.islands = 2, .ranks = 2};
    struct migration_plan plan = {MIGRATE_RING, .migrants = 2, .period_s = 1,
                                  .steps = 1};
    static struct puzzle puzzle;
    struct error err = {0};
    puzzle = sum_puzzle(true);
    arena_init(&pair->arena);
    CU_ASSERT_EQUAL_FATAL(comm_local_open(2, fault, pair->comm, &err), STATUS_OK);
    for (size_t r = 0; r < 2; r++) {
        CU_ASSERT_EQUAL_FATAL(
            population_init(&pair->pop[r], &puzzle.shape, ROWS, &pair->arena, &err),
            STATUS_OK);
        pair->pop[r].count = ROWS;
        for (size_t i = 0; i < ROWS; i++) {
            memset(population_genome(&pair->pop[r], i), (int)(10 * r + i), GENES);
            population_cost(&pair->pop[r], i)[0] = (double)(10 * r + i);
        }
        pair->island[r] = (struct island){.index = (unsigned)r, .pop = &pair->pop[r]};
        pair->own[r] = &pair->island[r];
        CU_ASSERT_EQUAL_FATAL(migration_asynchronous_init(
                                  &plan, pair->comm[r], &layout, &puzzle, individuals,
                                  &pair->arena, &pair->migration[r], &err),
                              STATUS_OK);
    }
}

static void pair_close(struct pair *pair)
{
    comm_close(pair->comm[0]);
    comm_close(pair->comm[1]);
    arena_free(&pair->arena);
}

static void pair_send(struct pair *pair, size_t from)
{
    size_t visited;
    struct error err = {0};
    CU_ASSERT_EQUAL(migration_asynchronous_send(pair->migration[from], &pair->own[from],
                                                0, &visited, &err),
                    STATUS_OK);
    CU_ASSERT_EQUAL(visited, SIZE_MAX);
}

static bool pair_receive(struct pair *pair, size_t to)
{
    bool any;
    struct error err = {0};
    CU_ASSERT_EQUAL(
        migration_asynchronous_receive(pair->migration[to], &pair->own[to], &any, &err),
        STATUS_OK);
    return any;
}

static void check_costs(const struct pair *pair, size_t island, const double *costs)
{
    for (size_t i = 0; i < ROWS; i++) {
        const uint8_t *genome = population_genome(&pair->pop[island], i);
        CU_ASSERT_EQUAL(population_cost(&pair->pop[island], i)[0], costs[i]);
        CU_ASSERT_EQUAL(genome[0], costs[i]);
        CU_ASSERT_EQUAL(genome[GENES - 1], costs[i]);
    }
}

static void best_replace_the_worst(void)
{
    static const double same[] = {0, 1, 2, 3, 4, 5}, changed[] = {10, 11, 12, 13, 1, 0};
    struct pair pair;
    struct migration_row row;
    pair_open(&pair, NULL);
    CU_ASSERT_FALSE(pair_receive(&pair, 1));
    pair_send(&pair, 0);
    CU_ASSERT_TRUE(pair_receive(&pair, 1));
    CU_ASSERT_FALSE(pair_receive(&pair, 0));
    check_costs(&pair, 0, same);
    check_costs(&pair, 1, changed);
    migration_asynchronous_rows(pair.migration[1], &pair.own[1], &row);
    CU_ASSERT_EQUAL(row.moved, 2);
    CU_ASSERT_EQUAL(row.low, 0);
    CU_ASSERT_EQUAL(row.high, 13);
    migration_asynchronous_rows(pair.migration[1], &pair.own[1], &row);
    CU_ASSERT_EQUAL(row.moved, 0);
    pair_close(&pair);
}

/* The one under way arrives as it was; after it, others may be sent. */
static void message_behind_another_is_not_sent(void)
{
    static const double first[] = {10, 11, 12, 13, 1, 0},
                        later[] = {10, 11, -7, 1, 1, 0};
    struct pair pair;
    pair_open(&pair, NULL);
    pair_send(&pair, 0);
    population_cost(&pair.pop[0], 3)[0] = -7;
    for (int i = 0; i < 4; i++)
        pair_send(&pair, 0);
    CU_ASSERT_TRUE(pair_receive(&pair, 1));
    check_costs(&pair, 1, first);
    CU_ASSERT_FALSE(pair_receive(&pair, 1));
    pair_send(&pair, 0);
    CU_ASSERT_TRUE(pair_receive(&pair, 1));
    CU_ASSERT_EQUAL(population_cost(&pair.pop[1], 3)[0], later[2]);
    pair_close(&pair);
}

static void damaged_message_is_noticed(void)
{
    for (size_t byte = 0; byte < sizeof(struct migrant_header); byte++) {
        struct comm_fault fault = {
            .kind = FAULT_DAMAGE, .rank = 1, .call = 1, .byte = byte};
        struct pair pair;
        struct error err = {0};
        bool any;
        pair_open(&pair, &fault);
        pair_send(&pair, 0);
        CU_ASSERT_EQUAL(
            migration_asynchronous_receive(pair.migration[1], &pair.own[1], &any, &err),
            STATUS_COMM);
        CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "is damaged"));
        pair_close(&pair);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(fast_rank_does_not_wait),
        SUITE_TEST(migrants_arrive),
        SUITE_TEST(runs_of_any_shape_are_whole),
        SUITE_TEST(stopped_run_goes_on_with_other_ranks),
        SUITE_TEST(target_ends_the_period),
        SUITE_TEST(complete_searches_end_the_period),
        SUITE_TEST(signal_aborts_a_long_step),
        SUITE_TEST(lost_rank_ends_all),
        SUITE_TEST(best_replace_the_worst),
        SUITE_TEST(message_behind_another_is_not_sent),
        SUITE_TEST(damaged_message_is_noticed),
        CU_TEST_INFO_NULL,
    };
    return suite_run("asynchronous", NULL, NULL, tests);
}
