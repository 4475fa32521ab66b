#include "level_measure.h"

#include "level_edit_cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *level_measure_name(enum level_measure measure)
{
    static const char *const names[] = {"path",    "cells", "share", "symmetry",
                                        "novelty", "kl",    "edits"};
    return names[measure];
}

size_t level_measure_bytes(const struct level_instance *instance)
{
    size_t edits = instance->genome == LEVEL_GENOME_LATENT
                       ? level_edit_cost_bytes(instance->board.cells)
                       : 0;
    return level_board_bytes(&instance->board) + edits +
           instance->board.cells * sizeof(uint32_t) + ARENA_ALIGN;
}

static double count(const struct level_board *b, const uint8_t *cell, tile_set tiles)
{
    size_t n = 0;
    for (size_t v = 0; v < b->cells; v++)
        n += tile_in(tiles, cell[v]);
    return (double)n;
}

static double symmetry(const struct level_board *b, const uint8_t *cell)
{
    size_t alike = 0;
    for (size_t r = 0; r < b->cells; r += b->cols)
        for (size_t c = 0; c < b->cols; c++)
            alike += cell[r + c] == cell[r + b->cols - 1 - c];
    return (double)alike / (double)b->cells;
}

static double novelty(const struct level_instance *in, const uint8_t *cell)
{
    size_t fewest = in->board.cells;
    for (size_t i = 0; i < in->corpus.fitting; i++) {
        const uint8_t *other = in->corpus.grids[i].cell;
        size_t differ = 0;
        for (size_t v = 0; v < in->board.cells; v++)
            differ += cell[v] != other[v];
        fewest = differ < fewest ? differ : fewest;
    }
    return (double)fewest / (double)in->board.cells;
}

static int by_code(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Patterns are counted as runs of equal codes after sorting. */
static double divergence(const struct level_instance *in, const uint8_t *cell,
                         struct arena scratch)
{
    const struct level_board *b = &in->board;
    uint32_t *codes = ARENA_NEW(&scratch, uint32_t, b->cells);
    size_t n = 0;
    double sum = 0;
    for (size_t r = 0; r + 1 < b->rows; r++)
        for (size_t c = 0; c + 1 < b->cols; c++)
            codes[n++] = (uint32_t)level_pattern(b->game.n_tiles,
                                                 cell + r * b->cols + c, b->cols);
    qsort(codes, n, sizeof *codes, by_code);
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i; j < n && codes[j] == codes[i];)
            j++;
        double q = (double)(j - i) / (double)n;
        sum += q * log(q / fmax(in->corpus.pattern_share[codes[i]], LEVEL_RARE));
    }
    return sum;
}

static double edits(const struct level_board *b, const struct level_view *level,
                    struct arena scratch)
{
    struct level_grid from = {b->rows, b->cols, NULL}, to = from;
    /* Copied as pointers, since a grid is not const; the levels are only read. */
    memcpy(&from.cell, &level->generated, sizeof from.cell);
    memcpy(&to.cell, &level->cell, sizeof to.cell);
    return level_edit_cost(&b->game, &from, &to, scratch);
}

double level_measure(const struct level_instance *instance,
                     const struct level_term *term, const struct level_view *level,
                     struct arena scratch)
{
    const struct level_board *b = &instance->board;
    const uint8_t *cell = level->cell;
    switch (term->measure) {
    case LEVEL_PATH:
        return (double)level_board_path_length(b, cell, term->from, term->to,
                                               term->walls, scratch);
    case LEVEL_CELLS:
        return count(b, cell, term->tiles);
    case LEVEL_SHARE:
        return count(b, cell, term->tiles) / (double)b->cells;
    case LEVEL_SYMMETRY:
        return symmetry(b, cell);
    case LEVEL_NOVELTY:
        return novelty(instance, cell);
    case LEVEL_KL:
        return divergence(instance, cell, scratch);
    case LEVEL_EDITS:
        return edits(b, level, scratch);
    }
    return 0;
}

double level_measure_fitness(const struct level_instance *instance,
                             const struct level_view *level, struct arena scratch)
{
    double sum = 0;
    for (size_t i = 0; i < instance->n_terms; i++) {
        const struct level_term *term = &instance->terms[i];
        double value = level_measure(instance, term, level, scratch);
        sum +=
            term->weight * (isnan(term->target) ? value : -fabs(value - term->target));
    }
    return sum;
}
