/* Levels out of nothing, seldom playable: the paper's two generators. */
#ifndef SKERRY_LEVEL_GENERATE_H
#define SKERRY_LEVEL_GENERATE_H

#include "level_instance.h"
#include "rng.h"

/* A tile as often as in the corpus. */
uint8_t level_generate_tile(const struct level_instance *instance, struct rng *rng);

/* A number of the standard normal distribution.
 * Source: G. E. P. Box and M. E. Muller, A Note on the Generation of Random Normal
 * Deviates, 1958. */
float level_generate_normal(struct rng *rng);

/* frequencies: each cell for itself, as often as in the corpus; the paper's "MIP
 * (random)" before its repair. gan: of a latent vector drawn anew. */
void level_generate(const struct level_instance *instance, struct rng *rng,
                    struct arena scratch, uint8_t *cell);

/* Bytes taken from scratch. */
size_t level_generate_bytes(const struct level_instance *instance);

#endif
