/* A small puzzle, a small algorithm, and a spy that keeps all that an engine tells: for
 * tests of whole runs. Ranks are threads. Includers use CUnit. */
#ifndef SKERRY_TESTS_CLIMB_H
#define SKERRY_TESTS_CLIMB_H

#include "comm_local.h"
#include "interrupt.h"
#include "pack.h"
#include "run.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A puzzle: 24 small numbers, the cost is their sum, but at least a floor, which is the
 * bound that the puzzle knows. */
enum { GENES = 24 };

struct sum {
    double floor;
    bool infeasible;
};

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
    const struct sum *sum = self;
    const uint8_t *gene = genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++) {
        cost[i] = sum->infeasible ? INFINITY : 0;
        for (size_t g = 0; g < GENES; g++)
            cost[i] += *gene++;
        cost[i] = fmax(cost[i], sum->floor);
    }
}

static double sum_bound(const void *self)
{
    return ((const struct sum *)self)->floor;
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
                                           .diagnose = never_feasible,
                                           .bound = sum_bound};

/* An algorithm: each row tries one changed gene; counts its steps to have a state. As
 * an exact search it shows the incumbent as its diversity, and is finished when it is
 * told.
 */
struct climber {
    const struct puzzle *puzzle;
    uint64_t steps;
};

enum { MOST_REPLICAS = 4, MOST_GENERATIONS = 400, MOST_ISLANDS = 8 };

/* Of the next run. */
static struct grid climb_grid; /* no axes: none */
static bool climb_exact;
static uint64_t
    climb_finish[MOST_ISLANDS];          /* exact: the step that is an island's last */
static bool climb_give_up[MOST_ISLANDS]; /* exact: it has found a limit of its own */
static const double climb_share_bound = 3; /* exact: what an island's share bounds by */

/* The island that spoils what it has and is then told to stop, and is not done before
 * it is, and the step in which it does; 0: the start. No island: -1. */
static int climb_stuck = -1;
static uint64_t climb_stuck_step;
static uint32_t climb_stuck_replica;
static volatile sig_atomic_t *climb_signal; /* set to interrupt the run */

static const char *climb_reason; /* exact: what island 2 says that the puzzle lacks */

/* Seconds: one passes with each step of island 0 of any replica. */
static double clock_s;

static inline double step_clock(void)
{
    double now;
    __atomic_load(&clock_s, &now, __ATOMIC_RELAXED);
    return now;
}

static enum status climb_init(const void *keys, const struct puzzle *puzzle,
                              struct arena *perm, struct plan *plan, void **self,
                              struct error *err)
{
    struct climber *climber = ARENA_NEW(perm, struct climber, 1);
    (void)keys;
    if (!climber)
        return error_set(err, STATUS_MEMORY, "no memory for a climber");
    climber->puzzle = puzzle;
    *plan = (struct plan){.individuals = 6,
                          .capacity = 6,
                          .scratch_bytes = 1024,
                          .grid = climb_grid,
                          .exact = climb_exact};
    *self = climber;
    return STATUS_OK;
}

static void climb_stick(struct climber *climber, struct island *island)
{
    if ((int)island->index != climb_stuck || climber->steps != climb_stuck_step ||
        island->replica != climb_stuck_replica)
        return;
    for (size_t i = 0; i < island->pop->count; i++)
        memset(population_genome(island->pop, i), 0, GENES);
    rng_below(&island->rng, 1000);
    island->evaluations += 1000;
    climber->steps += 1000;
    island->bound = 1e9;
    __atomic_store_n(climb_signal, 15, __ATOMIC_RELAXED);
    for (;;)
        (void)interrupt_pending();
}

static void climb_start(void *self, struct island *island)
{
    struct climber *climber = self;
    algorithm_sample(climber->puzzle, island, 6);
    climb_stick(climber, island);
}

static void climb_step(void *self, struct island *island)
{
    struct climber *climber = self;
    climber->steps++;
    climb_stick(climber, island);
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
    if (island->index == 0) {
        double now = step_clock() + 1;
        __atomic_store(&clock_s, &now, __ATOMIC_RELAXED);
    }
    if (!climb_exact)
        return;
    island->diversity = island->incumbent < INFINITY ? island->incumbent : -1;
    island->bound = climb_share_bound;
    island->finished = climber->steps >= climb_finish[island->index];
    if (island->index == 2 && climb_reason) {
        island->verdict.infeasible = true;
        snprintf(island->verdict.reason, sizeof island->verdict.reason, "%s",
                 climb_reason);
    }
    island->gave_up = island->finished && climb_give_up[island->index];
}

static uint64_t climb_welcomes; /* of all islands, since it was set to 0 */

static void climb_welcome(void *self, struct island *island)
{
    (void)self;
    CU_ASSERT_EQUAL(island->pop->count, 6);
    __atomic_fetch_add(&climb_welcomes, 1, __ATOMIC_RELAXED);
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
                                                 .welcome = climb_welcome,
                                                 .state = climb_state};

