/* A grid over a problem's first descriptors. Each is an axis, cut into equal bins from
 * its low to its high; what lies outside belongs to the outer bins. */
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

/* How many cells it has; 0 without axes. */
size_t grid_cells(const struct grid *grid);

/* The bin of a value, in [0, bins). */
size_t grid_bin(const struct measure *axis, size_t bins, double value);

/* The cell of a genome, in [0, cells): bins row by row, the last axis fastest. */
size_t grid_cell(const struct grid *grid, const struct puzzle *puzzle,
                 const void *genome, struct arena scratch);

#ifdef __cplusplus
}
#endif

#endif
