/* aiea: artificial immune evolutionary algorithm, a steady-state algorithm of clonal
 * selection without crossover.
 *
 * In each birth the winner of a tournament is cloned. The clone is mutated once if the
 * winner has the lowest cost of the population, `mutations` times if it has the highest,
 * and in proportion in between; it is then repaired, evaluated, and replaces the loser of
 * a second tournament. A generation is `births` births.
 *
 * Source: Munoz, Gutierrez, Sanchis, Evolutionary techniques in a constraint
 * satisfaction problem: Puzzle Eternity II, IEEE CEC 2009, III.C and Algorithm 2, which
 * mutates in proportion to x = (cost - least) / (most - least) over the current population. The
 * paper does not say how often at least and at most; here it is 1 + (mutations - 1) * x times,
 * rounded.
 * Differs: infeasible clones are repaired where the problem can, a clone that cannot be
 * repaired is replaced by a random individual, and births are counted in generations.
 * Tournaments compare first costs alone: all infeasible individuals are equal.
 * Cost: `births` evaluations a generation; a birth takes O(tournament) comparisons, and
 * O(population) when the last individual of least or highest cost is replaced. Memory:
 * the population. */
#ifndef SKERRY_ALGORITHMS_AIEA_H
#define SKERRY_ALGORITHMS_AIEA_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The section `aiea:`; aiea.c describes its keys. */
struct aiea_keys {
    int64_t population, births, tournament, mutations;
    double mutation;
};

extern const struct algorithm aiea_algorithm;

#ifdef __cplusplus
}
#endif

#endif
