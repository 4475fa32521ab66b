#include "level_problem.h"

#include "level_measure.h"
#include "level_operators.h"
#include "level_reason.h"
#include "level_verify.h"

#include <math.h>
#include <string.h>

static const char *unit_of(enum level_measure measure)
{
    static const char *const units[] = {"steps", "cells", "1", "1", "1", "nats"};
    return units[measure];
}

static void fill_shape(const struct level_instance *in, const struct level_keys *keys,
                       struct shape *shape)
{
    const struct level_descriptor_keys *d = keys->descriptors.items;
    *shape = (struct shape){
        .gene_type = GENE_U8,
        .genes = in->board.cells,
        .genome_bytes = in->board.cells,
        .gene_unit = "tile",
        .objectives = 1,
        .objective = {{.name = "fitness", .unit = "1", .maximise = true}},
        .descriptors = in->n_descriptors,
        .scratch_bytes = level_measure_bytes(in),
    };
    for (size_t i = 0; i < in->n_descriptors; i++)
        shape->descriptor[i] =
            (struct measure){.name = level_measure_name(in->descriptors[i].measure),
                             .unit = unit_of(in->descriptors[i].measure),
                             .low = d[i].low,
                             .high = d[i].high};
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    struct level_instance *instance = ARENA_NEW(perm, struct level_instance, 1);
    if (!instance)
        return error_set(err, STATUS_MEMORY, "level: out of memory");
    enum status status = level_load(keys, perm, instance, err);
    if (status)
        return status;
    fill_shape(instance, keys, shape);
    *self = instance;
    return STATUS_OK;
}

static void evaluate(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    const struct level_instance *in = self;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *cell = (const uint8_t *)genomes + i * in->board.cells;
        cost[i] = level_playable(&in->board, cell, scratch)
                      ? -level_fitness(in, cell, scratch)
                      : INFINITY;
    }
}

static void descriptors(const void *self, const void *genome, struct arena scratch,
                        double *out)
{
    const struct level_instance *in = self;
    for (size_t i = 0; i < in->n_descriptors; i++)
        out[i] = level_measure(in, &in->descriptors[i], genome, scratch);
}

static void describe(const void *self, const void *genome, FILE *out)
{
    const struct level_instance *in = self;
    struct level_grid grid = {.rows = in->board.rows, .cols = in->board.cols};
    /* It is only read. */
    memcpy(&grid.cell, &genome, sizeof grid.cell);
    level_grid_print(&in->board.game, &grid, out);
}

static void diagnose(void *self, double seconds, struct verdict *verdict)
{
    const struct level_instance *in = self;
    struct arena work;
    struct error err;
    arena_init(&work);
    if (level_reason(&in->board.game, in->board.rows, in->board.cols, seconds, &work,
                     verdict->reason, &verdict->infeasible, &err))
        verdict->infeasible = false;
    arena_free(&work);
}

const struct problem level_problem = {
    .name = "level",
    .summary =
        "playable levels of a game, the better the fitter (Zhang et al., Volz et "
        "al.)",
    .options = level_options,
    .keys_bytes = sizeof(struct level_keys),
    .init = init,
    .sample = level_sample,
    .evaluate = evaluate,
    .crossover = level_crossover,
    .mutate = level_mutate,
    .heal = level_heal,
    .distance = level_distance,
    .descriptors = descriptors,
    .describe = describe,
    .diagnose = diagnose,
    .verify = level_verify,
};
