/* Why no level of a given size is playable: an irreducible infeasible subset of the
 * rules, by the deletion filter.
 *
 * Rules are removed one after the other; a rule without which the remaining ones are
 * still infeasible stays out. The rules that are left contradict one another, while
 * every proper subset of them is satisfiable.
 *
 * Source: J. Chinneck, E. Dravnieks, Locating minimal infeasible constraint sets in
 * linear programs, ORSA Journal on Computing 3, 1991. Differs: whole rules are removed
 * instead of single constraints, of a mixed-integer program.
 *
 * Cost: one feasibility program in CBC for each rule, and one for all. Memory: that of
 * one program at a time (level_program.h, level_cbc.h). */
#ifndef SKERRY_LEVEL_INFEASIBLE_SUBSET_H
#define SKERRY_LEVEL_INFEASIBLE_SUBSET_H

#include "level_repair.h"

enum { LEVEL_REASON_BYTES = 512 };

enum level_infeasibility {
    LEVEL_INFEASIBLE,          /* proven: no level satisfies the rules */
    LEVEL_FEASIBILITY_UNKNOWN, /* time limit, or the program is too large for CBC */
    LEVEL_FEASIBLE             /* some level is playable */
};

/* Searches for an irreducible infeasible subset.
 *
 * demands   which hold in any case; NULL: none
 * seconds   of CPU time in total; when they are used up, the rules that remain are
 *           reported, which need not be irreducible
 * reason    LEVEL_REASON_BYTES; "no level of 1 x 1 tiles satisfies these rules
 *           together: exactly 1 of player 'A'; exactly 1 of key '+'", or that no subset
 *           was found */
enum status level_infeasible_subset(const struct level_game *game, size_t rows,
                                    size_t cols, const struct level_demands *demands,
                                    double seconds, char *reason,
                                    enum level_infeasibility *verdict,
                                    struct error *err);

/* Sets the reason of a repair that ended as infeasible. If CBC finds a playable level
 * after all, the claim is withdrawn: out is then neither infeasible nor has it a level,
 * and its bound is 0. If the time is up the claim stands, as the method has a proof of
 * its own.
 *
 * left_s  CPU seconds left to the repair; the diagnosis takes at least 0.2 and at most
 *         20 */
enum status level_infeasible_subset_explain(const struct level_game *game, size_t rows,
                                            size_t cols,
                                            const struct level_demands *demands,
                                            double left_s, struct level_repair *out,
                                            struct error *err);

#endif
