/* Breeding: selection of parents, and the operation `breed` of problems whose operators take
 * tens of nanoseconds, so that calling them would take as long.
 *
 *     static __attribute__((flatten)) void
 *     tsp_breed(const void *self, const struct breeding *breeding, struct rng *rng,
 *               struct arena scratch)
 *     {
 *         skerry_breed(self, breeding, rng, scratch, tsp_crossover, tsp_mutate);
 *     }
 *
 * Source: rank-based selection of Tate and Smith, A genetic approach to the quadratic
 * assignment problem, Computers & Operations Research 22 (1), 1995; tournaments as in any
 * textbook (Eiben and Smith, Introduction to Evolutionary Computing, 2015, chapter 5).
 * Cost: O(1) per parent by rank, O(tournament) by tournament. */
#ifndef SKERRY_CONTRACT_BREEDING_H
#define SKERRY_CONTRACT_BREEDING_H

#include "population.h"
#include "rng.h"

#include <math.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum selection_rule {
    SELECT_RANK,      /* probability falls with rank; see selection_parent */
    SELECT_TOURNAMENT /* the best of a sample drawn with replacement */
};

/* A selection rule and the population that it selects from. */
struct selection {
    enum selection_rule rule;
    size_t tournament; /* individuals in a tournament, >= 1 */
    const struct population *pop;
    const uint32_t *order; /* RANK: row numbers, best first */
};

static inline size_t selection_by_rank(const struct selection *selector,
                                       struct rng *rng)
{
    size_t n = selector->pop->count;
    double u = 1 + rng_unit(rng) * (sqrt((double)n + 1) - 1);
    size_t place = (size_t)(u * u);
    return selector->order[place < n ? place - 1 : n - 1];
}

static inline size_t selection_by_tournament(const struct selection *selector,
                                             struct rng *rng)
{
    const struct population *pop = selector->pop;
    size_t best = (size_t)rng_below(rng, pop->count);
    if (selector->tournament == 2) {
        size_t row = (size_t)rng_below(rng, pop->count);
        return population_better(pop, row, best) ? row : best;
    }
    for (size_t i = 1; i < selector->tournament; i++) {
        size_t row = (size_t)rng_below(rng, pop->count);
        best = population_better(pop, row, best) ? row : best;
    }
    return best;
}

/* Selects one parent; returns its row.
 *
 * RANK: the rank (1 is the best) is floor(u^2), u uniform in [1, sqrt(count + 1)): rank k
 * has probability (sqrt(k + 1) - sqrt(k)) / (sqrt(count + 1) - 1), as in Tate and Smith.
 * Differs: their u ends at sqrt(count), so that the last rank is never selected.
 * TOURNAMENT: ties go to the individual drawn first. */
static inline size_t selection_parent(const struct selection *selector, struct rng *rng)
{
    return selector->rule == SELECT_RANK ? selection_by_rank(selector, rng)
                                         : selection_by_tournament(selector, rng);
}

/* The children to make: rows first..first+n-1 of a population other than that of the parents,
 * or rows behind it. */
struct breeding {
    const struct selection *parents;
    double crossover; /* probability of a second parent */
    double mutation;  /* mutation rate of each gene, in [0, 1] */
    struct population *children;
    size_t first, n;
    size_t genome_bytes;
};

/* Makes children one after the other, each of two parents, or of one with probability
 * 1 - breeding->crossover: with operators whose code the compiler sees and, where the function
 * that calls this one has the attribute `flatten`, puts in place, a loop without calls. The state of
 * the generator and what the loop reads are in variables of their own, for them to stay in registers. */
static inline __attribute__((always_inline)) void
skerry_breed(const void *self, const struct breeding *breeding, struct rng *rng,
             struct arena scratch,
             void (*crossover)(const void *self, const void *a, const void *b,
                               struct rng *rng, struct arena scratch, void *child),
             void (*mutate)(const void *self, double rate, struct rng *rng,
                            struct arena scratch, void *genome))
{
    const struct population parents = *breeding->parents->pop;
    const struct population children = *breeding->children;
    struct selection selector = *breeding->parents;
    const double crossover_rate = breeding->crossover, rate = breeding->mutation;
    const size_t end = breeding->first + breeding->n, bytes = breeding->genome_bytes;
    struct rng own = *rng;
    selector.pop = &parents;
    for (size_t i = breeding->first; i < end; i++) {
        size_t a = selection_parent(&selector, &own);
        size_t b = selection_parent(&selector, &own);
        const void *one = population_genome(&parents, a);
        void *child = population_genome(&children, i);
        if (crossover_rate < 1 && !rng_chance(&own, crossover_rate))
            b = a;
        if (a == b)
            memcpy(child, one, bytes);
        else
            crossover(self, one, population_genome(&parents, b), &own, scratch, child);
        mutate(self, rate, &own, scratch, child);
    }
    *rng = own;
}

#ifdef __cplusplus
}
#endif

#endif
