/* The fast exact repair.
 *
 * A game whose rules are a border, tiles that stand once and reach one another, and a
 * share (Zelda's) is repaired by a minimum-cost flow with branching: level_tree.h. Any
 * other goes to a reduced program in CBC, with connectivity as cuts where they are
 * missing: level_lean.h. The game's rules decide, never its name.
 *
 * Ties: among the cheapest levels the one that the search meets first, the same on
 * every machine and in every run. */
#ifndef SKERRY_LEVEL_FAST_H
#define SKERRY_LEVEL_FAST_H

#include "level_repair.h"

level_repair_method level_repair_fast;

#endif
