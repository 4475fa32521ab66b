#include "party_exact.h"

#include "party_objective.h"
#include "party_solver.h"

#include <math.h>

/* The cheapest party that the search finds; costs are exact where prices are rounded. */
struct cheapest {
    const struct party *party;
    double cost;
};

static void note(void *context, const int32_t *genome, double price,
                 struct arena scratch)
{
    struct cheapest *cheapest = context;
    (void)price;
    (void)scratch;
    cheapest->cost =
        fmin(cheapest->cost, party_objective_cost(cheapest->party, genome));
}

/* A bound on the cost, with a party of cost `best` as incumbent. */
static double search_on(const struct party *party, double best, uint64_t work,
                        struct arena *perm)
{
    struct cheapest cheapest = {.party = party, .cost = best};
    struct party_solver solver;
    struct party_bnb search;
    struct error err = {0};
    if (party_solver_init(&solver, party, perm, &err))
        return -INFINITY;
    struct arena scratch =
        arena_scratch(perm, party_bnb_scratch_bytes(&solver.reduced));
    if (!scratch.at)
        return -INFINITY;
    party_solver_begin(&solver, &search);
    search.best = party_objective_price(party, best);
    search.found = note;
    search.context = &cheapest;
    while (!search.state.finished && !search.interrupted && search.state.work < work)
        party_bnb_run(&search, work - search.state.work, scratch);
    return search.state.finished ? cheapest.cost
                                 : party_objective_bound(party, search.state.bound);
}

double party_prove(const void *self, double best, double seconds)
{
    double work = seconds * PARTY_BNB_WORK_A_SECOND;
    struct arena own;
    if (!(work >= 1) || !isfinite(best))
        return -INFINITY;
    arena_init(&own);
    double bound = search_on(self, best, (uint64_t)fmin(work, 1e15), &own);
    arena_free(&own);
    return fmin(bound, best);
}
