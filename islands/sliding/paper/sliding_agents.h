/* agents: the paper's evolutionary algorithm, as published.
 *
 * All agents stand at the start. A generation keeps the fittest tenth as they are; the
 * others are drawn with replacement, in proportion to their selection force, and each
 * makes n random moves, n drawn from a Zipf distribution on 1..L, L the number of
 * rings. An island is done when one of its agents is at the target.
 *
 *     fitness          f = 1 / (1 + L - matches)                         (equation 3)
 *     selection force  S = alpha f + (1 - alpha) / (1 + moves made)      (equation 5)
 *
 * The genome of an agent is the moves that it has made.
 *
 * Source: the paper, section 3.3, Algorithms 2 and 3.
 *
 * What it leaves open, and how it is read here; of the readings tried, this one comes
 * closest to its Table 4, and it is what its published program does.
 *
 * - Algorithm 3 moves a random ring, if it may move: one of its free faces is drawn,
 *   and one of the other vertices of that face. (Where one face is drawn, free or not,
 *   and any of its vertices, most runs with d = 3 and k = 2 fail; the paper has no
 *   failure there.)
 *
 * - n is drawn anew for each agent and generation; moves that cannot be made count for
 *   nothing.
 *
 * - The fittest are chosen by f alone; of equals those that moved go before those kept.
 *   (The other way round, half of the runs with d = 3, k = 2, level 2 fail.)
 *
 * - alpha is 0.2 in its text, 0.7 in its program. 0.2 fits the medians of Table 4,
 *   except in its rows with d = 4 and k = 3: there 14 of their 750 runs arrive, of
 *   ours 1 with 0.2 and 9 with 0.7, after as many moves as theirs.
 *
 * Differs:
 *
 * - Equation 4 calls h the Hamming distance and counts rings that are NOT on their
 *   target, which would make equation 3 largest far from it, against Algorithm 2, which
 *   stops at f = 1. So h is the number of matches.
 *
 * - The answer is the shortest of the agents at the target, not any of them.
 *
 * - An agent that has made `sliding.length` moves makes no more.
 *
 * - Algorithm 2 knows one population; here islands may exchange agents by any migration
 *   policy, among which those not at the target are ordered by the lower bound of what
 *   is left. */
#ifndef SKERRY_SLIDING_AGENTS_H
#define SKERRY_SLIDING_AGENTS_H

#include "algorithm.h"
#include "sliding.h"
#include "sliding_roulette.h"

/* The section `agents:`; what each key means stands in sliding_agents.c's table. */
struct sliding_agents_keys {
    int64_t population;
    double elite, alpha, exponent;
};

extern const struct algorithm sliding_agents_algorithm;

/* For tests: the parts of a generation. */

/* Adds 1, 1 / 2^c, ... 1 / n^c to an empty wheel: its thing i stands for i + 1. */
void sliding_zipf(struct sliding_roulette *roulette, size_t n, double c);

/* f, in (0, 1]. */
double sliding_agents_fitness(unsigned rings, unsigned matches);

/* S, in (0, 1]. */
double sliding_agents_force(double alpha, double fitness, size_t moves);

/* One random move of a random ring, as its gene; SLIDING_END and nothing done where
 * that ring cannot move. */
int16_t sliding_agents_move(const struct sliding *puzzle, struct rng *rng,
                            struct sliding_position *position);

#endif
