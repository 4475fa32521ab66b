#include "sliding_problem.h"

#include "sliding_agents.h"
#include "sliding_astar_algorithm.h"
#include "sliding_beam.h"
#include "sliding_bound.h"
#include "sliding_confirm.h"
#include "sliding_draw.h"
#include "sliding_exact.h"
#include "sliding_god_command.h"
#include "sliding_heal.h"
#include "sliding_load.h"
#include "sliding_operators.h"
#include "sliding_recombine.h"
#include "sliding_rl.h"
#include "sliding_verify.h"
#include "sliding_window_search.h"

static size_t largest(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void fill_shape(const struct sliding_instance *instance, struct shape *shape)
{
    const struct sliding *puzzle = &instance->puzzle;
    *shape = (struct shape){
        .gene_type = GENE_I16,
        .genes = puzzle->length,
        .genome_bytes = puzzle->length * sizeof(int16_t),
        .canonical = true,
        .gene_unit = "ring * 2^d + vertex",
        .objectives = 2,
        .objective = {{.name = "moves", .unit = "moves"},
                      {.name = "left", .unit = "moves"}},
    };
    /* Operations are not nested, so the maximum suffices. */
    size_t bytes =
        largest(sliding_heal_bytes(instance), sliding_recombine_bytes(instance));
    bytes = largest(bytes, sliding_local_search_bytes(instance));
    shape->scratch_bytes = largest(bytes, sliding_operators_bytes(instance));
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    struct sliding_instance *instance = ARENA_NEW(perm, struct sliding_instance, 1);
    if (!instance)
        return error_set(err, STATUS_MEMORY, "sliding: out of memory");
    enum status status = sliding_load(keys, &instance->puzzle, err);
    if (!status)
        status = sliding_instance_prepare(instance, perm, err);
    if (status)
        return status;
    instance->bound = sliding_prove_bound(instance);
    fill_shape(instance, shape);
    *self = instance;
    return STATUS_OK;
}

static double bound(const void *self)
{
    const struct sliding_instance *instance = self;
    return (double)instance->bound;
}

static const struct algorithm *const own_algorithms[] = {
    &sliding_exact_algorithm, &sliding_astar_algorithm, &sliding_agents_algorithm,
    &sliding_rl_algorithm,    &sliding_beam_algorithm,  NULL,
};

static const struct problem_command own_commands[] = {
    {.name = "god",
     .usage = SLIDING_GOD_USAGE,
     .summary = "compute God's numbers: eccentricity, diameters, components",
     .takes_config = true,
     .run = sliding_god_command},
    {.name = NULL}};

const struct problem sliding_problem = {
    .name = "sliding",
    .summary = "slide rings on a hypercube to their vertices in the fewest moves "
               "(Merleau et al.)",
    .options = sliding_options,
    .keys_bytes = sizeof(struct sliding_keys),
    .algorithms = own_algorithms,
    .commands = own_commands,
    .init = init,
    .sample = sliding_sample,
    .evaluate = sliding_evaluate,
    .crossover = sliding_crossover,
    .mutate = sliding_mutate,
    .heal = sliding_heal,
    .recombine = sliding_recombine,
    .local_search = sliding_local_search,
    .distance = sliding_distance,
    .describe = sliding_describe,
    .diagnose = sliding_diagnose,
    .bound = bound,
    .verify = sliding_verify,
    .confirm = sliding_confirm,
};
