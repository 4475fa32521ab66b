#include "party_objective.h"

#include <assert.h>
#include <math.h>

/* A party_wide holds the sum of so many units and an offset. */
static const double MOST_UNITS = 0x1p125;

/* Units of exact_price in one of the cost's. */
static double units_of_cost(const struct party *party)
{
    double units = party->exact_price.units ? pow(10, party->exact_price.decimals) : 1;
    return party->objective.mean ? units * (double)party->n_places : units;
}

/* The cost of parties whose sum is so many units of exact_price, rounded once: a mean of 0.7 is what 0.7 reads as. */
static double cost_of(const struct party *party, party_wide sum)
{
    return (double)sum / units_of_cost(party);
}

double party_objective_cost(const struct party *party, const int32_t *hero)
{
    const struct party_decimals *exact = &party->exact_price;
    party_wide sum = party->objective.offset;
    if (!party->objective.name)
        return party_price(party, hero);
    if (party->objective.synergy)
        return 0 - party_share(party, party_points(party, hero));
    for (size_t p = 0; p < party->n_places; p++)
        sum += exact->units ? exact->units[hero[p]] : (party_wide)party->price[hero[p]];
    return cost_of(party, sum);
}

/* Bound on the rounding error of a conversion, in units; 0 where integers are exact. */
static double slack_of(const struct party *party, double units)
{
    double size = fabs(units) + fabs((double)party->objective.offset);
    return size < 0x1p50 ? 0 : PARTY_SLACK * size;
}

int party_objective_points(const struct party *party, double cost)
{
    assert(party->objective.synergy);
    return isinf(cost) ? -1 : (int)lround(-cost * party->most_points);
}

double party_objective_price(const struct party *party, double cost)
{
    const struct party_decimals *exact = &party->exact_price;
    assert(!party->objective.synergy);
    if (!party->objective.name || isinf(cost))
        return cost;
    double units = round(cost * units_of_cost(party));
    units += slack_of(party, units) - (double)party->objective.offset;
    return exact->units ? units / pow(10, exact->decimals) : units;
}

double party_objective_bound(const struct party *party, double bound)
{
    const struct party_decimals *exact = &party->exact_price;
    assert(!party->objective.synergy);
    if (!party->objective.name || isinf(bound))
        return bound;
    double units = exact->units ? bound * pow(10, exact->decimals) : bound;
    double slack = slack_of(party, units);
    /* What was an integer is off by a product's rounding at most. */
    units =
        slack > 0 ? floor(units - slack) : ceil(units - 1e-6 - 0x1p-51 * fabs(units));
    if (fabs(units) >= MOST_UNITS)
        return (units + (double)party->objective.offset) / units_of_cost(party);
    return cost_of(party, (party_wide)units + party->objective.offset);
}

/* By how much prices may differ that the searches do not tell apart, of a hero and relative to the largest: more than
 * the rounding of one to a double and of a sum of them. */
static const double INDISTINCT = 0x1p-50;

double party_objective_proven(const struct party *party, double cost)
{
    const struct party_decimals *exact = &party->exact_price;
    double largest = 0;
    assert(!party->objective.synergy);
    if (!party->objective.name || !exact->units || isinf(cost))
        return cost;
    for (size_t h = 0; h < party->n_heroes; h++)
        largest = fmax(largest, party->price[h]);
    double hidden = INDISTINCT * largest * (double)party->n_places;
    if (hidden * pow(10, exact->decimals) < 0.5) /* different ones are a unit apart */
        return cost;
    if (party->objective.mean)
        hidden /= (double)party->n_places;
    return hidden > PARTY_SLACK * fabs(cost) ? cost - hidden : cost;
}
