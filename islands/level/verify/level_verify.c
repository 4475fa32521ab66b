#include "level_verify.h"

#include "level_checker.h"
#include "level_game_parse.h"
#include "level_problem_keys.h"
#include "level_verify_edits.h"
#include "level_verify_gan.h"

#include <math.h>
#include <string.h>

/* The relative frequency of patterns that the corpus does not contain: as
 * LEVEL_RARE. */
#define RARE 1e-5

/* Another order of summation may make another one of nearly equal values the maximum:
 * the largest distance of a tile's value from the maximum. Ten times the accuracy to
 * which the tests compare the generator with PyTorch (1e-5). */
#define NEARLY 1e-4

struct verification {
    const struct level_problem_keys *keys;
    struct level_game game;
    struct level_grid *corpus;
    size_t n_corpus;
    struct level_grid level;
    struct level_grid generated; /* genome: latent */
    const float *latent;
    size_t n_latent;
    bool valid; /* every number that encodes a tile is one */
    struct arena arena, scratch;
};

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "level: no memory to verify");
}

static enum status read_corpus(struct verification *v, struct error *err)
{
    struct level_text text = {.text = (const char *)v->keys->corpus.data,
                              .bytes = v->keys->corpus.bytes,
                              .source = v->keys->corpus.path};
    /* Each level has a row and, but for the last one, an empty line; and the end. */
    v->corpus = ARENA_NEW(&v->arena, struct level_grid, text.bytes / 2 + 2);
    if (!v->corpus)
        return no_memory(err);
    for (;; v->n_corpus++)
        if (level_grid_next(&v->game, &text, &v->arena, &v->corpus[v->n_corpus], err) ||
            !v->corpus[v->n_corpus].rows)
            return err->status;
}

/* A genome of kind latent is the vector, the level, and the level as generated. */
static void read_numbers(struct verification *v, const float *numbers, size_t genes)
{
    size_t cells = level_cells(&v->level);
    v->latent = numbers;
    v->n_latent = genes - 2 * cells;
    for (size_t i = 0; i < 2 * cells; i++) {
        float number = numbers[v->n_latent + i];
        bool fits = number >= 0 && number < (float)v->game.n_tiles;
        uint8_t tile = fits ? (uint8_t)number : 0;
        v->valid = v->valid && fits && number == (float)tile;
        *(i < cells ? &v->level.cell[i] : &v->generated.cell[i - cells]) = tile;
    }
}

/* False when the length of the genome is wrong for this size. */
static bool read_genome(struct verification *v, const void *genome, size_t genes)
{
    size_t cells = level_cells(&v->level);
    v->valid = true;
    if (v->keys->genome == LEVEL_GENOME_LATENT) {
        if (genes <= 2 * cells)
            return false;
        read_numbers(v, genome, genes);
        return true;
    }
    if (genes != cells)
        return false;
    memcpy(v->level.cell, genome, genes);
    for (size_t i = 0; i < genes; i++)
        v->valid = v->valid && v->level.cell[i] < v->game.n_tiles;
    return true;
}

static enum status read_keys(struct verification *v, struct error *err)
{
    const struct level_problem_keys *keys = v->keys;
    enum status status =
        level_game_parse((const char *)keys->game.data, keys->game.bytes,
                         keys->game.path, &v->arena, &v->game, err);
    if (!status)
        status = read_corpus(v, err);
    if (status)
        return status;
    size_t rows = keys->rows == OPTION_ABSENT ? v->corpus[0].rows : (size_t)keys->rows;
    size_t cols = keys->cols == OPTION_ABSENT ? v->corpus[0].cols : (size_t)keys->cols;
    v->level = level_grid_new(rows, cols, &v->arena);
    v->generated = level_grid_new(rows, cols, &v->arena);
    v->scratch = arena_scratch(&v->arena, level_checker_bytes(rows * cols) +
                                              level_verify_edits_bytes(rows * cols));
    return v->level.cell && v->generated.cell && v->scratch.at ? STATUS_OK
                                                               : no_memory(err);
}

static tile_set set_of(const struct level_game *game, const char *text)
{
    tile_set set = 0;
    struct error err;
    (void)level_tile_set_parse(game, text, "", &set, &err);
    return set;
}

/* ---- measures ---- */

static uint8_t at(const struct level_grid *g, size_t row, size_t col)
{
    return g->cell[row * g->cols + col];
}

static double cells_of(const struct level_grid *g, tile_set tiles)
{
    double n = 0;
    for (size_t r = 0; r < g->rows; r++)
        for (size_t c = 0; c < g->cols; c++)
            n += tile_in(tiles, at(g, r, c));
    return n;
}

static double symmetry_of(const struct level_grid *g)
{
    double alike = 0;
    for (size_t r = 0; r < g->rows; r++)
        for (size_t c = 0; c < g->cols; c++)
            alike += at(g, r, c) == at(g, r, g->cols - 1 - c);
    return alike / (double)(g->rows * g->cols);
}

static double novelty_of(const struct verification *v)
{
    double least = 1;
    for (size_t i = 0; i < v->n_corpus; i++) {
        const struct level_grid *g = &v->corpus[i];
        double differ = 0;
        if (g->rows != v->level.rows || g->cols != v->level.cols)
            continue;
        for (size_t k = 0; k < level_cells(g); k++)
            differ += g->cell[k] != v->level.cell[k];
        least = fmin(least, differ / (double)level_cells(g));
    }
    return least;
}

/* The number of occurrences in a level of the 2 x 2 pattern with this top left corner
 * in `of`; the number of all its patterns is added to n. */
