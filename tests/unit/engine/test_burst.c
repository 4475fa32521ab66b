/* Ranks that meet only after several generations end where ranks that meet after each one do,
 * wherever in between a limit is reached. Ranks are threads with clocks of their own. */
#include "improvement_log.h"
#include "suite.h"
#include "timed.h"

enum { EPOCHS = 6, SUB_GENERATIONS = 25, END = EPOCHS * SUB_GENERATIONS };

/* Of a step of an island. Bursts grow with the time of the run; on one rank there are none. With
 * slow steps and two islands on a rank or more, a generation may be aborted. */
static const double QUICK_S = 1e-6, SLOW_S = 0.03;

static void set_pace(double step_s)
{
    for (size_t r = 0; r < MOST_RANKS; r++)
        pace_of_rank[r] = step_s;
}

static struct play play_quick(uint32_t islands, uint32_t replicas)
{
    struct play play = play_new(islands, replicas);
    play.plan.sub_generations = SUB_GENERATIONS;
    play.plan.stopping.epochs = EPOCHS;
    return play;
}

/* Whether a run on some ranks equals that on one; of several replicas, another may be the last to
 * end. */
static bool is_equal(struct play *play, int ranks)
{
    struct spy *alone = play_on(play, 1), *shared = play_timed(play, ranks, spy_new());
    bool same = same_runs(alone, shared) &&
                (play->plan.replicas > 1 || strcmp(alone->why, shared->why) == 0);
    spy_free(alone);
    spy_free(shared);
    return same;
}

static void ranks_meet_less_than_once_a_generation(void)
{
    struct play play = play_quick(5, 1);
    struct spy *alone = play_on(&play, 1), *shared = play_timed(&play, 3, spy_new());
    CU_ASSERT(same_runs(alone, shared));
    CU_ASSERT(alone->pulses > END);
    CU_ASSERT(shared->pulses < 2 * END / 3);
    spy_free(alone);
    spy_free(shared);
}

/* The least cost on all islands up to each generation is a target once. */
static void targets_end_a_run_where_they_are_reached(void)
{
    struct play play = play_quick(5, 1);
    struct spy *whole = play_on(&play, 1);
    double best = INFINITY;
    size_t targets = 0;
    for (size_t g = 0; g <= END; g++) {
        double before = best;
        for (size_t i = 0; i < 5; i++)
            best = fmin(best, whole->rows[0][g][i].best);
        if (best == before)
            continue;
        targets++;
        play.plan.stopping.target_cost = best;
        struct spy *alone = play_on(&play, 1);
        struct spy *shared = play_timed(&play, 2 + (int)g % 4, spy_new());
        CU_ASSERT_EQUAL(alone->results[0].generations, g);
        CU_ASSERT(same_runs(alone, shared));
        spy_free(alone);
        spy_free(shared);
    }
    CU_ASSERT(targets > END / 2);
    spy_free(whole);
}

/* Groups of ranks with replicas of their own, which end at different times. */
static void random_limits_end_replicas_alike(void)
{
    struct rng rng;
    rng_init(&rng, 20261125, 1, 0, RNG_PROBLEM);
    for (int i = 0; i < 60; i++) {
        struct play play = play_quick(3 + (uint32_t)rng_below(&rng, 4),
                                      1 + (uint32_t)rng_below(&rng, 3));
        play.plan.migration.policy = (enum migration_policy)rng_below(&rng, 4);
        play.plan.sub_generations = 1 + rng_below(&rng, 40);
        play.plan.stopping.epochs =
            1 + rng_below(&rng, 300 / play.plan.sub_generations);
        if (rng_below(&rng, 2))
            play.plan.stopping.max_evaluations = 1 + rng_below(&rng, 8000);
        if (rng_below(&rng, 2))
            play.plan.stopping.target_cost = (double)rng_below(&rng, 1000);
        int most = (int)(play.plan.islands * play.plan.replicas);
        int ranks = 2 + (int)rng_below(&rng, 5);
        CU_ASSERT(is_equal(&play, ranks < most ? ranks : most));
    }
}

/* Ranks whose replica is done follow the bursts of the others. */
static void replicas_end_one_after_another(void)
{
    for (int target = 150; target < 900; target += 30) {
        struct play play = play_quick(3, 3);
        play.plan.stopping.target_cost = target;
        for (int ranks = 2; ranks <= 6; ranks++)
            CU_ASSERT(is_equal(&play, ranks));
    }
}

static void searches_end_within_a_burst(void)
{
    climb_exact = true;
    for (uint64_t last = 150; last < 175; last++) {
        for (size_t i = 0; i < 4; i++) {
            climb_finish[i] = last - i;
            climb_give_up[i] = last % 2;
        }
        struct play play = play_quick(4, 1);
        play.plan.migration.policy = MIGRATE_NONE;
        CU_ASSERT(is_equal(&play, 2 + (int)last % 3));
    }
    climb_exact = false;
}

