/* aiea: artificial immune evolutionary algorithm, steady state.
 *
 * A birth: the best of a tournament is cloned; the clone is mutated the more often, the
 * worse it is beside the population (once for the best cost, `mutations` times for the
 * worst), healed and evaluated; the worst of another tournament leaves and the clone
 * takes its place. A generation is `births` births.
 *
 * Source: Munoz, Gutierrez, Sanchis, Evolutionary techniques in a constraint
 * satisfaction problem: Puzzle Eternity II, III.C and Algorithm 2. What "proportional"
 * means is not said there: here 1 + (mutations - 1) * range, rounded, with the range
 * (cost - least) / (most - least) of the costs in the population at that moment. */
#ifndef SKERRY_ALGORITHMS_AIEA_H
#define SKERRY_ALGORITHMS_AIEA_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The section `aiea:`; what each key means stands in aiea.c's table. */
struct aiea_keys {
    int64_t population, births, tournament, mutations;
    double mutation;
};

extern const struct algorithm aiea_algorithm;

#ifdef __cplusplus
}
#endif

#endif
