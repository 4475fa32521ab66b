#include "party_exact.h"

#include "party_objective.h"
#include "party_rating_relaxation.h"
#include "party_relaxation.h"

#include <math.h>

static void take_constraints(struct party_relaxation *x)
{
    const struct party *party = x->party;
    for (uint32_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *r = &party->requirement[i];
        struct party_constraint *constraint = &x->constraint[x->n_constraints];
        struct party_rating_limits limits;
        bool possible;
        if (r->kind == PARTY_RATING)
            x->n_constraints +=
                party_rating_relax(party, i, &limits, constraint, &possible);
        if (r->kind != PARTY_SUM && r->kind != PARTY_COUNT)
            continue;
        *constraint =
            (struct party_constraint){.requirement = i, .lo = r->min, .hi = r->max};
        x->n_constraints++;
    }
    for (size_t l = 0; l < x->n_constraints; l++)
        for (size_t p = 0; p < party->n_places; p++)
            if (party->fixed[p] >= 0)
                x->constraint[l].fixed += party_constraint_value(
                    party, &x->constraint[l], (uint32_t)party->fixed[p]);
}

double party_bound_multipliers(const struct party *self, double *multiplier)
{
    struct party_relaxation x = {.party = self};
    for (size_t p = 0; p < x.party->n_places; p++) {
        if (x.party->fixed[p] >= 0)
            x.fixed_price += x.party->price[x.party->fixed[p]];
        else
            x.n_free++;
    }
    take_constraints(&x);
    party_relaxation_tune(&x);
    for (size_t l = 0; multiplier && l < x.n_constraints; l++)
        multiplier[x.constraint[l].requirement] = x.best[l];
    double step = party_price_step(x.party);
    return step > 0 ? ceil(x.bound / step) * step : x.bound;
}

double party_bound_price(const struct party *self)
{
    return party_bound_multipliers(self, NULL);
}

double party_bound(const void *self)
{
    const struct party *party = self;
    double least = INFINITY;
    if (party->objective.synergy)
        return -1;
    for (size_t i = 0; i < party_n_cases(self); i++)
        least = fmin(least, party_bound_price(party_case(self, i)));
    return party_objective_bound(self, least);
}
