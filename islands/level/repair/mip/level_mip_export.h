/* Exports the repair of a level, the paper's program (level_program.h), as a named
 * mixed-integer program, so that another solver can prove it. */
#ifndef SKERRY_LEVEL_MIP_EXPORT_H
#define SKERRY_LEVEL_MIP_EXPORT_H

#include "level_grid.h"
#include "mip.h"

/* Adds the program to an empty mip. Its objective is the cost of the repair.
 *
 * start  a playable level of the same size, as a start for the tiles; NULL: none
 * err    as mip_done; a program that is too large is refused before it is built */
enum status level_mip_export(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *start, struct mip *mip,
                             struct error *err);

#endif
