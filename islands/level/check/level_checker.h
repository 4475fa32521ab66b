/* The checker: whether a level is playable, and which rules it violates. Slow and
 * simple; shares no code with the repair methods or the fast checker, but for the comparison
 * of a share (level_game.h).
 *
 * Source: our own; each rule is evaluated by its definition in level_game.h. Paths are
 * found by breadth-first search in the order of the cells of `cost` entered (0-1
 * breadth-first search).
 *
 * Cost: O(n) for each rule on n cells, O(n b) for blocks of b cells. Memory: a flag and
 * three indices per cell. */
#ifndef SKERRY_LEVEL_CHECKER_H
#define SKERRY_LEVEL_CHECKER_H

#include "level_grid.h"

/* Scratch memory of the checks, in bytes, for a level of so many cells. */
size_t level_checker_bytes(size_t cells);

/* Writes one line for each violated rule, "description of the rule: what is wrong and
 * where"; returns the number of violated rules. out may be NULL. */
size_t level_checker_report(const struct level_game *game,
                            const struct level_grid *grid, struct arena scratch,
                            FILE *out);

/* The length in steps of a shortest path from a cell of `from` to one of `to` over
 * cells that are not of `walls` (its ends may be); SIZE_MAX if there is none. */
size_t level_checker_steps(const struct level_game *game, const struct level_grid *grid,
                           tile_set from, tile_set to, tile_set walls,
                           struct arena scratch);

#endif
