/* What the engine proves, with a small puzzle and a small algorithm: bounds, optima and
 * infeasibility, of the puzzle or of an exact search. Ranks are threads. */
#include "climb.h"
#include "interrupt.h"
#include "suite.h"

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

/* When the limit of a run passes. */
static enum { NEVER, IN_FIRST_POPULATION, IN_DIAGNOSIS } limit_passes;

static bool sample_until_limit(const void *self, struct rng *rng, struct arena scratch,
                               void *genome)
{
    if (limit_passes == IN_FIRST_POPULATION)
        interrupt_set_limit(0);
    return sum_sample(self, rng, scratch, genome);
}

static void diagnose_patiently(void *self, double seconds, struct verdict *verdict)
{
    if (limit_passes == IN_DIAGNOSIS)
        interrupt_set_limit(0);
    if (!interrupt_pending())
        never_feasible(self, seconds, verdict);
}

/* All evaluations are spent in the first population: what is left when the run is interrupted,
 * before the diagnosis or in it, is the diagnosis. */
static void diagnosis_that_was_cut_is_made_when_resumed(void)
{
    struct problem patient = sum_problem;
    patient.sample = sample_until_limit;
    patient.diagnose = diagnose_patiently;
    for (int i = 0; i < 4; i++) {
        struct play play = play_new(3, 2);
        play.puzzle = sum_puzzle(false);
        play.puzzle.problem = &patient;
        play.plan.stopping.max_evaluations = 1;
        limit_passes = i % 2 ? IN_FIRST_POPULATION : IN_DIAGNOSIS;
        struct spy *part = play_on(&play, 1 + i / 2);
        CU_ASSERT_EQUAL(part->kind, OUTCOME_STOPPED);
        CU_ASSERT_FALSE(part->results[0].verdict.infeasible);
        limit_passes = NEVER;
        play.snapshot = &part->checkpoint;
        struct spy *rest = play_on(&play, 3);
        CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
        CU_ASSERT(rest->results[0].verdict.infeasible &&
                  rest->results[1].verdict.infeasible);
        CU_ASSERT_STRING_EQUAL(rest->results[0].verdict.reason, "by design");
        CU_ASSERT_EQUAL(rest->results[0].generations, 0);
        spy_free(part);
        spy_free(rest);
    }
}

