/* What every walk of the exact search stands on, made in one go. */
#ifndef SKERRY_PARTY_SOLVER_H
#define SKERRY_PARTY_SOLVER_H

#include "party_walk.h"

struct solver {
    struct reduced reduced;
    struct arrange arrange;
    struct groups groups;
};

/* Borrows the party; tables from perm, which lasts as long as the solver, and which
 * must not move, since walks point into it. STATUS_MEMORY. */
enum status solver_init(struct solver *solver, const struct party *party,
                        struct arena *perm, struct error *err);

/* A walk over all there is, before its first node. */
void solver_walk(struct solver *solver, struct walk *walk);

#endif
