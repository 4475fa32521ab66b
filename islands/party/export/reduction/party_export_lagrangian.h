/* Lagrangian relaxation of the bounded sums, for the lower bounds of exports.
 *
 * A hero's reduced price is its price minus multipliers times values; by weak duality
 * the sum over a party plus multipliers times bounds is at most its price. Multipliers
 * are improved by subgradient steps.
 *
 * Source: M. Held, P. Wolfe, H. Crowder, Validation of subgradient optimization,
 * Mathematical Programming 6, 1974; B. Polyak, Minimization of unsmooth functionals,
 * USSR Computational Mathematics and Mathematical Physics 9, 1969, for the step length.
 *
 * Cost: O(heroes sums) to price; O(sums) for a step. */
#ifndef SKERRY_PARTY_EXPORT_LAGRANGIAN_H
#define SKERRY_PARTY_EXPORT_LAGRANGIAN_H

#include "party.h"

struct party_export_term {
    const double *number; /* the sum of this, or if NULL: */
    const uint16_t *code; /* the number of heroes with `value` */
    uint32_t value;
    double min, max;   /* may be infinite */
    double multiplier; /* >= 0 without a max, <= 0 without a min */
};

struct party_export_lagrangian {
    size_t n;
    struct party_export_term term[PARTY_MAX_REQUIREMENTS];
    /* Multipliers times bounds, at the last party_export_lagrangian_reduce. */
    double constant;
};

/* State of the subgradient method; zeroed except for the goal. */
struct party_export_subgradient {
    double goal; /* estimate of the optimum for the step length */
    bool begun;
    double share, highest, best[PARTY_MAX_REQUIREMENTS];
    size_t failed; /* steps in a row without a better bound */
};

/* The SUM and COUNT requirements of a party, with multipliers 0. */
void party_export_lagrangian_init(struct party_export_lagrangian *lagrangian,
                                  const struct party *party);

/* Sets all multipliers to 0. */
void party_export_lagrangian_clear(struct party_export_lagrangian *lagrangian);

/* reduced[h] = price - multipliers times values, and the constant. */
void party_export_lagrangian_reduce(struct party_export_lagrangian *lagrangian,
                                    const struct party *party, double *reduced);

/* sum[l] += the hero's value, for each term. */
void party_export_lagrangian_add(const struct party_export_lagrangian *lagrangian,
                                 size_t hero, double *sum);

/* A step along the subgradient of a minimizer with these sums and the bound `bound`, by
 * Polyak's step length. False if the subgradient is 0. sum is overwritten. */
bool party_export_lagrangian_step(struct party_export_lagrangian *lagrangian,
                                  struct party_export_subgradient *subgradient,
                                  double bound, double *sum);

/* Sets the multipliers of the highest bound. */
void party_export_lagrangian_best(struct party_export_lagrangian *lagrangian,
                                  const struct party_export_subgradient *subgradient);

/* Upper bound on the rounding error of a bound at these multipliers. */
double party_export_lagrangian_margin(const struct party_export_lagrangian *lagrangian,
                                      const struct party *party);

#endif
