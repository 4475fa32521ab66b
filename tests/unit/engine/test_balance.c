/* Load balancing: layouts are the best there are, and islands that move between ranks leave
 * the result as it is. Ranks are threads with clocks of their own. */
#include "balance.h"
#include "suite.h"
#include "timed.h"

/* The time of the slowest rank in the best layout, by trying all. */
static double best_time(const double *pace, size_t ranks, size_t islands)
{
    double best = INFINITY;
    if (ranks == 1)
        return pace[0] * (double)islands;
    for (size_t n = 1; n + ranks - 1 <= islands; n++)
        best = fmin(best, fmax(pace[0] * (double)n,
                               best_time(pace + 1, ranks - 1, islands - n)));
    return best;
}

static double slowest(const double *pace, const struct island_layout *layout)
{
    double time = 0;
    for (size_t r = 0; r < layout->ranks; r++)
        time = fmax(time, pace[r] * (double)island_layout_count(layout, r));
    return time;
}

static void layout_is_the_best(void)
{
    struct rng rng;
    rng_init(&rng, 20261124, 2, 0, RNG_PROBLEM);
    for (int i = 0; i < 2000; i++) {
        size_t first[MOST_RANKS + 1], next[MOST_RANKS + 1];
        struct island_layout layout = {.ranks = 1 + rng_below(&rng, MOST_RANKS)};
        layout.islands = layout.ranks + rng_below(&rng, 9);
        for (size_t r = 0; r <= layout.ranks; r++)
            first[r] = r < layout.ranks ? r : layout.islands;
        if (rng_chance(&rng, 0.5))
            layout.first = first;
        struct balance_load loads[MOST_RANKS];
        double pace[MOST_RANKS];
        for (size_t r = 0; r < layout.ranks; r++) {
            pace[r] = (double)(1 + rng_below(&rng, 5)); /* often equal */
            loads[r].busy_s = pace[r] * (double)island_layout_count(&layout, r);
        }
        double before = slowest(pace, &layout);
        double share = balance_layout(&layout, loads, next);
        struct island_layout after = {layout.islands, layout.ranks, 0, next};
        double best = best_time(pace, layout.ranks, layout.islands);
        CU_ASSERT_EQUAL(next[0], 0);
        CU_ASSERT_EQUAL(next[layout.ranks], layout.islands);
        for (size_t r = 0; r < layout.ranks; r++)
            CU_ASSERT_TRUE(next[r] < next[r + 1]);
        CU_ASSERT_EQUAL(slowest(pace, &after), best);
        CU_ASSERT_DOUBLE_EQUAL(share, best / before, 1e-12);
    }
}

/* A rank that no clock has seen work counts as fast. */
static void layout_of_loads_without_time(void)
{
    size_t next[4];
    struct island_layout layout = {.islands = 9, .ranks = 3};
    struct balance_load idle[3] = {0}, one[3] = {[1] = {.busy_s = 3}};
    CU_ASSERT_EQUAL(balance_layout(&layout, idle, next), 1);
    CU_ASSERT_EQUAL(next[3], 9);
    CU_ASSERT_TRUE(balance_layout(&layout, one, next) < 0.34);
    CU_ASSERT_EQUAL(next[2] - next[1], 1);
    CU_ASSERT_EQUAL(next[3], 9);
}

static void comparisons_are_due_after_enough_work(void)
{
    struct balance_load loads[2] = {{.busy_s = 0.99}, {.busy_s = 0.5}};
    CU_ASSERT_FALSE(balance_is_due(loads, 2));
    loads[1].busy_s = 1;
    CU_ASSERT_TRUE(balance_is_due(loads, 2));
    loads[0].move_s = 0.06;
    CU_ASSERT_FALSE(balance_is_due(loads, 2));
    loads[1].busy_s = 1.2;
    CU_ASSERT_TRUE(balance_is_due(loads, 2));
}

/* Whole runs. */

static void islands_move_to_the_faster_ranks(void)
{
    struct play play = play_new(8, 1);
    struct spy *whole = play_on(&play, 1);
    pace_of_rank[0] = 0.4;
    pace_of_rank[1] = 0.1;
    for (int balances = 0; balances <= 1; balances++) {
        play.plan.balances = balances;
        struct spy *spy = play_timed(&play, 2, spy_new());
        CU_ASSERT_TRUE(same_runs(whole, spy));
        CU_ASSERT_EQUAL(steps_of_rank[0] + steps_of_rank[1], 8 * 60);
        /* 4 of 8 in the first epoch, then 1: 7 take 0.7 s on the other, 6 and 2 0.8 s. */
        CU_ASSERT_EQUAL(steps_of_rank[0], balances ? 5 * 4 + 55 : 60 * 4);
        /* A generation ends with the slower rank. */
        CU_ASSERT_DOUBLE_EQUAL(spy->elapsed_s[0][5], 5 * 4 * 0.4, 1e-9);
        spy_free(spy);
    }
    spy_free(whole);
}

