/* The relaxation of a cell model with the cuts that were added to it, and the best level and
 * bound so far: what the methods of the cell model share.
 *
 * Cuts are of three kinds (level_partition_cuts.h, level_minimum_cuts.h,
 * level_steiner_arc_cuts.h); between two rounds variables are fixed by reduced costs against
 * the best level.
 *
 * Source: G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman
 * problem, Operations Research 2, 1954.
 *
 * Cost: a warm-started relaxation for each round of cuts. Memory: that of the program, in CLP
 * again. */
#ifndef SKERRY_LEVEL_RELAXATION_H
#define SKERRY_LEVEL_RELAXATION_H

#include "level_branch_and_cut.h"
#include "level_cbc.h"
#include "level_cell_tuning.h"
#include "level_repair.h"
#include "level_steiner_arc_cuts.h"

/* Rounding errors of larger costs come near the differences of costs. Chosen by hand. */
static const double LEVEL_RELAXATION_LARGEST_COST = 1000;

struct level_relaxation {
    struct level_cell_model *model;
    const struct level_cell_tuning *tuning;
    double deadline;    /* of what is being done, in clock_thread_s() */
    double end;         /* of all */
    double least_gain;  /* the least difference of two costs */
    struct level_lp lp; /* model NULL: not loaded */
    size_t fixed;       /* variables fixed since it was loaded */
    bool has_flows;     /* flows to tiles that occur once were added */
    bool has_regions;   /* the bound of the regions was computed */
    struct level_steiner_arcs arcs;
    double *open; /* of each cell: its value of being open (passable) */
    bool *opened;
    uint8_t *cell; /* of the last solution */
    double *x;     /* the solution itself */
    uint8_t
        *first; /* a level that is not among the results yet (level_first.h), or NULL */
    struct level_repair *out;
};

/* Takes a lower bound on the cost of all playable levels, up to the best one's. */
void level_relaxation_raise(struct level_relaxation *r, double bound);

/* The cost of a level: without moves, every cell that changes pays for its tile. INFINITY when memory
 * runs out. */
double level_relaxation_cost(struct level_relaxation *r, uint8_t *cell);

/* Keeps the last solution, which is playable, if it is the best. */
void level_relaxation_keep(struct level_relaxation *r);

/* Solves the current integer program for levels cheaper than the best one; writes the last
 * solution. No cost lies between the best cost and that less the least gain, which gives the
 * cutoff.
 *
 * deadline  in clock_thread_s()
 * cbc       out: all but x */
enum status level_relaxation_solve_integer(struct level_relaxation *r, double deadline,
                                           struct level_cbc *cbc, struct error *err);

/* The same by the relaxation, if its solution is integral. */
bool level_relaxation_is_integral(struct level_relaxation *r, struct level_cbc *cbc);

/* The same with bounds of the program that are not those of all levels: whether there is an
 * integral solution that is cheaper than the best level.
 *
 * high  the program's upper bounds, which are restored if the relaxation is loaded */
bool level_relaxation_is_integral_below(struct level_relaxation *r, const double *high);

/* The tiles that a reach rule lets pass; the targets that minimum cuts are for. */
tile_set level_relaxation_passing(const struct level_cell_model *model, size_t rule);
tile_set level_relaxation_targets(const struct level_cell_model *model, size_t rule);

/* Adds cuts that x violates; returns how many. NULL, for partition cuts alone: the last
 * integral solution. The first arc cuts add the arcs, which counts as a cut. */
typedef size_t level_cutter(struct level_relaxation *r, const double *x,
                            struct arena *work);
level_cutter level_relaxation_cut_partitions, level_relaxation_cut_targets,
    level_relaxation_cut_arcs;

/* Cuts off fractional solutions while that helps, for at most so many rounds. False when
 * memory runs out. */
bool level_relaxation_tighten(struct level_relaxation *r, level_cutter *cut,
                              int rounds);

/* Removes slack cuts from the integer program; the relaxation keeps them. */
void level_relaxation_drop_slack(struct level_relaxation *r);

/* Solves the relaxation as it is: the value of each variable, borrowed until it is solved
 * again. NULL if that does not end, or when memory runs out. */
const double *level_relaxation_solve(struct level_relaxation *r, struct arena *work);

/* What a search of the relaxation asks for: minimum cuts, levels, bounds. */
struct level_branch_and_cut level_relaxation_search(struct level_relaxation *r);

#endif
