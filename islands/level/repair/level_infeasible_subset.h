/* Why no level of a size is playable. */
#ifndef SKERRY_LEVEL_INFEASIBLE_SUBSET_H
#define SKERRY_LEVEL_INFEASIBLE_SUBSET_H

#include "level_repair.h"

enum { LEVEL_REASON_BYTES = 512 };

enum level_infeasibility {
    LEVEL_INFEASIBLE,          /* proven: the rules leave no level */
    LEVEL_FEASIBILITY_UNKNOWN, /* the time was up, or the program is too large for CBC
                                */
    LEVEL_FEASIBLE             /* some level is playable */
};

/* Looks for a set of rules that cannot hold together, while any fewer of them can, by
 * leaving out one rule after the other; feasibility is asked of CBC.
 *
 * seconds   of CPU time for all of it; when they are up, the rules that are left are
 *           told as they are
 * arena     for the work
 * reason    LEVEL_REASON_BYTES; "no level of 1 x 1 tiles holds these rules together:
 *           exactly 1 of player 'A'; exactly 1 of key '+'", or what kept it from
 *           finding them */
enum status level_infeasible_subset(const struct level_game *game, size_t rows,
                                    size_t cols, double seconds, struct arena *arena,
                                    char *reason, enum level_infeasibility *verdict,
                                    struct error *err);

/* Gives a repair that ended as infeasible its reason. Where a level turns out playable
 * the proof is taken back: out is then neither infeasible nor a level, its bound 0. The
 * time being up takes nothing back, since the method has its own proof. */
enum status level_infeasible_subset_explain(const struct level_game *game, size_t rows,
                                            size_t cols, double seconds,
                                            struct arena *arena,
                                            struct level_repair *out,
                                            struct error *err);

#endif
