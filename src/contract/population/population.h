/* A population: flat arrays of genomes and costs, one row per individual.
 *
 * genomes  capacity x stride bytes; rows are 8-byte aligned, large ones 64-byte aligned
 * costs    capacity x objectives, row by row
 * Rows 0..count-1 are in use. Individuals are copied; whole populations are swapped. */
#ifndef SKERRY_CONTRACT_POPULATION_H
#define SKERRY_CONTRACT_POPULATION_H

#include "arena.h"
#include "cost_key.h"
#include "problem.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

struct population {
    size_t capacity, count;
    size_t stride; /* bytes from one genome to the next */
    size_t objectives;
    unsigned char *genomes;
    double *costs;
};

/* Makes an empty population with memory from perm; may fail with STATUS_MEMORY. */
enum status population_init(struct population *pop, const struct shape *shape,
                            size_t capacity, struct arena *perm, struct error *err);

static inline void *population_genome(const struct population *pop, size_t row)
{
    return pop->genomes + row * pop->stride;
}

static inline double *population_cost(const struct population *pop, size_t row)
{
    return pop->costs + row * pop->objectives;
}

/* Mostly one number, for which a call would take longer than the copy. */
static inline void population_copy_costs(double *to, const double *from,
                                         size_t objectives)
{
    if (objectives == 1)
        *to = *from;
    else
        memcpy(to, from, objectives * sizeof *to);
}

/* Copies row `from` of one population over row `to` of another of the same shape. */
static inline void population_copy(struct population *to, size_t row,
                                   const struct population *from, size_t from_row)
{
    memcpy(population_genome(to, row), population_genome(from, from_row), to->stride);
    population_copy_costs(population_cost(to, row), population_cost(from, from_row),
                          to->objectives);
}

/* Puts a genome of genome_bytes and its costs into a row. */
static inline void population_put(struct population *pop, size_t row,
                                  const void *genome, size_t genome_bytes,
                                  const double *cost)
{
    memcpy(population_genome(pop, row), genome, genome_bytes);
    population_copy_costs(population_cost(pop, row), cost, pop->objectives);
}

/* The sort key of a row: see cost_key.h. */
static inline uint64_t population_key(const struct population *pop, size_t row)
{
    return cost_key_of(population_cost(pop, row), pop->objectives);
}

/* True if row a ranks before row b; fast if either has a finite first cost. Without a branch
 * on the finite costs, whose outcome no processor predicts. */
static inline bool population_better(const struct population *pop, size_t a, size_t b)
{
    double cost = population_cost(pop, a)[0], other = population_cost(pop, b)[0];
    bool is_less = cost < other;
    if (__builtin_expect(other < INFINITY, 1))
        return is_less;
    return is_less || population_key(pop, a) < population_key(pop, b);
}

/* Sorts the row numbers 0..count-1 by key, ties by row (merge sort, O(n log n)). scratch:
 * 4 bytes per row. */
void population_order(const struct population *pop, struct arena scratch,
                      uint32_t *order);

/* The row with the least key, ties to the first; count >= 1. */
size_t population_best(const struct population *pop);

/* The row with the greatest key, ties to the first; count >= 1. */
size_t population_worst(const struct population *pop);

/* The least of the first costs, NaN left out; INFINITY if there is none. The greatest, where NaN counts
 * as INFINITY; INFINITY if there is none. */
double population_least(const struct population *pop);
double population_greatest(const struct population *pop);

/* The mean of the finite first costs; NaN if there are none. */
double population_mean(const struct population *pop);

/* Mean and population standard deviation (divided by n) of the finite first costs, NaN if
 * there are none; returns their number. */
size_t population_moments(const struct population *pop, double *mean,
                          double *deviation);

/* The same as one value; n = 0: mean and deviation are NaN. */
struct moments {
    double n, mean, deviation;
};
struct moments population_spread(const struct population *pop);

/* Those of all populations together, in O(parts). Source: the variance of a union is the mean
 * of the variances and of the squared distances of the means, by size. */
struct moments moments_union(const struct moments *parts, size_t n, size_t stride);

/* Diversity: the normalised coefficient of variation, deviation / |mean| / sqrt(n - 1), at
 * most 1; 0 if all costs are equal, their mean is 0 or n < 2. See algorithm_diversity. */
double moments_diversity(struct moments moments);

#ifdef __cplusplus
}
#endif

#endif
