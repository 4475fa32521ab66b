/* The two encodings of a level as a genome.
 *
 * grid    direct: one tile per gene (GENE_U8)
 * latent  indirect (GENE_F32): the latent vector, then the repaired level that it
 *         represents, then the generated level. Only the vector is inherited: crossover
 *         and mutation invalidate the levels, healing restores them. A recorded
 *         solution thus contains its level, and its verification needs no search.
 *
 * Source: V. Volz et al., GECCO 2018 (level_gan.h), for latent genomes. Differs: the
 * level is repaired, and stored in the genome; they use CMA-ES.
 *
 * Cost: O(genes) for each function. Memory: 4 bytes for each number, 8 for each cell of
 * a latent genome. */
#ifndef SKERRY_LEVEL_GENOME_H
#define SKERRY_LEVEL_GENOME_H

#include "level_instance.h"
#include "rng.h"

/* A level to be measured. */
struct level_view {
    const uint8_t *cell;
    const uint8_t *generated; /* NULL for grid genomes */
};

/* The number of genes. */
size_t level_genome_genes(const struct level_instance *instance);

/* False for a latent genome that is not healed: its levels are invalid. */
bool level_genome_view(const struct level_instance *instance, const void *genome,
                       struct arena *scratch, struct level_view *view);

/* Scratch memory of a view, in bytes. */
size_t level_genome_bytes(const struct level_instance *instance);

/* Draws a random latent vector; its levels are invalid. */
void level_genome_latent_sample(const struct level_instance *instance, struct rng *rng,
                                float *genome);

/* Uniform crossover: each number is from a or b with equal probability. */
void level_genome_latent_crossover(const struct level_instance *instance,
                                   const float *a, const float *b, struct rng *rng,
                                   float *child);

/* Mutates each number z with probability `rate` to sqrt(1 - s^2) z + s n, where s is
 * `step` and n a standard normal number: vectors keep the distribution of the training.
 *
 * Source: S. Cotter, G. Roberts, A. Stuart, D. White, MCMC methods for functions:
 * modifying old algorithms to make them faster, Statistical Science 28, 2013 (the
 * preconditioned Crank-Nicolson proposal). Differs: only some numbers are mutated. */
void level_genome_latent_mutate(const struct level_instance *instance, double rate,
                                struct rng *rng, float *genome);

/* Sets the generated and the repaired level of the vector. */
void level_genome_latent_set(const struct level_instance *instance,
                             const uint8_t *generated, const uint8_t *repaired,
                             float *genome);

#endif
