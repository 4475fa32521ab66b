/* Evaluations per CPU-second of the bare engine on three plain problems of 256 genes,
 * beside a plain loop that does the same work: population 100, tournaments of 2, the
 * best individual kept, mutation 1/256, anew every 200 generations.
 *
 * The engine makes whole runs on one rank: its archive of solutions, the rows of each
 * generation and the border between generations are part of the figure, observers are
 * not. The plain loop has none of these: no archive, no mean and deviation of costs, and
 * operators that are inlined with a constant mutation rate. Runs of the engine and of the
 * plain loop take turns, and the best of each counts, so that what else the machine does
 * weighs little. Usage: bench_engine [--json] */
#include "clock.h"
#include "comm_serial.h"
#include "ga.h"
#include "plain.h"
#include "plain_operators.h"
#include "run.h"
#include "selection.h"

#include <stdio.h>
#include <string.h>

enum {
    SIZE = 256,
    POPULATION = 100,
    SUB_GENERATIONS = 10,
    GENERATIONS = 200,
    SOLUTIONS = 32,
    REPLICAS = 20, /* in one run */
    SLICES = 20
};
#define RATE (1.0 / SIZE)
#define LOG_MISSED log1p(-RATE) /* a constant */

/* What the plain loop needs to know of a problem, inlined into it. */
typedef void sample_function(struct rng *rng, void *genome);
typedef double child_function(const struct plain *plain, const void *a, const void *b,
                              struct rng *rng, void *child);

static void bits_sample(struct rng *rng, void *genome)
{
    for (size_t i = 0; i < SIZE / 64; i++)
        ((uint64_t *)genome)[i] = rng_next(rng);
}

static double bits_child(const struct plain *plain, const void *a, const void *b,
                         struct rng *rng, void *child)
{
    (void)plain;
    onemax_cross(SIZE / 64, a, b, rng, child);
    onemax_flip(SIZE, LOG_MISSED, rng, child);
    return onemax_zeros(SIZE / 64, child);
}

static void numbers_sample(struct rng *rng, void *genome)
{
    for (size_t i = 0; i < SIZE; i++)
        ((int32_t *)genome)[i] = (int32_t)rng_below(rng, PLAIN_NUMBERS);
}

static double numbers_child(const struct plain *plain, const void *a, const void *b,
                            struct rng *rng, void *child)
{
    match_cross(SIZE, a, b, rng, child);
    match_redraw(SIZE, LOG_MISSED, rng, child);
    return match_wrong(SIZE, child, plain->number);
}

static void order_sample(struct rng *rng, void *genome)
{
    uint8_t *item = genome;
    for (size_t i = 0; i < SIZE; i++) {
        size_t j = rng_below(rng, i + 1);
        item[i] = item[j];
        item[j] = (uint8_t)i;
    }
}

static double order_child(const struct plain *plain, const void *a, const void *b,
                          struct rng *rng, void *child)
{
    permutation_cross(SIZE, a, b, rng, child);
    permutation_swap(SIZE, LOG_MISSED, rng, child);
    return permutation_wrong(SIZE, child, plain->item);
}

static size_t tournament(const double *cost, struct rng *rng)
{
    size_t a = rng_below(rng, POPULATION), b = rng_below(rng, POPULATION);
    return cost[b] < cost[a] ? b : a;
}

static size_t extreme(const double *cost, double sign)
{
    size_t found = 0;
    for (size_t i = 1; i < POPULATION; i++)
        if (sign * cost[i] < sign * cost[found])
            found = i;
    return found;
}

/* The genetic algorithm as one would write it for one problem; returns evaluations. */
static inline __attribute__((always_inline)) uint64_t
plain_loop(const struct plain *plain, size_t bytes, sample_function *sample,
           child_function *child, struct rng *rng)
{
    static _Alignas(64) unsigned char genomes[2][POPULATION * SIZE * 4];
    static double costs[2][POPULATION];
    int now = 0;
    for (size_t i = 0; i < POPULATION; i++) {
        sample(rng, genomes[0] + i * bytes);
        costs[0][i] = INFINITY;
    }
    for (int g = 0; g < GENERATIONS; g++, now ^= 1) {
        const double *cost = costs[now];
        for (size_t i = 0; i < POPULATION; i++) {
            size_t a = tournament(cost, rng), b = tournament(cost, rng);
            costs[!now][i] =
                child(plain, genomes[now] + a * bytes, genomes[now] + b * bytes, rng,
                      genomes[!now] + i * bytes);
        }
        size_t best = extreme(cost, 1), worst = extreme(costs[!now], -1);
        if (cost[best] < costs[!now][worst]) {
            memcpy(genomes[!now] + worst * bytes, genomes[now] + best * bytes, bytes);
            costs[!now][worst] = cost[best];
        }
    }
    return (uint64_t)POPULATION * GENERATIONS;
}

static uint64_t plain_bits(const struct plain *plain, struct rng *rng)
{
    return plain_loop(plain, SIZE / 8, bits_sample, bits_child, rng);
}

