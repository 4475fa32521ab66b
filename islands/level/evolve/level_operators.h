/* The genetic operators of the problem, on genomes of both encodings (level_genome.h);
 * problem.h specifies them.
 *
 * Source: the paper (level_game.h) for sampling; crossover of grids is our own, the
 * two-dimensional form of two-point crossover, and so is their mutation; level_genome.h
 * for latent genomes. Cost: O(n) on n cells, but a repair for sampling and healing.
 * Memory: that of the repair. */
#ifndef SKERRY_LEVEL_OPERATORS_H
#define SKERRY_LEVEL_OPERATORS_H

#include "level_instance.h"
#include "rng.h"

/* Samples a generated level and repairs it: the paper's "MIP (random)" or
 * "GAN + MIP". */
bool level_operators_sample(const void *self, struct rng *rng, struct arena scratch,
                            void *genome);

/* grid: a copy of a with a random rectangle of b. latent: uniform crossover. */
void level_operators_crossover(const void *self, const void *a, const void *b,
                               struct rng *rng, struct arena scratch, void *child);

/* grid: each cell, with probability `rate`, is redrawn with the frequencies of the
 * corpus or swapped with a neighbour, with equal probability (chosen by hand, not
 * measured). latent: see level_genome_latent_mutate. */
void level_operators_mutate(const void *self, double rate, struct rng *rng,
                            struct arena scratch, void *genome);

/* Repairs the level, for a latent genome that of its vector; false if no level is
 * playable, or the repair failed. The memory of the repair is from the heap, since its size is not known
 * beforehand. */
bool level_operators_heal(const void *self, struct rng *rng, struct arena scratch,
                          void *genome);

/* The share of cells that differ. Equal levels that were repaired from different ones,
 * which may have different costs, have the distance of half a cell. */
double level_operators_distance(const void *self, const void *a, const void *b,
                                struct arena scratch);

/* What kept a run from its first solution: how many repairs, how long, by which method. */
bool level_operators_hindrance(const void *self, char *line, size_t bytes);

#endif
