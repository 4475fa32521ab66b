/* Repair by the lean program and cuts, for the games that level_cell_model_suits takes.
 */
#ifndef SKERRY_LEVEL_CUT_LOOP_H
#define SKERRY_LEVEL_CUT_LOOP_H

#include "level_repair.h"

/* Solves the program, cuts what is not reached, and again, until all is. Each solution
 * costs no more than the cheapest playable level, so the last one is it; when the time
 * is up before, its cost is the bound. In between, the linear program is cut where it
 * has regions that do not hang together, by walls and then by arcs, and what no level
 * cheaper than the best one has is fixed: mostly, that proves the best.
 *
 * deadline  of level_cpu_seconds()
 * arena     takes out->grid only
 * out       all but `seconds` and a reason */
enum status level_cut_loop(const struct level_game *game,
                           const struct level_grid *broken, double deadline,
                           struct arena *arena, struct level_repair *out,
                           struct error *err);

#endif
