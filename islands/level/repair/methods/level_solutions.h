/* Repairs that leave some cells as they are, and the cheapest of several different
 * repairs of a level.
 *
 * The first repair is the cheapest; each further one is the cheapest among the levels
 * that differ from all before in at least `apart` cells. With apart 1 these are the
 * cheapest repairs; with more, each choice depends on the earlier ones, and a set with
 * a smaller sum of costs may exist.
 *
 * Every level is checked again: by the checker, and for the cells that are kept and the
 * cells in which it differs.
 *
 * Source: the solutions so far are excluded by constraints (level_demands.h), or, with
 * apart 1 and where the flow model applies, by partition (level_solution_partition.h),
 * since the flow model cannot express such constraints.
 *
 * Cost: that of a repair for each solution, or of the partition. Memory: the levels. */
#ifndef SKERRY_LEVEL_SOLUTIONS_H
#define SKERRY_LEVEL_SOLUTIONS_H

#include "level_methods.h"
#include "level_repair_process.h"

/* Most solutions of a level. Chosen by hand. */
enum { LEVEL_MAX_SOLUTIONS = 1000 };

/* Runs a method; level_repair_process_run is one. */
typedef enum status level_repair_runner(level_repair_method *method,
                                        const struct level_game *game,
                                        const struct level_grid *broken,
                                        const struct level_demands *demands,
                                        double time_limit_s, struct arena *arena,
                                        struct level_repair *out, struct error *err);

/* What is wanted of a level. */
struct level_solutions {
    level_repair_method *method;
    level_repair_runner *run;
    double time_limit_s; /* CPU seconds for all solutions; INFINITY: none */
    size_t count, apart; /* >= 1 */
};

/* Finds the solutions of a level.
 *
 * keep  of each cell: it stays as it is; NULL: none does
 * out   count repairs; the first without a level ends the list: `infeasible` if there is
 *       no further level, `failed` if the method failed, so that the solutions before are
 *       kept, neither if the time limit came first. A level that is not proven to be the
 *       cheapest ends it as well
 * err   also STATUS_FAILED if a level does not pass the check */
enum status level_solutions_find(const struct level_solutions *wanted,
                                 const struct level_game *game,
                                 const struct level_grid *broken, const bool *keep,
                                 struct arena *arena, struct level_repair *out,
                                 struct error *err);

#endif
