/* random: independent random individuals, the baseline of all search.
 *
 * A generation replaces the population with `samples` new ones from problem->sample;
 * the best met are in the archive. Migration moves them to no effect. */
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