/* Proves the best of a run when it may work for a second. */
static double prove_sum(const void *self, double best, double seconds, void *better,
                        bool *found)
{
    (void)self, (void)better;
    *found = false;
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

/* Finds the optimum, by its floor of 2; of a puzzle without a solution it proves that. */
static double find_optimum(const void *self, double best, double seconds, void *better,
                           bool *found)
{
    const struct sum *sum = self;
    (void)seconds;
    *found = !sum->infeasible && best > sum->floor;
    memset(better, *found ? 0 : 1, GENES);
    return sum->infeasible ? INFINITY : sum->floor;
}

/* The only replica takes it, those that are compared do not. */
static void solution_of_the_proof_is_kept(void)
{
    struct problem provable = sum_problem;
    provable.prove = find_optimum;
    for (int ranks = 1; ranks <= 3; ranks++) {
        struct play play = play_new(3, 1);
        play.puzzle.problem = &provable;
        struct spy *spy = play_on(&play, ranks);
        struct unpack in = unpack_from(spy->solutions.data, spy->solutions.used);
        static const uint8_t zeros[GENES];
        uint8_t genome[GENES];
        struct origin origin;
        CU_ASSERT_EQUAL(spy->results[0].best, 2);
        CU_ASSERT_TRUE(spy->results[0].optimal);
        unpack_bytes(&in, genome, GENES);
        CU_ASSERT_EQUAL(memcmp(genome, zeros, GENES), 0);
        CU_ASSERT_EQUAL(unpack_f64(&in), 2);
        unpack_bytes(&in, &origin, sizeof origin);
        CU_ASSERT_EQUAL(origin.island, ISLAND_OF_END);
        CU_ASSERT_EQUAL(origin.generation, 60);
        CU_ASSERT_EQUAL(spy->late.cost, 2);
        CU_ASSERT_EQUAL(spy->late.island, ISLAND_OF_END);
        CU_ASSERT_EQUAL(spy->late.evaluations, spy->results[0].evaluations);
        spy_free(spy);
        play = play_new(3, 2);
        play.puzzle.problem = &provable;
        spy = play_on(&play, ranks);
        CU_ASSERT_EQUAL(spy->late.cost, 0);
        for (int r = 0; r < 2; r++) {
            CU_ASSERT_TRUE(spy->results[r].best > 2);
            CU_ASSERT_EQUAL(spy->results[r].bound, 2);
            CU_ASSERT_FALSE(spy->results[r].optimal);
        }
        spy_free(spy);
    }
}

/* A puzzle with one solution, which no sample and no step of the climber is. */
static bool is_hidden(const uint8_t *gene)
{
    for (size_t g = 0; g < GENES; g++)
        if (gene[g] != 255)
            return false;
    return true;
}

static void evaluate_hidden(const void *self, const void *genomes, size_t n,
                            struct arena scratch, double *cost)
{
    (void)self, (void)scratch;
    for (size_t i = 0; i < n; i++)
        cost[i] = is_hidden((const uint8_t *)genomes + i * GENES) ? 2 : INFINITY;
}

static bool find_hidden(const void *self, void *genome, struct violations *violations)
{
    (void)self;
    memset(genome, 255, GENES);
    violations->n = 0;
    return true;
}

static struct problem hidden_problem(void)
{
    struct problem hidden = sum_problem;
    hidden.evaluate = evaluate_hidden;
    hidden.nearest = find_hidden;
    hidden.diagnose = NULL;
    return hidden;
}

/* The only replica takes it, unless a signal ends the run; those that are compared do not. */
static void nearest_that_is_feasible_is_kept(void)
{
    struct problem hidden = hidden_problem();
    static const struct {
        int replicas;
        uint64_t stop_at;
        bool kept;
    } runs[] = {{1, 0, true}, {2, 0, false}, {1, 30, false}};
    for (int i = 0; i < 6; i++) {
        struct play play = play_new(3, (uint32_t)runs[i / 2].replicas);
        play.puzzle = sum_puzzle(false);
        play.puzzle.problem = &hidden;
        play.spy = spy_new();
        play.spy->stop_at = runs[i / 2].stop_at;
        play_ranks(&play, 1 + i % 2);
        struct spy *spy = play.spy;
        CU_ASSERT_EQUAL(spy->results[0].best, runs[i / 2].kept ? 2 : INFINITY);
        CU_ASSERT_EQUAL(spy->results[0].optimal, runs[i / 2].kept);
        CU_ASSERT_EQUAL(spy->late.cost, runs[i / 2].kept ? 2 : 0);
        CU_ASSERT_EQUAL(spy->late.island, runs[i / 2].kept ? ISLAND_OF_END : 0);
        CU_ASSERT_EQUAL(spy->solutions.used > 0, runs[i / 2].kept);
        spy_free(spy);
    }
}

/* A bound that the nearest assignment outdoes is wrong. */
static void bound_that_the_nearest_outdoes_ends_a_run(void)
{
    struct problem hidden = hidden_problem();
    hidden.prove = find_optimum;
    struct play play = play_new(3, 1);
    play.puzzle = sum_puzzle(false);
    play.puzzle.problem = &hidden;
    struct spy *spy = play_on(&play, 2);
    CU_ASSERT_EQUAL(spy->kind, OUTCOME_FAILED);
    spy_free(spy);
}

static void proof_that_nothing_exists_is_told(void)
{
    struct problem provable = sum_problem;
    provable.prove = find_optimum;
    provable.diagnose = NULL;
    struct play play = play_new(3, 2);
    play.puzzle = sum_puzzle(false);
    play.puzzle.problem = &provable;
    struct spy *spy = play_on(&play, 2);
    CU_ASSERT_STRING_EQUAL(spy->why, "epochs done");
    for (int r = 0; r < 2; r++) {
        CU_ASSERT_TRUE(spy->results[r].verdict.infeasible);
        CU_ASSERT_TRUE(spy->results[r].verdict.reason[0] != 0);
        CU_ASSERT_FALSE(spy->results[r].optimal);
    }
    spy_free(spy);
}

/* Comes to no bound at all. */
static double prove_nothing(const void *self, double best, double seconds, void *better,
                            bool *found)
{
    (void)self, (void)best, (void)seconds, (void)better;
    *found = false;
    return -INFINITY;
}

static void proof_without_a_bound_tells_nothing(void)
{
    struct problem provable = sum_problem;
    provable.prove = prove_nothing;
    provable.diagnose = NULL;
    for (int feasible = 0; feasible <= 1; feasible++) {
        struct play play = play_new(3, 2);
        play.puzzle = sum_puzzle(feasible);
        play.puzzle.problem = &provable;
        struct spy *spy = play_on(&play, 2);
        CU_ASSERT_STRING_EQUAL(spy->why, "epochs done");
        for (int r = 0; r < 2; r++) {
            CU_ASSERT_FALSE(spy->results[r].verdict.infeasible);
            CU_ASSERT_FALSE(spy->results[r].optimal);
            CU_ASSERT_EQUAL(isfinite(spy->results[r].best), feasible);
        }
        spy_free(spy);
    }
}

/* Finds the optimum unless it is interrupted. */
static double find_patiently(const void *self, double best, double seconds,
                             void *better, bool *found)
{
    if (!interrupt_pending())
        return find_optimum(self, best, seconds, better, found);
    *found = false;
    return best - 1;
}

/* All generations are done when the run is interrupted: what is left is the proof. */
static void proof_that_was_cut_is_made_when_resumed(void)
{
    struct problem provable = sum_problem;
    provable.prove = find_patiently;
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
        CU_ASSERT_STRING_EQUAL(
            part->why, signals[i] ? "epochs done; the proof was cut short by a signal"
                                  : "epochs done; the proof was cut short by the time "
                                    "limit");
        play.time_limit_s = 0;
        play.snapshot = &part->checkpoint;
        struct spy *rest = play_on(&play, 3);
        CU_ASSERT_EQUAL(rest->kind, OUTCOME_FINISHED);
        CU_ASSERT_STRING_EQUAL(rest->why, "epochs done");
        CU_ASSERT(whole->results[0].optimal && rest->results[0].optimal);
        CU_ASSERT_EQUAL(rest->results[0].bound, whole->results[0].bound);
        CU_ASSERT(part->results[0].best > 2 && rest->results[0].best == 2);
        CU_ASSERT(same_packs(&rest->solutions, &whole->solutions));
        CU_ASSERT_EQUAL(rest->late.evaluations, whole->late.evaluations);
        spy_free(whole);
        spy_free(part);
        spy_free(rest);
    }
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

/* A search that is no exact one, and has nothing more to do after five steps. */
static void end_early(void *self, struct island *island)
{
    climb_step(self, island);
    island->finished = ((struct climber *)self)->steps >= 5;
}

/* That it has found nothing by then proves nothing. */
static void other_searches_that_end_prove_nothing(void)
{
    struct algorithm ending = climb_algorithm;
    ending.step = end_early;
    for (int feasible = 0; feasible <= 1; feasible++) {
        struct play play = play_new(3, 2);
        struct engine_islands islands = {&ending, NULL, 3};
        struct problem plain = sum_problem;
        plain.diagnose = NULL;
        play.plan.algorithms = &islands;
        play.plan.n_algorithms = 1;
        play.puzzle = sum_puzzle(feasible);
        play.puzzle.problem = &plain;
        struct spy *spy = play_on(&play, 2);
        CU_ASSERT_STRING_EQUAL(spy->why, "the search ended by itself");
        for (int r = 0; r < 2; r++) {
            CU_ASSERT_EQUAL(spy->results[r].generations, 5);
            CU_ASSERT_EQUAL(isfinite(spy->results[r].best), feasible);
            CU_ASSERT_FALSE(spy->results[r].verdict.infeasible);
            CU_ASSERT_FALSE(spy->results[r].optimal);
        }
        spy_free(spy);
    }
}

/* Of a grid the best cell may be at the bound, others not. */
static void bound_does_not_end_a_grid(void)
{
    struct sum sum = {1000, false};
    climb_grid = (struct grid){2, {12, 12}};
    for (int ranks = 1; ranks <= 2; ranks++) {
        struct play play = play_new(3, 2);
        play.puzzle.self = &sum;
        struct spy *spy = play_on(&play, ranks);
        CU_ASSERT_STRING_EQUAL(spy->why, "epochs done");
        for (int r = 0; r < 2; r++) {
            CU_ASSERT_EQUAL(spy->results[r].best, 1000);
            CU_ASSERT_EQUAL(spy->results[r].generations, 60);
        }
        spy_free(spy);
    }
    climb_grid.axes = 0;
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

/* Each replica prunes with what it has found itself, whichever of them run side by side. */
static void replicas_have_incumbents_of_their_own(void)
{
    exact_begin(40, false);
    for (int ranks = 1; ranks <= 5; ranks += 2) {
        struct play play = play_new(3, 2);
        struct spy *spy = play_on(&play, ranks);
        CU_ASSERT(spy->results[0].best != spy->results[1].best);
        for (int r = 0; r < 2; r++) {
            double known =
                INFINITY; /* at the end of the first epoch, the fifth generation */
            for (uint64_t g = 0; g <= 5; g++)
                for (int i = 0; i < 3; i++)
                    known = fmin(known, spy->rows[r][g][i].best);
            CU_ASSERT_EQUAL(spy->rows[r][6][0].diversity, known);
            CU_ASSERT_EQUAL(spy->rows[r][6][2].diversity, known);
        }
        spy_free(spy);
    }
    climb_exact = false;
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(infeasible_puzzle_is_diagnosed),
        SUITE_TEST(diagnosis_is_asked_for_once),
        SUITE_TEST(diagnosis_that_was_cut_is_made_when_resumed),
        SUITE_TEST(best_of_all_replicas_is_proven),
        SUITE_TEST(solution_of_the_proof_is_kept),
        SUITE_TEST(nearest_that_is_feasible_is_kept),
        SUITE_TEST(bound_that_the_nearest_outdoes_ends_a_run),
        SUITE_TEST(proof_that_nothing_exists_is_told),
        SUITE_TEST(proof_without_a_bound_tells_nothing),
        SUITE_TEST(proof_that_was_cut_is_made_when_resumed),
        SUITE_TEST(bound_of_the_puzzle_is_told_and_ends_a_run),
        SUITE_TEST(other_searches_that_end_prove_nothing),
        SUITE_TEST(bound_does_not_end_a_grid),
        SUITE_TEST(exhausted_search_proves_its_best),
        SUITE_TEST(search_that_gave_up_proves_nothing),
        SUITE_TEST(exhausted_search_that_found_nothing_proves_infeasible),
        SUITE_TEST(incumbent_outlives_a_stop),
        SUITE_TEST(replicas_have_incumbents_of_their_own),
        SUITE_TEST(reason_of_an_island_is_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("engine proof", NULL, NULL, tests);
}
