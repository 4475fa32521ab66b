/* The rules of a game as constraints of the cell model, all but reachability, and the
 * distance from other levels that is demanded.
 *
 * Source: the paper's program (level_game.h). Differs: a cell with exits to `least`
 * neighbours has exits to least - 1 others than any one of them, which cuts off fractional
 * solutions.
 *
 * Size: up to 5 constraints for the exits of a cell, one for each block, one for each
 * pair of cells and tile that are alike, and those of level_cell_moves.h and
 * level_cell_paths.h. */
#ifndef SKERRY_LEVEL_CELL_RULES_H
#define SKERRY_LEVEL_CELL_RULES_H

#include "level_cell_model.h"

/* Adds all rules; the choices of all cells exist. */
void level_cell_rules_add(struct level_cell_model *model);

/* The cell that a rule pairs with a cell, or the cell itself. */
size_t level_cell_rules_partner(const struct level_cell_model *model,
                                const struct level_alike *alike, size_t cell);

#endif
