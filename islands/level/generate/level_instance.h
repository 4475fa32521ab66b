/* A `level` section of a config after loading: game, corpus, generator, and the
 * measures of fitness and descriptors. */
#ifndef SKERRY_LEVEL_INSTANCE_H
#define SKERRY_LEVEL_INSTANCE_H

#include "level_fast_checker.h"
#include "level_gan.h"
#include "level_methods.h"
#include "level_problem_keys.h"
#include "level_repair.h"

/* The smallest relative frequency of a pattern in the KL divergence, for patterns that
 * the corpus does not contain.
 *
 * Source: the program of the paper's authors. */
#define LEVEL_RARE 1e-5

/* A term of the fitness, or a descriptor. */
struct level_term {
    enum level_measure measure;
    tile_set tiles, from, to, walls;
    double weight;
    double target; /* NaN: none */
};

/* The levels of a corpus, and the relative frequencies of tiles and patterns in
 * them. */
struct level_corpus {
    struct level_grid *grids; /* those of the configured size come first */
    size_t count, fitting;
    double *pattern_share; /* n_tiles^4, by the code of level_pattern */
    double tile_share[LEVEL_MAX_TILES];
};

/* The repairs of a run in this process. */
struct level_repair_tally {
    size_t begun, ended, without; /* without: no level, or a failure */
    double seconds;               /* by the clock, of those that ended */
    double began;                 /* the last one, in clock_monotonic_s() */
    char error[200];              /* the last failure; empty: none */
};

struct level_instance {
    struct level_board board;
    struct level_repair_tally *tally;
    const struct level_method *method;
    bool polls; /* it polls interrupts: the flow model of the method fast */
    struct level_corpus corpus;
    enum level_genome genome;
    enum level_generator generator;
    struct level_gan gan; /* latent 0: none */
    double step;          /* of mutation, in (0, 1] */
    struct level_term *terms, *descriptors;
    size_t n_terms, n_descriptors;
};

/* The code of the 2 x 2 pattern at a cell, which must not be in the last row or the
 * last column. */
static inline size_t level_pattern(size_t n_tiles, const uint8_t *cell, size_t cols)
{
    return ((cell[0] * n_tiles + cell[1]) * n_tiles + cell[cols]) * n_tiles +
           cell[cols + 1];
}

/* Reads game, corpus and generator. STATUS_INPUT with the file's line, or at a key: a
 * measure without the tiles that it needs, novelty without a corpus level of the right
 * size, gan without weights. */
enum status level_instance_load(const struct level_problem_keys *keys,
                                struct arena *perm, struct level_instance *instance,
                                struct error *err);

#endif