static double pattern_count(const struct level_grid *g, const struct level_grid *of,
                            size_t row, size_t col, double *n)
{
    double found = 0;
    for (size_t r = 0; r + 1 < g->rows; r++)
        for (size_t c = 0; c + 1 < g->cols; c++) {
            *n += 1;
            found += at(g, r, c) == at(of, row, col) &&
                     at(g, r, c + 1) == at(of, row, col + 1) &&
                     at(g, r + 1, c) == at(of, row + 1, col) &&
                     at(g, r + 1, c + 1) == at(of, row + 1, col + 1);
        }
    return found;
}

/* Each position of the level contributes its pattern's part of the sum. */
static double divergence_of(const struct verification *v)
{
    const struct level_grid *g = &v->level;
    double sum = 0, places = 0;
    for (size_t r = 0; r + 1 < g->rows; r++)
        for (size_t c = 0; c + 1 < g->cols; c++) {
            double n = 0, n_corpus = 0, in_corpus = 0;
            double q = pattern_count(g, g, r, c, &n) / n;
            for (size_t i = 0; i < v->n_corpus; i++)
                in_corpus += pattern_count(&v->corpus[i], g, r, c, &n_corpus);
            double p = n_corpus > 0 ? in_corpus / n_corpus : 0;
            sum += log(q / (p < RARE ? RARE : p));
            places = n;
        }
    return places > 0 ? sum / places : 0;
}

static double value_of(const struct verification *v, const struct level_term_keys *term)
{
    size_t steps;
    switch ((enum level_measure)term->measure) {
    case LEVEL_PATH:
        steps = level_checker_steps(&v->game, &v->level, set_of(&v->game, term->from),
                                    set_of(&v->game, term->to),
                                    set_of(&v->game, term->walls), v->scratch);
        return steps == SIZE_MAX ? 0 : (double)steps;
    case LEVEL_CELLS:
        return cells_of(&v->level, set_of(&v->game, term->tiles));
    case LEVEL_SHARE:
        return cells_of(&v->level, set_of(&v->game, term->tiles)) /
               (double)level_cells(&v->level);
    case LEVEL_SYMMETRY:
        return symmetry_of(&v->level);
    case LEVEL_NOVELTY:
        return novelty_of(v);
    case LEVEL_KL:
        return divergence_of(v);
    case LEVEL_EDITS:
        return level_verify_edits(&v->game, &v->generated, &v->level, v->scratch);
    }
    return NAN;
}

/* ---- report ---- */

static bool check_rules(const struct verification *v, FILE *report)
{
    char *lines = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&lines, &bytes);
    size_t broken = level_checker_report(&v->game, &v->level, v->scratch, out);
    if (out)
        (void)fclose(out);
    if (!broken)
        fprintf(report, "ok every rule of %s holds\n", v->game.name);
    for (char *line = lines; line && *line;) {
        size_t n = strcspn(line, "\n");
        fprintf(report, "WRONG %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
    free(lines);
    return !broken;
}

static bool check_fitness(const struct verification *v, double fitness, FILE *report)
{
    const struct level_term_keys *term = v->keys->fitness.items;
    double sum = 0, size = 1;
    for (size_t i = 0; i < v->keys->fitness.count; i++) {
        double value = value_of(v, &term[i]);
        if (!isnan(term[i].target))
            value = -fabs(value - term[i].target);
        sum += term[i].weight * value;
        size += fabs(term[i].weight * value);
    }
    bool right = fabs(sum - fitness) <= 1e-9 * size;
    fprintf(report, "%s fitness %.15g, recomputed %.15g\n", right ? "ok" : "WRONG",
            fitness, sum);
    return right;
}

static bool check_tiles(const struct verification *v, bool fits, FILE *report)
{
    fits = fits && v->valid;
    fprintf(report, "%s tiles of %s, a level of %zu x %zu\n", fits ? "ok" : "WRONG",
            v->game.name, v->level.rows, v->level.cols);
    return fits;
}

/* Checks that the level before the repair is the generator's output for the latent
 * vector. */
static enum status check_generated(const struct verification *v, FILE *report, bool *ok,
                                   struct error *err)
{
    double behind = 0;
    if (v->keys->genome != LEVEL_GENOME_LATENT)
        return STATUS_OK;
    if (level_verify_gan(&v->keys->weights, v->latent, v->n_latent, &v->generated,
                         &behind, err))
        return err->status;
    bool right = behind <= NEARLY;
    fprintf(report, "%s the generator's output is the level that was repaired\n",
            right ? "ok" : "WRONG");
    *ok = *ok && right;
    return STATUS_OK;
}

enum status level_verify(const void *keys, const void *genome, size_t genes,
                         const double *fitness, size_t objectives, FILE *report,
                         struct error *err)
{
    struct verification v = {.keys = keys};
    *err = (struct error){0};
    if (objectives != 1) {
        fprintf(report, "WRONG %zu objectives (expected: 1)\n", objectives);
        return STATUS_FAILED;
    }
    arena_init(&v.arena);
    enum status status = read_keys(&v, err);
    if (!status) {
        bool ok = check_tiles(&v, read_genome(&v, genome, genes), report);
        ok = ok && check_rules(&v, report);
        ok = ok && check_fitness(&v, fitness[0], report);
        if (ok)
            status = check_generated(&v, report, &ok, err);
        if (!status)
            status = ok ? STATUS_OK : STATUS_FAILED;
    }
    arena_free(&v.arena);
    return status;
}
