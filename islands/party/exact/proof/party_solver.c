#include "party_solver.h"

#include "party_presolve.h"

enum status party_solver_init(struct party_solver *solver, const struct party *party,
                              struct arena *perm, struct error *err)
{
    if (party_presolve_run(&solver->reduced, party, perm, err) ||
        party_placement_init(&solver->placement, party, solver->reduced.most_loss, perm,
                             err))
        return err->status;
    if (party_aggregation_init(&solver->groups, &solver->reduced, &solver->placement,
                               (uint64_t)party_bnb_thresholds_default.placings, perm,
                               err))
        return err->status;
    return party_patterns_init(&solver->patterns, &solver->groups, perm, err);
}

void party_solver_begin(struct party_solver *solver, struct party_bnb *search)
{
    party_bnb_init(search, &solver->groups, &solver->placement, &solver->patterns, 0,
                   1);
}
