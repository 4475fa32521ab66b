/* The three objectives of a board: matched joints, matched blocks and matched tiles.
 *
 * Source: sections III.D and III.E of the paper, Eqs. (4) and (5). Cost: O(cells), 16 to 64
 * cells at a time with vector instructions; some 0.2 microseconds for 16 x 16 cells
 * (bench_eternity). */
#ifndef SKERRY_ETERNITY_OBJECTIVES_H
#define SKERRY_ETERNITY_OBJECTIVES_H

#include "arena.h"
#include "eternity_instance.h"

/* The three objectives of the paper, section III.D. */
struct eternity_objectives {
    unsigned score;  /* matched joints of those that score (key `count`) */
    unsigned blocks; /* 2 x 2 cells whose four inner joints match */
    unsigned tiles;  /* cells whose four sides match; on the rim grey matches */
};

/* All three, in one pass over the board. */
struct eternity_objectives
eternity_objectives_of(const struct eternity_instance *instance, const int16_t *board);

/* What is maximised: the score, or the mean of the three as shares of their maxima
 * (fitness: combined).
 * Source: Eqs. (4) and (5). Differs: there the distance to the maximum is minimised. */
double eternity_objectives_value(const struct eternity_instance *instance,
                                 struct eternity_objectives objectives);

/* evaluate of problem.h: the costs -value, -blocks, -tiles of each board. */
void eternity_evaluate(const void *self, const void *genomes, size_t n,
                       struct arena scratch, double *cost);

#endif
