/* ga: a generational genetic algorithm for any problem; memetic where the problem has a
 * local search.
 *
 * A generation makes `offspring` children, each from two parents selected by rank or
 * tournament (from one parent with probability 1 - crossover) by crossover, mutation and
 * repair. A child that cannot be repaired is replaced by a random individual. Local search
 * is applied to each child with probability `local_search`. The survivors are the best of
 * parents and children (plus selection), or of the children and the `elite` best parents
 * (comma selection). If the diversity of fitness (algorithm_diversity) is then below
 * diversity_min, a share `refresh` of the population, chosen at random, is replaced by
 * random individuals. The diversity of a generation is the one measured before this.
 *
 * Source: Levonyan, Harder, De Mesentier Silva, Automated Graph Genetic Algorithm based
 * Puzzle Validation for Faster Game Design, arXiv:2302.09040, V.A and V.B. Its algorithm
 * is
 *     {selection: rank, survivors: plus, mutation: 0.2, refresh: 0.3334, elite: 0,
 *      local_search: 0, local_search_start: 0, duplicates: keep}
 * with population 50, offspring 100 ('vanilla') or 10, 20 on each of 5 islands.
 * {children: either}, where a generation has a fixed number of children by crossover alone
 * and the rest by mutation alone, is of Munoz, Gutierrez, Sanchis, Evolutionary techniques
 * in a constraint satisfaction problem: Puzzle Eternity II, IEEE CEC 2009, III.B and
 * Table I.
 *
 * Points that the first paper leaves open, and their interpretation here:
 * - The crossover rate 0.5 of Table I is taken as the probability that a gene comes from
 *   the first parent (V.A.2 says p = 1/2): the problem's uniform crossover. `crossover` is
 *   the probability of two parents: 1 in this interpretation, 0.5 in the other.
 * - Below the diversity threshold, V.A.4 adds random individuals to the offspring, and V.B
 *   replaces a third of the population with them. `refresh_policy` selects: population, V.B,
 *   after survivor selection; offspring, V.A.4, as many as a third of the population, among
 *   the offspring of the generation after the one of low diversity.
 * - The threshold itself is not given, nor whether the best individual may be replaced
 *   (elite).
 * - V.B names an adaptive mutation rate as an alternative to the refresh, without its rule:
 *   here, with mutation_growth > 1, the rate is multiplied by it after each generation whose
 *   diversity is below diversity_min, up to mutation_max, and after any other it is
 *   `mutation` again.
 *
 * Differs: by default the best individual is exempt from the replacement (elite: 1), equal
 * genomes are dropped and children are improved by local search.
 * Cost: `offspring` evaluations a generation, plus those of random individuals in place of
 * duplicates or of a refreshed share, and of local search; O(n log n) to
 * select from n = population + offspring. Memory: n individuals, twice with comma. */
#ifndef SKERRY_ALGORITHMS_GA_H
#define SKERRY_ALGORITHMS_GA_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ga_children { GA_BOTH, GA_EITHER };
enum ga_survivors { GA_PLUS, GA_COMMA };
enum ga_duplicates { GA_KEEP, GA_DROP };
enum ga_refresh { GA_REFRESH_POPULATION, GA_REFRESH_OFFSPRING };

/* The section `ga:`; ga.c describes its keys. */
struct ga_keys {
    int64_t population, offspring;
    double crossover, mutation, mutation_growth, mutation_max;
    int children;  /* enum ga_children */
    int selection; /* enum selection_rule */
    int64_t tournament;
    int survivors; /* enum ga_survivors */
    int64_t elite;
    double diversity_min, refresh;
    int refresh_policy; /* enum ga_refresh */
    double local_search, local_search_start, effort;
    int duplicates; /* enum ga_duplicates */
};

extern const struct algorithm ga_algorithm;

#ifdef __cplusplus
}
#endif

#endif
