#include "level_gan.h"

#include "tensor.h"

#include <stdio.h>
#include <string.h>

enum { KERNEL = 4 };

/* ---- loading ---- */

static enum status refuse(const struct tensor_file *file, struct error *err,
                          const char *name, const char *what)
{
    return error_set(err, STATUS_INPUT, "%s: %s: %s", file->path, name, what);
}

/* Transposes inputs x outputs x 4 x 4 to 4 x 4 x inputs x outputs. */
static void transpose(const struct tensor *from, float *to)
{
    size_t n = from->extent[0] * from->extent[1], taps = (size_t)KERNEL * KERNEL;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < taps; k++)
            to[k * n + i] = from->value[i * taps + k];
}

static enum status read_layer(const struct tensor_file *file, size_t number,
                              size_t inputs, struct arena *perm,
                              struct level_gan_layer *layer, struct error *err)
{
    char weights[32], biases[32];
    struct tensor weight, bias;
    snprintf(weights, sizeof weights, "/layer/%zu", number);
    snprintf(biases, sizeof biases, "/bias/%zu", number);
    if (tensor_read(file, weights, 4, perm, &weight, err) ||
        tensor_read(file, biases, 1, perm, &bias, err))
        return err->status;
    if (weight.extent[2] != KERNEL || weight.extent[3] != KERNEL ||
        (inputs && weight.extent[0] != inputs))
        return refuse(
            file, err, weights,
            "other extents than inputs x outputs x 4 x 4, where inputs are the "
            "outputs of the previous layer");
    if (bias.extent[0] != weight.extent[1])
        return refuse(file, err, biases,
                      "their number differs from the layer's outputs");
    size_t n = weight.extent[0] * weight.extent[1] * KERNEL * KERNEL;
    layer->inputs = weight.extent[0];
    layer->outputs = weight.extent[1];
    layer->stride = number == 1 ? 1 : 2;
    layer->padding = number == 1 ? 0 : 1;
    layer->bias = bias.value;
    layer->weight = ARENA_NEW(perm, float, n);
    if (!layer->weight)
        return error_set(err, STATUS_MEMORY, "%s: out of memory", file->path);
    transpose(&weight, layer->weight);
    return STATUS_OK;
}

static enum status read_layers(const struct tensor_file *file, struct arena *perm,
                               struct level_gan *gan, struct error *err)
{
    char next[32] = "/layer/1";
    size_t outputs = 0;
    do {
        struct level_gan_layer *layer = &gan->layer[gan->layers];
        if (read_layer(file, ++gan->layers, outputs, perm, layer, err))
            return err->status;
        outputs = layer->outputs;
        snprintf(next, sizeof next, "/layer/%zu", gan->layers + 1);
    } while (gan->layers < LEVEL_GAN_LAYERS && tensor_exists(file, next));
    gan->latent = gan->layer[0].inputs;
    return STATUS_OK;
}

/* The number of cells along a side of a map, of `full` ones, that determine the first n
 * cells of the next map. */
static size_t needed(size_t n, size_t full)
{
    return n / 2 + 1 < full ? n / 2 + 1 : full;
}

static void set_sizes(struct level_gan *gan, size_t rows, size_t cols)
{
    for (size_t i = gan->layers; i-- > 0;) {
        struct level_gan_layer *layer = &gan->layer[i];
        size_t full = i ? (size_t)KERNEL << (i - 1) : 1;
        layer->rows = rows;
        layer->cols = cols;
        layer->in_rows = rows = needed(rows, full);
        layer->in_cols = cols = needed(cols, full);
    }
}

static enum status check_tiles(const struct tensor_file *file,
                               const struct level_game *game, struct arena *perm,
                               struct error *err)
{
    char symbols[LEVEL_MAX_TILES + 1] = {0};
    const char *tiles;
    for (size_t t = 0; t < game->n_tiles; t++)
        symbols[t] = game->tile[t].symbol;
    if (tensor_text(file, "tiles", perm, &tiles, err))
        return err->status;
    return !strcmp(tiles, symbols)
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "%s: made for tiles %.40s, but %s has %s in this order",
                           file->path, tiles, game->name, symbols);
}

static enum status check_size(const struct tensor_file *file, size_t rows, size_t cols,
                              struct error *err)
{
    int64_t r, c;
    if (tensor_whole(file, "rows", &r, err) || tensor_whole(file, "cols", &c, err))
        return err->status;
    return r == (int64_t)rows && c == (int64_t)cols
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "%s: made for levels of %lld x %lld, not %zu x %zu",
                           file->path, (long long)r, (long long)c, rows, cols);
}

