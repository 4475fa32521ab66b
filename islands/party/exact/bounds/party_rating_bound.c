#include "party_rating_bound.h"

#include "party_rating.h"

bool party_rating_may_hold(const struct party_reduced *r, const uint32_t *hero,
                           size_t n)
{
    int64_t number[PARTY_MAX_PLACES];
    for (size_t i = 0; i < r->n_ratings; i++) {
        const struct party_rating_limits *limits = &r->rating[i];
        const double *value = r->party->number[limits->column].value;
        for (size_t p = 0; p < n; p++)
            number[p] = (int64_t)value[hero[p]];
        for (size_t p = n; p < r->n_places; p++)
            number[p] = limits->highest;
        if ((double)party_rating_of(number, r->n_places) < limits->min)
            return false;
        for (size_t p = n; p < r->n_places; p++)
            number[p] = limits->lowest;
        if ((double)party_rating_of(number, r->n_places) > limits->max)
            return false;
    }
    return true;
}
