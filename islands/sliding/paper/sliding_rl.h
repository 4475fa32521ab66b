/* The algorithm `rl`: the paper's reinforcement learning.
 *
 * Every placement has a weight. A breadth-first search from the target gives the first
 * P placements 1/2^c, c their distance. An episode starts at the start; each move goes
 * to the target if that is a neighbour, else to a neighbour drawn in proportion to the
 * weights. It is won when it reaches the target in at most as many moves as the best
 * path so far, and lost when it takes more or has no legal move. At its end the weights
 * of all placements visited change, c now the moves from there to the end:
 *
 *     won    w <- (1 - learning) w + learning discount^c
 *     lost   w <- (1 - learning) w discount^c, at least 1e-12
 *
 * The population is the best path alone. Cost: O(legal moves) a move of an episode;
 * memory 20 to 40 bytes a placement with a weight.
 *
 * Source: the paper, section 3.2 and Algorithm 4.
 *
 * Variants:
 *
 * - `improved`, above, always takes a reachable target, which section 3.2 intends by its
 *   maximal weight.
 *
 * - `paper` draws the target like any other neighbour, by its weight.
 *
 * - `program` is the program of the paper's authors (lemerleau/CubicPuzzle), which departs
 *   from the text: first weights are given to whole levels until there are P of them; the
 *   target is drawn; a path that is as long as the best is lost, and so is an episode that
 *   misses a target within reach, although its path to that target counts as found. Its
 *   distributions of moves are those of the authors' runs (results/sliding/table5.md).
 *
 * Where the paper is ambiguous:
 *
 * - c counts from the end of the episode, as section 3.2 says of later steps and its
 *   published program does; Algorithm 4 counts from the start.
 *
 * - 1 - learning is the factor after a won episode, too, as in the program; Algorithm 4 has
 *   its c-th power there.
 *
 * - The weight of unknown placements, 1e-7, and the least one are those of the program.
 *
 * - The search ends at P placements, as section 3.2 says; in Algorithm 4 it completes
 *   the level. P is 1000 in section 3.2 and 100 in section 4.1; 100,000 for d = 5 in
 *   both.
 *
 * Differs:
 *
 * - While no path is known an episode ends after `longest` moves, and nothing is
 *   punished.
 *
 * - The table of weights has a fixed size; when it is full, new placements keep the
 *   weight of unknown ones.
 *
 * - A path of more than `sliding.length` moves limits episodes, but is no solution: the
 *   individual is its prefix.
 *
 * - A path that migrates to the island is learned from like an episode that was won, if
 *   it is shorter than the island's best. */
#ifndef SKERRY_SLIDING_RL_H
#define SKERRY_SLIDING_RL_H

#include "algorithm.h"
#include "sliding_instance.h"
#include "sliding_weights.h"

enum sliding_rl_variant { SLIDING_RL_IMPROVED, SLIDING_RL_PAPER, SLIDING_RL_PROGRAM };

/* The section `rl:`; sliding_rl.c documents its keys. */
struct sliding_rl_keys {
    int variant; /* enum sliding_rl_variant */
    int64_t placements, iterations, episodes, longest, memory;
    double learning, discount;
};

extern const struct algorithm sliding_rl_algorithm;

/* For tests: the parts of learning. */

/* Gives keys->placements placements around the target, by increasing distance, their
 * initial weights; the whole component where that has fewer. Variant `program` completes
 * the last level, up to keys->memory placements. The table must have room. scratch: as many
 * placements * rings bytes and ARENA_ALIGN. */
void sliding_rl_init_weights(const struct sliding_instance *instance,
                             const struct sliding_rl_keys *keys,
                             struct sliding_weights *weights, struct arena scratch);

/* Updates the weights after an episode that visited key[0..n-1]. */
void sliding_rl_learn(const struct sliding_rl_keys *keys, const uint64_t *key, size_t n,
                      bool won, struct sliding_weights *weights);

#endif
