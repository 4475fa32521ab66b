#include "vary.h"

#include "interrupt.h"

enum status vary_check(const struct puzzle *puzzle, const char *algorithm,
                       struct error *err)
{
    const struct problem *problem = puzzle->problem;
    if (problem->breed || (problem->crossover && problem->mutate))
        return STATUS_OK;
    return error_at(err, "algorithm",
                    "%s needs crossover and mutation, which %s does not have",
                    algorithm, problem->name);
}

static uint64_t improve(const struct puzzle *puzzle, const struct variation *variation,
                        struct rng *rng, struct arena scratch, void *genome)
{
    if (!puzzle->problem->improve || !rng_chance(rng, variation->improve))
        return 0;
    return puzzle->problem->improve(puzzle->self, variation->effort, rng, scratch,
                                    genome);
}

uint64_t vary_sample(const struct puzzle *puzzle, const struct variation *variation,
                     struct rng *rng, struct arena scratch, void *genome)
{
    (void)interrupt_pending();
    if (!puzzle->problem->sample(puzzle->self, rng, scratch, genome))
        return 0;
    return improve(puzzle, variation, rng, scratch, genome);
}

static bool breed(const struct puzzle *puzzle, const struct variation *variation,
                  const void *a, const void *b, struct rng *rng, struct arena scratch,
                  void *child)
{
    const struct problem *problem = puzzle->problem;
    if (problem->breed)
        return problem->breed(puzzle->self, a, b, variation->mutation, rng, scratch,
                              child);
    if (a == b)
        memcpy(child, a, puzzle->shape.genome_bytes);
    else
        problem->crossover(puzzle->self, a, b, rng, scratch, child);
    problem->mutate(puzzle->self, variation->mutation, rng, scratch, child);
    return !problem->heal || problem->heal(puzzle->self, rng, scratch, child);
}

uint64_t vary(const struct puzzle *puzzle, const struct variation *variation,
              const void *a, const void *b, struct rng *rng, struct arena scratch,
              void *child)
{
    (void)interrupt_pending();
    if (variation->crossover < 1 && !rng_chance(rng, variation->crossover))
        b = a;
    if (!breed(puzzle, variation, a, b, rng, scratch, child))
        return vary_sample(puzzle, variation, rng, scratch, child);
    return improve(puzzle, variation, rng, scratch, child);
}

void vary_evaluate(const struct puzzle *puzzle, const struct population *pop,
                   size_t first, size_t n, struct arena scratch)
{
    if (pop->stride == puzzle->shape.genome_bytes) {
        puzzle->problem->evaluate(puzzle->self, population_genome(pop, first), n,
                                  scratch, population_cost(pop, first));
        return;
    }
    for (size_t i = first; i < first + n; i++)
        puzzle->problem->evaluate(puzzle->self, population_genome(pop, i), 1, scratch,
                                  population_cost(pop, i));
}

void vary_start(const struct puzzle *puzzle, const struct variation *variation,
                struct island *island, size_t n)
{
    struct population *pop = island->pop;
    for (size_t i = 0; i < n; i++)
        island->evaluations += vary_sample(puzzle, variation, &island->rng,
                                           island->scratch, population_genome(pop, i));
    pop->count = n;
    vary_evaluate(puzzle, pop, 0, n, island->scratch);
    island->evaluations += n;
}