static void islands_follow_speeds_that_change(void)
{
    struct play play = play_new(8, 1);
    struct spy *whole = play_on(&play, 1);
    play.plan.balances = true;
    pace_of_rank[0] = 0.4;
    pace_of_rank[1] = 0.1;
    swap_after = 30;
    struct spy *spy = play_timed(&play, 2, spy_new());
    swap_after = 0;
    CU_ASSERT_TRUE(same_runs(whole, spy));
    /* 4 islands for 5 generations, 1 until one epoch after the change, then 7. */
    CU_ASSERT_EQUAL(steps_of_rank[0], 5 * 4 + 30 + 25 * 7);
    spy_free(spy);
    spy_free(whole);
}

/* Whether no generation of a replica ends before the one before it, and the replica with its last. */
static bool time_goes_on(const struct spy *spy, uint32_t replica)
{
    const double *elapsed_s = spy->elapsed_s[replica];
    uint64_t last = spy->results[replica].generations;
    for (uint64_t g = 1; g <= last; g++)
        if (!(elapsed_s[g] >= elapsed_s[g - 1]))
            return false;
    return spy->ended_s[replica] >= elapsed_s[last];
}

/* Random speeds, groups, replicas, and a stop; resumed on other ranks. */
static void moving_changes_no_result(void)
{
    struct rng rng;
    rng_init(&rng, 20261124, 3, 0, RNG_PROBLEM);
    for (int i = 0; i < 40; i++) {
        struct play play = play_new(4 + (uint32_t)rng_below(&rng, 5),
                                    1 + (uint32_t)rng_below(&rng, 2));
        struct migration_plan *migration = &play.plan.migration;
        migration->policy = (enum migration_policy)rng_below(&rng, 4);
        migration->sample_sort_above = rng_below(&rng, 2) * 1000;
        migration->group = rng_below(&rng, 5);
        migration->between_every = rng_below(&rng, 3);
        play.plan.sub_generations = 1 + rng_below(&rng, 5);
        struct spy *whole = play_on(&play, 1);
        play.plan.balances = true;
        struct spy *part = spy_new();
        part->stop_at = 1 + rng_below(&rng, 10);
        for (size_t r = 0; r < MOST_RANKS; r++)
            pace_of_rank[r] = 0.05 + 2 * rng_unit(&rng);
        play_timed(&play, 2 + (int)rng_below(&rng, 3), part);
        CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
        struct spy *rest = spy_after(part);
        for (size_t r = 0; r < MOST_RANKS; r++)
            pace_of_rank[r] = 0.05 + 2 * rng_unit(&rng);
        play.snapshot = &part->checkpoint;
        play_timed(&play, 1 + (int)rng_below(&rng, 4), rest);
        CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
        CU_ASSERT_TRUE(same_runs(whole, rest));
        for (uint32_t r = 0; r < rest->replicas; r++)
            CU_ASSERT_TRUE(time_goes_on(rest, r));
        spy_free(whole);
        spy_free(part);
        spy_free(rest);
    }
}

/* An interrupt while islands are made on their new ranks: they stay where they were, and no
 * other move is tried. */
static void cut_move_leaves_islands_where_they_are(void)
{
    struct play play = play_new(8, 1);
    struct spy *whole = play_on(&play, 1);
    play.plan.balances = true;
    pace_of_rank[0] = 0.4;
    pace_of_rank[1] = 0.1;
    init_is_cut = true;
    struct spy *spy = play_timed(&play, 2, spy_new());
    init_is_cut = false;
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
    CU_ASSERT_TRUE(same_runs(whole, spy));
    CU_ASSERT_EQUAL(steps_of_rank[0], 60 * 4);
    CU_ASSERT_EQUAL(inits_of_rank[1], 9);
    spy_free(spy);
    spy_free(whole);
}

static void lost_rank_ends_all(void)
{
    pace_of_rank[0] = 1;
    pace_of_rank[1] = pace_of_rank[2] = 0.1;
    bool more = true;
    unsigned call = 1;
    for (; more && call < 1000; call++) {
        struct play play = play_new(6, 1);
        play.plan.balances = true;
        play.plan.stopping.epochs = 2;
        play.plan.sub_generations = 2;
        more = lost_at(&play, call);
    }
    CU_ASSERT(call > 30 && call < 1000);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(layout_is_the_best),
        SUITE_TEST(layout_of_loads_without_time),
        SUITE_TEST(comparisons_are_due_after_enough_work),
        SUITE_TEST(islands_move_to_the_faster_ranks),
        SUITE_TEST(islands_follow_speeds_that_change),
        SUITE_TEST(moving_changes_no_result),
        SUITE_TEST(cut_move_leaves_islands_where_they_are),
        SUITE_TEST(lost_rank_ends_all),
        CU_TEST_INFO_NULL,
    };
    return suite_run("balance", NULL, NULL, tests);
}
