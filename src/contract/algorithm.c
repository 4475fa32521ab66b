#include "algorithm.h"

#include "interrupt.h"

#include <math.h>

enum status algorithm_check(const struct algorithm *algorithm, struct error *err)
{
    const char *missing = !algorithm->summary      ? "summary"
                          : !algorithm->options    ? "options"
                          : !algorithm->keys_bytes ? "keys_bytes"
                          : !algorithm->init       ? "init"
                          : !algorithm->start      ? "start"
                          : !algorithm->step       ? "step"
                                                   : NULL;
    if (!algorithm->name)
        return error_set(err, STATUS_FAILED, "an algorithm has no name");
    if (missing)
        return error_set(err, STATUS_FAILED,
                         "algorithm %s has no '%s', which is required", algorithm->name,
                         missing);
    return STATUS_OK;
}

void algorithm_sample(const struct puzzle *puzzle, struct island *island, size_t n)
{
    struct population *pop = island->pop;
    for (size_t i = 0; i < n; i++) {
        void *genome = population_genome(pop, i);
        (void)interrupt_pending();
        puzzle->problem->sample(puzzle->self, &island->rng, island->scratch, genome);
        puzzle->problem->evaluate(puzzle->self, genome, 1, island->scratch,
                                  population_cost(pop, i));
    }
    pop->count = n;
    island->evaluations += n;
}

double algorithm_diversity(const struct population *pop)
{
    return moments_diversity(population_spread(pop));
}

void algorithm_measure(struct island *island)
{
    island->spread = population_spread(island->pop);
    island->diversity = moments_diversity(island->spread);
}
