/* The genetic operators of the problem, on genomes of both encodings (level_genome.h);
 * problem.h says what they promise. */
#ifndef SKERRY_LEVEL_OPERATORS_H
#define SKERRY_LEVEL_OPERATORS_H

#include "level_instance.h"
#include "rng.h"

/* A generated level, repaired: the paper's "MIP (random)" or "GAN + MIP". */
bool level_operators_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome);

/* grid: a with a random rectangle of b. latent: uniform crossover. */
void level_operators_crossover(const void *self, const void *a, const void *b,
                               struct rng *rng, struct arena scratch, void *child);

/* grid: each cell, with probability `rate`, is redrawn by the corpus or swapped with a
 * neighbour, by even chance. latent: see level_genome_latent_mutate. */
void level_operators_mutate(const void *self, double rate, struct rng *rng,
                            struct arena scratch, void *genome);

/* Repairs the level, for a latent genome that of its vector; false when no level is
 * playable. The repair takes its memory from the heap, since how much is not known
 * beforehand. */
bool level_operators_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome);

/* The share of cells that differ. Equal levels that were repaired from different ones,
 * and so have costs of their own, are half a cell apart. */
double level_operators_distance(const void *self, const void *a, const void *b,
                                struct arena scratch);

#endif
