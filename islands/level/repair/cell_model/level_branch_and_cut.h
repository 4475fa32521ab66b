/* Branch and cut on the cell model: a tree of linear relaxations, each warm-started from
 * the one above it, with cuts for reachability in every node.
 *
 * Rules on paths say little while the places of their ends, tiles that occur once, are
 * spread over many cells, so these are divided first: the rows or columns before some
 * line, and the others. Then single variables. Of several candidates, some iterations of the dual
 * simplex method tell which raises the bounds of both children most (strong branching).
 * Nodes are taken by their bounds, and each is followed towards a leaf, which finds levels
 * early, until its bound is far above the least one. Variables are fixed by reduced costs in a node and below it.
 *
 * Source: M. Padberg, G. Rinaldi, A branch-and-cut algorithm for the resolution of
 * large-scale symmetric traveling salesman problems, SIAM Review 33, 1991. Division of a
 * place: E. Beale, J. Tomlin, Special facilities in a general mathematical programming
 * system for non-convex problems using ordered sets of variables, OR 69, 1970. Strong
 * branching: D. Applegate, R. Bixby, V. Chvátal, W. Cook, Finding cuts in the TSP,
 * DIMACS Technical Report 95-05, 1995. Differs: places are divided by rows or columns.
 *
 * Cost: exponential in the worst case; a node takes some ten relaxations. Memory: two
 * bytes per variable and one per constraint for each open node. */
#ifndef SKERRY_LEVEL_BRANCH_AND_CUT_H
#define SKERRY_LEVEL_BRANCH_AND_CUT_H

#include "level_cell_model.h"
#include "level_lp.h"

/* What is searched, and what the search asks of its caller. */
struct level_branch_and_cut {
    struct level_cell_model *model;
    struct level_lp
        *lp;         /* loaded; its bounds are changed, and those of the program not */
    double deadline; /* in clock_thread_s() */
    double
        least_gain; /* the least difference of two costs, far above rounding errors */
    /* A node is put off, for others with lower bounds, if its bound is above the least one by
     * more than far_share of the gap; while no level is known, by more than far_until_found of
     * the largest cost, which is doubled time and again. */
    double far_share, far_until_found;
    const double *best; /* the cost of the best level so far; INFINITY: none */
    void *context;
    /* Adds constraints that a fractional solution violates; returns how many. */
    size_t (*cut)(void *context, const double *x);
    /* Takes an integral solution; returns how many constraints that it violates were
     * added. 0: it is playable, and was kept if it is the best. */
    size_t (*take)(void *context, const double *x);
    /* Tells that no level costs less. */
    void (*raise)(void *context, double bound);
};

/* Searches for levels cheaper than the best. True: there are no others than those that
 * were taken. False: the time was up, memory ran out (model->failed), or a relaxation
 * could not be solved.
 *
 * arena  for working memory */
bool level_branch_and_cut(struct level_branch_and_cut *search, struct arena *arena);

#endif
