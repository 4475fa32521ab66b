/* Runs that are stopped and resumed, with a small puzzle and a small algorithm: checkpoints come
 * when they are due, and resumed runs equal uninterrupted ones. Ranks are threads. */
#include "climb.h"
#include "snapshot.h"
#include "suite.h"

/* Stops a run by a signal at a chosen border: the clock is asked a few times a border.
 */
static struct play *clock_play;
static int clock_calls, clock_stop;

static double stopping_clock(void)
{
    if (__atomic_add_fetch(&clock_calls, 1, __ATOMIC_RELAXED) == clock_stop)
        __atomic_store_n(&clock_play->signal, 10, __ATOMIC_RELAXED);
    return step_clock();
}

static void resumed_run_equals_uninterrupted(void)
{
    struct play play = play_new(5, 3);
    struct spy *whole = play_on(&play, 1);
    for (int at = 5; at < 1500; at += 97) {
        clock_play = &play;
        clock_calls = 0;
        clock_stop = at;
        play_clock = stopping_clock;
        struct spy *part = play_on(&play, 1 + at % 5);
        play_clock = step_clock;
        play.signal = 0;
        if (part->kind == OUTCOME_STOPPED) {
            CU_ASSERT(part->checkpoints >= 1);
            struct pack snapshot = part->checkpoint;
            part->checkpoint = (struct pack){0};
            struct spy *rest = spy_after(part);
            play.snapshot = &snapshot;
            play.spy = rest;
            play_ranks(&play, 1 + at % 4);
            play.snapshot = NULL;
            CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
            CU_ASSERT(same_runs(whole, rest));
            spy_free(rest);
            pack_free(&snapshot);
        }
        spy_free(part);
    }
    spy_free(whole);
}

/* Told to stop in the middle of a step of one island, or of the start: that step has
 * not been. */
static void a_cut_step_is_undone(void)
{
    /* Island, step (those that 5 divides have a migration after them), ranks, replicas,
     * the replica. */
    static const int cases[][5] = {{0, 1, 1, 1, 0}, {4, 1, 2, 1, 0},  {3, 5, 5, 1, 0},
                                   {1, 5, 3, 1, 0}, {2, 33, 2, 1, 0}, {4, 60, 4, 1, 0},
                                   {0, 0, 1, 1, 0}, {4, 0, 2, 1, 0},  {2, 0, 5, 3, 1},
                                   {2, 7, 5, 3, 2}, {1, 10, 2, 2, 1}, {3, 12, 1, 3, 1},
                                   {1, 0, 1, 3, 2}, {0, 0, 2, 3, 2}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct play play = play_new(5, (uint32_t)cases[c][3]);
        struct spy *whole = play_on(&play, 1);
        climb_stuck = cases[c][0];
        climb_stuck_step = (uint64_t)cases[c][1];
        climb_stuck_replica = (uint32_t)cases[c][4];
        struct spy *part = play_on(&play, cases[c][2]);
        climb_stuck = -1;
        CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
        CU_ASSERT_STRING_EQUAL(part->why, "told to stop by a signal");
        uint64_t made = climb_stuck_step ? climb_stuck_step - 1 : 0;
        CU_ASSERT_EQUAL(part->results[climb_stuck_replica].generations, made);
        CU_ASSERT(part->results[climb_stuck_replica].bound < 1e9);
        /* The interrupted step has no row. */
        static const struct row none[MOST_ISLANDS];
        CU_ASSERT(
            !memcmp(part->rows[climb_stuck_replica][cases[c][1]], none, sizeof none));
        struct spy *rest = spy_after(part);
        play.snapshot = &part->checkpoint;
        play.spy = rest;
        play_ranks(&play, 1 + (int)c % 4);
        CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
        CU_ASSERT(same_runs(whole, rest));
        spy_free(whole);
        spy_free(part);
        spy_free(rest);
    }
}

/* The start of a replica is interrupted while another continues from a checkpoint, in a round
 * that is not the first: that one has no step yet that could be undone. */
