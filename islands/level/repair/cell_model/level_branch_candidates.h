/* The divisions of a node of branch and cut (level_branch_and_cut.h) that are worth trying: of the
 * places of tiles at the ends of paths, or, where these are decided, on single variables. */
#ifndef SKERRY_LEVEL_BRANCH_CANDIDATES_H
#define SKERRY_LEVEL_BRANCH_CANDIDATES_H

#include "level_cell_model.h"

/* For branching on single variables; chosen by hand, not measured. */
enum { LEVEL_BRANCH_CANDIDATES = 10 };
/* A value this near to 0 or 1 is integral: CBC's tolerance. */
static const double LEVEL_BRANCH_INTEGRAL = 1e-6;

/* What a variable is fixed at. */
enum { LEVEL_BRANCH_FREE, LEVEL_BRANCH_AT_ZERO, LEVEL_BRANCH_AT_ONE };

/* Two children: a variable at 0 or at 1; or, with col < 0, a tile in the first lines (rows
 * or columns), or in the others. */
struct level_branch_candidate {
    double score; /* the value or the share that is further from 0 and 1 first */
    int col;
    uint8_t tile;
    bool by_rows;
    size_t lines;
    /* Of each child: a lower bound, and an estimate of one; the caller's. */
    double bound[2], estimate[2];
};

struct level_branch_candidates {
    struct level_branch_candidate list[LEVEL_BRANCH_CANDIDATES];
    size_t n, most;
};

/* Finds the candidates, the best first.
 *
 * cols  variables up to the last integer one
 * x     their values, not all integral */
void level_branch_candidates_find(const struct level_cell_model *model, size_t cols,
                                  const double *x, struct level_branch_candidates *all);

/* Fixes what makes a node one of two children.
 *
 * fixed  in/out, of each variable: one of LEVEL_BRANCH_FREE, ... */
void level_branch_restrict(const struct level_cell_model *model,
                           const struct level_branch_candidate *c, bool second,
                           uint8_t *fixed);

#endif
