#include "level_generate.h"

#include <math.h>

uint8_t level_generate_tile(const struct level_instance *instance, struct rng *rng)
{
    double at = rng_unit(rng);
    size_t t = 0;
    while (t + 1 < instance->board.game.n_tiles && at >= instance->corpus.tile_share[t])
        at -= instance->corpus.tile_share[t++];
    return (uint8_t)t;
}

float level_generate_normal(struct rng *rng)
{
    double radius = sqrt(-2 * log(1 - rng_unit(rng)));
    return (float)(radius * cos(2 * M_PI * rng_unit(rng)));
}

void level_generate(const struct level_instance *instance, struct rng *rng,
                    struct arena scratch, uint8_t *cell)
{
    const struct level_gan *gan = &instance->gan;
    if (instance->generator == LEVEL_FREQUENCIES) {
        for (size_t v = 0; v < instance->board.cells; v++)
            cell[v] = level_generate_tile(instance, rng);
        return;
    }
    float *latent = ARENA_NEW(&scratch, float, gan->latent);
    for (size_t i = 0; i < gan->latent; i++)
        latent[i] = level_generate_normal(rng);
    level_gan_level(gan, latent, scratch, cell);
}

size_t level_generate_bytes(const struct level_instance *instance)
{
    return level_gan_bytes(&instance->gan) + instance->gan.latent * sizeof(float) +
           ARENA_ALIGN;
}