static void a_cut_start_undoes_no_step_of_others(void)
{
    struct play play = play_new(5, 4);
    struct spy *whole = play_on(&play, 1);
    play.time_limit_s = 7;
    struct spy *first = play_on(&play, 3); /* three in work, one waits */
    CU_ASSERT_EQUAL(first->kind, OUTCOME_STOPPED);
    play.time_limit_s = 0;
    climb_stuck = 0;
    climb_stuck_step = 0;
    climb_stuck_replica = 3;
    play.snapshot = &first->checkpoint;
    struct spy *second = spy_after(first);
    play.spy = second;
    play_ranks(&play, 2);
    climb_stuck = -1;
    CU_ASSERT_EQUAL(second->kind, OUTCOME_STOPPED);
    CU_ASSERT_EQUAL(second->results[1].generations, 60);
    CU_ASSERT_EQUAL(second->results[2].generations, first->results[2].generations);
    CU_ASSERT_EQUAL(second->results[3].generations, 0);
    play.snapshot = &second->checkpoint;
    struct spy *rest = spy_after(second);
    play.spy = rest;
    play_ranks(&play, 4);
    CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
    CU_ASSERT(same_runs(whole, rest));
    spy_free(whole);
    spy_free(first);
    spy_free(second);
    spy_free(rest);
}

/* Of three replicas, of which each ends with its 20th step; none says that it has finished before. */
static void expect_generations(const struct spy *spy, uint64_t a, uint64_t b,
                               uint64_t c)
{
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
    CU_ASSERT_EQUAL(spy->results[0].generations, a);
    CU_ASSERT_EQUAL(spy->results[1].generations, b);
    CU_ASSERT_EQUAL(spy->results[2].generations, c);
}

/* Continues a run up to a generation of the replica in work; 0: to the end. */
static struct spy *go_on(struct play *play, const struct spy *part, int ranks,
                         uint64_t stop_at)
{
    struct spy *rest = spy_after(part);
    rest->stop_at = stop_at;
    play->snapshot = &part->checkpoint;
    play->spy = rest;
    play_ranks(play, ranks);
    return rest;
}

/* All of their islands begin again, those that had finished too, each once, whichever build stops the run
 * in between; and not in the same build. */
static void exact_searches_of_another_build_begin_again(void)
{
    static const unsigned char builds[2][SNAPSHOT_BUILD_BYTES] = {{1}, {2}};
    struct play play = play_new(3, 3);
    climb_exact = true;
    climb_finish[0] = climb_finish[2] = 20;
    climb_finish[1] = 5;
    play.build = builds[0];
    struct spy *part = play.spy = spy_new();
    part->stop_at = 10;
    play_ranks(&play, 3);
    CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
    CU_ASSERT_EQUAL(part->results[2].generations, 11);
    for (int ranks = 1; ranks <= 3; ranks++) {
        play.build = builds[0];
        struct spy *same = go_on(&play, part, ranks, 0);
        expect_generations(same, 20, 20, 20);
        spy_free(same);
        play.build = builds[1];
        struct spy *other = go_on(&play, part, ranks, 0);
        expect_generations(other, 31, 31, 31);
        /* Island 1 had finished: its first population and five steps again, of six evaluations each. */
        CU_ASSERT_EQUAL(other->rows[0][31][1].evaluations,
                        part->rows[0][11][1].evaluations + 6 * (1 + 5));
        /* The same if it is stopped between the first population and the first step. */
        struct spy *begun = play.spy = spy_after(part);
        begun->stop_first = true;
        play_ranks(&play, ranks);
        CU_ASSERT_EQUAL(begun->kind, OUTCOME_STOPPED);
        CU_ASSERT_EQUAL(begun->results[0].generations, 11);
        struct spy *late = go_on(&play, begun, ranks, 0);
        expect_generations(late, 31, 31, 31);
        for (int i = 0; i < 3; i++)
            CU_ASSERT_EQUAL(late->rows[0][31][i].evaluations,
                            other->rows[0][31][i].evaluations);
        spy_free(begun);
        spy_free(late);
        spy_free(other);
    }
    /* The second build stops in the first replica: of the others it has nothing yet. */
    struct spy *second = go_on(&play, part, 1, 25);
    CU_ASSERT_EQUAL(second->kind, OUTCOME_STOPPED);
    CU_ASSERT_EQUAL(second->results[0].generations, 26);
    struct spy *again = go_on(&play, second, 2, 0);
    expect_generations(again, 31, 31, 31);
    play.build = builds[0];
    struct spy *back = go_on(&play, second, 2, 0);
    expect_generations(back, 46, 20, 20);
    climb_exact = false;
    climb_finish[0] = climb_finish[1] = climb_finish[2] = 0;
    spy_free(part);
    spy_free(second);
    spy_free(again);
    spy_free(back);
}

/* A search that has proven that there is nothing, or that gave up, has no states that could go on: when it
 * is resumed, with more epochs than before, it ends at once as it had ended. */
