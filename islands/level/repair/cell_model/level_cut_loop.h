/* Repair by the cell model with cuts, for the games that level_cell_model_suits takes.
 *
 * Solves the integer program, cuts what is not reached, and solves again. Each optimum
 * costs no more than the cheapest playable level, so the first that is playable is the
 * cheapest. Between two solutions the linear relaxation is tightened: partition cuts,
 * then Steiner arc cuts, a primal heuristic for a first level, and reduced cost fixing
 * against the best level. Mostly, that closes the gap without another integer program.
 *
 * Source: G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale
 * traveling-salesman problem, Operations Research 2, 1954, for the loop and the fixing.
 * See src/notes/0014-level-cell-model.md. */
#ifndef SKERRY_LEVEL_CUT_LOOP_H
#define SKERRY_LEVEL_CUT_LOOP_H

#include "level_repair.h"

/* When the time is up, the bound is that of the last relaxation.
 *
 * deadline  of clock_thread_s()
 * arena     takes out->grid only
 * out       all but `seconds` and a reason */
enum status level_cut_loop(const struct level_game *game,
                           const struct level_grid *broken, double deadline,
                           struct arena *arena, struct level_repair *out,
                           struct error *err);

#endif
