/* Why no level of a size is playable: an irreducible infeasible subset of its rules, by
 * the deletion filter.
 *
 * Rules are left out one after the other; one without which the others are still
 * infeasible stays out. What remains cannot hold together, while any fewer of them can.
 *
 * Source: J. Chinneck, E. Dravnieks, Locating minimal infeasible constraint sets in
 * linear programs, ORSA Journal on Computing 3, 1991. Differs: whole rules are left
 * out, not single constraints.
 *
 * Cost: one feasibility program in CBC for each rule. */
#ifndef SKERRY_LEVEL_INFEASIBLE_SUBSET_H
#define SKERRY_LEVEL_INFEASIBLE_SUBSET_H

#include "level_repair.h"

enum { LEVEL_REASON_BYTES = 512 };

enum level_infeasibility {
    LEVEL_INFEASIBLE,          /* proven: no level keeps the rules */
    LEVEL_FEASIBILITY_UNKNOWN, /* the time was up, or the program is too large for CBC
                                */
    LEVEL_FEASIBLE             /* some level is playable */
};

/* Looks for such a subset.
 *
 * seconds   of CPU time for all of it; when they are up, the rules that remain are told
 *           as they are
 * arena     for the work
 * reason    LEVEL_REASON_BYTES; "no level of 1 x 1 tiles holds these rules together:
 *           exactly 1 of player 'A'; exactly 1 of key '+'", or why they were not found
 */
enum status level_infeasible_subset(const struct level_game *game, size_t rows,
                                    size_t cols, double seconds, struct arena *arena,
                                    char *reason, enum level_infeasibility *verdict,
                                    struct error *err);

/* Gives a repair that ended as infeasible its reason. Where CBC finds a playable level
 * after all, the proof is taken back: out is then neither infeasible nor a level, its
 * bound 0. When the time is up the proof stands, since the method has its own.
 *
 * left_s  CPU seconds left to the repair; the diagnosis takes between 0.2 and 20 */
enum status level_infeasible_subset_explain(const struct level_game *game, size_t rows,
                                            size_t cols, double left_s,
                                            struct arena *arena,
                                            struct level_repair *out,
                                            struct error *err);

#endif