static void searches_that_ended_stay_ended(void)
{
    static struct sum nothing = {.infeasible = true};
    climb_exact = true;
    for (int gives_up = 0; gives_up <= 1; gives_up++)
        for (int ranks = 1; ranks <= 3; ranks++) {
            struct play play = play_new(3, 2);
            play.puzzle.self = &nothing;
            for (int i = 0; i < 3; i++)
                climb_finish[i] = 7;
            climb_give_up[1] = gives_up;
            struct spy *whole = play_on(&play, ranks);
            CU_ASSERT_EQUAL(whole->kind, OUTCOME_FINISHED);
            play.plan.stopping.epochs *= 2;
            struct spy *again = go_on(&play, whole, 1 + ranks % 3, 0);
            CU_ASSERT_EQUAL(again->kind, OUTCOME_FINISHED);
            CU_ASSERT_STRING_EQUAL(again->why, whole->why);
            for (int r = 0; r < 2; r++) {
                CU_ASSERT_EQUAL(again->results[r].generations, 7);
                CU_ASSERT_EQUAL(again->results[r].verdict.infeasible, !gives_up);
                CU_ASSERT_EQUAL(again->results[r].bound, whole->results[r].bound);
            }
            spy_free(again);
            spy_free(whole);
        }
    climb_exact = false;
    climb_give_up[1] = false;
    for (int i = 0; i < 3; i++)
        climb_finish[i] = 0;
}

/* What is no proof goes on. */
static void other_searches_go_on_in_another_build(void)
{
    static const unsigned char builds[2][SNAPSHOT_BUILD_BYTES] = {{1}, {2}};
    struct play play = play_new(5, 3);
    play.build = builds[0];
    struct spy *whole = play_on(&play, 1), *part = play.spy = spy_new();
    part->stop_at = 10;
    play_ranks(&play, 2);
    CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
    play.build = builds[1];
    struct spy *rest = go_on(&play, part, 1, 0);
    CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
    CU_ASSERT(same_runs(whole, rest));
    spy_free(whole);
    spy_free(part);
    spy_free(rest);
}

static void elapsed_time_goes_on_after_a_stop(void)
{
    struct play play = play_new(3, 2);
    struct spy *whole = play_on(&play, 1);
    for (uint64_t g = 0; g <= 60; g++)
        CU_ASSERT_EQUAL(whole->elapsed_s[0][g], g);
    CU_ASSERT_EQUAL(whole->ended_s[0], 60);
    CU_ASSERT_EQUAL(whole->ended_s[1], 60);
    struct spy *stopped = play_stopped(&play, 22, 1, 1);
    CU_ASSERT(same_runs(whole, stopped));
    CU_ASSERT_EQUAL(stopped->ended_s[0], 60);
    play.plan.replicas = 1;
    spy_free(stopped);
    stopped = play_stopped(&play, 22, 1, 1);
    for (uint64_t g = 0; g <= 60; g++)
        CU_ASSERT_EQUAL(stopped->elapsed_s[0][g], g);
    spy_free(stopped);
    spy_free(whole);
}

/* The first follows generation 0, then one every so many seconds, and one when all is
 * done. */
static void checkpoints_and_findings_come_when_they_are_due(void)
{
    struct play play = play_new(2, 1);
    play.plan.checkpoint_every_s = 25;
    play.plan.elites_every_s = 1e9;
    struct spy *spy = play_on(&play, 1);
    CU_ASSERT_EQUAL(spy->checkpoints, 4);
    CU_ASSERT_EQUAL(spy->kept[1], 25);
    CU_ASSERT_EQUAL(spy->kept[2], 50);
    CU_ASSERT_EQUAL(spy->kept[3], 60);
    CU_ASSERT_EQUAL(spy->tellings, 4); /* with each, and at the end */
    spy_free(spy);

    play.plan.checkpoint_every_s = 1e9;
    play.plan.elites_every_s = 10;
    spy = play_on(&play, 1);
    CU_ASSERT_EQUAL(spy->checkpoints, 2);
    CU_ASSERT_EQUAL_FATAL(spy->tellings, 7);
    for (size_t i = 0; i < spy->tellings; i++)
        CU_ASSERT_EQUAL(spy->told[i], 10 * i);
    spy_free(spy);

    play.plan.checkpoint_every_s = 0;
    play.plan.elites_every_s = 1e9;
    spy = play_on(&play, 1);
    CU_ASSERT_EQUAL_FATAL(spy->checkpoints, 12);
    for (size_t i = 0; i < spy->checkpoints; i++)
        CU_ASSERT_EQUAL(spy->kept[i], 5 * (i + 1));
    spy_free(spy);
}

