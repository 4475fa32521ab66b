#include "algorithm.h"

#include <math.h>

void algorithm_sample(const struct puzzle *puzzle, struct island *island, size_t n)
{
    struct population *pop = island->pop;
    for (size_t i = 0; i < n; i++) {
        void *genome = population_genome(pop, i);
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
