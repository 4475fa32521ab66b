/* The presolved instance with all tables that a branch and bound needs. */
#ifndef SKERRY_PARTY_SOLVER_H
#define SKERRY_PARTY_SOLVER_H

#include "party_branch_and_bound.h"

struct party_solver {
    struct party_reduced reduced;
    struct party_placement placement;
    struct party_aggregation groups;
    struct party_patterns patterns;
};

/* Borrows the party; tables from perm. The solver must not move afterwards: searches
 * point into it. STATUS_MEMORY. */
enum status party_solver_init(struct party_solver *solver, const struct party *party,
                              struct arena *perm, struct error *err);

/* A search over all subproblems, before its first node. */
void party_solver_begin(struct party_solver *solver, struct party_bnb *search);

#endif
