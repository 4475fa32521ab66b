/* The paper's two generators of levels, whose levels are rarely playable: independent
 * tiles with the frequencies of the corpus, and a GAN (level_gan.h).
 *
 * Source: the paper (level_game.h), where a repair follows them, as "MIP (random)" and
 * "GAN + MIP".
 *
 * Cost: one random number per cell, or one run of the GAN. Memory: that of the GAN. */
#ifndef SKERRY_LEVEL_GENERATE_H
#define SKERRY_LEVEL_GENERATE_H

#include "level_instance.h"
#include "rng.h"

/* A random tile, with the frequencies of the corpus. */
uint8_t level_generate_tile(const struct level_instance *instance, struct rng *rng);

/* A random number of the standard normal distribution.
 *
 * Source: G. Box, M. Muller, A note on the generation of random normal deviates, Annals
 * of Mathematical Statistics 29, 1958. Differs: one of the two numbers is discarded. */
float level_generate_normal(struct rng *rng);

/* Generates a level. frequencies: each cell is drawn independently. gan: from a random
 * latent vector. */
void level_generate(const struct level_instance *instance, struct rng *rng,
                    struct arena scratch, uint8_t *cell);

/* Scratch memory, in bytes. */
size_t level_generate_bytes(const struct level_instance *instance);

#endif
