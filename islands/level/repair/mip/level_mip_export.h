/* Exports the repair of a level as a mixed-integer program with named variables and
 * constraints, so that other solvers can solve it.
 *
 * Source: the paper's program, as in level_program.h; mip.h names the file formats. */
#ifndef SKERRY_LEVEL_MIP_EXPORT_H
#define SKERRY_LEVEL_MIP_EXPORT_H

#include "level_grid.h"
#include "mip.h"

/* Adds the program to an empty mip. Its objective is the cost of the repair.
 *
 * start  a playable level of the same size as initial values of the tiles; NULL: none
 * err    as for mip_done; too large a program is refused before it is built */
enum status level_mip_export(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *start, struct mip *mip,
                             struct error *err);

#endif
