/* The checker: whether a level is playable, and if not, why. Slow and obvious; shares
 * nothing with the methods that repair, nor with the fast checker. */
#ifndef SKERRY_LEVEL_CHECKER_H
#define SKERRY_LEVEL_CHECKER_H

#include "level_grid.h"

/* Bytes that the checks take from scratch for a level of so many cells. */
size_t level_checker_bytes(size_t cells);

/* Writes one line for each broken rule, "rule in words: what is wrong and where";
 * returns how many are broken. out may be NULL. */
size_t level_checker_report(const struct level_game *game,
                            const struct level_grid *grid, struct arena scratch,
                            FILE *out);

/* The steps of the shortest path from a cell of `from` to one of `to` over cells that
 * are not of `walls` (the ends may be); SIZE_MAX when there is none. */
size_t level_checker_steps(const struct level_game *game, const struct level_grid *grid,
                           tile_set from, tile_set to, tile_set walls,
                           struct arena scratch);

#endif
