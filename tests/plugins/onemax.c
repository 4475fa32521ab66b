/* A problem and an algorithm from outside, for the tests of plugins: as many ones as can be
 * in a string of bits, and a climb that flips one bit at a time. The macros leave out or
 * falsify one thing each. */
#include "plugin.h"
#include "population.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#ifndef VERSION
#define VERSION "1"
#endif
#ifndef PROBLEM
#define PROBLEM "onemax"
#endif
#ifndef ALGORITHM
#define ALGORITHM "climb"
#endif
#ifndef EVALUATE
#define EVALUATE evaluate
#endif
#ifndef BOUND
#define BOUND NULL
#endif
#ifndef PROVE
#define PROVE NULL
#endif
#ifndef ABI
#define ABI SKERRY_PLUGIN_ABI
#endif
#ifndef PROBLEM_BYTES
#define PROBLEM_BYTES sizeof(struct problem)
#endif

struct keys {
    int64_t bits;
};

static const struct config_option options[] = {
    OPTION_INT_AT(struct keys, bits, "24", 1, 1000, "length of the string"),
    OPTION_END};

#ifdef REBUILT
extern const char onemax_build[];
const char onemax_build[] = "another build";
#endif
#ifdef UNRESOLVED
extern int nobody_has_this(void);
#endif

#ifdef MISSHAPEN
/* Makes one mistake in the shape, by number. */
static void misshape(int64_t number, struct shape *shape)
{
    switch (number) {
    case 1:
        shape->genes = 0;
        break;
    case 2:
        shape->genome_bytes = shape->genes - 1;
        break;
    case 3:
        shape->gene_type = (enum gene_type)77;
        break;
    case 4:
        shape->objectives = 0;
        break;
    case 5:
        shape->objectives = MAX_OBJECTIVES + 1;
        break;
    case 6:
        shape->descriptors = MAX_DESCRIPTORS + 1;
        break;
    case 7:
        shape->descriptors = 1;
        break;
    case 8:
        shape->objective[0].unit = NULL;
        break;
    default:
        shape->objective[0].name = "on\nes";
    }
}
#endif

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    const struct keys *k = keys;
    size_t *bits = ARENA_NEW(perm, size_t, 1);
    if (!bits)
        return error_set(err, STATUS_MEMORY, "no memory for onemax");
    if (k->bits == 13)
        return error_at(err, PROBLEM ".bits", "13 is refused");
#ifdef UNRESOLVED
    *bits = (size_t)nobody_has_this();
#endif
    *bits = (size_t)k->bits;
    *self = bits;
    *shape =
        (struct shape){.gene_type = GENE_U8,
                       .genes = *bits,
                       .genome_bytes = *bits,
                       .gene_unit = "bit",
                       .objectives = 1,
                       .objective = {{.name = "ones", .unit = "1", .maximise = true}}};
#ifdef MISSHAPEN
    misshape(k->bits, shape);
    if (k->bits == 10)
        return STATUS_INPUT; /* err does not say why */
#endif
    return STATUS_OK;
}

static bool sample(const void *self, struct rng *rng, struct arena scratch,
                   void *genome)
{
    const size_t *bits = self;
    uint8_t *g = genome;
    (void)scratch;
    for (size_t i = 0; i < *bits; i++)
        g[i] = (uint8_t)rng_below(rng, 2);
    return true;
}

static inline void evaluate(const void *self, const void *genomes, size_t n,
                            struct arena scratch, double *cost)
{
    const size_t *bits = self;
    (void)scratch;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *g = (const uint8_t *)genomes + i * *bits;
        cost[i] = 0;
        for (size_t b = 0; b < *bits; b++)
            cost[i] -= g[b];
    }
}

/* Gives the number ONEMAX_COST for strings of many ones, which only a search finds. */
static inline void evaluate_wrongly(const void *self, const void *genomes, size_t n,
                                    struct arena scratch, double *cost)
{
    const size_t *bits = self;
    const char *wrong = getenv("ONEMAX_COST");
    evaluate(self, genomes, n, scratch, cost);
    for (size_t i = 0; i < n; i++)
        if (wrong && cost[i] <= -0.8 * (double)*bits)
            cost[i] = strtod(wrong, NULL);
}

#ifdef SLEEPS
/* Sleeps ONEMAX_SLEEP_US for each evaluation, on rank ONEMAX_SLOW_RANK four times as long: a
 * host that is slower than the others. */
static inline void evaluate_asleep(const void *self, const void *genomes, size_t n,
                                   struct arena scratch, double *cost)
{
    const char *us = getenv("ONEMAX_SLEEP_US"), *slow = getenv("ONEMAX_SLOW_RANK");
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    long each = us ? atol(us) : 0, factor = slow && rank && !strcmp(slow, rank) ? 4 : 1;
    long all_us = (long)n * each * factor;
    struct timespec pause = {all_us / 1000000, all_us % 1000000 * 1000};
    if (all_us)
        nanosleep(&pause, NULL);
    evaluate(self, genomes, n, scratch, cost);
}
#endif

#ifdef EXITS
/* Ends the process, on rank ONEMAX_EXIT_RANK or without MPI, once the run has begun. */
static inline void evaluate_exit(const void *self, const void *genomes, size_t n,
                                 struct arena scratch, double *cost)
{
    static int calls;
    const char *wanted = getenv("ONEMAX_EXIT_RANK"),
               *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (++calls == 100 && (!rank || (wanted && !strcmp(wanted, rank))))
        exit(0);
    evaluate(self, genomes, n, scratch, cost);
}
#endif

