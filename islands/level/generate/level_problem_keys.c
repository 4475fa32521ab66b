#include "level_problem_keys.h"

#include "level_grid.h"
#include "problem.h"

static const char *const measures[] = {"path",    "cells", "share", "symmetry",
                                       "novelty", "kl",    "edits", NULL};
static const char *const methods[] = {"fast", "mip", NULL};
static const char *const genomes[] = {"grid", "latent", NULL};
static const char *const generators[] = {"frequencies", "gan", NULL};

#define MEASURE(type)                                                                  \
    OPTION_CHOICE_AT(                                                                  \
        type, measure, NULL, measures,                                                 \
        "steps from one tile to another (0: no path), number or share of cells of "    \
        "tiles, left-right symmetry, difference from the nearest level "               \
        "of the corpus, divergence of 2 x 2 patterns from the corpus, "                \
        "edit cost of the repair (genome: latent)"),                                   \
        OPTION_TEXT_AT(type, tiles, "~", "cells, share: tiles that are counted"),      \
        OPTION_TEXT_AT(type, from, "~", "path: tiles where it starts"),                \
        OPTION_TEXT_AT(type, to, "~", "path: tiles where it ends"),                    \
        OPTION_TEXT_AT(type, walls, "~",                                               \
                       "path: tiles that it avoids, but for its ends")

static const struct config_option term_options[] = {
    MEASURE(struct level_term_keys),
    OPTION_REAL_AT(struct level_term_keys, weight, "1", -1e9, 1e9,
                   "factor of the value in the fitness"),
    OPTION_REAL_AT(struct level_term_keys, target, "~", -1e9, 1e9,
                   "factor of minus the distance from it instead"),
    OPTION_END};

static const struct config_option descriptor_options[] = {
    MEASURE(struct level_descriptor_keys),
    OPTION_REAL_AT(struct level_descriptor_keys, low, NULL, -1e9, 1e9,
                   "lower end of the first bin"),
    OPTION_REAL_AT(struct level_descriptor_keys, high, NULL, -1e9, 1e9,
                   "upper end of the last bin"),
    OPTION_END};

/* The defaults of weight and step are chosen by hand, not measured. */
const struct config_option level_problem_options[] = {
    OPTION_FILE_AT(struct level_problem_keys, game, NULL, "the rules, in YAML"),
    OPTION_FILE_AT(
        struct level_problem_keys, corpus, NULL,
        "levels of the game, separated by empty lines: frequencies of tiles, "
        "and reference of novelty and kl"),
    OPTION_INT_AT(struct level_problem_keys, rows, "~", 1, LEVEL_MAX_SIDE,
                  "rows of a level; default: as in the corpus"),
    OPTION_INT_AT(struct level_problem_keys, cols, "~", 1, LEVEL_MAX_SIDE,
                  "columns of a level; default: as in the corpus"),
    OPTION_CHOICE_AT(struct level_problem_keys, method, "fast", methods,
                     "repair method"),
    OPTION_CHOICE_AT(struct level_problem_keys, genome, "grid", genomes,
                     "encoding: the tiles, or the latent vector that the gan maps "
                     "to a level"),
    OPTION_CHOICE_AT(struct level_problem_keys, generator, "frequencies", generators,
                     "random levels: tiles with the frequencies of the corpus, or "
                     "outputs of the gan"),
    OPTION_FILE_AT(struct level_problem_keys, weights, "~",
                   "of the gan, from scripts/level-train"),
    OPTION_REAL_AT(struct level_problem_keys, step, "0.5", 1e-3, 1,
                   "genome: latent: step size of mutation, 1: a new number"),
    OPTION_LIST_AT(struct level_problem_keys, fitness, NULL, term_options,
                   sizeof(struct level_term_keys), 1, 16, "fitness: a sum of terms"),
    OPTION_LIST_AT(struct level_problem_keys, descriptors, "~", descriptor_options,
                   sizeof(struct level_descriptor_keys), 0, MAX_DESCRIPTORS,
                   "descriptors: the axes of a grid of levels"),
    OPTION_END};