static uint64_t plain_numbers(const struct plain *plain, struct rng *rng)
{
    return plain_loop(plain, SIZE * sizeof(int32_t), numbers_sample, numbers_child,
                      rng);
}

static uint64_t plain_order(const struct plain *plain, struct rng *rng)
{
    return plain_loop(plain, SIZE, order_sample, order_child, rng);
}

static const struct task {
    const char *name;
    const struct problem *problem;
    uint64_t (*plain)(const struct plain *plain, struct rng *rng);
} tasks[] = {
    {"onemax-256", &onemax_problem, plain_bits},
    {"match-256", &match_problem, plain_numbers},
    {"permutation-256", &permutation_problem, plain_order},
};

static const struct plain_keys plain_keys = {SIZE};
static const struct ga_keys ga_keys = {.population = POPULATION,
                                       .offspring = POPULATION,
                                       .crossover = 1,
                                       .mutation = RATE,
                                       .selection = SELECT_TOURNAMENT,
                                       .tournament = 2,
                                       .survivors = GA_COMMA,
                                       .elite = 1,
                                       .duplicates = GA_KEEP,
                                       .effort = 1};

static void must(enum status status, const struct error *err)
{
    if (status) {
        fprintf(stderr, "bench_engine: %s\n", err->text);
        exit(status_exit_code(status));
    }
}

/* Adds up the evaluations of a run. */
static enum status count(void *self, const struct outcome *outcome, struct error *err)
{
    uint64_t *evaluations = self;
    (void)err;
    for (uint32_t r = 0; r < REPLICAS; r++)
        *evaluations += outcome->replicas[r].evaluations;
    return STATUS_OK;
}

/* A whole run of the engine, as `skerry run` has it, with one island and one rank. */
static uint64_t bench_engine_run(const struct puzzle *puzzle, struct comm *comm,
                                 uint64_t seed)
{
    const struct engine_islands islands = {&ga_algorithm, &ga_keys, 1};
    const struct engine_plan plan = {
        .seed = seed,
        .islands = 1,
        .algorithms = &islands,
        .n_algorithms = 1,
        .replicas = REPLICAS,
        .sub_generations = SUB_GENERATIONS,
        .stopping = {.epochs = GENERATIONS / SUB_GENERATIONS, .target_cost = -INFINITY},
        .migration = {.policy = MIGRATE_NONE, .sample_sort_above = 100000},
        .solutions = SOLUTIONS,
        .checkpoint_every_s = 300,
        .checkpoint_better_s = NAN,
        .elites_every_s = 30};
    uint64_t evaluations = 0;
    const struct observer counter = {.self = &evaluations, .finish = count};
    const struct engine_world world = {.comm = comm,
                                       .observers = &counter,
                                       .n_observers = 1,
                                       .clock = clock_monotonic_s};
    enum outcome_kind kind;
    const char *why;
    struct error err = {0};
    must(engine_run(&plan, puzzle, &world, &kind, &why, &err), &err);
    return evaluations;
}

/* The best of many slices of engine and plain loop in turns: evaluations a second. */
static void measure(const struct task *task, struct comm *comm, double *engine,
                    double *plain)
{
    struct arena perm;
    struct puzzle puzzle = {.problem = task->problem};
    struct error err = {0};
    struct rng rng;
    arena_init(&perm);
    must(task->problem->init(&plain_keys, &perm, &puzzle.self, &puzzle.shape, &err),
         &err);
    rng_init(&rng, 2, 0, 0, RNG_ALGORITHM);
    *engine = *plain = 0;
    for (uint64_t slice = 0; slice < SLICES; slice++) {
        uint64_t evaluations = 0;
        double start = clock_process_s();
        for (int r = 0; r < REPLICAS; r++)
            evaluations += task->plain(puzzle.self, &rng);
        double middle = clock_process_s();
        *plain = fmax(*plain, (double)evaluations / (middle - start));
        evaluations = bench_engine_run(&puzzle, comm, slice);
        *engine = fmax(*engine, (double)evaluations / (clock_process_s() - middle));
    }
    arena_free(&perm);
}

int main(int argc, char **argv)
{
    struct comm *comm;
    struct error err = {0};
    must(comm_serial_open(&comm, &err), &err);
    int json = argc > 1 && !strcmp(argv[1], "--json");
    if (!json)
        printf("%-16s %14s %14s %8s\n", "evaluations/s", "engine", "plain loop",
               "ratio");
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        double engine, plain;
        measure(&tasks[i], comm, &engine, &plain);
        if (json)
            printf("%s{\"name\": \"engine/%s\", \"value\": %.0f, \"unit\": "
                   "\"evaluations/CPU-s\", \"reference\": %.0f, \"ratio\": %.3f}",
                   i ? ",\n " : "[", tasks[i].name, engine, plain, engine / plain);
        else
            printf("%-16s %14.0f %14.0f %8.2f\n", tasks[i].name, engine, plain,
                   engine / plain);
    }
    if (json)
        puts("]");
    comm_close(comm);
    return 0;
}
