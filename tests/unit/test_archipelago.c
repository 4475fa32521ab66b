/* The engine with a small puzzle and a small algorithm: the same rows on any number of
 * ranks, resumed runs equal uninterrupted ones, limits hold, failures stop everyone.
 * Ranks are threads. */
#include "archipelago.h"
#include "comm_local.h"
#include "pack.h"

#include <CUnit/Basic.h>
#include <math.h>

/* A puzzle: 24 small numbers, the cost is their sum. */
enum { GENES = 24 };

static bool sum_sample(const void *self, struct rng *rng, struct arena scratch,
                       void *genome)
{
    (void)self;
    (void)scratch;
    for (size_t i = 0; i < GENES; i++)
        ((uint8_t *)genome)[i] = (uint8_t)rng_below(rng, 100);
    return true;
}

static void sum_evaluate(const void *self, const void *genomes, size_t n,
                         struct arena scratch, double *cost)
{
    const uint8_t *gene = genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++) {
        cost[i] = self ? INFINITY : 0;
        for (size_t g = 0; g < GENES; g++)
            cost[i] += *gene++;
    }
}

static double sum_distance(const void *self, const void *a, const void *b,
                           struct arena scratch)
{
    size_t differ = 0;
    (void)self;
    (void)scratch;
    for (size_t i = 0; i < GENES; i++)
        differ += ((const uint8_t *)a)[i] != ((const uint8_t *)b)[i];
    return (double)differ / GENES;
}

/* The halves of the genome, for a grid. */
static void sum_descriptors(const void *self, const void *genome, struct arena scratch,
                            double *out)
{
    const uint8_t *gene = genome;
    (void)self;
    (void)scratch;
    out[0] = out[1] = 0;
    for (size_t i = 0; i < GENES; i++)
        out[i < GENES / 2] += gene[i];
}

static void never_feasible(void *self, double seconds, struct verdict *verdict)
{
    (void)self;
    (void)seconds;
    verdict->infeasible = true;
    snprintf(verdict->reason, sizeof verdict->reason, "by design");
}

static const struct problem sum_problem = {.name = "sum",
                                           .sample = sum_sample,
                                           .evaluate = sum_evaluate,
                                           .distance = sum_distance,
                                           .descriptors = sum_descriptors,
                                           .diagnose = never_feasible};

/* An algorithm: each row tries one changed gene; counts its steps to have a state. */
struct climber {
    const struct puzzle *puzzle;
    uint64_t steps;
};

static struct grid climb_grid; /* the next run's; no axes: none */

static enum status climb_init(const void *keys, const struct puzzle *puzzle,
                              struct arena *perm, struct plan *plan, void **self,
                              struct error *err)
{
    struct climber *climber = ARENA_NEW(perm, struct climber, 1);
    (void)keys;
    (void)err;
    climber->puzzle = puzzle;
    *plan = (struct plan){
        .individuals = 6, .capacity = 6, .scratch_bytes = 1024, .grid = climb_grid};
    *self = climber;
    return STATUS_OK;
}

static void climb_start(void *self, struct island *island)
{
    struct climber *climber = self;
    algorithm_sample(climber->puzzle, island, 6);
}

static void climb_step(void *self, struct island *island)
{
    struct climber *climber = self;
    climber->steps++;
    for (size_t i = 0; i < island->pop->count; i++) {
        uint8_t *genome = population_genome(island->pop, i);
        size_t g = rng_below(&island->rng, GENES);
        if (genome[g] > climber->steps % 3)
            genome[g]--;
        sum_evaluate(climber->puzzle->self, genome, 1, island->scratch,
                     population_cost(island->pop, i));
    }
    island->evaluations += island->pop->count;
    island->diversity = algorithm_diversity(island->pop);
}

static size_t climb_state(void *self, struct view *views)
{
    struct climber *climber = self;
    views[0] = (struct view){"steps", &climber->steps, sizeof climber->steps};
    return 1;
}

