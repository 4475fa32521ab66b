/* Cuts for integral solutions of the cell model whose level violates a reachability
 * rule: node separators.
 *
 * - Where all passable cells must be connected: each ring of cells around a component
 *   must be crossed. Rings are taken around the component, then around its union with
 *   the next component that the ring meets, and so on; and, from outside, around the
 *   component of the source.
 * - From one tile to others: the blocking cells around the region reachable from the
 *   source, and around the region from which the target is reachable.
 *
 * Source: R. Carvajal, M. Constantino, M. Goycoolea, J. Vielma, A. Weintraub, Imposing
 * connectivity constraints in forest planning models, Operations Research 61, 2013
 * (node separators); the choice of rings is our own.
 *
 * Cost: O(n) for each ring on n cells. Memory: O(n), from the model's arena. */
#ifndef SKERRY_LEVEL_REACHABILITY_CUTS_H
#define SKERRY_LEVEL_REACHABILITY_CUTS_H

#include "level_cell_model.h"

/* Adds constraints that the level violates; returns how many. 0: it satisfies all rules of
 * reachability, and on the largest cost of a path (level_cell_paths.h).
 *
 * cell  a solution, from level_cell_model_read */
size_t level_reachability_cuts(struct level_cell_model *model, const uint8_t *cell);

#endif
