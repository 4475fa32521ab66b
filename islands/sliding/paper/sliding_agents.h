/* The algorithm `agents`: the paper's evolutionary algorithm.
 *
 * All agents start at the start placement. A generation copies the fittest tenth
 * unchanged; the others are drawn with replacement, in proportion to their selection
 * force, and each makes n random moves, n drawn from a Zipf distribution on 1..L, L the
 * number of rings. An island ends when one of its agents is at the target.
 *
 *     fitness          f = 1 / (1 + L - matches)                         (equation 3)
 *     selection force  S = alpha f + (1 - alpha) / (1 + moves made)      (equation 5)
 *
 * The genome of an agent is the moves that it has made. Cost: O(population * length) a
 * generation.
 *
 * Source: the paper, section 3.3, Algorithms 2 and 3.
 *
 * Where the paper is ambiguous, the reading that comes closest to its Table 4, which is
 * also what its published program does:
 *
 * - Algorithm 3 moves a random ring, if it can move: one of its free faces is drawn,
 *   and one of the other vertices of that face. (If any face is drawn, free or not,
 *   and any of its vertices, most runs with d = 3 and k = 2 fail; in the paper none.)
 *
 * - n is drawn for each agent and generation; an attempt that is illegal is lost. Variant
 *   `paper`: a ring is drawn anew for each of the n moves.
 *
 * - The fittest are chosen by f alone; ties go to those that moved over those copied.
 *   (The other way round, half of the runs with d = 3, k = 2, level 2 fail.)
 *
 * - alpha is 0.2 in the text and in the program, 0.7 in an older state of it. 0.2 fits
 *   the medians of Table 4, except in its rows with d = 4 and k = 3: there 14 of its 750
 *   runs succeed, of ours 1 with 0.2 and 9 with 0.7, with similar numbers of moves.
 *
 * Variant `program` is the program of the paper's authors (lemerleau/CubicPuzzle) where that
 * departs from the text: the n rings are distinct, a random sample, and an agent that has not
 * moved counts as having made one move in equation 5. Its moves differ from the authors' runs
 * in none of 24 rows, those of `paper` in one (results/sliding/table4.md).
 *
 * Differs:
 *
 * - Equation 4 calls h the Hamming distance and counts rings that are NOT on their
 *   target, which would make equation 3 largest far from it, against Algorithm 2,
 *   which stops at f = 1. So h is the number of matches.
 *
 * - The answer is the shortest path of the agents at the target, not any of them.
 *
 * - An agent that has made `sliding.length` moves makes no more.
 *
 * - Algorithm 2 has one population; here islands may exchange agents by any migration
 *   policy; agents not at the target are ordered by the lower bound of their moves
 *   left. */
#ifndef SKERRY_SLIDING_AGENTS_H
#define SKERRY_SLIDING_AGENTS_H

#include "algorithm.h"
#include "sliding.h"
#include "sliding_roulette.h"

enum sliding_agents_variant { SLIDING_AGENTS_PAPER, SLIDING_AGENTS_PROGRAM };

/* The section `agents:`; sliding_agents.c documents its keys. */
struct sliding_agents_keys {
    int variant; /* enum sliding_agents_variant */
    int64_t population;
    double elite, alpha, exponent;
};

extern const struct algorithm sliding_agents_algorithm;

/* For tests: the parts of a generation. */

/* Adds the weights 1, 1 / 2^c, ... 1 / n^c to an empty wheel: index i stands for i +
 * 1. */
void sliding_zipf(struct sliding_roulette *roulette, size_t n, double c);

/* f, in (0, 1]. */
double sliding_agents_fitness(unsigned rings, unsigned matches);

/* S, in (0, 1]. */
double sliding_agents_force(double alpha, double fitness, size_t moves);

/* Makes one random move of a ring and returns its gene; SLIDING_END where that ring cannot
 * move. */
int16_t sliding_agents_move(const struct sliding *puzzle, struct rng *rng,
                            unsigned ring, struct sliding_position *position);

/* Draws n <= puzzle->rings distinct rings, into rings[0] to rings[n - 1]. */
void sliding_agents_draw(const struct sliding *puzzle, struct rng *rng, size_t n,
                         uint8_t rings[SLIDING_MAX_RINGS]);

#endif
