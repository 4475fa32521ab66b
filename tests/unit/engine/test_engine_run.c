/* The engine with a small puzzle and a small algorithm: the same rows on any number of
 * ranks, resumed runs equal uninterrupted ones, limits hold, failures stop everyone.
 * Ranks are threads. */
#include "climb.h"
#include "interrupt.h"

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

static void infeasible_puzzle_is_diagnosed(void)
{
    struct play play = play_new(3, 2);
    play.puzzle = sum_puzzle(false);
    struct spy *spy = play_on(&play, 2);
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FINISHED);
    CU_ASSERT(spy->results[1].verdict.infeasible);
    CU_ASSERT_STRING_EQUAL(spy->results[0].verdict.reason, "by design");
    spy_free(spy);
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

static int diagnoses;

static void leave_undecided(void *self, double seconds, struct verdict *verdict)
{
    (void)self;
    (void)seconds;
    (void)verdict;
    diagnoses++;
}

/* Of a run's beginning alone: not of a second replica's, not after a stop, and not when
 * nothing is left to do. */
static void diagnosis_is_asked_for_once(void)
{
    struct problem undecided = sum_problem;
    undecided.diagnose = leave_undecided;
    struct play play = play_new(3, 2);
    play.puzzle = sum_puzzle(false);
    play.puzzle.problem = &undecided;
    diagnoses = 0;
    struct spy *whole = play_on(&play, 1);
    CU_ASSERT_EQUAL(whole->kind, OUTCOME_FINISHED);
    CU_ASSERT_EQUAL(whole->results[1].generations, 60);
    CU_ASSERT_EQUAL(diagnoses, 1);
    play.snapshot = &whole->checkpoint;
    struct spy *again = play_on(&play, 2);
    CU_ASSERT_EQUAL(again->kind, OUTCOME_FINISHED);
    CU_ASSERT_EQUAL(diagnoses, 1);
    play.snapshot = NULL;
    play.time_limit_s = 1;
    struct spy *part = play_on(&play, 2);
    CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
    CU_ASSERT_EQUAL(part->results[0].generations, 1);
    CU_ASSERT_EQUAL(diagnoses, 2);
    play.snapshot = &part->checkpoint;
    play.time_limit_s = 0;
    struct spy *rest = play_on(&play, 2);
    CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
    CU_ASSERT_EQUAL(diagnoses, 2);
    spy_free(whole);
    spy_free(again);
    spy_free(part);
    spy_free(rest);
}

/* Proves the best of a run when it may work for a second. */
static double prove_sum(const void *self, double best, double seconds)
{
    (void)self;
    return seconds >= 1 ? best : best - 1;
}

static void best_of_all_replicas_is_proven(void)
{
    struct problem provable = sum_problem;
    provable.prove = prove_sum;
    for (int second = 0; second <= 1; second++) {
        struct play play = play_new(3, 3);
        play.puzzle.problem = &provable;
        play.plan.proof_s = second;
        struct spy *spy = play_on(&play, 2);
        double best = INFINITY;
        for (int r = 0; r < 3; r++)
            best = fmin(best, spy->results[r].best);
        for (int r = 0; r < 3; r++) {
            CU_ASSERT_EQUAL(spy->results[r].bound, second ? best : best - 1);
            CU_ASSERT_EQUAL(spy->results[r].optimal,
                            second && spy->results[r].best == best);
        }
        spy_free(spy);
    }
}

/* Proves the best unless it is interrupted. */
static double prove_patiently(const void *self, double best, double seconds)
{
    (void)self, (void)seconds;
    return interrupt_pending() ? best - 1 : best;
}

/* All generations are done when the run is interrupted: what is left is the proof. */
static void proof_that_was_cut_is_made_when_resumed(void)
{
    struct problem provable = sum_problem;
    provable.prove = prove_patiently;
    /* By the limit; by a signal after the last generation, and during it. */
    static const uint64_t signals[] = {0, 60, 59};
    for (size_t i = 0; i < 3; i++) {
        struct play play = play_new(3, 1);
        play.puzzle.problem = &provable;
        struct spy *whole = play_on(&play, 2), *part = spy_new();
        part->stop_at = signals[i];
        play.time_limit_s = signals[i] ? 0 : 60;
        play.spy = part;
        play_ranks(&play, 2);
        for (int r = 0; r < 2; r++)
            CU_ASSERT_EQUAL(play.kind[r], OUTCOME_STOPPED);
        CU_ASSERT_EQUAL(part->results[0].generations, 60);
        CU_ASSERT(!part->results[0].optimal);
        play.time_limit_s = 0;
        play.snapshot = &part->checkpoint;
        struct spy *rest = play_on(&play, 3);
        CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
        CU_ASSERT(whole->results[0].optimal && rest->results[0].optimal);
        CU_ASSERT_EQUAL(rest->results[0].bound, whole->results[0].bound);
        spy_free(whole);
        spy_free(part);
        spy_free(rest);
    }
}

