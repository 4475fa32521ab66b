#include "party_exact.h"

#include "interrupt.h"
#include "party_most_synergy.h"
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

/* A bound on the cost.
 * best  in/out: of the incumbent
 * work  of this search
 * left  in/out: of this and all further ones */
static double search_on(const struct party *party, double *best, uint64_t work,
                        uint64_t *left, struct arena *perm)
{
    struct cheapest cheapest = {.party = party, .cost = *best};
    struct party_bnb_state state;
    if (!party_solver_search(party, party_objective_price(party, *best), work, note,
                             &cheapest, perm, &state))
        return -INFINITY;
    *left -= state.work < *left ? state.work : *left;
    *best = cheapest.cost;
    return state.finished ? cheapest.cost : party_objective_bound(party, state.bound);
}

/* The same where the most synergy is searched for. */
static double prove_synergy(const struct party *party, double best, uint64_t work)
{
    struct party_most_synergy state;
    int32_t hero[PARTY_MAX_PLACES];
    bool found, goes_on = true;
    party_most_synergy_begin(&state, party);
    party_most_synergy_know(&state, party_objective_points(party, best));
    while (goes_on && !state.finished && state.work < work && !interrupt_pending())
        goes_on =
            party_most_synergy_run(&state, party, work - state.work, hero, &found);
    return 0 - party_share(party, party_most_synergy_bound(&state, party));
}

double party_prove(const void *self, double best, double seconds)
{
    double work = seconds * PARTY_BNB_WORK_A_SECOND, least = INFINITY;
    size_t n = party_n_cases(self);
    if (!(work >= (double)n) || !isfinite(best))
        return -INFINITY;
    uint64_t left = (uint64_t)fmin(work, 1e15);
    if (((const struct party *)self)->objective.synergy)
        return fmin(prove_synergy(self, best, left), best);
    for (size_t i = 0; i < n; i++) {
        struct arena own;
        arena_init(&own);
        double bound =
            search_on(party_case(self, i), &best, left / (n - i), &left, &own);
        arena_free(&own);
        least = fmin(least, bound);
    }
    return fmin(least, best);
}
