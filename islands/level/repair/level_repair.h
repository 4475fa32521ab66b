/* Repair: the cheapest playable level of the same size. What a method is given and what
 * it returns; level_methods.h lists them. */
#ifndef SKERRY_LEVEL_REPAIR_H
#define SKERRY_LEVEL_REPAIR_H

#include "level_grid.h"

/* One of three outcomes:
 *
 * - a level (grid.rows > 0), optimal or with a gap between cost and bound;
 * - infeasible, with a reason;
 * - neither, when the time was up before a level was found.
 */
struct level_repair {
    struct level_grid grid; /* rows 0: none; cells in the arena */
    double cost;            /* of the edits, game->objective; INFINITY: no level */
    double bound;           /* proven: no playable level costs less */
    bool optimal;           /* cost = bound */
    bool infeasible;        /* proven: no level of this size is playable */
    char reason[512];       /* infeasible: why, in words */
    double seconds;         /* CPU time of this thread */
};

/* time_limit_s  of CPU time; INFINITY: none
 * arena         takes out->grid and the work; pass a scratch copy to give it back
 * err           STATUS_INPUT when the game or the size is beyond the method, with what
 *               it would take; STATUS_MEMORY */
typedef enum status level_repair_method(const struct level_game *game,
                                        const struct level_grid *broken,
                                        double time_limit_s, struct arena *arena,
                                        struct level_repair *out, struct error *err);

#endif
