/* Repair: the cheapest playable level of the same size. The interface of a repair
 * method; level_methods.h lists the methods.
 *
 * Source: the problem is that of the paper (level_game.h). */
#ifndef SKERRY_LEVEL_REPAIR_H
#define SKERRY_LEVEL_REPAIR_H

#include "level_demands.h"

/* The method that repaired a level. */
enum level_repair_by {
    LEVEL_BY_NONE, /* infeasible at a glance, or ended before it was chosen */
    LEVEL_BY_FLOW,
    LEVEL_BY_CELL_MODEL,
    LEVEL_BY_PROGRAM /* the paper's */
};

static inline const char *level_repair_by_name(enum level_repair_by by)
{
    static const char *const names[] = {"none", "flow", "cell model",
                                        "the paper's program"};
    return names[by];
}

/* One of four outcomes:
 *
 * - a level (grid.rows > 0), optimal or with a gap between cost and bound;
 * - infeasible, with a reason;
 * - failed, with a reason: as one of several solutions only (level_solutions.h); a method
 *   returns its failure;
 * - none of these, when the time limit came before a level was found. */
struct level_repair {
    struct level_grid grid; /* rows 0: none; cells in the arena */
    double cost;            /* of the edits, game->objective; INFINITY: no level */
    double bound;           /* proven lower bound on the cost */
    bool optimal;           /* cost = bound */
    bool infeasible;        /* proven: no level of this size is playable */
    bool failed;            /* the method ended without an answer */
    char reason
        [512]; /* infeasible: why, in words; empty where others are demanded; or how
                         the method failed */
    double seconds; /* CPU time */
    enum level_repair_by by;
};

/* demands       beyond the rules; NULL: none
 * time_limit_s  of CPU time; INFINITY: none
 * arena         takes out->grid and working memory; pass a scratch copy to release both
 * err           STATUS_INPUT when the game or the size is beyond the method, with the
 *               memory that it would take; STATUS_MEMORY */
typedef enum status level_repair_method(const struct level_game *game,
                                        const struct level_grid *broken,
                                        const struct level_demands *demands,
                                        double time_limit_s, struct arena *arena,
                                        struct level_repair *out, struct error *err);

#endif