static const struct algorithm climb_algorithm = {.name = "climb",
                                                 .init = climb_init,
                                                 .start = climb_start,
                                                 .step = climb_step,
                                                 .state = climb_state};

static struct puzzle sum_puzzle(bool feasible)
{
    static int infeasible;
    return (struct puzzle){.problem = &sum_problem,
                           .self = feasible ? NULL : &infeasible,
                           .shape = {.gene_type = GENE_U8,
                                     .genes = GENES,
                                     .genome_bytes = GENES,
                                     .objectives = 1,
                                     .objective = {{.name = "sum", .unit = "1"}},
                                     .descriptors = 2,
                                     .descriptor = {{"back", "1", false, 0, 600},
                                                    {"front", "1", false, 0, 600}}}};
}

/* A spy keeps every row by replica and generation, without times, and the last
 * checkpoint. */
enum { MOST_REPLICAS = 4, MOST_GENERATIONS = 400, MOST_ISLANDS = 8 };

struct spy {
    struct row rows[MOST_REPLICAS][MOST_GENERATIONS][MOST_ISLANDS];
    struct migration_row migration[MOST_REPLICAS][MOST_GENERATIONS][MOST_ISLANDS];
    struct pack solutions, checkpoint;
    uint64_t checkpoint_generation;
    struct replica_result results[MOST_REPLICAS];
    enum outcome_kind kind;
    uint32_t islands, replicas;
    size_t starts, finishes, checkpoints;
    size_t fail_report; /* fails at this report, from 1; 0: never */
    size_t reports;
};

static enum status spy_start(void *self, const struct run_info *info, struct error *err)
{
    struct spy *spy = self;
    (void)err;
    spy->islands = info->islands;
    spy->replicas = info->replicas;
    spy->starts++;
    return STATUS_OK;
}

static enum status spy_report(void *self, const struct report *report,
                              struct error *err)
{
    struct spy *spy = self;
    for (size_t g = 0; g < report->generations; g++)
        memcpy(spy->rows[report->replica][report->first_generation + g],
               report->rows + g * spy->islands, spy->islands * sizeof(struct row));
    for (uint32_t i = 0; report->migrated && i < spy->islands; i++) {
        struct migration_row row = report->migration[i];
        row.seconds = 0;
        spy->migration[report->replica][report->epoch][i] = row;
    }
    return ++spy->reports == spy->fail_report
               ? error_set(err, STATUS_FULL, "no space left")
               : STATUS_OK;
}

static enum status spy_solutions(void *self, const struct archive *solutions,
                                 struct error *err)
{
    struct spy *spy = self;
    (void)err;
    pack_clear(&spy->solutions);
    for (size_t i = 0; i < solutions->pop.count; i++) {
        pack_bytes(&spy->solutions, population_genome(&solutions->pop, i), GENES);
        pack_f64(&spy->solutions, population_cost(&solutions->pop, i)[0]);
        pack_bytes(&spy->solutions, &solutions->origins[i], sizeof(struct origin));
    }
    return STATUS_OK;
}

static enum status spy_checkpoint(void *self, const void *bytes, size_t n,
                                  struct error *err)
{
    struct spy *spy = self;
    (void)err;
    pack_clear(&spy->checkpoint);
    pack_bytes(&spy->checkpoint, bytes, n);
    spy->checkpoints++;
    return STATUS_OK;
}

static enum status spy_finish(void *self, const struct outcome *outcome,
                              struct error *err)
{
    struct spy *spy = self;
    (void)err;
    spy->kind = outcome->kind;
    spy->finishes++;
    for (uint32_t r = 0; r < spy->replicas; r++) {
        spy->results[r] = outcome->replicas[r];
        spy->results[r].elapsed_s = 0;
    }
    return STATUS_OK;
}

static struct spy *spy_new(void)
{
    return calloc(1, sizeof(struct spy));
}