/* The climbers get better in each generation: one checkpoint as soon as each pause is
 * over, and with a longer pause fewer. */
static void a_better_best_is_saved_after_a_pause(void)
{
    struct play play = play_new(2, 1);
    play.plan.elites_every_s = 1e9;
    for (size_t pause = 10; pause <= 30; pause += 10) {
        play.plan.checkpoint_better_s = (double)pause;
        struct spy *spy = play_on(&play, 2);
        CU_ASSERT_EQUAL_FATAL(spy->checkpoints, 60 / pause + 1);
        for (size_t i = 0; i < spy->checkpoints; i++)
            CU_ASSERT_EQUAL(spy->kept[i], pause * i);
        spy_free(spy);
    }
}

static void time_limit_stops_resumably(void)
{
    struct play play = play_new(3, 1);
    struct spy *whole = play_on(&play, 1);
    play.time_limit_s = 17;
    struct spy *part = play_on(&play, 1);
    CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
    CU_ASSERT_STRING_EQUAL(part->why, "time limit");
    CU_ASSERT_EQUAL(part->results[0].generations, 17);
    CU_ASSERT_FALSE(part->results[0].done);
    struct spy *rest = spy_after(part);
    play.snapshot = &part->checkpoint;
    play.time_limit_s = 0;
    play.spy = rest;
    play_ranks(&play, 2);
    CU_ASSERT(same_runs(whole, rest));
    spy_free(whole);
    spy_free(part);
    spy_free(rest);
}

static void signal_of_any_rank_stops_all(void)
{
    for (int rank = 0; rank < 4; rank++) {
        struct play play = play_new(4, 1);
        play.signalled = rank;
        play.spy = spy_new();
        play.spy->stop_at = 8;
        play_ranks(&play, 4);
        CU_ASSERT_EQUAL(play.spy->kind, OUTCOME_STOPPED);
        CU_ASSERT_STRING_EQUAL(play.spy->why, "told to stop by a signal");
        CU_ASSERT_EQUAL(play.spy->results[0].generations, 9);
        CU_ASSERT_EQUAL(play.spy->checkpoints, 2);
        for (int r = 0; r < 4; r++)
            CU_ASSERT_EQUAL(play.kind[r], OUTCOME_STOPPED);
        spy_free(play.spy);
    }
}

static void damaged_snapshots_are_refused(void)
{
    struct play play = play_new(3, 1);
    struct spy *spy = play_on(&play, 1);
    struct pack good = {0}, bad = {0};
    pack_bytes(&good, spy->checkpoint.data, spy->checkpoint.used);
    CU_ASSERT_FATAL(good.used > 100);
    for (size_t cut = 0; cut < good.used; cut += 1 + good.used / 40) {
        pack_clear(&bad);
        pack_bytes(&bad, good.data, cut);
        pack_bytes(&bad, "", cut == 0);
        play.snapshot = &bad;
        spy_free(spy);
        spy = play_on(&play, 2);
        CU_ASSERT_EQUAL(play.status[0], STATUS_INPUT);
        CU_ASSERT_EQUAL(play.status[1], STATUS_INPUT);
        CU_ASSERT_EQUAL(spy->starts, 0);
    }
    spy_free(spy);
    pack_free(&good);
    pack_free(&bad);
}

static void resumed_cells_equal_uninterrupted(void)
{
    static const struct grid grids[] = {{2, {12, 12}}, {1, {2}}}; /* few, all filled */
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        climb_grid = grids[i];
        resumed_run_equals_uninterrupted();
    }
    climb_grid.axes = 0;
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(resumed_cells_equal_uninterrupted),
        SUITE_TEST(resumed_run_equals_uninterrupted),
        SUITE_TEST(a_cut_step_is_undone),
        SUITE_TEST(a_cut_start_undoes_no_step_of_others),
        SUITE_TEST(damaged_snapshots_are_refused),
        SUITE_TEST(exact_searches_of_another_build_begin_again),
        SUITE_TEST(searches_that_ended_stay_ended),
        SUITE_TEST(other_searches_go_on_in_another_build),
        SUITE_TEST(elapsed_time_goes_on_after_a_stop),
        SUITE_TEST(checkpoints_and_findings_come_when_they_are_due),
        SUITE_TEST(a_better_best_is_saved_after_a_pause),
        SUITE_TEST(time_limit_stops_resumably),
        SUITE_TEST(signal_of_any_rank_stops_all),
        CU_TEST_INFO_NULL,
    };
    return suite_run("engine resume", NULL, NULL, tests);
}
