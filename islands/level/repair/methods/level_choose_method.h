/* The method "fast": chooses the fastest exact method that can express a game.
 *
 * 1. The flow model (level_flow_repair.h): borders, tiles that stand once and reach one
 *    another, one share; Zelda's kind.
 * 2. The cell model with cuts (level_cut_loop.h): no tile is worth moving; Pac-Man's
 *    kind.
 * 3. The paper's program (level_mip.h): everything else.
 *
 * The rules decide, never the name of a game. Of several cheapest levels, each method
 * returns the first that its search meets: the same one on every machine and in every
 * run. */
#ifndef SKERRY_LEVEL_CHOOSE_METHOD_H
#define SKERRY_LEVEL_CHOOSE_METHOD_H

#include "level_repair.h"

level_repair_method level_repair_fast;

/* The method for a game on levels of a size: "flow", "lean program" (the cell model) or
 * "the paper's program"; why says what keeps it from the faster ones, or is empty. */
const char *level_choose_method(const struct level_game *game, size_t rows, size_t cols,
                                char why[512]);

#endif
