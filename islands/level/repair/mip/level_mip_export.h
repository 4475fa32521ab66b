/* The repair of a level as a mixed-integer program with names, so that another solver
 * can prove it: the paper's program as level_program.h has it. */
#ifndef SKERRY_LEVEL_MIP_EXPORT_H
#define SKERRY_LEVEL_MIP_EXPORT_H

#include "level_grid.h"
#include "mip.h"

/* Adds the program to an empty mip. Its cost is that of the repair.
 *
 * start  a playable level of the same size, NULL: none; a start for the tiles alone
 * err    as mip_done; a program too large is refused before it is built */
enum status level_mip_export(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *start, struct mip *mip,
                             struct error *err);

#endif
