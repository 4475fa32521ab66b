/* Repair by the cell model with cuts, for any game.
 *
 * The integer program is solved, cuts are added that the unreachable cells of its
 * solution violate, and it is solved again. Each optimum is a lower bound on the cost
 * of the cheapest playable level, so that the first optimum that is playable is the
 * cheapest. Between two solutions the linear relaxation is tightened: by partition
 * cuts, then Steiner arc cuts, with a primal heuristic for a first level, and reduced
 * cost fixing against the best level, which often closes the gap without another
 * integer program. Where all passable cells must be connected, a Steiner tree of the regions
 * bounds the cost and leads to a first level. Where single tiles must be reachable, minimum cuts and another
 * primal heuristic come before the first integer program, and flows to tiles that occur
 * once are added if its solution violates reachability.
 *
 * Source: G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale
 * traveling-salesman problem, Operations Research 2, 1954, for the loop and the fixing.
 * Differs: integer programs are solved in between, by CBC.
 * src/notes/0014-level-cell-model.md explains the method.
 *
 * Cost: exponential in the worst case; programs of more than two million coefficients
 * are refused: of a large level, the one constructed first (level_first.h) is then all
 * that there is, without a bound. Memory: some 100 bytes per coefficient in CBC. */
#ifndef SKERRY_LEVEL_CUT_LOOP_H
#define SKERRY_LEVEL_CUT_LOOP_H

#include "level_cell_tuning.h"
#include "level_repair.h"

/* Repairs a level. When the time is up, the bound is that of the last relaxation.
 *
 * tuning    borrowed
 * deadline  in clock_thread_s()
 * arena     takes out->grid only
 * out       all but `seconds` and a reason */
enum status level_cut_loop(const struct level_game *game,
                           const struct level_grid *broken,
                           const struct level_demands *demands,
                           const struct level_cell_tuning *tuning, double deadline,
                           struct arena *arena, struct level_repair *out,
                           struct error *err);

#endif
