/* Moves in the cell model: what a move saves over a deletion, for tiles that are cheaper
 * to move than to delete.
 *
 * A cell that changes pays for the deletion of its tile, as in games without moves. For
 * each kind of tile that moves, a flow over the grid carries its tiles from cells that
 * lost one to cells that gained one: it leaves a cell at a refund of the deletion, pays
 * for each step, and pays the deletion again where it enters a cell of its kind. With
 * the tiles of all cells given, the network is one of integral capacities, so that the
 * flows need not be integer variables.
 *
 * A tile that occurs exactly once needs no flow: it costs the cheaper of its deletion
 * and the way from its nearest copy, and all other copies are deleted.
 *
 * Source: the paper, Eq. (8)-(11). Differs: no variables for deletions and arrivals.
 *
 * Size: 4 variables and at most 2 constraints per cell and kind. */
#ifndef SKERRY_LEVEL_CELL_MOVES_H
#define SKERRY_LEVEL_CELL_MOVES_H

#include "level_cell_model.h"

/* Finds the kinds of tiles that move, and the costs of those that occur once. False when
 * memory runs out. */
bool level_cell_moves_init(struct level_cell_model *model);

/* The variables of all flows: an upper bound on their number. */
size_t level_cell_moves_variables(const struct level_cell_model *model);

/* The cost of the moves and deletions of a tile that occurs once, if it is placed on a
 * cell; 0 for all other tiles. */
double level_cell_moves_place_cost(const struct level_cell_model *model, uint8_t tile,
                                   size_t cell);

/* Adds the flows; the choices of all cells exist. */
void level_cell_moves_add(struct level_cell_model *model);

#endif
