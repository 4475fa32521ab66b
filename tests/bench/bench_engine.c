/* Evaluations per CPU-second of the bare engine on three plain problems of 256 genes,
 * beside a plain loop that does the same work: population 100, tournaments of 2, the
 * best individual kept, mutation 1/256, anew every 200 generations. The engine keeps
 * its archive of solutions and its row of each generation as in any run.
 *
 * One process. Slices of engine and plain loop take turns, and the best slice of each
 * counts, so that what else the machine does weighs little.
 * Usage: bench_engine [--json] */
#include "ga.h"
#include "plain.h"
#include "plain_operators.h"
#include "select.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { POPULATION = 100, GENERATIONS = 200, SOLUTIONS = 32, SLICES = 12, SIZE = 256 };
#define SLICE_S 0.1
#define RATE (1.0 / SIZE)

static double cpu_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

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
    onemax_flip(SIZE, RATE, rng, child);
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
    match_redraw(SIZE, RATE, rng, child);
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
    permutation_swap(SIZE, RATE, rng, child);
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

/* An island as the engine makes it. */
struct deme {
    struct puzzle puzzle;
    struct plan plan;
    struct island island;
    struct population pop;
    struct archive archive;
    void *ga;
};

static void must(enum status status, const struct error *err)
{
    if (status) {
        fprintf(stderr, "bench_engine: %s\n", err->text);
        exit(status_exit_code(status));
    }
}

static void deme_open(struct deme *deme, const struct problem *problem,
                      struct arena *perm)
{
    struct error err = {0};
    struct puzzle *puzzle = &deme->puzzle;
    *deme = (struct deme){.puzzle = {.problem = problem}};
    must(problem->init(&plain_keys, perm, &puzzle->self, &puzzle->shape, &err), &err);
    must(ga_algorithm.init(&ga_keys, puzzle, perm, &deme->plan, &deme->ga, &err), &err);
    must(population_init(&deme->pop, &puzzle->shape, deme->plan.capacity, perm, &err),
         &err);
    must(archive_init(&deme->archive, &puzzle->shape, SOLUTIONS, 0, perm, &err), &err);
    deme->island.pop = &deme->pop;
    deme->island.archive = &deme->archive;
    deme->island.count = 1;
    deme->island.scratch =
        arena_scratch(perm, deme->plan.scratch_bytes + puzzle->shape.scratch_bytes);
    rng_init(&deme->island.rng, 1, 0, 0, RNG_ALGORITHM);
}

static void offer(struct deme *deme)
{
    struct origin origin = {.generation = deme->island.generation};
    for (size_t i = 0; i < deme->pop.count; i++)
        archive_offer(&deme->archive, &deme->puzzle, population_genome(&deme->pop, i),
                      population_cost(&deme->pop, i), origin, deme->island.scratch);
}

static uint64_t engine_loop(struct deme *deme)
{
    uint64_t before = deme->island.evaluations;
    double mean, deviation;
    deme->archive.pop.count = 0;
    ga_algorithm.start(deme->ga, &deme->island);
    offer(deme);
    for (int g = 0; g < GENERATIONS; g++) {
        ga_algorithm.step(deme->ga, &deme->island);
        deme->island.generation++;
        offer(deme);
        population_moments(&deme->pop, &mean, &deviation);
    }
    return deme->island.evaluations - before;
}

/* Evaluations a second over one slice of CPU time. */
static double slice(struct deme *deme, const struct task *task, struct rng *rng,
                    int with_engine)
{
    double start = cpu_s(), elapsed;
    uint64_t evaluations = 0;
    do {
        evaluations +=
            with_engine ? engine_loop(deme) : task->plain(deme->puzzle.self, rng);
        elapsed = cpu_s() - start;
    } while (elapsed < SLICE_S);
    return (double)evaluations / elapsed;
}

static void measure(const struct task *task, double *engine, double *plain)
{
    struct arena perm;
    struct deme deme;
    struct rng rng;
    arena_init(&perm);
    deme_open(&deme, task->problem, &perm);
    rng_init(&rng, 2, 0, 0, RNG_ALGORITHM);
    *engine = *plain = 0;
    for (int i = 0; i < SLICES; i++) {
        *plain = fmax(*plain, slice(&deme, task, &rng, 0));
        *engine = fmax(*engine, slice(&deme, task, &rng, 1));
    }
    arena_free(&perm);
}

int main(int argc, char **argv)
{
    int json = argc > 1 && !strcmp(argv[1], "--json");
    if (!json)
        printf("%-16s %14s %14s %8s\n", "evaluations/s", "engine", "plain loop",
               "ratio");
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        double engine, plain;
        measure(&tasks[i], &engine, &plain);
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
    return 0;
}
