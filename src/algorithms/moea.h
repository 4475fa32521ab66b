/* moea: a genetic algorithm over all objectives at once.
 *
 * An individual is the better, the fewer others dominate it; of equals, the larger its
 * distance: individuals that none dominates, the front, count in how many objectives
 * they differ from each of the others of the front. A generation: of the front the
 * `elite` of largest distance stay, at most; a share `crossover` of the rest are
 * children of two parents by crossover, the others of one by mutation; each parent is
 * the best of a tournament.
 *
 * What the engine shows and stops by is the first objective, as with any algorithm.
 *
 * Source: Munoz, Gutierrez, Sanchis, Evolutionary techniques in a constraint
 * satisfaction problem: Puzzle Eternity II, III.D and Table I; NSGA-II with their three
 * changes. They do not say who is better among equals without a front: the one drawn
 * first. Where the front is smaller than the elite, more children make up for it. */
#ifndef SKERRY_ALGORITHMS_MOEA_H
#define SKERRY_ALGORITHMS_MOEA_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The section `moea:`; what each key means stands in moea.c's table. */
struct moea_keys {
    int64_t population, tournament, elite;
    double crossover, mutation;
};

extern const struct algorithm moea_algorithm;

#ifdef __cplusplus
}
#endif

#endif
