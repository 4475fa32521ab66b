/* The method "fast": the fastest exact method that can express the rules of a game.
 *
 * 1. The flow model (level_flow_repair.h): borders, tiles that occur exactly once and
 *    are reachable from one another, one share; Zelda's kind.
 * 2. The cell model with cuts (level_cut_loop.h): all other games.
 *
 * The choice depends on the rules and the size only. Among tied optima each method
 * returns the first one that its search finds, which is the same on every machine and
 * in every run.
 *
 * Source: our own; the methods name theirs. Cost and memory: those of the method. */
#ifndef SKERRY_LEVEL_CHOOSE_METHOD_H
#define SKERRY_LEVEL_CHOOSE_METHOD_H

#include "level_repair.h"

level_repair_method level_repair_fast;

/* The same repair, without the reason where no level is playable, for which CBC is run if the
 * method has none: the flow model then never runs CBC, and polls interrupts. */
level_repair_method level_repair_unexplained;

/* The method for a game on levels of a size: "flow" or "cell model". `why` tells what
 * rules out the flow; it is empty if nothing does. */
const char *level_choose_method(const struct level_game *game, size_t rows, size_t cols,
                                char why[512]);

#endif
