/* The engine with a small puzzle and a small algorithm: the same rows on any number of
 * ranks, what a run tells, what ends it, failures stop everyone. Ranks are threads. */
#include "climb.h"
#include "suite.h"

static void run_is_equal_on_any_ranks(void)
{
    static const int ranks[] = {2, 3, 5, 8, 10};
    for (uint32_t replicas = 1; replicas <= 4; replicas++) {
        struct play play = play_new(5, replicas);
        struct spy *serial = play_on(&play, 1);
        CU_ASSERT_EQUAL(serial->kind, OUTCOME_FINISHED);
        CU_ASSERT_EQUAL(serial->results[0].generations, 60);
        CU_ASSERT_EQUAL(serial->results[replicas - 1].evaluations, 5 * 6 * 61);
        CU_ASSERT(serial->solutions.used > 0);
        for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
            if ((uint32_t)ranks[i] > 5 * replicas)
                continue;
            struct spy *other = play_on(&play, ranks[i]);
            CU_ASSERT(same_runs(serial, other));
            CU_ASSERT_EQUAL(other->starts, 1);
            CU_ASSERT_EQUAL(other->finishes, 1);
            spy_free(other);
        }
        spy_free(serial);
    }
}

static void policies_are_equal_on_any_ranks(void)
{
    for (int policy = MIGRATE_NONE; policy <= MIGRATE_SIMILARITY; policy++)
        for (int similarity = SIMILAR_FITNESS; similarity <= SIMILAR_GENOTYPE;
             similarity++) {
            struct play play = play_new(6, 1);
            play.plan.migration.policy = (enum migration_policy)policy;
            play.plan.migration.similarity = (enum migration_similarity)similarity;
            struct spy *serial = play_on(&play, 1), *other = play_on(&play, 4);
            CU_ASSERT(same_runs(serial, other));
            spy_free(serial);
            spy_free(other);
        }
}

/* Solutions of a run with a grid: best first, one a cell, more than the plan's 10. */
static void check_cells(const struct spy *spy)
{
    bool seen[12 * 12] = {false};
    struct puzzle puzzle = sum_puzzle(true);
    struct unpack in = unpack_from(spy->solutions.data, spy->solutions.used);
    size_t n = 0;
    double last = -INFINITY;
    for (; in.at < in.end; n++) {
        uint8_t genome[GENES];
        struct origin origin;
        unpack_bytes(&in, genome, GENES);
        double cost = unpack_f64(&in);
        unpack_bytes(&in, &origin, sizeof origin);
        size_t cell = grid_cell(&climb_grid, &puzzle, genome, (struct arena){0});
        CU_ASSERT(!seen[cell] && cost >= last);
        seen[cell] = true;
        last = cost;
    }
    CU_ASSERT(n > 10);
}

static void cells_are_equal_on_any_ranks(void)
{
    climb_grid = (struct grid){2, {12, 12}};
    for (uint32_t replicas = 1; replicas <= 2; replicas++) {
        struct play play = play_new(5, replicas);
        struct spy *serial = play_on(&play, 1);
        check_cells(serial);
        for (int ranks = 2; ranks <= 5; ranks++) {
            struct spy *other = play_on(&play, ranks);
            CU_ASSERT(same_runs(serial, other));
            spy_free(other);
        }
        spy_free(serial);
    }
    climb_grid.axes = 0;
}

static void limits_end_a_replica(void)
{
    struct play play = play_new(4, 2);
    play.plan.stopping.epochs = 0;
    play.plan.stopping.max_evaluations = 1000;
    struct spy *spy = play_on(&play, 3);
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
    CU_ASSERT(spy->results[0].evaluations >= 1000 &&
              spy->results[0].evaluations < 1024);
    spy_free(spy);
    play.plan.stopping.max_evaluations = 0;
    play.plan.stopping.target_cost = 700;
    spy = play_on(&play, 3);
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
    CU_ASSERT(spy->results[0].best <= 700 && spy->results[1].best <= 700);
    spy_free(spy);
}

/* The reason of a run is that of its last replica. Which of two finds the better one is chance: it
 * alone reaches a target that the other does not. */
static void reason_is_that_of_the_last_replica(void)
{
    struct play play = play_new(4, 2);
    struct spy *spy = play_on(&play, 1);
    double first = spy->results[0].best, last = spy->results[1].best;
    CU_ASSERT(first != last);
    spy_free(spy);
    for (int ranks = 1; ranks <= 2; ranks++) {
        play.plan.stopping.target_cost = fmin(first, last);
        spy = play_on(&play, ranks);
        CU_ASSERT_STRING_EQUAL(spy->why,
                               first < last ? "epochs done" : "target reached");
        spy_free(spy);
    }
}

