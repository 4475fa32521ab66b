/* random: random search, the baseline for all other algorithms.
 *
 * A generation replaces the population by `samples` independent random individuals; the
 * archive keeps the best. Migration has no effect on the search.
 *
 * Source: the random search (RAND) of Munoz, Gutierrez, Sanchis, Evolutionary techniques
 * in a constraint satisfaction problem: Puzzle Eternity II, IEEE CEC 2009, Table II.
 * Differs: individuals come from the problem's sampling, which may use knowledge of the
 * problem.
 * Cost: `samples` evaluations a generation. Memory: one population. */
#ifndef SKERRY_ALGORITHMS_RANDOM_SEARCH_H
#define SKERRY_ALGORITHMS_RANDOM_SEARCH_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The section `random:`. */
struct random_keys {
    int64_t samples;
};

extern const struct algorithm random_search_algorithm;

#ifdef __cplusplus
}
#endif

#endif
