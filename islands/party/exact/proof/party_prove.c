#include "party_exact.h"

#include "interrupt.h"
#include "party_cheapest.h"
#include "party_most_synergy.h"
#include "party_objective.h"

#include <math.h>

/* A bound on the cost where the most synergy is searched for. */
static double prove_synergy(const struct party *party, double best, uint64_t work,
                            int32_t *hero, bool *found)
{
    struct party_most_synergy state;
    bool goes_on = true;
    party_most_synergy_begin(&state, party);
    party_most_synergy_know(&state, party_objective_points(party, best));
    while (goes_on && !state.finished && state.work < work && !interrupt_pending()) {
        bool more;
        goes_on = party_most_synergy_run(&state, party, work - state.work, hero, &more);
        *found |= more;
    }
    if (state.finished && isinf(best) && !*found)
        return INFINITY;
    return 0 - party_share(party, party_most_synergy_bound(&state, party));
}

double party_prove(const void *self, double best, double seconds, void *better,
                   bool *found)
{
    double work = seconds * PARTY_BNB_WORK_A_SECOND;
    struct party_cheapest cheapest = {.cost = best, .hero = better};
    struct error err = {0};
    struct arena own;
    *found = false;
    if (!(work >= 1))
        return -INFINITY;
    uint64_t most = (uint64_t)fmin(work, 1e15);
    if (((const struct party *)self)->objective.synergy)
        return fmin(prove_synergy(self, best, most, better, found), best);
    arena_init(&own);
    party_cheapest_search(self, most, &own, &cheapest,
                          &err); /* an error leaves no bound */
    arena_free(&own);
    ensure(isinf(best) || !cheapest.impossible);
    *found = cheapest.cost < best;
    return cheapest.bound;
}
