/* Rules that no level of a size can keep, seen without a search. */
#ifndef SKERRY_LEVEL_TRIVIAL_INFEASIBILITY_H
#define SKERRY_LEVEL_TRIVIAL_INFEASIBILITY_H

#include "level_game.h"

/* Looks at borders and counts: whether they leave a tile for every cell and cells for
 * every tile. When they do not, says why in one line and returns true. */
bool level_trivial_infeasibility(const struct level_game *game, size_t rows,
                                 size_t cols, char reason[512]);

#endif