static void spy_free(struct spy *spy)
{
    pack_free(&spy->solutions);
    pack_free(&spy->checkpoint);
    free(spy);
}

static bool same_packs(const struct pack *a, const struct pack *b)
{
    return a->used == b->used && (!a->used || !memcmp(a->data, b->data, a->used));
}

static bool same_runs(const struct spy *a, const struct spy *b)
{
    return !memcmp(a->rows, b->rows, sizeof a->rows) &&
           !memcmp(a->migration, b->migration, sizeof a->migration) &&
           !memcmp(a->results, b->results, sizeof a->results) &&
           same_packs(&a->solutions, &b->solutions);
}

/* One run on threads. */
struct play {
    struct archipelago_plan plan;
    struct puzzle puzzle;
    struct spy *spy;
    const struct pack *snapshot;
    volatile sig_atomic_t signal;
    enum status status[16];
    enum outcome_kind kind[16];
};

static double false_clock(void)
{
    return 0;
}

static double (*play_clock)(void) = false_clock;

static void play_rank(struct comm *comm, void *arg)
{
    struct play *play = arg;
    struct observer observer = {.self = play->spy,
                                .start = spy_start,
                                .report = spy_report,
                                .solutions = spy_solutions,
                                .checkpoint = spy_checkpoint,
                                .finish = spy_finish};
    struct archipelago_world world = {
        .comm = comm,
        .observers = &observer,
        .n_observers = 1,
        .signal = &play->signal,
        .clock = play_clock,
        .snapshot = play->snapshot ? play->snapshot->data : NULL,
        .snapshot_bytes = play->snapshot ? play->snapshot->used : 0,
    };
    const char *why;
    struct error err = {0};
    play->status[comm->rank] =
        archipelago_run(&play->plan, &play->puzzle, &climb_algorithm, NULL, &world,
                        &play->kind[comm->rank], &why, &err);
}

static struct play play_new(uint32_t islands, uint32_t replicas)
{
    return (struct play){.plan = {.seed = 7,
                                  .islands = islands,
                                  .replicas = replicas,
                                  .sub_generations = 5,
                                  .stopping = {.epochs = 12,
                                               .target_cost = -INFINITY,
                                               .time_limit_s = NAN},
                                  .migration = {.policy = MIGRATE_SIMILARITY,
                                                .guests = 2,
                                                .sample_sort_above = 100000},
                                  .solutions = 10,
                                  .checkpoint_every_s = 1e9,
                                  .checkpoint_better_s = NAN,
                                  .findings_every_s = 1e9},
                         .puzzle = sum_puzzle(true)};
}

static void play_ranks(struct play *play, int ranks)
{
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(comm_local_run(ranks, NULL, play_rank, play, &err),
                          STATUS_OK);
}

static struct spy *play_on(struct play *play, int ranks)
{
    play->spy = spy_new();
    play_ranks(play, ranks);
    return play->spy;
}

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
        clock_play->signal = 10;
    return 0;
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
        play_clock = false_clock;
        play.signal = 0;
        if (part->kind == OUTCOME_STOPPED) {
            CU_ASSERT(part->checkpoints >= 1);
            struct pack snapshot = part->checkpoint;
            part->checkpoint = (struct pack){0};
            struct spy *rest = spy_new();
            memcpy(rest->rows, part->rows, sizeof rest->rows);
            memcpy(rest->migration, part->migration, sizeof rest->migration);
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
    CU_ADD_TEST(suite, limits_end_a_replica);
    CU_ADD_TEST(suite, too_many_ranks_are_refused);
    CU_ADD_TEST(suite, observer_failure_stops_all);
    CU_ADD_TEST(suite, infeasible_puzzle_is_diagnosed);
    CU_ADD_TEST(suite, best_of_all_replicas_is_proven);
    CU_ADD_TEST(suite, damaged_snapshots_are_refused);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures != 0;
}
