#include "party_export_lagrangian.h"

#include <math.h>

static double value_of(const struct party_export_term *term, size_t h)
{
    return term->number ? term->number[h] : (double)(term->code[h] == term->value);
}

void party_export_lagrangian_init(struct party_export_lagrangian *lagrangian,
                                  const struct party *party)
{
    *lagrangian = (struct party_export_lagrangian){0};
    for (size_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *r = &party->requirement[i];
        struct party_export_term term = {
            .min = r->min, .max = r->max, .value = r->value};
        if (r->kind == PARTY_SUM)
            term.number = party->number[r->column].value;
        else if (r->kind == PARTY_COUNT)
            term.code = party->trait[r->column].code;
        else
            continue;
        lagrangian->term[lagrangian->n++] = term;
    }
}

void party_export_lagrangian_clear(struct party_export_lagrangian *lagrangian)
{
    for (size_t l = 0; l < lagrangian->n; l++)
        lagrangian->term[l].multiplier = 0;
}

void party_export_lagrangian_reduce(struct party_export_lagrangian *lagrangian,
                                    const struct party *party, double *reduced)
{
    lagrangian->constant = 0;
    for (size_t h = 0; h < party->n_heroes; h++)
        reduced[h] = party->price[h];
    for (size_t l = 0; l < lagrangian->n; l++) {
        const struct party_export_term *term = &lagrangian->term[l];
        double y = term->multiplier;
        if (y == 0)
            continue;
        lagrangian->constant += y * (y > 0 ? term->min : term->max);
        for (size_t h = 0; h < party->n_heroes; h++)
            reduced[h] -= y * value_of(term, h);
    }
}

void party_export_lagrangian_add(const struct party_export_lagrangian *lagrangian,
                                 size_t hero, double *sum)
{
    for (size_t l = 0; l < lagrangian->n; l++)
        sum[l] += value_of(&lagrangian->term[l], hero);
}

/* Component of the subgradient: the distance of a sum from the bound that the
 * multiplier belongs to, or that is violated. */
static double subgradient_of(const struct party_export_term *term, double sum)
{
    if (term->multiplier > 0 || (term->multiplier == 0 && sum < term->min))
        return term->min - sum;
    if (term->multiplier < 0 || sum > term->max)
        return term->max - sum;
    return 0;
}

bool party_export_lagrangian_step(struct party_export_lagrangian *lagrangian,
                                  struct party_export_subgradient *subgradient,
                                  double bound, double *sum)
{
    double square = 0;
    if (!subgradient->begun || bound > subgradient->highest) {
        if (!subgradient->begun)
            subgradient->share = 1;
        subgradient->begun = true;
        subgradient->highest = bound;
        subgradient->failed = 0;
        for (size_t l = 0; l < lagrangian->n; l++)
            subgradient->best[l] = lagrangian->term[l].multiplier;
    } else if (++subgradient->failed % 5 ==
               0) { /* as Held, Wolfe and Crowder; by hand */
        subgradient->share /= 2;
    }
    for (size_t l = 0; l < lagrangian->n; l++) {
        sum[l] = subgradient_of(&lagrangian->term[l], sum[l]);
        square += sum[l] * sum[l];
    }
    if (!(square > 0))
        return false;
    /* At least a thousandth of the goal, by hand, as the goal may be below the
     * bound. */
    double length = fmax(subgradient->goal - bound, 1e-3 * subgradient->goal);
    for (size_t l = 0; l < lagrangian->n; l++) {
        struct party_export_term *term = &lagrangian->term[l];
        term->multiplier += subgradient->share * length * sum[l] / square;
        if ((term->multiplier > 0 && !isfinite(term->min)) ||
            (term->multiplier < 0 && !isfinite(term->max)))
            term->multiplier = 0;
    }
    return true;
}

void party_export_lagrangian_best(struct party_export_lagrangian *lagrangian,
                                  const struct party_export_subgradient *subgradient)
{
    for (size_t l = 0; l < lagrangian->n; l++)
        lagrangian->term[l].multiplier = subgradient->best[l];
}

double party_export_lagrangian_margin(const struct party_export_lagrangian *lagrangian,
                                      const struct party *party)
{
    double size = 0, places = (double)party->n_places;
    for (size_t h = 0; h < party->n_heroes; h++)
        size = fmax(size, party->price[h] * places);
    for (size_t l = 0; l < lagrangian->n; l++) {
        const struct party_export_term *term = &lagrangian->term[l];
        double value = 0, y = term->multiplier;
        if (y == 0)
            continue;
        for (size_t h = 0; h < party->n_heroes; h++)
            value = fmax(value, fabs(value_of(term, h)));
        size += fabs(y) * (fabs(y > 0 ? term->min : term->max) + value * places);
    }
    /* A bound is a sum of some hundred numbers of at most this size, each rounded by
     * 2^-53; the margin is far larger. */
    return 1e-10 * size;
}
