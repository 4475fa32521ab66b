/* A quick test for rules that no level of a size can keep: whether borders and counts
 * leave a tile for every cell and cells for every tile that is counted. Cost: O(n) for
 * each count. */
#ifndef SKERRY_LEVEL_TRIVIAL_INFEASIBILITY_H
#define SKERRY_LEVEL_TRIVIAL_INFEASIBILITY_H

#include "level_game.h"

/* When a rule cannot be kept, says why in one line and returns true. */
bool level_trivial_infeasibility(const struct level_game *game, size_t rows,
                                 size_t cols, char reason[512]);

#endif