static enum status read_gan(const struct tensor_file *file,
                            const struct level_game *game, size_t rows, size_t cols,
                            struct arena *perm, struct level_gan *gan,
                            struct error *err)
{
    if (check_tiles(file, game, perm, err) || check_size(file, rows, cols, err) ||
        read_layers(file, perm, gan, err))
        return err->status;
    size_t side = (size_t)KERNEL << (gan->layers - 1);
    if (gan->layer[gan->layers - 1].outputs != game->n_tiles || rows > side ||
        cols > side)
        return refuse(
            file, err, "/layer",
            "the outputs of the last one are not a value for each tile of each cell");
    set_sizes(gan, rows, cols);
    return STATUS_OK;
}

enum status level_gan_load(const struct option_file *weights,
                           const struct level_game *game, size_t rows, size_t cols,
                           struct arena *perm, struct level_gan *gan, struct error *err)
{
    struct tensor_file file;
    *gan = (struct level_gan){0};
    if (tensor_open(weights, &file, err))
        return err->status;
    enum status status = read_gan(&file, game, rows, cols, perm, gan, err);
    tensor_close(&file);
    return status;
}

/* ---- running ---- */

static size_t values(const struct level_gan_layer *layer)
{
    return layer->rows * layer->cols * layer->outputs;
}

size_t level_gan_bytes(const struct level_gan *gan)
{
    size_t bytes = 0;
    for (size_t i = 0; i < gan->layers; i++)
        bytes += values(&gan->layer[i]) * sizeof(float) + ARENA_ALIGN;
    return bytes;
}

/* Adds the contribution of one tap of the kernel to one output cell. After ReLU many
 * inputs are 0. */
static void add_tap(const float *restrict in, const float *restrict weight,
                    size_t inputs, size_t outputs, float *restrict out)
{
    for (size_t i = 0; i < inputs; i++, weight += outputs) {
        float x = in[i];
        if (x == 0)
            continue;
        for (size_t o = 0; o < outputs; o++)
            out[o] += x * weight[o];
    }
}

/* The input cell that a tap of the kernel maps to an output cell, along one side; false
 * if there is none. */
static bool find_input(const struct level_gan_layer *layer, size_t out, size_t tap,
                       size_t inputs, size_t *in)
{
    size_t at = out + layer->padding;
    if (at < tap || (at - tap) % layer->stride)
        return false;
    *in = (at - tap) / layer->stride;
    return *in < inputs;
}

static void run_tap(const struct level_gan_layer *layer, size_t row_tap, size_t col_tap,
                    const float *in, float *out)
{
    size_t tap = row_tap * KERNEL + col_tap;
    const float *weight = layer->weight + tap * layer->inputs * layer->outputs;
    for (size_t r = 0; r < layer->rows; r++)
        for (size_t c = 0; c < layer->cols; c++) {
            size_t i, j;
            if (find_input(layer, r, row_tap, layer->in_rows, &i) &&
                find_input(layer, c, col_tap, layer->in_cols, &j))
                add_tap(in + (i * layer->in_cols + j) * layer->inputs, weight,
                        layer->inputs, layer->outputs,
                        out + (r * layer->cols + c) * layer->outputs);
        }
}

static void run_layer(const struct level_gan_layer *layer, const float *in, float *out)
{
    size_t n = values(layer);
    for (size_t i = 0; i < n; i += layer->outputs)
        memcpy(out + i, layer->bias, layer->outputs * sizeof *out);
    for (size_t row_tap = 0; row_tap < KERNEL; row_tap++)
        for (size_t col_tap = 0; col_tap < KERNEL; col_tap++)
            run_tap(layer, row_tap, col_tap, in, out);
    for (size_t i = 0; i < n; i++)
        out[i] = out[i] > 0 ? out[i] : 0;
}

void level_gan_run(const struct level_gan *gan, const float *latent,
                   struct arena scratch, float *out)
{
    const float *in = latent;
    for (size_t i = 0; i < gan->layers; i++) {
        const struct level_gan_layer *layer = &gan->layer[i];
        float *made =
            i + 1 < gan->layers ? ARENA_NEW(&scratch, float, values(layer)) : out;
        run_layer(layer, in, made);
        in = made;
    }
}

void level_gan_level(const struct level_gan *gan, const float *latent,
                     struct arena scratch, uint8_t *cell)
{
    const struct level_gan_layer *last = &gan->layer[gan->layers - 1];
    float *out = ARENA_NEW(&scratch, float, values(last));
    level_gan_run(gan, latent, scratch, out);
    for (size_t v = 0; v < last->rows * last->cols; v++, out += last->outputs) {
        size_t best = 0;
        for (size_t t = 1; t < last->outputs; t++)
            best = out[t] > out[best] ? t : best;
        cell[v] = (uint8_t)best;
    }
}
