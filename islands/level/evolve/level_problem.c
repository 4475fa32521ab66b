#include "level_problem.h"

#include "level_check_command.h"
#include "level_distances_command.h"
#include "level_generate.h"
#include "level_generate_command.h"
#include "level_grid.h"
#include "level_infeasible_subset.h"
#include "level_measure.h"
#include "level_operators.h"
#include "level_repair_command.h"
#include "level_repair_process.h"
#include "level_verify.h"

#include <math.h>
#include <string.h>

static const char *unit_of(enum level_measure measure)
{
    static const char *const units[] = {"steps", "cells", "1", "1", "1", "nats", "1"};
    return units[measure];
}

/* The name of a descriptor: "path from + to g", "cells of w". */
static const char *name_of(const struct level_descriptor_keys *keys, struct arena *perm)
{
    enum { BYTES = 2 * LEVEL_MAX_TILES + 32 };
    const char *name = level_measure_name((enum level_measure)keys->measure);
    char *out = ARENA_NEW(perm, char, BYTES);
    if (out && keys->from)
        snprintf(out, BYTES, "%s from %s to %s", name, keys->from, keys->to);
    else if (out && keys->tiles)
        snprintf(out, BYTES, "%s of %s", name, keys->tiles);
    else if (out)
        snprintf(out, BYTES, "%s", name);
    return out;
}

static enum status fill_shape(const struct level_instance *in,
                              const struct level_problem_keys *keys, struct arena *perm,
                              struct shape *shape, struct error *err)
{
    const struct level_descriptor_keys *d = keys->descriptors.items;
    bool latent = in->genome == LEVEL_GENOME_LATENT;
    size_t genes = level_genome_genes(in);
    *shape = (struct shape){
        .gene_type = latent ? GENE_F32 : GENE_U8,
        .genes = genes,
        .genome_bytes = genes * (latent ? sizeof(float) : 1),
        .gene_unit = latent ? "latent number or tile" : "tile",
        .objectives = 1,
        .objective = {{.name = "fitness", .unit = "1", .maximise = true}},
        .descriptors = in->n_descriptors,
        .scratch_bytes = level_measure_bytes(in) + level_generate_bytes(in) +
                         2 * (level_genome_bytes(in) + ARENA_ALIGN),
    };
    for (size_t i = 0; i < in->n_descriptors; i++) {
        shape->descriptor[i] =
            (struct measure){.name = name_of(&d[i], perm),
                             .unit = unit_of(in->descriptors[i].measure),
                             .low = d[i].low,
                             .high = d[i].high};
        if (!shape->descriptor[i].name)
            return error_set(err, STATUS_MEMORY, "level: out of memory");
    }
    return STATUS_OK;
}

static enum status init(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err)
{
    struct level_instance *instance = ARENA_NEW(perm, struct level_instance, 1);
    if (!instance)
        return error_set(err, STATUS_MEMORY, "level: out of memory");
    enum status status = level_instance_load(keys, perm, instance, err);
    if (status)
        return status;
    *self = instance;
    return fill_shape(instance, keys, perm, shape, err);
}

static double cost_of(const struct level_instance *in, const void *genome,
                      struct arena scratch)
{
    struct level_view view;
    if (!level_genome_view(in, genome, &scratch, &view) ||
        !level_board_is_playable(&in->board, view.cell, scratch))
        return INFINITY;
    return -level_measure_fitness(in, &view, scratch);
}

static void evaluate(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost)
{
    const struct level_instance *in = self;
    size_t bytes =
        level_genome_genes(in) * (in->genome == LEVEL_GENOME_GRID ? 1 : sizeof(float));
    for (size_t i = 0; i < n; i++)
        cost[i] = cost_of(in, (const uint8_t *)genomes + i * bytes, scratch);
}

static void descriptors(const void *self, const void *genome, struct arena scratch,
                        double *out)
{
    const struct level_instance *in = self;
    struct level_view view;
    level_genome_view(in, genome, &scratch, &view);
    for (size_t i = 0; i < in->n_descriptors; i++)
        out[i] = level_measure(in, &in->descriptors[i], &view, scratch);
}

/* An invalid level is printed as question marks. */
static void describe(const void *self, const void *genome, FILE *out)
{
    const struct level_instance *in = self;
    const struct level_game *game = &in->board.game;
    const float *level = (const float *)genome + in->gan.latent;
    for (size_t v = 0; v < in->board.cells; v++) {
        if (in->genome == LEVEL_GENOME_GRID)
            putc(game->tile[((const uint8_t *)genome)[v]].symbol, out);
        else
            putc(level[v] < 0 ? '?' : game->tile[(size_t)level[v]].symbol, out);
        if ((v + 1) % in->board.cols == 0)
            putc('\n', out);
    }
}

/* Has the signature of a repair method, to run in a child process: CBC may crash at its
 * time limit. */
static enum status find_infeasible_subset(const struct level_game *game,
                                          const struct level_grid *any,
                                          const struct level_demands *demands,
                                          double seconds, struct arena *arena,
                                          struct level_repair *out, struct error *err)
{
    enum level_infeasibility said;
    (void)arena;
    *out = (struct level_repair){.cost = INFINITY};
    enum status status = level_infeasible_subset(game, any->rows, any->cols, demands,
                                                 seconds, out->reason, &said, err);
    out->infeasible = !status && said == LEVEL_INFEASIBLE;
    return status;
}

static void diagnose(void *self, double seconds, struct verdict *verdict)
{
    const struct level_instance *in = self;
    struct level_repair found;
    struct arena work;
    struct error err;
    arena_init(&work);
    const struct level_grid any = level_grid_new(in->board.rows, in->board.cols, &work);
    if (any.cell &&
        !level_repair_process_run(find_infeasible_subset, &in->board.game, &any, NULL,
                                  seconds, &work, &found, &err) &&
        found.infeasible) {
        verdict->infeasible = true;
        memcpy(verdict->reason, found.reason, sizeof verdict->reason);
    }
    arena_free(&work);
}

static const struct problem_command commands[] = {
    {.name = "generate",
     .usage = "CONFIG [-s KEY=VALUE]... [-n LEVELS] [--seed SEED] [-t SECONDS]\n\n"
              "  -n LEVELS    how many; default: 1\n"
              "  --seed SEED  of all random numbers; default: 1\n"
              "  -t SECONDS   CPU seconds; then it ends after a whole level",
     .summary = "print levels of the config's generator, before repair",
     .takes_config = true,
     .run = level_generate_command},
    {.name = "repair",
     .summary = "find the cheapest playable level for each given level",
     .run = level_repair_command},
    {.name = "check-level",
     .summary = "report whether levels are playable, and which rules they violate",
     .run = level_check_command},
    {.name = "distances",
     .summary = "report mean distances between levels",
     .run = level_distances_command},
    {.name = NULL}};

const struct problem level_problem = {
    .name = "level",
    .summary =
        "playable levels of a game, evolved for a fitness (Zhang et al., Volz et "
        "al.)",
    .options = level_problem_options,
    .keys_bytes = sizeof(struct level_problem_keys),
    .commands = commands,
    .init = init,
    .sample = level_operators_sample,
    .evaluate = evaluate,
    .crossover = level_operators_crossover,
    .mutate = level_operators_mutate,
    .heal = level_operators_heal,
    .distance = level_operators_distance,
    .descriptors = descriptors,
    .describe = describe,
    .diagnose = diagnose,
    .verify = level_verify,
    .hindrance = level_operators_hindrance,
};
