#include "party_solver.h"

enum status solver_init(struct solver *solver, const struct party *party,
                        struct arena *perm, struct error *err)
{
    if (reduce_init(&solver->reduced, party, perm, err) ||
        arrange_init(&solver->arrange, party, solver->reduced.most_loss, perm, err))
        return err->status;
    return groups_init(&solver->groups, &solver->reduced, &solver->arrange,
                       walk_arrange_limit(0), perm, err);
}

void solver_walk(struct solver *solver, struct walk *walk)
{
    walk_init(walk, &solver->groups, &solver->arrange, 0, 1);
}
