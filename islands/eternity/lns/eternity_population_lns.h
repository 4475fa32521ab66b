/* Large neighbourhood search on the boards of a population, and how found boards enter
 * it: for algorithms that keep the best boards of many searches.
 *
 * Source: our own; the steps are those of eternity_region_lns.h and
 * eternity_assignment_lns.h. */
#ifndef SKERRY_ETERNITY_POPULATION_LNS_H
#define SKERRY_ETERNITY_POPULATION_LNS_H

#include "algorithm.h"

/* A random one among the worst of the population, which boards of a search replace; if
 * ties were not random, boards of equal cost would all replace the same one. */
size_t eternity_population_worst(struct island *island);

/* Replaces a row of the population by a board that is not worse, unless the population
 * contains it already. */
void eternity_population_keep(const struct puzzle *puzzle, struct island *island,
                              const int16_t *board, size_t row);

/* Improves boards of the population, or changes them at equal cost, each in its own
 * row: if changed boards could replace others, the boards of one search would soon take
 * over the population. Polls interrupts.
 *
 * regions, assignments  parts of boards solved again; assignments of cells that do not
 *                       touch */
void eternity_population_improve(const struct puzzle *puzzle, struct island *island,
                                 int64_t regions, int64_t assignments);

#endif
