/* A lower bound on the price of a party from sums and counts alone: the Lagrangian relaxation of all constraints,
 * whose least party is that of the least reduced prices.
 *
 * Multipliers are above 0 of a constraint's lower bound, below 0 of its upper one.
 *
 * Source: M. Fisher, The Lagrangian relaxation method for solving integer programming problems, Management Science
 * 27, 1981; B. Polyak, Minimization of unsmooth functionals, USSR Computational Mathematics and Mathematical
 * Physics 9, 1969, for steps.
 *
 * Cost: a pass over the heroes for each value. */
#ifndef SKERRY_PARTY_RELAXATION_H
#define SKERRY_PARTY_RELAXATION_H

#include "party_reduced.h"

struct party_relaxation {
    const struct party *party;
    /* The n heroes that may be chosen; NULL: all that are not banned or fixed. */
    const uint32_t *row;
    size_t n;
    size_t n_constraints, n_free;
    struct party_constraint constraint[PARTY_MAX_REQUIREMENTS];
    double fixed_price;

    double multiplier[PARTY_MAX_REQUIREMENTS];
    double sum[PARTY_MAX_REQUIREMENTS];  /* of each constraint, at the minimizer */
    double value;                        /* at the multipliers */
    double bound;                        /* the best so far, never NaN */
    double best[PARTY_MAX_REQUIREMENTS]; /* multipliers of it */
};

/* Raises the bound from multipliers of 0, one after the other, by doubling and bisection: at most some hundred
 * values for each. Ends early when interrupted. */
void party_relaxation_tune(struct party_relaxation *relaxation);

/* Raises the bound further by so many steps of the subgradient method, from the best multipliers: one multiplier
 * after the other stops where two constraints pull against each other. */
void party_relaxation_climb(struct party_relaxation *relaxation, int steps);

/* The price of a hero less what it adds to constraints at the multipliers; in `size`, unless NULL, the absolute
 * values added up. */
double party_relaxation_price(const struct party_relaxation *relaxation,
                              const double *multiplier, uint32_t hero, double *size);

#endif
