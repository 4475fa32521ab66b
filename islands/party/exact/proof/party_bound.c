#include "party_exact.h"

#include "interrupt.h"
#include "party_objective.h"
#include "party_presolve.h"
#include "party_rating_relaxation.h"

#include <math.h>
#include <string.h>

/* Doublings of a multiplier until its constraint holds, bisections after that, and
 * passes over all multipliers. By hand; one round makes no difference to the exact
 * search on nine challenges (results/party/experiments.md). */
enum { DOUBLINGS = 30, HALVINGS = 12, ROUNDS = 3 };

struct relaxation {
    const struct party *party;
    size_t n_constraints, n_free;
    struct party_constraint constraint[PARTY_MAX_REQUIREMENTS];
    /* > 0: for the lower bound, < 0: for the upper one. */
    double multiplier[PARTY_MAX_REQUIREMENTS];
    double fixed_price;
    double sum[PARTY_MAX_REQUIREMENTS];  /* of each constraint, at the minimizer */
    double bound;                        /* the best so far */
    double best[PARTY_MAX_REQUIREMENTS]; /* multipliers of it */
};

static bool is_open(const struct party *party, uint32_t hero)
{
    if (party->banned && party->banned[hero])
        return false;
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] == (int32_t)hero)
            return false;
    return true;
}

static double reduced_price(const struct relaxation *x, uint32_t hero)
{
    double price = x->party->price[hero];
    for (size_t l = 0; l < x->n_constraints; l++)
        if (x->multiplier[l] != 0)
            price -= x->multiplier[l] *
                     party_constraint_value(x->party, &x->constraint[l], hero);
    return price;
}

/* Sum of the absolute values of the terms of a reduced price. */
static double reduced_size(const struct relaxation *x, uint32_t hero)
{
    double size = x->party->price[hero];
    for (size_t l = 0; l < x->n_constraints; l++)
        size += fabs(x->multiplier[l] *
                     party_constraint_value(x->party, &x->constraint[l], hero));
    return size;
}

/* The n_free heroes of least reduced price, rising; returns how many. */
static size_t cheapest(const struct relaxation *x, uint32_t *hero, double *price)
{
    size_t n = 0;
    for (uint32_t h = 0; h < x->party->n_heroes; h++) {
        double here = reduced_price(x, h);
        if ((n == x->n_free && !(here < price[n - 1])) || !is_open(x->party, h))
            continue;
        size_t k = n < x->n_free ? n++ : n - 1;
        for (; k > 0 && price[k - 1] > here; k--) {
            price[k] = price[k - 1];
            hero[k] = hero[k - 1];
        }
        price[k] = here;
        hero[k] = h;
    }
    return n;
}

/* Solves the relaxation at its multipliers: fills sum, and raises the bound. */
static void relax(struct relaxation *x)
{
    if (interrupt_pending())
        return; /* the bound so far is valid */
    uint32_t hero[PARTY_MAX_PLACES];
    double price[PARTY_MAX_PLACES], value = x->fixed_price, size = fabs(value);
    size_t n = x->n_free ? cheapest(x, hero, price) : 0;
    for (size_t i = 0; i < n; i++) {
        value += price[i];
        size += reduced_size(x, hero[i]);
    }
    for (size_t l = 0; l < x->n_constraints; l++) {
        const struct party_constraint *constraint = &x->constraint[l];
        double target = x->multiplier[l] > 0 ? constraint->lo : constraint->hi;
        x->sum[l] = constraint->fixed;
        for (size_t i = 0; i < n; i++)
            x->sum[l] += party_constraint_value(x->party, constraint, hero[i]);
        if (x->multiplier[l] != 0) {
            value += x->multiplier[l] * (target - constraint->fixed);
            size += fabs(x->multiplier[l]) * (fabs(target) + fabs(constraint->fixed));
        }
    }
    value -= PARTY_SLACK * size;
    if (value > x->bound) {
        x->bound = value;
        memcpy(x->best, x->multiplier, sizeof x->best);
    }
}

/* Finds the multiplier of one constraint, the others given, at which the minimizer
 * just satisfies it: the maximum of a concave function, where the subgradient
 * changes sign. */
static void tune(struct relaxation *x, size_t l)
{
    const struct party_constraint *constraint = &x->constraint[l];
    x->multiplier[l] = 0;
    relax(x);
    double sign = x->sum[l] < constraint->lo ? 1 : x->sum[l] > constraint->hi ? -1 : 0;
    double target = sign > 0 ? constraint->lo : constraint->hi;
    double low = 0, high = 1e-3 * (1 + fmax(0, x->bound)) / (1 + fabs(target));
    bool kept = sign == 0;
    for (int i = 0; i < DOUBLINGS && !kept; i++) {
        low = i ? high : 0;
        high *= 2;
        x->multiplier[l] = sign * high;
        relax(x);
        kept = sign * (x->sum[l] - target) >= 0;
    }
    for (int i = 0; i < HALVINGS && sign != 0; i++) {
        double middle = (low + high) / 2;
        x->multiplier[l] = sign * middle;
        relax(x);
        if (sign * (x->sum[l] - target) >= 0)
            high = middle;
        else
            low = middle;
    }
    x->multiplier[l] = sign * high;
}

static void take_constraints(struct relaxation *x)
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
    struct relaxation x = {.party = self, .n_free = 0, .bound = 0};
    for (size_t p = 0; p < x.party->n_places; p++) {
        if (x.party->fixed[p] >= 0)
            x.fixed_price += x.party->price[x.party->fixed[p]];
        else
            x.n_free++;
    }
    take_constraints(&x);
    relax(&x);
    for (int round = 0; round < ROUNDS && x.n_constraints > 0; round++) {
        double before = x.bound;
        for (size_t l = 0; l < x.n_constraints; l++)
            tune(&x, l);
        if (x.n_constraints == 1 || x.bound <= before * (1 + 1e-6))
            break;
    }
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
