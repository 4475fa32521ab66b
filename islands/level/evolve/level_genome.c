#include "level_genome.h"

#include "level_generate.h"

#include <math.h>
#include <string.h>

/* The first number of a level that is invalid. */
#define INVALID_TILE -1.0F

size_t level_genome_genes(const struct level_instance *instance)
{
    return instance->genome == LEVEL_GENOME_GRID
               ? instance->board.cells
               : instance->gan.latent + 2 * instance->board.cells;
}

size_t level_genome_bytes(const struct level_instance *instance)
{
    return instance->genome == LEVEL_GENOME_GRID
               ? 0
               : 2 * instance->board.cells + (size_t)2 * ARENA_ALIGN;
}

static const uint8_t *as_tiles(const float *genes, size_t n, struct arena *scratch)
{
    uint8_t *tiles = ARENA_NEW(scratch, uint8_t, n);
    for (size_t i = 0; i < n; i++)
        tiles[i] = (uint8_t)genes[i];
    return tiles;
}

bool level_genome_view(const struct level_instance *instance, const void *genome,
                       struct arena *scratch, struct level_view *view)
{
    size_t cells = instance->board.cells;
    *view = (struct level_view){.cell = genome};
    if (instance->genome == LEVEL_GENOME_GRID)
        return true;
    const float *level = (const float *)genome + instance->gan.latent;
    if (level[0] < 0)
        return false;
    view->cell = as_tiles(level, cells, scratch);
    view->generated = as_tiles(level + cells, cells, scratch);
    return true;
}

static void invalidate(const struct level_instance *instance, float *genome)
{
    for (size_t i = 0; i < 2 * instance->board.cells; i++)
        genome[instance->gan.latent + i] = INVALID_TILE;
}

void level_genome_latent_sample(const struct level_instance *instance, struct rng *rng,
                                float *genome)
{
    for (size_t i = 0; i < instance->gan.latent; i++)
        genome[i] = level_generate_normal(rng);
    invalidate(instance, genome);
}

void level_genome_latent_crossover(const struct level_instance *instance,
                                   const float *a, const float *b, struct rng *rng,
                                   float *child)
{
    bool changed = false;
    memcpy(child, a, level_genome_genes(instance) * sizeof *child);
    for (size_t i = 0; i < instance->gan.latent; i++)
        if (rng_chance(rng, 0.5) && a[i] != b[i]) {
            child[i] = b[i];
            changed = true;
        }
    if (changed)
        invalidate(instance, child);
}

void level_genome_latent_mutate(const struct level_instance *instance, double rate,
                                struct rng *rng, float *genome)
{
    double step = instance->step, keep = sqrt(1 - step * step);
    bool changed = false;
    for (size_t i = 0; i < instance->gan.latent; i++)
        if (rng_chance(rng, rate)) {
            genome[i] = (float)(keep * genome[i] + step * level_generate_normal(rng));
            changed = true;
        }
    if (changed)
        invalidate(instance, genome);
}

void level_genome_latent_set(const struct level_instance *instance,
                             const uint8_t *generated, const uint8_t *repaired,
                             float *genome)
{
    size_t cells = instance->board.cells;
    float *level = genome + instance->gan.latent;
    for (size_t v = 0; v < cells; v++) {
        level[v] = repaired[v];
        level[cells + v] = generated[v];
    }
}
