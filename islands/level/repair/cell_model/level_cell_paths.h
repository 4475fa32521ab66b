/* Rules on paths in the cell model: tiles that must not be reachable, and the least and
 * the largest cost of a cheapest path.
 *
 * - apart: reachable cells have the side 1, and only a blocking cell may have a
 *   neighbour of side 0.
 * - at most: a unit of flow from a source to a target pays for the cells that it enters.
 * - at least: heights that are 0 on sources, `least` on targets, and rise only where a
 *   cell of `cost` is entered or a blocking one is left.
 *
 * Source: the paper, "Generality and Limitations". Differs: the variables of cut edges
 * are eliminated, and each row is stated for its cell's choices only.
 *
 * Size: one variable and some 6 constraints per cell for `apart` and `least`; 7 and 5 for
 * `most`. */
#ifndef SKERRY_LEVEL_CELL_PATHS_H
#define SKERRY_LEVEL_CELL_PATHS_H

#include "level_cell_model.h"

/* The variables of all rules: an upper bound on their number. */
size_t level_cell_paths_variables(const struct level_cell_model *model);

/* Adds all rules but the largest costs of paths; the choices of all cells exist. */
void level_cell_paths_add(struct level_cell_model *model);

/* Adds the rules on the largest cost of a path that a level violates; returns how many. They
 * are half of the constraints of a dungeon, and few solutions violate them.
 *
 * cell  a solution, from level_cell_model_read */
size_t level_cell_paths_restrict(struct level_cell_model *model, const uint8_t *cell);

/* Adds a unit of flow from the only source of a rule of reachability to one of its
 * targets that occurs exactly once: what cuts ask for, stated once and for all. For at
 * most LEVEL_CELL_PATHS_FLOWS pairs; returns how many flows were added. */
enum { LEVEL_CELL_PATHS_FLOWS = 8 };
size_t level_cell_paths_add_flows(struct level_cell_model *model);

#endif
