#include "aiea.h"

#include "interrupt.h"
#include "variation.h"

#include <math.h>

/* The tournament is that of AIEA_1 in Table I of the source (aiea.h), whose populations of
 * 1000 and 10,000 the eternity configs set; the other defaults are chosen by hand, not
 * measured. */
static const struct config_option aiea_options[] = {
    OPTION_INT_AT(struct aiea_keys, population, "100", 1, 1e6, "individuals an island"),
    OPTION_INT_AT(struct aiea_keys, births, "0", 0, 1e6,
                  "births a generation; 0: a tenth of the population"),
    OPTION_INT_AT(struct aiea_keys, tournament, "3", 1, 1e6,
                  "individuals in a tournament, for parents and for replacement"),
    OPTION_INT_AT(
        struct aiea_keys, mutations, "10", 1, 1000,
        "mutations of a clone of the worst individual; a clone of the best has one"),
    OPTION_REAL_AT(struct aiea_keys, mutation, "1", 0, 1,
                   "rate of each mutation: probability of each gene, or of the one "
                   "change that the problem makes"),
    OPTION_END};

/* The least or the highest cost of a population, and how many individuals have it. */
struct extreme {
    double sign; /* 1: least, -1: highest */
    double cost;
    size_t count;
};

struct aiea {
    const struct aiea_keys *keys;
    const struct puzzle *puzzle;
    size_t births;
};

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct aiea_keys *keys = section;
    struct aiea *aiea = ARENA_NEW(perm, struct aiea, 1);
    if (!aiea)
        return error_set(err, STATUS_MEMORY, "no memory for aiea");
    size_t population = (size_t)keys->population;
    *aiea = (struct aiea){keys, puzzle, (size_t)keys->births};
    if (!aiea->births)
        aiea->births = (population + 9) / 10;
    *plan =
        (struct plan){.individuals = population,
                      .capacity = population,
                      .scratch_bytes = puzzle->shape.genome_bytes + 2 * ARENA_ALIGN};
    *self = aiea;
    return STATUS_OK;
}

static void start(void *self, struct island *island)
{
    struct aiea *aiea = self;
    algorithm_sample(aiea->puzzle, island, (size_t)aiea->keys->population);
    island->diversity = algorithm_diversity(island->pop);
}

static void extreme_add(struct extreme *extreme, double cost)
{
    if (extreme->sign * cost < extreme->sign * extreme->cost) {
        extreme->cost = cost;
        extreme->count = 0;
    }
    extreme->count += cost == extreme->cost;
}

static struct extreme extreme_of(const struct population *pop, double sign)
{
    struct extreme extreme = {.sign = sign, .cost = sign * INFINITY};
    for (size_t i = 0; i < pop->count; i++)
        extreme_add(&extreme, population_cost(pop, i)[0]);
    return extreme;
}

/* Updates the extreme after one row's cost has changed. */
static void extreme_change(struct extreme *extreme, const struct population *pop,
                           double from, double to)
{
    extreme->count -= from == extreme->cost;
    extreme_add(extreme, to);
    if (!extreme->count)
        *extreme = extreme_of(pop, extreme->sign);
}

/* Tournament selection of the lowest (sign 1) or highest cost (-1); ties go to the
 * individual drawn first. */
static size_t pick(const struct aiea *aiea, struct island *island, double sign)
{
    const struct population *pop = island->pop;
    size_t best = rng_below(&island->rng, pop->count);
    for (int64_t i = 1; i < aiea->keys->tournament; i++) {
        size_t row = rng_below(&island->rng, pop->count);
        if (sign * population_cost(pop, row)[0] < sign * population_cost(pop, best)[0])
            best = row;
    }
    return best;
}

static unsigned mutations_of(const struct aiea *aiea, double cost, double least,
                             double most)
{
    double range = (cost - least) / (most - least);
    if (!(range >= 0)) /* all costs are equal, or some are infinite */
        range = most > least && cost > least;
    return 1 + (unsigned)(range * (double)(aiea->keys->mutations - 1) + 0.5);
}

static void give_birth(const struct aiea *aiea, struct island *island,
                       struct extreme *least, struct extreme *most)
{
    const struct puzzle *puzzle = aiea->puzzle;
    const struct problem *problem = puzzle->problem;
    struct population *pop = island->pop;
    struct arena scratch = island->scratch;
    unsigned char *clone =
        ARENA_NEW(&scratch, unsigned char, puzzle->shape.genome_bytes);
    size_t parent = pick(aiea, island, 1);
    double cost = population_cost(pop, parent)[0];
    memcpy(clone, population_genome(pop, parent), puzzle->shape.genome_bytes);
    for (unsigned n = mutations_of(aiea, cost, least->cost, most->cost); n > 0; n--)
        problem->mutate(puzzle->self, aiea->keys->mutation, &island->rng, scratch,
                        clone);
    if (problem->heal && !problem->heal(puzzle->self, &island->rng, scratch, clone))
        problem->sample(puzzle->self, &island->rng, scratch, clone);
    size_t row = pick(aiea, island, -1);
    double before = population_cost(pop, row)[0];
    memcpy(population_genome(pop, row), clone, puzzle->shape.genome_bytes);
    variation_evaluate(puzzle, pop, row, 1, scratch);
    extreme_change(least, pop, before, population_cost(pop, row)[0]);
    extreme_change(most, pop, before, population_cost(pop, row)[0]);
}

static void step(void *self, struct island *island)
{
    const struct aiea *aiea = self;
    struct extreme least = extreme_of(island->pop, 1);
    struct extreme most = extreme_of(island->pop, -1);
    for (size_t i = 0; i < aiea->births; i++) {
        (void)interrupt_pending();
        give_birth(aiea, island, &least, &most);
    }
    island->evaluations += aiea->births;
    island->diversity = algorithm_diversity(island->pop);
}

const struct algorithm aiea_algorithm = {
    .name = "aiea",
    .summary = "artificial immune: clones mutated by relative fitness, steady state "
               "(Munoz, Gutierrez, Sanchis, III.C)",
    .options = aiea_options,
    .keys_bytes = sizeof(struct aiea_keys),
    .init = init,
    .start = start,
    .step = step,
};