static void crossover(const void *self, const void *a, const void *b, struct rng *rng,
                      struct arena scratch, void *child)
{
    const size_t *bits = self;
    const uint8_t *parents[] = {a, b};
    (void)scratch;
    for (size_t i = 0; i < *bits; i++)
        ((uint8_t *)child)[i] = parents[rng_below(rng, 2)][i];
}

static void mutate(const void *self, double rate, struct rng *rng, struct arena scratch,
                   void *genome)
{
    const size_t *bits = self;
    (void)scratch;
    for (size_t i = 0; i < *bits; i++)
        if (rng_chance(rng, rate))
            ((uint8_t *)genome)[i] ^= 1;
}

static double distance(const void *self, const void *a, const void *b,
                       struct arena scratch)
{
    const size_t *bits = self;
    size_t differ = 0;
    (void)scratch;
    for (size_t i = 0; i < *bits; i++)
        differ += ((const uint8_t *)a)[i] != ((const uint8_t *)b)[i];
    return (double)differ / (double)*bits;
}

static void describe(const void *self, const void *genome, FILE *out)
{
    const size_t *bits = self;
    for (size_t i = 0; i < *bits; i++)
        fputc('0' + ((const uint8_t *)genome)[i], out);
    fputc('\n', out);
}

/* The most ones that can be, as a cost: of the wrong sign. */
static inline double outdone(const void *self)
{
    return (double)*(const size_t *)self;
}

static inline double refuted(const void *self, double best, double seconds,
                             void *better, bool *found)
{
    (void)self, (void)best, (void)seconds, (void)better;
    *found = false;
    return INFINITY; /* no solution exists */
}

/* "Finds" the string without a one. */
static inline double unimproved(const void *self, double best, double seconds,
                                void *better, bool *found)
{
    (void)best, (void)seconds;
    memset(better, 0, *(const size_t *)self);
    *found = true;
    return -INFINITY;
}

/* ---- the algorithm ---- */

struct climb_keys {
    int64_t population;
};

static const struct config_option climb_options[] = {
    OPTION_INT_AT(struct climb_keys, population, "6", 1, 1000, "climbers an island"),
    OPTION_END};

struct climb {
    const struct puzzle *puzzle;
    size_t population;
};

static enum status climb_init(const void *keys, const struct puzzle *puzzle,
                              struct arena *perm, struct plan *plan, void **self,
                              struct error *err)
{
    struct climb *climb = ARENA_NEW(perm, struct climb, 1);
    if (!climb)
        return error_set(err, STATUS_MEMORY, "no memory to climb");
    climb->puzzle = puzzle;
    climb->population = (size_t)((const struct climb_keys *)keys)->population;
    *plan = (struct plan){.individuals = climb->population,
                          .capacity = climb->population + 1};
    *self = climb;
    return STATUS_OK;
}

static void climb_start(void *self, struct island *island)
{
    struct climb *climb = self;
    algorithm_sample(climb->puzzle, island, climb->population);
}

static void climb_step(void *self, struct island *island)
{
    struct climb *climb = self;
    const struct puzzle *puzzle = climb->puzzle;
    struct population *pop = island->pop;
    size_t child = climb->population;
    for (size_t i = 0; i < climb->population; i++) {
        population_copy(pop, child, pop, i);
        puzzle->problem->mutate(puzzle->self, 1 / (double)puzzle->shape.genes,
                                &island->rng, island->scratch,
                                population_genome(pop, child));
        puzzle->problem->evaluate(puzzle->self, population_genome(pop, child), 1,
                                  island->scratch, population_cost(pop, child));
        if (population_better(pop, child, i))
            population_copy(pop, i, pop, child);
    }
    island->evaluations += climb->population;
    island->diversity = algorithm_diversity(pop);
}

/* ---- the tables ---- */

static const struct algorithm climb = {.name = ALGORITHM,
                                       .summary = "flips bits and keeps what is better",
                                       .options = climb_options,
                                       .keys_bytes = sizeof(struct climb_keys),
                                       .init = climb_init,
                                       .start = climb_start,
                                       .step = climb_step};

static const struct problem onemax = {.name = PROBLEM,
                                      .summary = "as many ones as can be",
                                      .options = options,
                                      .keys_bytes = sizeof(struct keys),
                                      .init = init,
                                      .sample = sample,
                                      .evaluate = EVALUATE,
                                      .crossover = crossover,
                                      .mutate = mutate,
                                      .distance = distance,
                                      .describe = describe,
                                      .bound = BOUND,
                                      .prove = PROVE};

extern const struct problem *const onemax_problems[];
extern const struct algorithm *const onemax_algorithms[];
const struct problem *const onemax_problems[] = {&onemax, NULL};
const struct algorithm *const onemax_algorithms[] = {&climb, NULL};

#ifndef NO_ENTRY
extern const struct skerry_plugin *skerry_plugin(void);
const struct skerry_plugin *skerry_plugin(void)
{
    static const struct skerry_plugin plugin = {ABI,
                                                (uint32_t)(PROBLEM_BYTES),
                                                sizeof(struct algorithm),
                                                sizeof(struct island),
                                                "onemax",
                                                VERSION,
                                                onemax_problems,
                                                onemax_algorithms};
    return &plugin;
}
#endif