/* Runs to the border of a generation, is stopped there, and continues on other ranks;
 * what the two parts told together. */
static struct spy *play_stopped(struct play *play, uint64_t generation, int ranks,
                                int others)
{
    struct spy *part = play->spy = spy_new();
    part->stop_at = generation;
    play_ranks(play, ranks);
    CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
    CU_ASSERT_EQUAL(part->results[0].generations, generation + 1);
    struct spy *rest = spy_after(part);
    memcpy(rest->elapsed_s, part->elapsed_s, sizeof rest->elapsed_s);
    play->snapshot = &part->checkpoint;
    play->spy = rest;
    play_ranks(play, others);
    play->snapshot = NULL;
    spy_free(part);
    return rest;
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

static void bound_of_the_puzzle_is_told_and_ends_a_run(void)
{
    struct sum sum = {1000, false};
    for (uint32_t replicas = 1; replicas <= 2; replicas++) {
        struct play play = play_new(3, replicas);
        play.puzzle.self = &sum;
        sum.floor = 2;
        struct spy *spy = play_on(&play, 2);
        CU_ASSERT_STRING_EQUAL(spy->why, "epochs done");
        CU_ASSERT_EQUAL(spy->progress.bound, 2);
        for (uint32_t r = 0; r < replicas; r++) {
            CU_ASSERT_EQUAL(spy->results[r].bound, 2);
            CU_ASSERT_FALSE(spy->results[r].optimal);
        }
        spy_free(spy);
        sum.floor = 1000;
        spy = play_on(&play, 2);
        CU_ASSERT_STRING_EQUAL(spy->why, "optimum proven");
        for (uint32_t r = 0; r < replicas; r++) {
            CU_ASSERT(spy->results[r].generations < 60);
            CU_ASSERT_EQUAL(spy->results[r].best, 1000);
            CU_ASSERT_TRUE(spy->results[r].optimal);
        }
        spy_free(spy);
    }
}

static void exact_begin(uint64_t last, bool gives_up)
{
    climb_exact = true;
    for (uint64_t i = 0; i < MOST_ISLANDS; i++) {
        climb_finish[i] = i == 1 ? 3 : last;
        climb_give_up[i] = i == 1 && gives_up;
    }
}

static void exhausted_search_proves_its_best(void)
{
    exact_begin(23, false);
    for (int ranks = 1; ranks <= 3; ranks++) {
        struct play play = play_new(3, 1);
        play.plan.stopping.epochs = 0;
        play.plan.migration.policy = MIGRATE_NONE;
        struct spy *spy = play_on(&play, ranks);
        CU_ASSERT_STRING_EQUAL(spy->why, "optimum proven");
        CU_ASSERT_EQUAL(spy->results[0].generations, 23);
        CU_ASSERT_TRUE(spy->results[0].optimal);
        CU_ASSERT_EQUAL(spy->results[0].bound, spy->results[0].best);
        /* a finished island takes no more steps */
        CU_ASSERT_EQUAL(spy->rows[0][23][1].evaluations, 6 * 4);
        CU_ASSERT_EQUAL(spy->rows[0][23][2].evaluations, 6 * 24);
        spy_free(spy);
    }
    climb_exact = false;
}

/* An island gives up early; the others finish only after the stop. */
static void search_that_gave_up_proves_nothing(void)
{
    exact_begin(23, true);
    for (int ranks = 1; ranks <= 2; ranks++) {
        struct play play = play_new(3, 1);
        play.plan.stopping.epochs = 0;
        play.plan.migration.policy = MIGRATE_NONE;
        struct spy *whole = play_on(&play, 3);
        struct spy *stopped = play_stopped(&play, 12, ranks, 3 - ranks);
        CU_ASSERT(same_runs(whole, stopped));
        CU_ASSERT_STRING_EQUAL(whole->why, "the search reached a limit of its own");
        CU_ASSERT_STRING_EQUAL(stopped->why, whole->why);
        CU_ASSERT_FALSE(stopped->results[0].optimal);
        CU_ASSERT_EQUAL(stopped->results[0].bound, climb_share_bound);
        CU_ASSERT_FALSE(stopped->results[0].verdict.infeasible);
        spy_free(stopped);
        spy_free(whole);
    }
    climb_exact = false;
}

static void exhausted_search_that_found_nothing_proves_infeasible(void)
{
    for (int gives_up = 0; gives_up <= 1; gives_up++) {
        exact_begin(23, gives_up);
        struct play play = play_new(3, 1);
        play.puzzle = sum_puzzle(false);
        struct spy *whole = play_on(&play, 2), *stopped = play_stopped(&play, 12, 1, 2);
        CU_ASSERT(same_runs(whole, stopped));
        CU_ASSERT_EQUAL(stopped->results[0].verdict.infeasible, !gives_up);
        CU_ASSERT_STRING_EQUAL(
            stopped->results[0].verdict.reason,
            gives_up ? "" : "the exact search exhausted the search space");
        CU_ASSERT_EQUAL(stopped->rows[0][20][0].worst, INFINITY);
        spy_free(stopped);
        spy_free(whole);
    }
    climb_exact = false;
}

static void reason_of_an_island_is_told(void)
{
    exact_begin(7, false);
    climb_reason = "all numbers are odd";
    for (int ranks = 1; ranks <= 3; ranks++) {
        struct play play = play_new(3, 2);
        play.puzzle = sum_puzzle(false);
        struct spy *spy = play_on(&play, ranks);
        for (int r = 0; r < 2; r++) {
            CU_ASSERT_TRUE(spy->results[r].verdict.infeasible);
            CU_ASSERT_STRING_EQUAL(spy->results[r].verdict.reason, climb_reason);
        }
        spy_free(spy);
    }
    climb_reason = NULL;
    climb_exact = false;
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

/* Known at each epoch's end, and the same after a stop between two of them. */
static void incumbent_outlives_a_stop(void)
{
    exact_begin(40, false);
    struct play play = play_new(3, 1);
    struct spy *whole = play_on(&play, 2);
    for (uint64_t g = 1; g <= 40; g++) {
        double known = INFINITY; /* at the last epoch's end */
        for (uint64_t to = 0; to <= (g - 1) / 5 * 5; to++)
            for (int i = 0; i < 3; i++)
                known = fmin(known, whole->rows[0][to][i].best);
        for (int i = 0; i < 3; i += 2) /* island 1 is finished */
            CU_ASSERT_EQUAL(whole->rows[0][g][i].diversity, known);
    }
    for (uint64_t g = 10; g < 15; g++) {
        struct spy *stopped = play_stopped(&play, g, 1 + (int)g % 2, 2);
        CU_ASSERT(same_runs(whole, stopped));
        spy_free(stopped);
    }
    spy_free(whole);
    climb_exact = false;
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
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("archipelago", NULL, NULL);
    CU_ADD_TEST(suite, run_is_equal_on_any_ranks);
    CU_ADD_TEST(suite, policies_are_equal_on_any_ranks);
    CU_ADD_TEST(suite, cells_are_equal_on_any_ranks);
    CU_ADD_TEST(suite, resumed_cells_equal_uninterrupted);
    CU_ADD_TEST(suite, resumed_run_equals_uninterrupted);
    CU_ADD_TEST(suite, a_cut_step_is_undone);
    CU_ADD_TEST(suite, a_cut_start_undoes_no_step_of_others);
    CU_ADD_TEST(suite, limits_end_a_replica);
    CU_ADD_TEST(suite, too_many_ranks_are_refused);
    CU_ADD_TEST(suite, observer_failure_stops_all);
    CU_ADD_TEST(suite, infeasible_puzzle_is_diagnosed);
    CU_ADD_TEST(suite, worst_of_no_numbers_is_infinite);
    CU_ADD_TEST(suite, diagnosis_is_asked_for_once);
    CU_ADD_TEST(suite, best_of_all_replicas_is_proven);
    CU_ADD_TEST(suite, proof_that_was_cut_is_made_when_resumed);
    CU_ADD_TEST(suite, damaged_snapshots_are_refused);
    CU_ADD_TEST(suite, elapsed_time_goes_on_after_a_stop);
    CU_ADD_TEST(suite, checkpoints_and_findings_come_when_they_are_due);
    CU_ADD_TEST(suite, a_better_best_is_saved_after_a_pause);
    CU_ADD_TEST(suite, rows_come_every_second_and_at_each_border);
    CU_ADD_TEST(suite, time_limit_stops_resumably);
    CU_ADD_TEST(suite, signal_of_any_rank_stops_all);
    CU_ADD_TEST(suite, epochs_past_all_counting_do_not_wrap);
    CU_ADD_TEST(suite, bound_of_the_puzzle_is_told_and_ends_a_run);
    CU_ADD_TEST(suite, exhausted_search_proves_its_best);
    CU_ADD_TEST(suite, search_that_gave_up_proves_nothing);
    CU_ADD_TEST(suite, exhausted_search_that_found_nothing_proves_infeasible);
    CU_ADD_TEST(suite, incumbent_outlives_a_stop);
    CU_ADD_TEST(suite, reason_of_an_island_is_told);
    CU_ADD_TEST(suite, lost_rank_ends_all);
    CU_ADD_TEST(suite, pulse_tells_where_all_stands);
    CU_ADD_TEST(suite, pulse_tells_the_mean_diversity_of_all_islands);
    CU_ADD_TEST(suite, guests_past_half_are_refused);
    CU_ADD_TEST(suite, failure_at_the_end_is_told_to_all);
    CU_ADD_TEST(suite, failure_of_the_problem_discards_its_step);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures != 0;
}
