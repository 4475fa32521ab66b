/* The keys of the `level` section of a config; islands/level/evolve/README.md has examples. */
#ifndef SKERRY_LEVEL_PROBLEM_KEYS_H
#define SKERRY_LEVEL_PROBLEM_KEYS_H

#include "option.h"

enum level_measure {
    /* Steps of a shortest path from `from` to `to` that avoids `walls`. */
    LEVEL_PATH,
    /* Number of cells of `tiles`. */
    LEVEL_CELLS,
    /* The same, divided by the number of cells. */
    LEVEL_SHARE,
    /* Share of cells that equal their left-right mirror image. */
    LEVEL_SYMMETRY,
    /* Share of cells that differ from the nearest level of the corpus. */
    LEVEL_NOVELTY,
    /* Kullback-Leibler divergence of 2 x 2 patterns from the corpus. */
    LEVEL_KL,
    /* Cost of the repair of the generated level; latent genomes only. */
    LEVEL_EDITS
};

struct level_term_keys {
    int measure; /* enum level_measure */
    const char *tiles, *from, *to, *walls;
    double weight;
    double target; /* NaN: none, the value itself counts */
};

struct level_descriptor_keys {
    int measure;
    const char *tiles, *from, *to, *walls;
    double low, high;
};

enum level_method_key { LEVEL_METHOD_FAST, LEVEL_METHOD_MIP };
enum level_genome { LEVEL_GENOME_GRID, LEVEL_GENOME_LATENT };
enum level_generator { LEVEL_FREQUENCIES, LEVEL_GAN };

struct level_problem_keys {
    struct option_file game, corpus;
    int64_t rows, cols; /* OPTION_ABSENT: as in the corpus */
    int method;
    int genome;    /* enum level_genome */
    int generator; /* enum level_generator */
    struct option_file weights;
    double step;
    struct option_list fitness, descriptors;
};

extern const struct config_option level_problem_options[];

#endif