static void too_many_ranks_are_refused(void)
{
    struct play play = play_new(2, 2);
    struct spy *spy = play_on(&play, 5);
    for (int r = 0; r < 5; r++)
        CU_ASSERT_EQUAL(play.status[r], STATUS_INPUT);
    CU_ASSERT_EQUAL(spy->starts, 0);
    spy_free(spy);
}

static void observer_failure_stops_all(void)
{
    struct play play = play_new(4, 1);
    play.spy = spy_new();
    play.spy->fail_report = 3;
    play_ranks(&play, 4);
    for (int r = 0; r < 4; r++) {
        CU_ASSERT_EQUAL(play.status[r], STATUS_FULL);
        CU_ASSERT_EQUAL(play.kind[r], OUTCOME_FAILED);
    }
    CU_ASSERT_EQUAL(play.spy->finishes, 1);
    CU_ASSERT(play.spy->checkpoints >= 1);
    spy_free(play.spy);
}

static void evaluate_to_nan(const void *self, const void *genomes, size_t n,
                            struct arena scratch, double *cost)
{
    (void)self;
    (void)genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++)
        cost[i] = NAN;
}

/* Where no cost is a number, the worst is none that was reached. */
static void worst_of_no_numbers_is_infinite(void)
{
    struct problem broken = sum_problem;
    broken.evaluate = evaluate_to_nan;
    struct play play = play_new(3, 1);
    play.puzzle.problem = &broken;
    struct spy *spy = play_on(&play, 2);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(spy->rows[0][0][i].worst, INFINITY);
    spy_free(spy);
}

static void rows_come_every_second_and_at_each_border(void)
{
    struct play play = play_new(2, 1);
    play.plan.sub_generations = 1000;
    play.plan.stopping.epochs = 0;
    play.plan.stopping.max_evaluations = 12 * 301;
    struct spy *spy = play_on(&play, 1);
    CU_ASSERT(spy->reports >= 300);
    CU_ASSERT_EQUAL(spy->results[0].generations, 300);
    spy_free(spy);
    play.plan.sub_generations = 5;
    play_clock = still_clock;
    spy = play_on(&play, 1);
    /* with the first checkpoint, at 60 epochs' ends, the last of which ends the run */
    CU_ASSERT_EQUAL(spy->reports, 61);
    spy_free(spy);
    play.plan.sub_generations = 1000;
    spy = play_on(&play, 1); /* whenever the ledger is full */
    CU_ASSERT_EQUAL(spy->reports, 4);
    spy_free(spy);
    play_clock = step_clock;
}

static void epochs_past_all_counting_do_not_wrap(void)
{
    struct play play = play_new(2, 1);
    play.plan.sub_generations = 10;
    play.plan.stopping.epochs = 1844674407370955162; /* times 10 is 4 past 2^64 */
    play.plan.stopping.max_evaluations = 12 * 31;
    struct spy *spy = play_on(&play, 1);
    CU_ASSERT_STRING_EQUAL(spy->why, "evaluations spent");
    CU_ASSERT_EQUAL(spy->results[0].generations, 30);
    spy_free(spy);
    CU_ASSERT_EQUAL(run_generations(0, 10), 0);
    CU_ASSERT_EQUAL(run_generations(3, 10), 30);
    CU_ASSERT_EQUAL(run_generations(1844674407370955162, 10), UINT64_MAX);
}

/* Whichever of its calls a rank is lost at: all ranks leave, and say so. */
static void lost_rank_ends_all(void)
{
    for (int lost = 0; lost < 3; lost++) {
        bool more = true;
        unsigned call = 1;
        for (; more && call < 1000; call++) {
            struct comm_fault fault = {.kind = FAULT_FAIL, .rank = lost, .call = call};
            struct play play = play_new(3, 2);
            struct error err = {0};
            play.plan.stopping.epochs = 2;
            play.plan.sub_generations = 2;
            play.plan.checkpoint_every_s = 1;
            play.spy = spy_new();
            play.spy->signal = &play.signal;
            CU_ASSERT_EQUAL(comm_local_run(3, &fault, play_rank, &play, &err),
                            STATUS_OK);
            more = play.status[lost] != STATUS_OK;
            for (int r = 0; r < 3; r++) {
                CU_ASSERT_EQUAL(play.status[r], more ? STATUS_COMM : STATUS_OK);
                CU_ASSERT_EQUAL(play.kind[r], more ? OUTCOME_FAILED : OUTCOME_FINISHED);
            }
            spy_free(play.spy);
        }
        CU_ASSERT(call > 20 && call < 1000);
    }
}

