/* Cuts for whole-number solutions of the cell model whose level breaks a reachability
 * rule: node separators.
 *
 * - Where all passable cells must be connected: each ring of cells around a component
 *   must be crossed. Rings around the component, around it with the next component that
 *   the ring meets, and so on; and the ring around the source's component, seen from
 *   outside.
 * - From one tile to others: the blocking cells around what the source reaches, and
 *   around what reaches the target.
 *
 * Source: R. Carvajal, M. Constantino, M. Goycoolea, J. Vielma, A. Weintraub, Imposing
 * connectivity constraints in forest planning models, Operations Research 61, 2013
 * (node separators); the rings are ours. Cost: O(n) for each ring. Local. */
#ifndef SKERRY_LEVEL_REACHABILITY_CUTS_H
#define SKERRY_LEVEL_REACHABILITY_CUTS_H

#include "level_cell_model.h"

/* Adds constraints that the level breaks; returns how many. 0: it keeps all
 * reachability rules.
 *
 * cell  a solution, as level_cell_model_read gives it */
size_t level_reachability_cuts(struct level_cell_model *model, const uint8_t *cell);

#endif