/* Stopped where ranks meet, and resumed on others. */
static void stopped_runs_go_on_to_the_same_end(void)
{
    struct play play = play_quick(5, 1);
    struct spy *whole = play_on(&play, 1);
    for (uint64_t at = 1; at < END; at += 13) {
        play.time_limit_s = QUICK_S * (double)at;
        play.snapshot = NULL;
        struct spy *part = play_timed(&play, 4, spy_new());
        CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
        play.time_limit_s = 0;
        play.snapshot = &part->checkpoint;
        struct spy *rest = play_timed(&play, 1 + (int)at % 5, spy_after(part));
        CU_ASSERT(same_runs(whole, rest));
        spy_free(part);
        spy_free(rest);
    }
    spy_free(whole);
}

/* Told to stop in the middle of a slow step of one island: none of its burst has been made. */
static void cut_steps_undo_their_burst(void)
{
    struct play play = play_quick(5, 1);
    struct spy *whole = play_on(&play, 1);
    set_pace(SLOW_S);
    size_t undone = 0;
    for (uint64_t at = 60; at < END; at += 7) {
        climb_stuck = (int)at % 5;
        climb_stuck_step = at;
        struct spy *part = play_timed(&play, 2, spy_new());
        climb_stuck = -1;
        CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
        CU_ASSERT(part->results[0].generations < at);
        CU_ASSERT(part->results[0].generations + 9 > at);
        undone += at - 1 - part->results[0].generations;
        play.snapshot = &part->checkpoint;
        struct spy *rest = play_timed(&play, 1 + (int)at % 5, spy_after(part));
        play.snapshot = NULL;
        CU_ASSERT(same_runs(whole, rest));
        spy_free(part);
        spy_free(rest);
    }
    CU_ASSERT(undone > 0);
    spy_free(whole);
    set_pace(QUICK_S);
}

/* More improvements in a step than are recorded: the first ones are those after what all islands had before. */
enum { PLUNGE_FROM = 60, PLUNGE_TO = 64, PLUNGE = IMPROVEMENTS_A_STEP + 100 };

static void plunge_start(void *self, struct island *island)
{
    climb_start(self, island);
    for (size_t i = 0; i < island->pop->count; i++) {
        memset(population_genome(island->pop, i), UINT8_MAX, GENES);
        population_cost(island->pop, i)[0] = GENES * UINT8_MAX;
    }
}

static void plunge_step(void *self, struct island *island)
{
    const struct puzzle *puzzle = ((struct climber *)self)->puzzle;
    uint8_t *genome = population_genome(island->pop, 0);
    size_t left = PLUNGE + 20 * island->index;
    my_clock_s += QUICK_S;
    for (; left && island->generation >= PLUNGE_FROM && island->generation < PLUNGE_TO;
         left--) {
        size_t g = 0;
        while (!genome[g])
            g++;
        genome[g]--;
        puzzle->problem->evaluate(puzzle->self, genome, 1, island->scratch,
                                  population_cost(island->pop, 0));
        island->evaluations++;
    }
}

static void improvements_are_alike_where_they_are_too_many(void)
{
    struct algorithm plunge = climb_algorithm;
    plunge.start = plunge_start;
    plunge.step = plunge_step;
    struct engine_islands islands = {&plunge, NULL, 2};
    struct play play = play_quick(2, 1);
    struct error err = {0};
    play.plan.algorithms = &islands;
    play.plan.n_algorithms = 1;
    play.plan.migration.policy = MIGRATE_NONE;
    play_clock = own_clock;
    struct spy *alone = play_on(&play, 1);
    play.spy = spy_new();
    CU_ASSERT_EQUAL(comm_local_run(2, NULL, play_timed_rank, &play, &err), STATUS_OK);
    play_clock = step_clock;
    CU_ASSERT(alone->improvements[0].used > 0);
    CU_ASSERT(same_runs(alone, play.spy));
    CU_ASSERT(play.spy->pulses < END);
    spy_free(alone);
    spy_free(play.spy);
}

int main(void)
{
    set_pace(QUICK_S);
    CU_TestInfo tests[] = {
        SUITE_TEST(ranks_meet_less_than_once_a_generation),
        SUITE_TEST(targets_end_a_run_where_they_are_reached),
        SUITE_TEST(random_limits_end_replicas_alike),
        SUITE_TEST(replicas_end_one_after_another),
        SUITE_TEST(searches_end_within_a_burst),
        SUITE_TEST(stopped_runs_go_on_to_the_same_end),
        SUITE_TEST(cut_steps_undo_their_burst),
        SUITE_TEST(improvements_are_alike_where_they_are_too_many),
        CU_TEST_INFO_NULL,
    };
    return suite_run("burst", NULL, NULL, tests);
}
