/* The independent verification of the cost of edits; see level_verify.h.
 *
 * As the paper defines it (level_game.h, Eq. (8)-(11)): a flow of each tile over an empty grid, from
 * the cells that lost it to those that gained it or to deletion, by successive shortest paths.
 * level_edit_cost.h solves an assignment problem instead, and shares no code with this.
 *
 * Cost: for each cell that lost a tile some sweeps over all cells. */
#ifndef SKERRY_LEVEL_VERIFY_EDITS_H
#define SKERRY_LEVEL_VERIFY_EDITS_H

#include "level_grid.h"

/* Scratch memory, in bytes, for levels of so many cells. */
size_t level_verify_edits_bytes(size_t cells);

/* The cost of the cheapest edits that turn one level into another of the same size. */
double level_verify_edits(const struct level_game *game,
                          const struct level_grid *broken,
                          const struct level_grid *repaired, struct arena scratch);

#endif
