#include "eternity_problem.h"

#include "eternity_backtrack_algorithm.h"
#include "eternity_beam_algorithm.h"
#include "eternity_depth_first_algorithm.h"
#include "eternity_draw.h"
#include "eternity_load.h"
#include "eternity_objectives.h"
#include "eternity_operators.h"
#include "eternity_verify.h"

static void fill_shape(const struct eternity_instance *instance, struct shape *shape)
{
    bool combined = instance->keys->fitness == ETERNITY_FITNESS_COMBINED;
    *shape = (struct shape){
        .gene_type = GENE_I16,
        .genes = instance->puzzle.cells,
        .genome_bytes = instance->puzzle.cells * sizeof(int16_t),
        .canonical = true,
        .gene_unit = "4 * piece number + quarter turns clockwise",
        .objectives = 3,
        .objective = {{.name = "score", .unit = "joints", .maximise = true},
                      {.name = "blocks", .unit = "1", .maximise = true},
                      {.name = "tiles", .unit = "1", .maximise = true}}};
    if (combined)
        shape->objective[0] =
            (struct measure){.name = "combined", .unit = "1", .maximise = true};
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    struct eternity_instance *instance = ARENA_NEW(perm, struct eternity_instance, 1);
    if (!instance)
        return error_set(err, STATUS_MEMORY, "eternity: out of memory");
    enum status status = eternity_load(keys, &instance->puzzle, err);
    if (status)
        return status;
    eternity_instance_prepare(instance, keys);
    fill_shape(instance, shape);
    *self = instance;
    return STATUS_OK;
}

static void decode(const void *self, const void *genome, void *out)
{
    const struct eternity *puzzle = self;
    const int16_t *board = genome;
    int16_t *gene = out;
    for (unsigned cell = 0; cell < puzzle->cells; cell++)
        gene[cell] = (int16_t)(board[cell] + 4);
}

static double bound(const void *self)
{
    const struct eternity_instance *instance = self;
    const struct eternity *puzzle = &instance->puzzle;
    struct eternity_objectives all = {instance->most_score, instance->most_blocks,
                                      puzzle->cells};
    return -eternity_objectives_value(instance, all);
}

static const struct algorithm *const own_algorithms[] = {
    &eternity_backtrack_algorithm, &eternity_beam_algorithm,
    &eternity_depth_first_algorithm, NULL};

const struct problem eternity_problem = {
    .name = "eternity",
    .summary = "edge matching: square pieces on a board, as many alike sides as can be "
               "(Eternity II)",
    .options = eternity_options,
    .keys_bytes = sizeof(struct eternity_keys),
    .algorithms = own_algorithms,
    .init = init,
    .sample = eternity_sample,
    .evaluate = eternity_evaluate,
    .crossover = eternity_crossover,
    .mutate = eternity_mutate,
    .distance = eternity_distance,
    .decode = decode,
    .describe = eternity_describe,
    .bound = bound,
    .verify = eternity_verify,
};
