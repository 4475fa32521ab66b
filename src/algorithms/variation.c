#include "variation.h"

#include "interrupt.h"

static uint64_t local_search(const struct puzzle *puzzle,
                             const struct variation *variation, struct rng *rng,
                             struct arena scratch, void *genome)
{
    if (!puzzle->problem->local_search || !rng_chance(rng, variation->local_search))
        return 0;
    return puzzle->problem->local_search(puzzle->self, variation->effort, rng, scratch,
                                         genome);
}

uint64_t variation_sample(const struct puzzle *puzzle,
                          const struct variation *variation, struct rng *rng,
                          struct arena scratch, void *genome)
{
    (void)interrupt_pending();
    if (!puzzle->problem->sample(puzzle->self, rng, scratch, genome))
        return 0;
    return local_search(puzzle, variation, rng, scratch, genome);
}

static bool recombine(const struct puzzle *puzzle, const struct variation *variation,
                      const void *a, const void *b, struct rng *rng,
                      struct arena scratch, void *child)
{
    const struct problem *problem = puzzle->problem;
    if (problem->recombine)
        return problem->recombine(puzzle->self, a, b, variation->mutation, rng, scratch,
                                  child);
    if (a == b)
        memcpy(child, a, puzzle->shape.genome_bytes);
    else
        problem->crossover(puzzle->self, a, b, rng, scratch, child);
    problem->mutate(puzzle->self, variation->mutation, rng, scratch, child);
    return !problem->heal || problem->heal(puzzle->self, rng, scratch, child);
}

uint64_t variation_child(const struct puzzle *puzzle, const struct variation *variation,
                         const void *a, const void *b, struct rng *rng,
                         struct arena scratch, void *child)
{
    (void)interrupt_pending();
    if (variation->crossover < 1 && !rng_chance(rng, variation->crossover))
        b = a;
    if (!recombine(puzzle, variation, a, b, rng, scratch, child))
        return variation_sample(puzzle, variation, rng, scratch, child);
    return local_search(puzzle, variation, rng, scratch, child);
}

void variation_children(const struct puzzle *puzzle, const struct variation *variation,
                        struct breeding breeding, struct island *island,
                        struct arena scratch)
{
    const struct problem *problem = puzzle->problem;
    const struct population *pop = breeding.parents->pop;
    if (problem->breed && !problem->recombine && !problem->heal &&
        !problem->local_search) {
        breeding.crossover = variation->crossover;
        breeding.mutation = variation->mutation;
        (void)interrupt_pending();
        problem->breed(puzzle->self, &breeding, &island->rng, scratch);
        return;
    }
    for (size_t i = 0; i < breeding.n; i++) {
        size_t a = selection_parent(breeding.parents, &island->rng);
        size_t b = selection_parent(breeding.parents, &island->rng);
        island->evaluations +=
            variation_child(puzzle, variation, population_genome(pop, a),
                            population_genome(pop, b), &island->rng, scratch,
                            population_genome(breeding.children, breeding.first + i));
    }
}

void variation_evaluate(const struct puzzle *puzzle, const struct population *pop,
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

void variation_start(const struct puzzle *puzzle, const struct variation *variation,
                     struct island *island, size_t n)
{
    struct population *pop = island->pop;
    for (size_t i = 0; i < n; i++)
        island->evaluations +=
            variation_sample(puzzle, variation, &island->rng, island->scratch,
                             population_genome(pop, i));
    pop->count = n;
    variation_evaluate(puzzle, pop, 0, n, island->scratch);
    island->evaluations += n;
}
