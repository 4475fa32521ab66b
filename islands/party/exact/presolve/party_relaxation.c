#include "party_relaxation.h"

#include "interrupt.h"

#include <math.h>
#include <string.h>

/* Doublings of a multiplier until its constraint holds, bisections after that, and
 * passes over all multipliers. By hand; one round makes no difference to the exact
 * search on nine challenges (results/party/experiments.md). */
enum { DOUBLINGS = 30, HALVINGS = 12, ROUNDS = 3 };

/* Steps aim at this share above the best bound; where so many raise none, they are halved. By hand. */
static const double AIM = 0.02;
enum { FAILURES = 4 };

double party_relaxation_price(const struct party_relaxation *x,
                              const double *multiplier, uint32_t hero, double *size)
{
    double price = x->party->price[hero], whole = price;
    for (size_t l = 0; l < x->n_constraints; l++) {
        if (multiplier[l] == 0)
            continue;
        double part =
            multiplier[l] * party_constraint_value(x->party, &x->constraint[l], hero);
        price -= part;
        whole += fabs(part);
    }
    if (size)
        *size = whole;
    return price;
}

/* The n_free heroes of least reduced price, rising; returns how many. */
static size_t cheapest(const struct party_relaxation *x, uint32_t *hero, double *price)
{
    size_t n = 0, heroes = x->row ? x->n : x->party->n_heroes;
    for (size_t i = 0; i < heroes; i++) {
        uint32_t h = x->row ? x->row[i] : (uint32_t)i;
        double here = party_relaxation_price(x, x->multiplier, h, NULL);
        if ((n == x->n_free && !(here < price[n - 1])) ||
            (!x->row && !party_is_open(x->party, (int32_t)h)))
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

static double target(const struct party_relaxation *x, size_t l)
{
    return party_constraint_bound(&x->constraint[l], x->multiplier[l]);
}

/* Solves the relaxation at its multipliers: fills sum and value, and raises the bound. */
static void relax(struct party_relaxation *x)
{
    if (interrupt_pending())
        return; /* the bound so far is valid */
    uint32_t hero[PARTY_MAX_PLACES];
    double price[PARTY_MAX_PLACES], value = x->fixed_price, size = fabs(value);
    size_t n = x->n_free ? cheapest(x, hero, price) : 0;
    for (size_t i = 0; i < n; i++) {
        double whole;
        party_relaxation_price(x, x->multiplier, hero[i], &whole);
        value += price[i];
        size += whole;
    }
    for (size_t l = 0; l < x->n_constraints; l++) {
        const struct party_constraint *constraint = &x->constraint[l];
        x->sum[l] = constraint->fixed;
        for (size_t i = 0; i < n; i++)
            x->sum[l] += party_constraint_value(x->party, constraint, hero[i]);
        if (x->multiplier[l] != 0) {
            value += x->multiplier[l] * (target(x, l) - constraint->fixed);
            size +=
                fabs(x->multiplier[l]) * (fabs(target(x, l)) + fabs(constraint->fixed));
        }
    }
    x->value = value - PARTY_SLACK * size;
    if (x->value > x->bound) {
        x->bound = x->value;
        memcpy(x->best, x->multiplier, sizeof x->best);
    }
}

/* Finds the multiplier of one constraint, the others given, at which the minimizer
 * just satisfies it: the maximum of a concave function, where the subgradient
 * changes sign. */
static void tune_one(struct party_relaxation *x, size_t l)
{
    const struct party_constraint *constraint = &x->constraint[l];
    x->multiplier[l] = 0;
    relax(x);
    double sign = x->sum[l] < constraint->lo ? 1 : x->sum[l] > constraint->hi ? -1 : 0;
    double aim = party_constraint_bound(constraint, sign);
    double low = 0, high = 1e-3 * (1 + fmax(0, x->bound)) / (1 + fabs(aim));
    bool kept = sign == 0;
    for (int i = 0; i < DOUBLINGS && !kept; i++) {
        low = i ? high : 0;
        high *= 2;
        x->multiplier[l] = sign * high;
        relax(x);
        kept = sign * (x->sum[l] - aim) >= 0;
    }
    for (int i = 0; i < HALVINGS && sign != 0; i++) {
        double middle = (low + high) / 2;
        x->multiplier[l] = sign * middle;
        relax(x);
        if (sign * (x->sum[l] - aim) >= 0)
            high = middle;
        else
            low = middle;
    }
    x->multiplier[l] = sign * high;
}

void party_relaxation_tune(struct party_relaxation *x)
{
    relax(x);
    for (int round = 0; round < ROUNDS && x->n_constraints > 0; round++) {
        double before = x->bound;
        for (size_t l = 0; l < x->n_constraints; l++)
            tune_one(x, l);
        if (x->n_constraints == 1 || x->bound <= before * (1 + 1e-6))
            break;
    }
}

/* What the minimizer lacks of a constraint: a subgradient. */
static double lack(const struct party_relaxation *x, size_t l)
{
    const struct party_constraint *c = &x->constraint[l];
    if (x->multiplier[l] != 0)
        return target(x, l) - x->sum[l];
    return x->sum[l] < c->lo ? c->lo - x->sum[l] : fmin(0, c->hi - x->sum[l]);
}

/* A step along the subgradient in multipliers that are scaled alike: each by the size of its constraint. */
static bool take_step(struct party_relaxation *x, double length)
{
    double step[PARTY_MAX_REQUIREMENTS], square = 0;
    for (size_t l = 0; l < x->n_constraints; l++) {
        step[l] = lack(x, l) / fmax(1, x->constraint[l].size);
        square += step[l] * step[l];
    }
    double missing = fabs(x->bound) * (1 + AIM) + 1 - x->value;
    if (!(square > 0) || !(missing > 0))
        return false;
    for (size_t l = 0; l < x->n_constraints; l++) {
        const struct party_constraint *c = &x->constraint[l];
        double to =
            x->multiplier[l] + length * missing / square * step[l] / fmax(1, c->size);
        x->multiplier[l] = party_constraint_multiplier(c, to);
    }
    return true;
}

void party_relaxation_climb(struct party_relaxation *x, int steps)
{
    double length = 1;
    int failures = 0;
    memcpy(x->multiplier, x->best, sizeof x->best);
    relax(x);
    for (int i = 0; i < steps && !interrupt_pending(); i++) {
        double before = x->bound;
        if (!take_step(x, length))
            return;
        relax(x);
        failures = x->bound > before ? 0 : failures + 1;
        if (failures < FAILURES)
            continue;
        failures = 0;
        length /= 2;
        memcpy(x->multiplier, x->best, sizeof x->best);
        relax(x);
    }
}
