/* The paper's two generators of levels, which are seldom playable: independent tiles as
 * frequent as in the corpus, and a GAN (level_gan.h).
 *
 * Source: the paper (level_game.h), where they are followed by a repair, as "MIP
 * (random)" and "GAN + MIP". */
#ifndef SKERRY_LEVEL_GENERATE_H
#define SKERRY_LEVEL_GENERATE_H

#include "level_instance.h"
#include "rng.h"

/* A random tile, by its frequency in the corpus. */
uint8_t level_generate_tile(const struct level_instance *instance, struct rng *rng);

/* A number of the standard normal distribution.
 * Source: G. E. P. Box and M. E. Muller, A Note on the Generation of Random Normal
 * Deviates, 1958. */
float level_generate_normal(struct rng *rng);

/* frequencies: each cell is drawn independently, by the corpus. gan: from a random
 * latent vector. */
void level_generate(const struct level_instance *instance, struct rng *rng,
                    struct arena scratch, uint8_t *cell);

/* Bytes taken from scratch. */
size_t level_generate_bytes(const struct level_instance *instance);

#endif
