/* The operations of the problem's table, on genomes of either kind (level_genome.h);
 * see problem.h for what they promise. */
#ifndef SKERRY_LEVEL_OPERATORS_H
#define SKERRY_LEVEL_OPERATORS_H

#include "level_instance.h"
#include "rng.h"

/* What the generator puts out, repaired: the paper's "MIP (random)" or "GAN + MIP". */
bool level_operators_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome);

/* grid: a random rectangle of b in a. */
void level_operators_crossover(const void *self, const void *a, const void *b,
                               struct rng *rng, struct arena scratch, void *child);

/* grid: each cell is, by even chance, drawn anew as often as in the corpus or swapped
 * with a neighbour. */
void level_operators_mutate(const void *self, double rate, struct rng *rng,
                            struct arena scratch, void *genome);

/* The cheapest playable level, of a latent vector of what the gan makes of it; false
 * when there is none. Repair asks the heap for what
 * it needs, since that is not known beforehand. */
bool level_operators_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome);

/* Share of cells that differ. Equal levels that were repaired from different ones, at
 * costs of their own, are half a cell apart. */
double level_operators_distance(const void *self, const void *a, const void *b,
                                struct arena scratch);

#endif
