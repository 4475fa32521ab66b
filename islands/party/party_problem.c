#include "party_problem.h"

#include "party_construct.h"
#include "party_exact.h"
#include "party_load.h"
#include "party_local_search.h"
#include "party_operators.h"
#include "party_variation.h"
#include "party_verify.h"
#include "party_violation.h"

#include <string.h>

static void fill_shape(const struct party *party, struct shape *shape)
{
    shape->gene_type = GENE_I32;
    shape->genes = party->n_places;
    shape->genome_bytes = party->n_places * sizeof(int32_t);
    shape->gene_unit = "hero id";
    shape->objectives = 1;
    shape->objective[0] = (struct measure){.name = "price", .unit = "coins"};
}

/* Operations do not nest, so the larger of the two suffices. */
static enum status prepare(struct party *party, struct arena *perm, struct shape *shape,
                           struct error *err)
{
    size_t build_bytes = 0, search_bytes = 0;
    enum status status = party_construct_prepare(party, perm, &build_bytes, err);
    if (!status)
        status = party_local_search_prepare(party, perm, &search_bytes, err);
    shape->scratch_bytes = build_bytes > search_bytes ? build_bytes : search_bytes;
    return status;
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    struct party_instance *instance = ARENA_NEW(perm, struct party_instance, 1);
    if (!instance)
        return error_set(err, STATUS_MEMORY, "party: out of memory");
    *shape = (struct shape){0};
    instance->keys = keys;
    enum status status = party_load(keys, perm, &instance->party, err);
    if (!status)
        status = party_draw_layout_load(&instance->keys->formation, &instance->party,
                                        &instance->layout, err);
    if (!status)
        status = party_descriptors_load(keys, &instance->party, perm,
                                        instance->descriptor, shape, err);
    if (status)
        return status;
    fill_shape(&instance->party, shape);
    *self = instance;
    return prepare(&instance->party, perm, shape, err);
}

static void descriptors(const void *self, const void *genome, struct arena scratch,
                        double *out)
{
    const struct party_instance *instance = self;
    (void)scratch;
    for (size_t i = 0; i < instance->keys->descriptors.count; i++)
        out[i] =
            party_descriptors_value(&instance->party, &instance->descriptor[i], genome);
}

static void decode(const void *self, const void *genome, void *out)
{
    const struct party *party = self;
    const int32_t *hero = genome;
    int32_t *id = out;
    for (size_t p = 0; p < party->n_places; p++)
        id[p] = (int32_t)party->id[hero[p]];
}

static void describe(const void *self, const void *genome, FILE *out)
{
    const struct party_instance *instance = self;
    party_draw(&instance->party, instance->keys, &instance->layout, genome, out);
}

static const struct algorithm *const own_algorithms[] = {&party_exact_algorithm, NULL};

const struct problem party_problem = {
    .name = "party",
    .summary = "the cheapest party of heroes in a formation that meets every "
               "requirement",
    .options = party_keys_options,
    .keys_bytes = sizeof(struct party_keys),
    .algorithms = own_algorithms,
    .init = init,
    .sample = party_variation_sample,
    .evaluate = party_operators_evaluate,
    .crossover = party_operators_crossover,
    .mutate = party_operators_mutate,
    .heal = party_variation_heal,
    .recombine = party_variation_recombine,
    .local_search = party_local_search,
    .distance = party_operators_distance,
    .descriptors = descriptors,
    .decode = decode,
    .describe = describe,
    .diagnose = party_diagnose,
    .bound = party_bound,
    .prove = party_prove,
    .nearest = party_violation_nearest,
    .verify = party_verify,
};
