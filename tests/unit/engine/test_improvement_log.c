/* The improvements of islands, against a plain account of them. */
#include "improvement_log.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double now;

static double clock_of_test(void)
{
    return now;
}

/* A genome is its own cost. */
static void evaluate(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    (void)self, (void)scratch;
    memcpy(cost, genomes, n * sizeof *cost);
}

static uint64_t local_search(const void *self, double effort, struct rng *rng,
                             struct arena scratch, void *genome)
{
    (void)self, (void)effort, (void)rng, (void)scratch, (void)genome;
    return 7;
}

static const struct problem problem = {.evaluate = evaluate,
                                       .local_search = local_search};
static const struct puzzle puzzle = {.problem = &problem, .shape = {.objectives = 1}};

static void evaluate_all(const struct improvement_log *log, const double *genomes,
                         size_t n)
{
    double cost[64];
    log->watched.problem->evaluate(NULL, genomes, n, (struct arena){0}, cost);
}

static void begin(struct improvement_log *log, double best)
{
    now = 5;
    improvement_log_init(log, &puzzle, clock_of_test);
    improvement_log_restart(log, 2, best);
}

static void batch_has_a_row_for_each_record(void)
{
    static const double costs[] = {9, NAN, INFINITY, 8, 8, 3, 4, 2};
    struct improvement_log log;
    struct island island = {.index = 4, .evaluations = 100};
    begin(&log, INFINITY);
    improvement_log_enter(&log, &island, 6, INFINITY);
    now = 7;
    evaluate_all(&log, costs, 8);
    island.evaluations += 8;
    improvement_log_leave(&log, &island, 2);
    CU_ASSERT_EQUAL_FATAL(log.n, 4);
    static const double expected[] = {9, 8, 3, 2};
    static const uint64_t at[] = {101, 104, 106, 108};
    for (size_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(log.rows[i].cost, expected[i]);
        CU_ASSERT_EQUAL(log.rows[i].evaluations, at[i]);
        CU_ASSERT_EQUAL(log.rows[i].island, 4);
        CU_ASSERT_EQUAL(log.rows[i].generation, 6);
        CU_ASSERT_EQUAL(log.rows[i].elapsed_s, 4);
    }
    improvement_log_free(&log);
}

static void outside_of_steps_nothing_counts(void)
{
    static const double costs[] = {1};
    struct improvement_log log;
    begin(&log, INFINITY);
    evaluate_all(&log, costs, 1);
    CU_ASSERT_EQUAL(log.n, 0);
    improvement_log_free(&log);
}

static void local_search_counts_its_evaluations(void)
{
    static const double costs[] = {1};
    struct improvement_log log;
    struct island island = {.evaluations = 10};
    begin(&log, 5);
    improvement_log_enter(&log, &island, 1, 5);
    CU_ASSERT_EQUAL(
        log.watched.problem->local_search(NULL, 1, NULL, (struct arena){0}, NULL), 7);
    evaluate_all(&log, costs, 1);
    island.evaluations = 18;
    improvement_log_leave(&log, &island, 1);
    CU_ASSERT_EQUAL_FATAL(log.n, 1);
    CU_ASSERT_EQUAL(log.rows[0].evaluations, 18);
    improvement_log_free(&log);
}

static void step_ends_with_the_best_that_is_kept(void)
{
    static const double costs[] = {4, 3, 1};
    struct improvement_log log;
    struct island island = {.evaluations = 0};
    begin(&log, 5);
    improvement_log_enter(&log, &island, 1, INFINITY);
    evaluate_all(&log, costs, 3);
    island.evaluations = 2; /* the method counts otherwise */
    improvement_log_leave(&log, &island, 3);
    CU_ASSERT_EQUAL_FATAL(log.n, 2);
    CU_ASSERT_EQUAL(log.rows[1].cost, 3);
    CU_ASSERT_EQUAL(log.rows[1].evaluations, 2);
    improvement_log_clear(&log);
    log.threshold = 3;
    improvement_log_enter(&log, &island, 2, 3);
    island.evaluations = 9;
    improvement_log_leave(&log, &island, 2.5); /* found without `evaluate` */
    CU_ASSERT_EQUAL_FATAL(log.n, 1);
    CU_ASSERT_EQUAL(log.rows[0].cost, 2.5);
    CU_ASSERT_EQUAL(log.rows[0].evaluations, 9);
    improvement_log_free(&log);
}

/* As a method without elitism that puts random individuals in the place of its best. */
static void what_is_not_kept_hides_nothing(void)
{
    static const double costs[] = {1, 3};
    struct improvement_log log;
    struct island island = {.evaluations = 2};
    begin(&log, 5);
    improvement_log_enter(&log, &island, 1, INFINITY);
    evaluate_all(&log, costs, 2);
    improvement_log_leave(&log, &island, 3);
    CU_ASSERT_EQUAL_FATAL(log.n, 1);
    CU_ASSERT_EQUAL(log.rows[0].cost, 3);
    improvement_log_clear(&log);
    improvement_log_enter(&log, &island, 2, INFINITY);
    evaluate_all(&log, costs, 1);
    improvement_log_leave(&log, &island, 6); /* nothing is below 5 */
    CU_ASSERT_EQUAL(log.n, 0);
    improvement_log_free(&log);
}

