/* First boards of the paper, random or with knowledge, and random completion of a
 * board.
 *
 * Source: section III.F, Algorithm 3. Cost: O(cells) random, O(cells^2) with
 * knowledge. */
#ifndef SKERRY_ETERNITY_SAMPLE_H
#define SKERRY_ETERNITY_SAMPLE_H

#include "arena.h"
#include "eternity_instance.h"
#include "rng.h"

/* Tiles that lie in no cell yet, by class. */
struct eternity_sample_pile {
    unsigned count[ETERNITY_CLASSES];
    int16_t tile[ETERNITY_CLASSES][ETERNITY_MAX_CELLS];
};

static inline void eternity_sample_pile_add(const struct eternity_instance *instance,
                                            struct eternity_sample_pile *pile,
                                            int16_t tile)
{
    unsigned class = instance->piece_class[eternity_piece(tile)];
    pile->tile[class][pile->count[class]++] = tile;
}

/* Takes a random tile that suits the cell from the pile, which has one; on a strict rim
 * it is turned so that grey faces outwards, elsewhere it keeps its turn. */
int16_t eternity_sample_pile_draw(const struct eternity_instance *instance,
                                  struct eternity_sample_pile *pile, unsigned cell,
                                  struct rng *rng);

/* All cells that hold ETERNITY_NONE take random pieces of those that are in no cell, in
 * random turns. */
void eternity_sample_complete(const struct eternity_instance *instance, struct rng *rng,
                              int16_t *board);

/* sample of problem.h, by the key `initialization`; always feasible. Clues are in
 * place.
 *
 * random     each cell takes a random piece in a random rotation.
 * knowledge  in the order of the key `path`, each cell takes the first piece of a
 *            shuffled list that fits all neighbours placed before it and the rim, in
 *            the first rotation that does (clockwise from that of the file); where
 *            none fits the cell stays empty. In the end empty cells take random
 *            pieces of those left.
 *
 * Source: section III.F, Algorithm 3, which leaves the path open: over the official
 * pieces the snake has the paper's mean score (results/eternity/experiments.md).
 * Differs: with a strict rim the random pieces too are such that grey lies on the rim
 * and nowhere else. */
bool eternity_sample(const void *self, struct rng *rng, struct arena scratch,
                     void *genome);

#endif
