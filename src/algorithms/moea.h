/* moea: a multi-objective genetic algorithm, a variant of NSGA-II.
 *
 * Individuals are compared by domination count (how many others dominate them), ties by
 * distance: for members of the nondominated front, the number of objectives in which they
 * differ from each other member, summed (dominance.h). The next generation consists of at
 * most `elite` members of the front, those of largest distance, and of children: a share
 * `crossover` of them by crossover of two parents, the others by mutation of one. Parents
 * are selected by tournament. Local search is applied to each child with probability
 * `local_search`; a problem's local search should worsen no objective.
 *
 * Progress, target and curves refer to the first objective, as with every algorithm. The
 * solutions of a run are the best by the first objective, or with `archive: front` the
 * nondominated individuals of all generations on all islands, one for each vector of costs, up to
 * output.solutions (archive.h).
 *
 * Source: Munoz, Gutierrez, Sanchis, Evolutionary techniques in a constraint
 * satisfaction problem: Puzzle Eternity II, IEEE CEC 2009, III.D and Table I, who change
 * NSGA-II (Deb, Pratap, Agarwal, Meyarivan, IEEE Transactions on Evolutionary Computation
 * 6, 2002) in three points: domination counts, distance by objectives, bounded elite.
 * Differs: feasible individuals dominate all infeasible ones (dominance.h).
 * Where the paper is silent: of dominated individuals with equal counts the first drawn
 * wins a tournament, and a front smaller than `elite` leaves room for more children.
 * Cost: at most `population` evaluations a generation, those of local search, the ranking of
 * dominance.h, and up to `elite` moves for each member of the front.
 * Memory: two populations. */
#ifndef SKERRY_ALGORITHMS_MOEA_H
#define SKERRY_ALGORITHMS_MOEA_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum moea_archive { MOEA_BEST, MOEA_FRONT };

/* The section `moea:`; moea.c describes its keys. */
struct moea_keys {
    int64_t population, tournament, elite;
    double crossover, mutation, local_search, effort;
    int archive; /* enum moea_archive */
};

extern const struct algorithm moea_algorithm;

#ifdef __cplusplus
}
#endif

#endif
