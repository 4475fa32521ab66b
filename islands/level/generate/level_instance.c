#include "level_instance.h"

#include "level_choose_method.h"
#include "level_game_parse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_BYTES = 64 };

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "level: out of memory");
}

/* ---- corpus ---- */

/* Reads all levels in two passes: the first one counts them. */
static enum status read_levels(const struct level_problem_keys *keys,
                               const struct level_game *game, struct arena *perm,
                               struct level_corpus *corpus, struct error *err)
{
    struct level_text text = {.text = (const char *)keys->corpus.data,
                              .bytes = keys->corpus.bytes,
                              .source = keys->corpus.path};
    struct level_text ahead = text;
    struct level_grid grid;
    size_t n = 0;
    do {
        if (level_grid_next(game, &ahead, perm, &grid, err))
            return err->status;
    } while (grid.rows && ++n);
    corpus->grids = ARENA_NEW(perm, struct level_grid, n);
    if (!corpus->grids)
        return no_memory(err);
    for (corpus->count = 0; corpus->count < n; corpus->count++)
        if (level_grid_next(game, &text, perm, &corpus->grids[corpus->count], err))
            return err->status;
    return STATUS_OK;
}

/* Moves the levels of this size to the front. */
static void sort_fitting(struct level_corpus *corpus, size_t rows, size_t cols)
{
    for (size_t i = 0; i < corpus->count; i++) {
        struct level_grid grid = corpus->grids[i];
        if (grid.rows != rows || grid.cols != cols)
            continue;
        corpus->grids[i] = corpus->grids[corpus->fitting];
        corpus->grids[corpus->fitting++] = grid;
    }
}

static enum status count_shares(const struct level_game *game, struct arena *perm,
                                struct level_corpus *corpus, struct error *err)
{
    size_t n = game->n_tiles, codes = n * n * n * n, cells = 0, patterns = 0;
    corpus->pattern_share = ARENA_NEW(perm, double, codes);
    if (!corpus->pattern_share)
        return no_memory(err);
    for (size_t i = 0; i < codes; i++)
        corpus->pattern_share[i] = 0;
    for (size_t i = 0; i < corpus->count; i++) {
        const struct level_grid *g = &corpus->grids[i];
        cells += level_cells(g);
        for (size_t v = 0; v < level_cells(g); v++)
            corpus->tile_share[g->cell[v]]++;
        for (size_t r = 0; r + 1 < g->rows; r++)
            for (size_t c = 0; c + 1 < g->cols; c++, patterns++)
                corpus->pattern_share[level_pattern(n, g->cell + r * g->cols + c,
                                                    g->cols)]++;
    }
    for (size_t t = 0; t < n; t++)
        corpus->tile_share[t] /= (double)cells;
    for (size_t i = 0; i < codes && patterns; i++)
        corpus->pattern_share[i] /= (double)patterns;
    return STATUS_OK;
}

/* ---- terms ---- */

/* Reads one set of tiles of a term; `needed`: its measure uses it. */
static enum status read_set(const struct level_game *game, const char *list,
                            size_t index, const char *name, const char *text,
                            bool needed, tile_set *set, struct error *err)
{
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "level.%s[%zu].%s", list, index, name);
    if (needed && !text)
        return error_at(err, key,
                        "missing (expected: tiles, which this measure "
                        "needs)");
    if (!needed && text)
        return error_at(err, key, "this measure has no use for it");
    return text ? level_tile_set_parse(game, text, key, set, err) : STATUS_OK;
}

static enum status read_term(const struct level_instance *instance, const char *list,
                             size_t index, const struct level_term_keys *keys,
                             struct level_term *term, struct error *err)
{
    const struct level_game *game = &instance->board.game;
    enum level_measure measure = (enum level_measure)keys->measure;
    bool path = measure == LEVEL_PATH;
    bool tiles = measure == LEVEL_CELLS || measure == LEVEL_SHARE;
    *term = (struct level_term){
        .measure = measure, .weight = keys->weight, .target = keys->target};
    if (measure == LEVEL_NOVELTY && !instance->corpus.fitting)
        return error_at(err, "level.corpus",
                        "no level of %zu x %zu tiles, which novelty needs",
                        instance->board.rows, instance->board.cols);
    if (measure == LEVEL_EDITS && instance->genome != LEVEL_GENOME_LATENT) {
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "level.%s[%zu].measure", list, index);
        return error_at(
            err, key,
            "edits measures the repair of a generated level (expected: together "
            "with genome: latent)");
    }
    if (read_set(game, list, index, "tiles", keys->tiles, tiles, &term->tiles, err) ||
        read_set(game, list, index, "from", keys->from, path, &term->from, err) ||
        read_set(game, list, index, "to", keys->to, path, &term->to, err) ||
        read_set(game, list, index, "walls", keys->walls, path, &term->walls, err))
        return err->status;
    return STATUS_OK;
}