static inline struct puzzle sum_puzzle(bool feasible)
{
    static struct sum sums[] = {{2, true}, {2, false}};
    return (struct puzzle){.problem = &sum_problem,
                           .self = &sums[feasible],
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
    bool fail_finish;
    size_t reports, pulses, tellings; /* tellings: of solutions */
    struct pack improvements[MOST_REPLICAS];
    struct improvement late; /* after the search; a cost of 0: none */
    double elapsed_s[MOST_REPLICAS][MOST_GENERATIONS], ended_s[MOST_REPLICAS];
    struct progress progress;        /* the latest */
    uint64_t told[MOST_GENERATIONS]; /* generations at which solutions were told */
    uint64_t kept[MOST_GENERATIONS]; /* and checkpoints made */
    volatile sig_atomic_t *signal;   /* caught at the border of generation stop_at */
    uint64_t stop_at;                /* 0: never */
    bool stop_first;                 /* caught before the first border */
    char why[64];
};

static enum status spy_start(void *self, const struct run_info *info, struct error *err)
{
    struct spy *spy = self;
    (void)err;
    spy->islands = info->islands;
    spy->replicas = info->replicas;
    for (uint32_t r = 0; r < info->replicas; r++)
        CU_ASSERT(info->resumed || info->generations_kept[r] == 0);
    spy->starts++;
    if (spy->stop_first)
        __atomic_store_n(spy->signal, 15, __ATOMIC_RELAXED);
    return STATUS_OK;
}

static enum status spy_pulse(void *self, const struct progress *progress,
                             struct error *err)
{
    struct spy *spy = self;
    (void)err;
    spy->progress = *progress;
    spy->pulses++;
    if (spy->stop_at && progress->generation == spy->stop_at)
        __atomic_store_n(spy->signal, 15, __ATOMIC_RELAXED);
    return STATUS_OK;
}

static enum status spy_report(void *self, const struct report *report,
                              struct error *err)
{
    struct spy *spy = self;
    for (size_t g = 0; g < report->generations; g++)
        memcpy(spy->rows[report->replica][report->first_generation + g],
               report->rows + g * spy->islands, spy->islands * sizeof(struct row));
    for (size_t g = 0; g < report->generations; g++)
        spy->elapsed_s[report->replica][report->first_generation + g] =
            report->elapsed_s[g];
    for (size_t i = 0; i < report->n_improvements; i++) {
        const struct improvement *row = &report->improvements[i];
        struct pack *out = &spy->improvements[report->replica];
        pack_u64(out, row->generation);
        pack_u64(out, row->evaluations);
        pack_u64(out, row->island);
        pack_f64(out, row->cost);
    }
    for (uint32_t i = 0; report->migrated && i < spy->islands; i++) {
        struct migration_row row = report->migration[i];
        row.seconds = 0;
        spy->migration[report->replica][report->epoch][i] = row;
    }
    return ++spy->reports == spy->fail_report
               ? error_set(err, STATUS_FULL, "no space left")
               : STATUS_OK;
}

static void keep_solutions(struct spy *spy, const struct archive *solutions)
{
    pack_clear(&spy->solutions);
    for (size_t i = 0; i < solutions->pop.count; i++) {
        pack_bytes(&spy->solutions, population_genome(&solutions->pop, i), GENES);
        pack_f64(&spy->solutions, population_cost(&solutions->pop, i)[0]);
        pack_bytes(&spy->solutions, &solutions->origins[i], sizeof(struct origin));
    }
}

static enum status spy_solutions(void *self, const struct archive *solutions,
                                 struct error *err)
{
    struct spy *spy = self;
    (void)err;
    spy->told[spy->tellings++ % MOST_GENERATIONS] = spy->progress.generation;
    keep_solutions(spy, solutions);
    return STATUS_OK;
}

static enum status spy_checkpoint(void *self, const void *bytes, size_t n,
                                  struct error *err)
{
    struct spy *spy = self;
    (void)err;
    pack_clear(&spy->checkpoint);
    pack_bytes(&spy->checkpoint, bytes, n);
    spy->kept[spy->checkpoints++ % MOST_GENERATIONS] = spy->progress.generation;
    return STATUS_OK;
}

static enum status spy_finish(void *self, const struct outcome *outcome,
                              struct error *err)
{
    struct spy *spy = self;
    keep_solutions(spy, outcome->solutions);
    spy->kind = outcome->kind;
    spy->finishes++;
    snprintf(spy->why, sizeof spy->why, "%s", outcome->why);
    for (uint32_t r = 0; r < spy->replicas; r++) {
        spy->results[r] = outcome->replicas[r];
        spy->ended_s[r] = spy->results[r].elapsed_s;
        spy->results[r].elapsed_s = 0;
    }
    if (outcome->late)
        spy->late = *outcome->late;
    return spy->fail_finish ? error_set(err, STATUS_FULL, "no space left") : STATUS_OK;
}

static inline struct spy *spy_new(void)
{
    return calloc(1, sizeof(struct spy));
}

static inline void spy_free(struct spy *spy)
{
    pack_free(&spy->solutions);
    pack_free(&spy->checkpoint);
    for (size_t r = 0; r < MOST_REPLICAS; r++)
        pack_free(&spy->improvements[r]);
    free(spy);
}

/* A spy that has been told the rows that another was told: of a run that goes on. */
static inline struct spy *spy_after(const struct spy *part)
{
    struct spy *rest = spy_new();
    memcpy(rest->rows, part->rows, sizeof rest->rows);
    memcpy(rest->migration, part->migration, sizeof rest->migration);
    memcpy(rest->elapsed_s, part->elapsed_s, sizeof rest->elapsed_s);
    for (size_t r = 0; r < MOST_REPLICAS; r++)
        pack_bytes(&rest->improvements[r], part->improvements[r].data,
                   part->improvements[r].used);
    return rest;
}

static inline bool same_packs(const struct pack *a, const struct pack *b)
{
    return a->used == b->used && (!a->used || !memcmp(a->data, b->data, a->used));
}

static inline bool same_runs(const struct spy *a, const struct spy *b)
{
    for (size_t r = 0; r < MOST_REPLICAS; r++)
        if (!same_packs(&a->improvements[r], &b->improvements[r]))
            return false;
    return !memcmp(a->rows, b->rows, sizeof a->rows) &&
           !memcmp(a->migration, b->migration, sizeof a->migration) &&
           !memcmp(a->results, b->results, sizeof a->results) &&
           same_packs(&a->solutions, &b->solutions);
}

/* One run on threads. */
struct play {
    struct engine_plan plan;
    struct puzzle puzzle;
    struct spy *spy;
    const struct pack *snapshot;
    const void *build; /* NULL: not told from others */
    volatile sig_atomic_t signal;
    double time_limit_s; /* 0: none */
    int signalled;       /* the rank that catches the signal; -1: all do */
    enum status status[16];
    enum outcome_kind kind[16];
};

static double (*play_clock)(void) = step_clock;

static inline double still_clock(void)
{
    return 0;
}

static inline void play_rank(struct comm *comm, void *arg)
{
    struct play *play = arg;
    struct observer observer = {.self = play->spy,
                                .start = spy_start,
                                .progress = spy_pulse,
                                .report = spy_report,
                                .solutions = spy_solutions,
                                .checkpoint = spy_checkpoint,
                                .finish = spy_finish};
    struct engine_world world = {
        .comm = comm,
        .observers = &observer,
        .n_observers = 1,
        .clock = play_clock,
        .snapshot = play->snapshot ? play->snapshot->data : NULL,
        .snapshot_bytes = play->snapshot ? play->snapshot->used : 0,
        .build = play->build,
    };
    struct engine_islands islands = {&climb_algorithm, NULL, play->plan.islands};
    struct engine_plan plan = play->plan;
    const char *why;
    struct error err = {0};
    if (!plan.n_algorithms) {
        plan.algorithms = &islands;
        plan.n_algorithms = 1;
    }
    interrupt_watch_signal(
        play->signalled < 0 || play->signalled == comm->rank ? &play->signal : NULL);
    interrupt_set_clock(climb_stuck < 0 ? play_clock : NULL);
    interrupt_set_limit(play->time_limit_s > 0 ? play->time_limit_s : NAN);
    play->status[comm->rank] =
        engine_run(&plan, &play->puzzle, &world, &play->kind[comm->rank], &why, &err);
}

static inline struct play play_new(uint32_t islands, uint32_t replicas)
{
    return (struct play){.plan = {.seed = 7,
                                  .islands = islands,
                                  .replicas = replicas,
                                  .sub_generations = 5,
                                  .stopping = {.epochs = 12, .target_cost = -INFINITY},
                                  .migration = {.policy = MIGRATE_SIMILARITY,
                                                .migrants = 2,
                                                .sample_sort_above = 100000},
                                  .solutions = 10,
                                  .checkpoint_every_s = 1e9,
                                  .checkpoint_better_s = NAN,
                                  .elites_every_s = 1e9},
                         .puzzle = sum_puzzle(true),
                         .signalled = -1};
}

static inline void play_ranks(struct play *play, int ranks)
{
    struct error err = {0};
    play->spy->signal = climb_signal = &play->signal;
    play->signal = 0;
    clock_s = 0;
    CU_ASSERT_EQUAL_FATAL(comm_local_run(ranks, NULL, play_rank, play, &err),
                          STATUS_OK);
}

static inline struct spy *play_on(struct play *play, int ranks)
{
    play->spy = spy_new();
    play_ranks(play, ranks);
    return play->spy;
}

/* Runs to the border of a generation, is stopped there, and continues on other ranks;
 * what the two parts told together. */
static inline struct spy *play_stopped(struct play *play, uint64_t generation,
                                       int ranks, int others)
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

#endif
