/* rl: the paper's reinforcement learning.
 *
 * Every placement has a weight. A breadth-first search from the target gives the first
 * P placements 1/2^c, c their distance. An episode walks from the start; each move goes
 * to one of the placements within reach: to the target if that is one of them, else
 * drawn in proportion to their weights. It is won when it meets the target in at most
 * as many moves as the best path so far, and lost when it takes more or cannot move. At
 * its end the weights of all that it passed change, c now the moves from there to the
 * end:
 *
 *     won    w <- (1 - learning) w + learning discount^c
 *     lost   w <- (1 - learning) w discount^c, at least 1e-12
 *
 * The population is one individual: the best path.
 *
 * Source: the paper, section 3.2 and Algorithm 4.
 *
 * What it leaves open, and how it is read here:
 *
 * - c counts from the end of the episode, as section 3.2 says of later steps and its
 *   published program does; Algorithm 4 counts from the start.
 *
 * - The target is not drawn but taken from all that is next to it, which section 3.2
 *   wants of its weight. (Drawn, it is mostly missed where there are many moves, and
 *   the medians of Table 5 for d = 5 are out of reach.)
 *
 * - The weight of unknown placements, 1e-7, and the least one are those of the program.
 *
 * - The search ends at P placements, as section 3.2 says; in Algorithm 4 it goes on to
 *   the end of the distance. P is 1000 in section 3.2 and 100 in section 4.1; 100,000
 *   for d = 5 in both.
 *
 * Differs:
 *
 * - While no path is known an episode ends after `longest` moves, and nothing is
 *   punished.
 *
 * - The table of weights has a fixed size; when it is full, new placements stay
 *   unknown.
 *
 * - A path of more than `sliding.length` moves limits episodes, but is no solution: the
 *   individual is its beginning.
 *
 * - A path that migration brings is learned from like an episode that is won, where it
 *   is shorter than the own best. */
#ifndef SKERRY_SLIDING_RL_H
#define SKERRY_SLIDING_RL_H

#include "algorithm.h"
#include "sliding_instance.h"
#include "sliding_weights.h"

/* The section `rl:`; what each key means stands in sliding_rl.c's table. */
struct sliding_rl_keys {
    int64_t placements, iterations, episodes, longest, memory;
    double learning, discount;
};

extern const struct algorithm sliding_rl_algorithm;

/* For tests: the parts of learning. */

/* Gives `placements` around the target, the nearest first, their first weights; all of
 * its component where that has fewer. The table has room for them.
 * scratch: placements * rings bytes and ARENA_ALIGN. */
void sliding_rl_init_weights(const struct sliding_instance *instance, size_t placements,
                             struct sliding_weights *weights, struct arena scratch);

/* Ends an episode: key[0..n-1] are the placements that it passed, the last one last. */
void sliding_rl_learn(const struct sliding_rl_keys *keys, const uint64_t *key, size_t n,
                      bool won, struct sliding_weights *weights);

#endif
