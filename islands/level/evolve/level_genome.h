/* The two encodings of a level as a genome.
 *
 * grid    direct: one tile for each gene (GENE_U8)
 * latent  indirect (GENE_F32): the latent vector, then the repaired level that it
 * stands for, then the level as generated. Only the vector is inherited: crossover and
 *         mutation void the rest, healing restores it. So a recorded solution holds its
 *         level, and checking it needs no search.
 *
 * Source: V. Volz et al., GECCO 2018 (level_gan.h), for latent genomes. */
#ifndef SKERRY_LEVEL_GENOME_H
#define SKERRY_LEVEL_GENOME_H

#include "level_instance.h"
#include "rng.h"

/* A level to be measured. */
struct level_view {
    const uint8_t *cell;
    const uint8_t *generated; /* NULL in a genome of kind grid */
};

/* The number of genes. */
size_t level_genome_genes(const struct level_instance *instance);

/* False for a latent genome that is not healed: its levels are void. */
bool level_genome_view(const struct level_instance *instance, const void *genome,
                       struct arena *scratch, struct level_view *view);

/* Bytes that a view takes from scratch. */
size_t level_genome_bytes(const struct level_instance *instance);

/* A new random latent vector, levels void. */
void level_genome_latent_sample(const struct level_instance *instance, struct rng *rng,
                                float *genome);

/* Uniform crossover: each number is that of a or b, by even chance. */
void level_genome_latent_crossover(const struct level_instance *instance,
                                   const float *a, const float *b, struct rng *rng,
                                   float *child);

/* Each number z, with probability `rate`, becomes sqrt(1 - s^2) z + s times a new one,
 * where s is `step`: vectors remain normally distributed, as those of the training
 * were. Source: S. Cotter, G. Roberts, A. Stuart, D. White, MCMC methods for functions:
 * modifying old algorithms to make them faster, Statistical Science 28, 2013 (the
 * preconditioned Crank-Nicolson proposal). */
void level_genome_latent_mutate(const struct level_instance *instance, double rate,
                                struct rng *rng, float *genome);

/* Sets the levels of the vector, as generated and as repaired. */
void level_genome_latent_set(const struct level_instance *instance,
                             const uint8_t *generated, const uint8_t *repaired,
                             float *genome);

#endif