static void pulse_tells_where_all_stands(void)
{
    for (int ranks = 1; ranks <= 4; ranks++) {
        struct play play = play_new(3, 4);
        climb_welcomes = 0;
        struct spy *spy = play_on(&play, ranks);
        double best = INFINITY;
        for (int r = 0; r < 4; r++)
            best = fmin(best, spy->results[r].best);
        CU_ASSERT_EQUAL(spy->progress.replicas_done, 4);
        CU_ASSERT_EQUAL(spy->progress.evaluations, 4 * 3 * 6 * 61);
        CU_ASSERT_EQUAL(spy->progress.generation, 60);
        CU_ASSERT_EQUAL(spy->progress.best, best);
        CU_ASSERT(spy->progress.diversity > 0 && spy->progress.diversity < 1);
        CU_ASSERT_EQUAL(climb_welcomes, 4 * 3 * 12);
        spy_free(spy);
    }
}

static void pulse_tells_the_mean_diversity_of_all_islands(void)
{
    for (int ranks = 1; ranks <= 3; ranks++) {
        struct play play = play_new(3, 1);
        struct spy *spy = play_on(&play, ranks);
        double sum = 0;
        for (size_t i = 0; i < 3; i++)
            sum += spy->rows[0][60][i].diversity;
        CU_ASSERT_DOUBLE_EQUAL(spy->progress.diversity, sum / 3, 1e-12);
        spy_free(spy);
    }
}

static void guests_past_half_are_refused(void)
{
    struct play play = play_new(3, 1);
    play.plan.migration.policy = MIGRATE_RING;
    for (size_t migrants = 1; migrants <= 5; migrants++) {
        play.plan.migration.migrants = migrants;
        struct spy *spy = play_on(&play, 2);
        CU_ASSERT_EQUAL(play.status[0], migrants <= 3 ? STATUS_OK : STATUS_INPUT);
        CU_ASSERT_EQUAL(play.status[1], play.status[0]);
        CU_ASSERT_EQUAL(spy->starts, migrants <= 3);
        spy_free(spy);
    }
}

static void failure_at_the_end_is_told_to_all(void)
{
    struct play play = play_new(4, 1);
    play.spy = spy_new();
    play.spy->fail_finish = true;
    play_ranks(&play, 4);
    for (int r = 0; r < 4; r++) {
        CU_ASSERT_EQUAL(play.status[r], STATUS_FULL);
        CU_ASSERT_EQUAL(play.kind[r], OUTCOME_FAILED);
    }
    spy_free(play.spy);
}

static unsigned failing_ranks; /* that have been asked */

/* One of the ranks fails in generation 12: each is asked once a generation. */
static enum status fail_later(const void *self, struct error *err)
{
    static _Thread_local unsigned asked, rank;
    (void)self;
    if (!asked++)
        rank = __atomic_fetch_add(&failing_ranks, 1, __ATOMIC_RELAXED);
    if (rank != 1 || asked <= 12)
        return STATUS_OK;
    return error_set(err, STATUS_INPUT, "mine.py:3: of no use");
}

/* All ranks end with it, and know of the generations before. */
static void failure_of_the_problem_discards_its_step(void)
{
    struct problem failing = sum_problem;
    failing.failed = fail_later;
    struct play play = play_new(5, 1);
    play.puzzle.problem = &failing;
    failing_ranks = 0;
    struct spy *spy = play_on(&play, 4);
    for (int r = 0; r < 4; r++) {
        CU_ASSERT_EQUAL(play.status[r], STATUS_INPUT);
        CU_ASSERT_EQUAL(play.kind[r], OUTCOME_FAILED);
    }
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FAILED);
    CU_ASSERT_EQUAL(spy->finishes, 1);
    CU_ASSERT_EQUAL(spy->progress.generation, 11);
    CU_ASSERT_EQUAL(spy->results[0].generations, 11);
    CU_ASSERT(spy->checkpoint_generation <= 11);
    spy_free(spy);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(run_is_equal_on_any_ranks),
        SUITE_TEST(policies_are_equal_on_any_ranks),
        SUITE_TEST(cells_are_equal_on_any_ranks),
        SUITE_TEST(limits_end_a_replica),
        SUITE_TEST(reason_is_that_of_the_last_replica),
        SUITE_TEST(too_many_ranks_are_refused),
        SUITE_TEST(observer_failure_stops_all),
        SUITE_TEST(worst_of_no_numbers_is_infinite),
        SUITE_TEST(rows_come_every_second_and_at_each_border),
        SUITE_TEST(epochs_past_all_counting_do_not_wrap),
        SUITE_TEST(lost_rank_ends_all),
        SUITE_TEST(pulse_tells_where_all_stands),
        SUITE_TEST(pulse_tells_the_mean_diversity_of_all_islands),
        SUITE_TEST(guests_past_half_are_refused),
        SUITE_TEST(failure_at_the_end_is_told_to_all),
        SUITE_TEST(failure_of_the_problem_discards_its_step),
        CU_TEST_INFO_NULL,
    };
    return suite_run("engine run", NULL, NULL, tests);
}
