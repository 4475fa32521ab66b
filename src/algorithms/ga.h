/* ga: a genetic algorithm over any problem, with local search where the problem has it.
 *
 * A generation: `offspring` children, each of two parents chosen by rank or tournament
 * (one parent with chance 1 - crossover), bred, mutated and healed; a child that cannot
 * be healed gives way to a new random individual; local search improves a share of
 * them. Survivors are the best of parents and children together (plus), or of the
 * children and the `elite` best parents (comma). Then, when the diversity of fitness
 * (algorithm_diversity) is below diversity_min, a share of the population, drawn at
 * random, is replaced with new random individuals.
 *
 * Source: Levonyan, Harder, De Mesentier Silva, Automated Graph Genetic Algorithm based
 * Puzzle Validation for Faster Game Design, V.A and V.B. Its plain algorithm is
 *     {selection: rank, survivors: plus, mutation: 0.2, refresh: 0.3334, elite: 0,
 *      local_search: 0, local_search_start: 0, duplicates: keep}
 * with population 50, offspring 100 ('vanilla') or 10, 20 on each of 5 islands.
 *
 * What the paper leaves open, and how it is read here:
 * - Table I's crossover rate 0.5 is the chance that a gene comes from the one parent
 *   (section V.A.2 says p = 1/2), which is the problem's uniform crossover; `crossover`
 *   is the chance of having two parents, 1 in that reading, and 0.5 gives the other.
 * - Below the diversity threshold, V.A.4 adds random individuals to the offspring, V.B
 *   replaces a third of the population with them. V.B is taken, after survival: in
 *   V.A.4's place most of them would be lost at once to better ones.
 * - The threshold itself is not given.
 * With {children: either} a generation has a fixed number of children by crossover
 * alone and of others by mutation alone, as in Munoz, Gutierrez, Sanchis, Evolutionary
 * techniques in a constraint satisfaction problem: Puzzle Eternity II, III.B and Table
 * I.
 *
 * Differs: the default spares the best individual when it refreshes (elite: 1), drops
 * equal genomes and improves children by local search; the keys above undo it. */
#ifndef SKERRY_ALGORITHMS_GA_H
#define SKERRY_ALGORITHMS_GA_H

#include "algorithm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ga_children { GA_BOTH, GA_EITHER };
enum ga_survivors { GA_PLUS, GA_COMMA };
enum ga_duplicates { GA_KEEP, GA_DROP };

/* The section `ga:`; what each key means stands in ga.c's table. */
struct ga_keys {
    int64_t population, offspring;
    double crossover, mutation;
    int children;  /* enum ga_children */
    int selection; /* enum selection_rule */
    int64_t tournament;
    int survivors; /* enum ga_survivors */
    int64_t elite;
    double diversity_min, refresh;
    double local_search, local_search_start, effort;
    int duplicates; /* enum ga_duplicates */
};

extern const struct algorithm ga_algorithm;

#ifdef __cplusplus
}
#endif

#endif
