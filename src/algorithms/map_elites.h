/* map_elites: MAP-Elites, a quality-diversity algorithm that keeps the best solution (the
 * elite) of each cell of a grid over the problem's descriptors.
 *
 * Axis i of the grid divides the range of the problem's i-th descriptor into bins[i] equal
 * bins; values outside the range belong to the first or last bin. A cell keeps the
 * cheapest feasible solution found in it, the earliest in case of ties. A generation makes
 * `batch` children, by the same variation as ga, from elites drawn uniformly.
 *
 * Each island has its own grid. The population that the engine sees is a sample of it: the
 * best elite, the elites that this generation added, and random elites, batch + 1 in all.
 * Emigrants stay in the grid; immigrants are inserted into the grid. Every new elite is
 * offered to the archive, which has the same grid: the solutions of a run are the best of
 * each cell on any island. Diversity is the share of cells that have an elite (coverage).
 *
 * Source: Mouret and Clune, Illuminating search spaces by mapping elites,
 * arXiv:1504.04909, 2015, figure 2. Differs: a child has two parents with probability
 * `crossover`; children are made in batches; islands exchange elites.
 * Cost: `batch` evaluations and descriptor computations a generation, plus the evaluations
 * of local search. Memory: one individual per cell of the grid. */
#ifndef SKERRY_ALGORITHMS_MAP_ELITES_H
#define SKERRY_ALGORITHMS_MAP_ELITES_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The section `map_elites:`; map_elites.c describes its keys. */
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
