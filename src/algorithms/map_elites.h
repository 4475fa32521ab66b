/* map_elites: the best solution of each cell of a grid over the problem's descriptors.
 *
 * The first descriptors of the problem, one for each entry of `bins`, are divided into
 * so many equal bins from low to high; what lies outside belongs to the outer bins. A
 * cell keeps the cheapest feasible solution met in it, of equals the first. A
 * generation makes `batch` children of elites drawn uniformly, bred as in ga.
 *
 * Each island has a grid of its own. Its population shows the grid to the rest: the
 * best elite of all, then the elites that this generation's children have become, then
 * elites drawn at random, batch + 1 in all. They stay in the grid when migration takes
 * them elsewhere, and what comes is placed in the grid. Through the population, and at
 * once those of the start, every new elite is offered to the archive, which has the
 * same grid: the solutions of a run are the best of each cell on any island. Diversity
 * is the share of cells that have an elite.
 *
 * Source: Mouret and Clune, Illuminating search spaces by mapping elites,
 * arXiv:1504.04909, 2015, figure 2. Differs: children have two parents with chance
 * `crossover`, and are made in batches; islands exchange elites. */
#ifndef SKERRY_ALGORITHMS_MAP_ELITES_H
#define SKERRY_ALGORITHMS_MAP_ELITES_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The section `map_elites:`; what each key means stands in map_elites.c's table. */
struct map_elites_keys {
    struct option_list bins; /* of int64_t */
    int64_t start, batch;
    double crossover, mutation;
    double local_search, local_search_start, effort;
};

extern const struct algorithm map_elites_algorithm;

#ifdef __cplusplus
}
#endif

#endif