static void aborted_and_undone_steps_leave_no_rows(void)
{
    static const double costs[] = {4, 3}, better[] = {2};
    struct improvement_log log;
    struct island island = {.evaluations = 0};
    begin(&log, 5);
    improvement_log_enter(&log, &island, 1, INFINITY);
    evaluate_all(&log, costs, 2);
    island.evaluations = 2;
    improvement_log_leave(&log, &island, 3);
    improvement_log_enter(&log, &island, 2, 3);
    evaluate_all(&log, better, 1);
    improvement_log_abort(&log);
    CU_ASSERT_EQUAL(log.n, 2);
    evaluate_all(&log, better, 1);
    CU_ASSERT_EQUAL(log.n, 2);
    improvement_log_undo(&log, 2);
    CU_ASSERT_EQUAL(log.n, 2);
    improvement_log_undo(&log, 1);
    CU_ASSERT_EQUAL(log.n, 0);
    improvement_log_free(&log);
}

static void step_keeps_the_last_of_very_many(void)
{
    struct improvement_log log;
    struct island island = {.evaluations = 0};
    begin(&log, INFINITY);
    improvement_log_enter(&log, &island, 0, INFINITY);
    for (int i = 0; i < 3 * IMPROVEMENTS_A_STEP; i++) {
        double cost = -i;
        evaluate_all(&log, &cost, 1);
    }
    island.evaluations = 3 * IMPROVEMENTS_A_STEP;
    improvement_log_leave(&log, &island, 1 - 3 * IMPROVEMENTS_A_STEP);
    CU_ASSERT_EQUAL_FATAL(log.n, IMPROVEMENTS_A_STEP);
    CU_ASSERT_EQUAL(log.rows[log.n - 1].cost, 1 - 3 * IMPROVEMENTS_A_STEP);
    CU_ASSERT_EQUAL(log.rows[log.n - 1].evaluations, 3 * IMPROVEMENTS_A_STEP);
    CU_ASSERT_EQUAL(log.rows[0].cost, 0);
    improvement_log_free(&log);
}

enum { ISLANDS = 4, GENERATIONS = 3, MOST = 5 };

/* Random rows of all islands in random order, against one pass over generations, islands and time. */
static void settled_rows_are_those_of_one_account(void)
{
    for (int seed = 0; seed < 500; seed++) {
        struct row rows[GENERATIONS][ISLANDS] = {0};
        struct improvement all[GENERATIONS * ISLANDS * MOST],
            expected[sizeof all / sizeof *all];
        uint64_t done[ISLANDS] = {0};
        size_t n = 0, kept = 0;
        double best = seed % 3 ? 50 : INFINITY, least = best;
        srand((unsigned)seed);
        for (uint64_t g = 0; g < GENERATIONS; g++)
            for (uint32_t i = 0; i < ISLANDS; i++) {
                double cost = 60;
                rows[g][i].before = done[i];
                for (int k = rand() % (MOST + 1); k > 0 && cost > 1; k--) {
                    uint64_t others = 0;
                    done[i] += (uint64_t)rand() % 3;
                    cost -= 1 + rand() % 12;
                    all[n++] = (struct improvement){.generation = g + 10,
                                                    .island = i,
                                                    .evaluations = done[i],
                                                    .cost = cost};
                    for (uint32_t j = 0; j < ISLANDS; j++)
                        others += j == i ? 0 : done[j];
                    if (cost < least) {
                        least = cost;
                        expected[kept] = all[n - 1];
                        expected[kept++].evaluations = done[i] + others;
                    }
                }
                done[i] += (uint64_t)rand() % 3;
                rows[g][i].evaluations = done[i];
            }
        for (size_t i = n; i > 1; i--) {
            size_t other = (size_t)rand() % i;
            struct improvement one = all[i - 1];
            all[i - 1] = all[other];
            all[other] = one;
        }
        const struct report report = {
            .first_generation = 10, .generations = GENERATIONS, .rows = &rows[0][0]};
        CU_ASSERT_EQUAL_FATAL(improvement_log_settle(all, n, best, &report, ISLANDS),
                              kept);
        for (size_t i = 0; i < kept; i++) {
            CU_ASSERT_EQUAL(all[i].generation, expected[i].generation);
            CU_ASSERT_EQUAL(all[i].island, expected[i].island);
            CU_ASSERT_EQUAL(all[i].evaluations, expected[i].evaluations);
            CU_ASSERT_EQUAL(all[i].cost, expected[i].cost);
        }
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(batch_has_a_row_for_each_record),
        SUITE_TEST(outside_of_steps_nothing_counts),
        SUITE_TEST(local_search_counts_its_evaluations),
        SUITE_TEST(step_ends_with_the_best_that_is_kept),
        SUITE_TEST(what_is_not_kept_hides_nothing),
        SUITE_TEST(aborted_and_undone_steps_leave_no_rows),
        SUITE_TEST(step_keeps_the_last_of_very_many),
        SUITE_TEST(settled_rows_are_those_of_one_account),
        CU_TEST_INFO_NULL,
    };
    return suite_run("improvement_log", NULL, NULL, tests);
}
