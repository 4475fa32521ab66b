#include "party_contradiction.h"

#include "interrupt.h"

#include <math.h>

/* Choices of heroes for a pair of bounds; by hand, few pairs need more than five. */
enum { MOST_LINES = 40, MOST_SIDES = 2 * PARTY_MAX_REQUIREMENTS };

/* One bound of a constraint, as sign * sum >= limit, divided by scale. */
struct side {
    const struct party_constraint *constraint;
    double sign, scale;
};

/* By how much a sum of free heroes exceeds the bound. */
static double excess(const struct side *s, double sum)
{
    double limit = s->sign > 0 ? s->constraint->lo : s->constraint->hi;
    return s->sign * (sum + s->constraint->fixed - limit) / s->scale;
}

static double value_of(const struct party_reduced *r, const struct side *s,
                       uint32_t hero)
{
    return party_constraint_value(r->party, s->constraint, hero);
}

/* Excesses of two sides, weighted 1 - t and t: the line of one choice of heroes. */
struct line {
    double a, b;
};

static double at(const struct line *line, double t)
{
    return (1 - t) * line->a + t * line->b;
}

/* Chooses the free heroes with the most at t; returns how many. */
static size_t choose(const struct party_reduced *r, const struct side *a,
                     const struct side *b, double t, uint32_t hero[PARTY_MAX_PLACES])
{
    double most[PARTY_MAX_PLACES];
    size_t n = 0;
    for (size_t i = 0; i < r->n && r->n_free > 0; i++) {
        double here = (1 - t) * a->sign * value_of(r, a, r->row[i]) / a->scale +
                      t * b->sign * value_of(r, b, r->row[i]) / b->scale;
        if (n == r->n_free && here <= most[n - 1])
            continue;
        size_t k = n < r->n_free ? n++ : n - 1;
        for (; k > 0 && most[k - 1] < here; k--) {
            most[k] = most[k - 1];
            hero[k] = hero[k - 1];
        }
        most[k] = here;
        hero[k] = r->row[i];
    }
    return n;
}

/* By how much the chosen free heroes exceed the bound. */
static double excess_of(const struct party_reduced *r, const struct side *s,
                        const uint32_t *hero, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += value_of(r, s, hero[i]);
    return excess(s, sum);
}

/* The choice of free heroes with the most at t. */
static struct line most_at(const struct party_reduced *r, const struct side *a,
                           const struct side *b, double t)
{
    uint32_t hero[PARTY_MAX_PLACES];
    size_t n = choose(r, a, b, t, hero);
    return (struct line){excess_of(r, a, hero, n), excess_of(r, b, hero, n)};
}

/* More than what rounding may change of an excess. */
static double slack_of(const struct side *s)
{
    return 4 * party_constraint_slack(s->constraint) / s->scale;
}

/* Whether two bounds cannot hold together: the most of the weighted excess, the upper envelope of
 * lines, is below 0 somewhere. The lines of both ends, the choices with the most of one side, meet
 * below or on it, and the choice there replaces one of them. */
static bool sides_contradict(const struct party_reduced *r, const struct side *a,
                             const struct side *b, struct line falling,
                             struct line rising)
{
    double slack = slack_of(a) + slack_of(b);
    if (falling.a < -slack || rising.b < -slack)
        return true; /* one of them cannot hold by itself */
    for (int i = 0; i < MOST_LINES && !interrupt_pending(); i++) {
        double apart = falling.a - rising.a + rising.b - falling.b;
        double t = apart > 0 ? (falling.a - rising.a) / apart : 0;
        if (!(t > 0 && t < 1) || at(&falling, t) >= 0)
            return false;
        struct line here = most_at(r, a, b, t);
        if (at(&here, t) < -slack)
            return true;
        if ((here.a >= 0 && here.b >= 0) || at(&here, t) <= at(&falling, t) + slack)
            return false;
        *(here.b < here.a ? &falling : &rising) = here;
    }
    return false;
}

static bool same_quantity(const struct party_requirement *a,
                          const struct party_requirement *b)
{
    return a->kind == b->kind && a->column == b->column &&
           (a->kind != PARTY_COUNT || a->value == b->value);
}

/* Whether so many heroes of different values of a trait are demanded that the places do not suffice. */
static bool counts_exceed(const struct party_reduced *r, size_t first)
{
    const struct party_requirement *all = r->party->requirement;
    const struct party_requirement *q = &all[r->constraint[first].requirement];
    double sum = 0;
    for (size_t l = 0; l < r->n_constraints && q->kind == PARTY_COUNT; l++) {
        const struct party_requirement *at = &all[r->constraint[l].requirement];
        double least = r->constraint[l].lo;
        bool is_first = true;
        for (size_t k = 0; k < r->n_constraints; k++)
            if (same_quantity(&all[r->constraint[k].requirement], at)) {
                least = fmax(least, r->constraint[k].lo);
                is_first = is_first && k >= l;
            }
        if (is_first && at->kind == PARTY_COUNT && at->column == q->column && least > 0)
            sum += ceil(least - 1e-9);
    }
    return sum > (double)r->n_places;
}

/* The bounds of all constraints; returns how many there are. */
static size_t list_sides(const struct party_reduced *r, struct side *side)
{
    size_t n = 0;
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_constraint *constraint = &r->constraint[l];
        double least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < r->n; i++) {
            double v = party_constraint_value(r->party, constraint, r->row[i]);
            least = fmin(least, v);
            most = fmax(most, v);
        }
        double scale = most > least ? most - least : 1;
        if (isfinite(constraint->lo))
            side[n++] = (struct side){constraint, 1, scale};
        if (isfinite(constraint->hi))
            side[n++] = (struct side){constraint, -1, scale};
    }
    return n;
}

/* The excess of each side (column) under the choice with the most of each (row). */
static void own_choices(const struct party_reduced *r, const struct side *side,
                        size_t n, double own[][MOST_SIDES])
{
    uint32_t hero[PARTY_MAX_PLACES];
    for (size_t a = 0; a < n; a++) {
        size_t chosen = choose(r, &side[a], &side[a], 0, hero);
        for (size_t b = 0; b < n; b++)
            own[a][b] = excess_of(r, &side[b], hero, chosen);
    }
}

bool party_contradiction_holds(const struct party_reduced *r)
{
    struct side side[MOST_SIDES];
    double own[MOST_SIDES][MOST_SIDES];
    size_t n = list_sides(r, side);
    if (r->n < r->n_free)
        return false; /* that is found elsewhere */
    for (size_t l = 0; l < r->n_constraints; l++)
        if (counts_exceed(r, l))
            return true;
    own_choices(r, side, n, own);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++)
            if (side[a].constraint != side[b].constraint &&
                sides_contradict(r, &side[a], &side[b],
                                 (struct line){own[a][a], own[a][b]},
                                 (struct line){own[b][a], own[b][b]}))
                return true;
    return false;
}
