/* The fast exact repair.
 *
 * A game whose rules are a border, tiles that stand once and reach one another, and a
 * share (Zelda's) is repaired by a minimum-cost flow with branching,
 * level_separator_branching.h, and where that grows or the share binds by prices,
 * level_lagrangian_branching.h. A game where no tile is worth moving (Pac-Man's) goes
 * to a lean program in CBC with reachability as cuts: level_cell_model.h. Any other
 * goes to the paper's program: level_mip.h. The game's rules decide, never its name.
 *
 * Ties: among the cheapest levels the one that the search meets first, the same on
 * every machine and in every run. */
#ifndef SKERRY_LEVEL_CHOOSE_METHOD_H
#define SKERRY_LEVEL_CHOOSE_METHOD_H

#include "level_repair.h"

level_repair_method level_repair_fast;

/* Which way a game goes on levels of a size: "flow", "lean program" or "the paper's
 * program"; why says what keeps it from the faster ones, or is empty. */
const char *level_choose_method(const struct level_game *game, size_t rows, size_t cols,
                                char why[512]);

#endif
