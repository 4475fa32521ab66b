#include "party_sum_gap.h"

#include "arithmetic.h"

#include <math.h>

static party_wide units_of(const struct party_number *number, size_t hero)
{
    return number->exact.units ? number->exact.units[hero]
                               : (party_wide)number->value[hero];
}

bool party_sum_gap(const struct party *party, const struct party_requirement *r,
                   double gap[2])
{
    const struct party_number *number = &party->number[r->column];
    party_wide fixed = 0, n_free = 0, first = 0, step = 0;
    bool any = false;
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0)
            fixed += units_of(number, (size_t)party->fixed[p]);
        else
            n_free++;
    if (isinf(r->min) || isinf(r->max) || n_free == 0)
        return false;
    for (size_t h = 0; h < party->n_heroes && step != 1; h++) {
        if (!party_is_open(party, (int32_t)h))
            continue;
        first = any ? first : units_of(number, h);
        step = arithmetic_gcd_wide(step, units_of(number, h) - first);
        any = true;
    }
    if (step == 0)
        return false; /* all are alike: found by the least and the most possible */
    /* As party_sum_holds compares them. */
    bool in_units = number->exact.units != NULL;
    party_wide least = in_units ? r->least : (party_wide)ceil(r->min);
    party_wide most = in_units ? r->most : (party_wide)floor(r->max);
    party_wide above = (fixed + first * n_free - most) % step;
    party_wide last = most + (above > 0 ? above - step : above);
    if (last >= least)
        return false;
    double heroes = r->mean ? (double)party->n_places : 1;
    gap[0] = party_decimal_value(last, number->exact.decimals) / heroes;
    gap[1] = party_decimal_value(last + step, number->exact.decimals) / heroes;
    return true;
}
