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
    double mean, deviation;
    size_t n = population_moments(pop, &mean, &deviation);
    if (n < 2 || !(deviation > 0) || mean == 0)
        return 0;
    return fmin(deviation / fabs(mean) / sqrt((double)n - 1), 1);
}
