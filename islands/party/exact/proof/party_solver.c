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
                               party_bnb_placement_limit(0), perm, err))
        return err->status;
    return party_patterns_init(&solver->patterns, &solver->groups, perm, err);
}

void party_solver_begin(struct party_solver *solver, struct party_bnb *search)
{
    party_bnb_init(search, &solver->groups, &solver->placement, &solver->patterns, 0,
                   1);
}

bool party_solver_search(const struct party *party, double less_than, uint64_t work,
                         void (*found)(void *context, const int32_t *genome,
                                       double price, struct arena scratch),
                         void *context, struct arena *perm,
                         struct party_bnb_state *state)
{
    struct party_solver solver;
    struct party_bnb search;
    struct error err = {0};
    if (party_solver_init(&solver, party, perm, &err))
        return false;
    struct arena scratch =
        arena_scratch(perm, party_bnb_scratch_bytes(&solver.reduced));
    if (!scratch.at)
        return false;
    party_solver_begin(&solver, &search);
    search.best = less_than;
    search.found = found;
    search.context = context;
    while (!search.state.finished && !search.interrupted && search.state.work < work)
        party_bnb_run(&search, work - search.state.work, scratch);
    *state = search.state;
    return true;
}
