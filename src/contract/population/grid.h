/* A grid over a problem's first descriptors: each is an axis, whose range from low to high
 * is divided into equal bins; values outside belong to the first or last bin.
 *
 * Source: the feature space of MAP-Elites (Mouret and Clune, arXiv:1504.04909, 2015). */
#ifndef SKERRY_CONTRACT_GRID_H
#define SKERRY_CONTRACT_GRID_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct grid {
    size_t axes;                  /* 0: no grid; at most shape.descriptors */
    size_t bins[MAX_DESCRIPTORS]; /* of each axis, >= 1 */
};

/* The number of cells; 0 without axes. */
size_t grid_cells(const struct grid *grid);

/* The bin of a value, in [0, bins). */
size_t grid_bin(const struct measure *axis, size_t bins, double value);

/* The cell of a genome, in [0, cells), in row-major order: the last axis varies fastest. */
size_t grid_cell(const struct grid *grid, const struct puzzle *puzzle,
                 const void *genome, struct arena scratch);

#ifdef __cplusplus
}
#endif

#endif