static enum status read_terms(const struct level_problem_keys *keys, struct arena *perm,
                              struct level_instance *in, struct error *err)
{
    const struct level_term_keys *term = keys->fitness.items;
    const struct level_descriptor_keys *d = keys->descriptors.items;
    in->terms = ARENA_NEW(perm, struct level_term, keys->fitness.count);
    in->descriptors = ARENA_NEW(perm, struct level_term, keys->descriptors.count + 1);
    if (!in->terms || !in->descriptors)
        return no_memory(err);
    for (; in->n_terms < keys->fitness.count; in->n_terms++)
        if (read_term(in, "fitness", in->n_terms, &term[in->n_terms],
                      &in->terms[in->n_terms], err))
            return err->status;
    for (; in->n_descriptors < keys->descriptors.count; in->n_descriptors++, d++) {
        const struct level_term_keys as_term = {d->measure, d->tiles, d->from, d->to,
                                                d->walls,   1,        NAN};
        if (d->low >= d->high)
            return error_at(err, "level.descriptors",
                            "high %g is not above low %g in item %zu", d->high, d->low,
                            in->n_descriptors);
        if (read_term(in, "descriptors", in->n_descriptors, &as_term,
                      &in->descriptors[in->n_descriptors], err))
            return err->status;
    }
    return STATUS_OK;
}

/* ---- generator ---- */

static enum status read_generator(const struct level_problem_keys *keys,
                                  struct arena *perm, struct level_instance *in,
                                  struct error *err)
{
    in->genome = (enum level_genome)keys->genome;
    in->generator = (enum level_generator)keys->generator;
    in->step = keys->step;
    if (in->genome == LEVEL_GENOME_LATENT && in->generator != LEVEL_GAN)
        return error_at(
            err, "level.generator",
            "frequencies have no latent vector (expected: gan, together with "
            "genome: latent)");
    if (in->generator == LEVEL_FREQUENCIES)
        return STATUS_OK;
    if (!keys->weights.data)
        return error_at(err, "level.weights",
                        "missing (expected: a file of the gan's "
                        "weights, from scripts/level-train)");
    return level_gan_load(&keys->weights, &in->board.game, in->board.rows,
                          in->board.cols, perm, &in->gan, err);
}

static bool does_poll(const struct level_method *method, const struct level_game *game,
                      size_t rows, size_t cols)
{
    char why[512];
    return method == &level_methods[0] &&
           !strcmp(level_choose_method(game, rows, cols, why), "flow");
}

enum status level_instance_load(const struct level_problem_keys *keys,
                                struct arena *perm, struct level_instance *instance,
                                struct error *err)
{
    static const char *const methods[] = {"fast", "mip"};
    struct level_corpus *corpus = &instance->corpus;
    struct level_game game;
    *instance =
        (struct level_instance){.method = level_method_find(methods[keys->method])};
    enum status status =
        level_game_parse((const char *)keys->game.data, keys->game.bytes,
                         keys->game.path, perm, &game, err);
    if (!status)
        status = read_levels(keys, &game, perm, corpus, err);
    if (!status)
        status = count_shares(&game, perm, corpus, err);
    if (status)
        return status;
    size_t rows =
        keys->rows == OPTION_ABSENT ? corpus->grids[0].rows : (size_t)keys->rows;
    size_t cols =
        keys->cols == OPTION_ABSENT ? corpus->grids[0].cols : (size_t)keys->cols;
    sort_fitting(corpus, rows, cols);
    status = level_board_init(&game, rows, cols, perm, &instance->board, err);
    instance->polls = !status && does_poll(instance->method, &game, rows, cols);
    instance->tally = ARENA_NEW(perm, struct level_repair_tally, 1);
    if (!status && !instance->tally)
        status = error_set(err, STATUS_MEMORY, "level: out of memory");
    if (!status)
        status = read_generator(keys, perm, instance, err);
    return status ? status : read_terms(keys, perm, instance, err);
}
