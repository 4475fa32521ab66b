/* The cheapest repairs of a level where the flow model applies: by partition.
 *
 * The levels other than a solution are divided by the first cell in which they differ
 * from it: cells before it hold the solution's tile, the cell itself does not. The
 * cheapest level of each part is found as any repair, with these sets of tiles; parts
 * with the least lower bound come first. A part whose level is the cheapest of all that
 * are left gives the next solution, and is divided in turn.
 *
 * A cell that may not hold a tile may be one for which no tile dominates the others as
 * its filling (level_flow_rules.h): such a part is divided further, by kinds of tiles.
 *
 * Source: E. Lawler, A procedure for computing the K best solutions to discrete
 * optimization problems and its application to the shortest path problem, Management
 * Science 18, 1972. Differs: a part is solved when its bound is the least.
 *
 * Cost: up to some repairs per cell for each solution; few where many levels cost the
 * same. Memory: a level for each part that was solved, and O(n) for each solution. */
#ifndef SKERRY_LEVEL_SOLUTION_PARTITION_H
#define SKERRY_LEVEL_SOLUTION_PARTITION_H

#include "level_solutions.h"

/* Whether the flow model applies to a level with these sets. */
bool level_solution_partition_suits(const struct level_game *game,
                                    const struct level_grid *broken,
                                    const tile_set *open);

/* Finds the solutions after the first.
 *
 * open    of each cell: the tiles that it may hold; NULL: any
 * left_s  CPU seconds
 * out     in/out: wanted->count repairs, of which the first is there and proven */
enum status level_solution_partition(const struct level_solutions *wanted,
                                     const struct level_game *game,
                                     const struct level_grid *broken,
                                     const tile_set *open, double left_s,
                                     struct arena *arena, struct level_repair *out,
                                     struct error *err);

#endif
