#include "level_verify_gan.h"

#include "tensor.h"

#include <math.h>
#include <stdio.h>

/* Values of some channels on a square map: channel x side x side. */
struct map {
    size_t channels, side;
    double *value;
};

/* Adds one input value times the 4 x 4 weights from its channel to another. */
static void add(const struct map *out, size_t channel, long top, long left, double x,
                const float *weight)
{
    long side = (long)out->side;
    double *plane = out->value + channel * out->side * out->side;
    for (long r = 0; r < 4; r++)
        for (long c = 0; c < 4; c++)
            if (top + r >= 0 && top + r < side && left + c >= 0 && left + c < side)
                plane[(top + r) * side + left + c] += x * weight[r * 4 + c];
}

static void run(const struct tensor *weight, const struct tensor *bias, bool first,
                const struct map *in, const struct map *out)
{
    size_t cells = out->side * out->side;
    for (size_t i = 0; i < out->channels * cells; i++)
        out->value[i] = bias->value[i / cells];
    for (size_t i = 0; i < in->channels; i++)
        for (size_t at = 0; at < in->side * in->side; at++) {
            long row = (long)(at / in->side), col = (long)(at % in->side);
            double x = in->value[i * in->side * in->side + at];
            for (size_t o = 0; o < out->channels; o++)
                add(out, o, first ? 0 : 2 * row - 1, first ? 0 : 2 * col - 1, x,
                    weight->value + (i * out->channels + o) * 16);
        }
    for (size_t i = 0; i < out->channels * cells; i++)
        out->value[i] = fmax(out->value[i], 0);
}

/* Computes a map from the previous one. */
static enum status run_layer(const struct tensor_file *file, size_t number,
                             struct map *map, struct arena *arena, struct error *err)
{
    char weights[32], biases[32];
    struct tensor weight, bias;
    snprintf(weights, sizeof weights, "/layer/%zu", number);
    snprintf(biases, sizeof biases, "/bias/%zu", number);
    if (tensor_read(file, weights, 4, arena, &weight, err) ||
        tensor_read(file, biases, 1, arena, &bias, err))
        return err->status;
    struct map out = {.channels = weight.extent[1],
                      .side = number == 1 ? 4 : 2 * map->side};
    if (weight.extent[0] != map->channels || weight.extent[2] != 4 ||
        weight.extent[3] != 4 || bias.extent[0] != out.channels)
        return error_set(err, STATUS_INPUT, "%s: %s does not fit the previous layer",
                         file->path, weights);
    out.value = ARENA_NEW(arena, double, out.channels *out.side *out.side);
    if (!out.value)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify", file->path);
    run(&weight, &bias, number == 1, map, &out);
    *map = out;
    return STATUS_OK;
}

static double behind_in(const struct map *map, size_t row, size_t col, size_t tile)
{
    size_t cells = map->side * map->side, at = row * map->side + col;
    double most = 0;
    for (size_t t = 0; t < map->channels; t++)
        most = fmax(most, map->value[t * cells + at]);
    return most - map->value[tile * cells + at];
}

static enum status compare(const struct tensor_file *file, const struct map *map,
                           const struct level_grid *generated, double *behind,
                           struct error *err)
{
    *behind = 0;
    for (size_t v = 0; v < level_cells(generated); v++) {
        size_t row = v / generated->cols, col = v % generated->cols;
        if (row >= map->side || col >= map->side || generated->cell[v] >= map->channels)
            return error_set(err, STATUS_INPUT, "%s: its levels are smaller",
                             file->path);
        *behind = fmax(*behind, behind_in(map, row, col, generated->cell[v]));
    }
    return STATUS_OK;
}

static enum status run_and_compare(const struct tensor_file *file, const float *latent,
                                   size_t n, const struct level_grid *generated,
                                   struct arena *arena, double *behind,
                                   struct error *err)
{
    char next[32] = "/layer/1";
    struct map map = {n, 1, ARENA_NEW(arena, double, n)};
    if (!map.value)
        return error_set(err, STATUS_MEMORY, "%s: no memory to verify", file->path);
    for (size_t i = 0; i < n; i++)
        map.value[i] = latent[i];
    for (size_t number = 1; tensor_exists(file, next); number++) {
        if (run_layer(file, number, &map, arena, err))
            return err->status;
        snprintf(next, sizeof next, "/layer/%zu", number + 1);
    }
    return compare(file, &map, generated, behind, err);
}

enum status level_verify_gan(const struct option_file *weights, const float *latent,
                             size_t n, const struct level_grid *generated,
                             double *behind, struct error *err)
{
    struct tensor_file file;
    struct arena arena;
    if (tensor_open(weights, &file, err))
        return err->status;
    arena_init(&arena);
    enum status status =
        run_and_compare(&file, latent, n, generated, &arena, behind, err);
    arena_free(&arena);
    tensor_close(&file);
    return status;
}
