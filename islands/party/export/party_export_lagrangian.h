/* Bounded sums of a party with multipliers, for the lower bounds of exports: weak
 * duality prices a hero at price - multipliers x values, and a party at the sum of that
 * plus multipliers x bounds, at most its price. */
#ifndef SKERRY_PARTY_EXPORT_LAGRANGIAN_H
#define SKERRY_PARTY_EXPORT_LAGRANGIAN_H

#include "party.h"

struct party_export_term {
    const double *number; /* a sum of it, or NULL: */
    const uint16_t *code; /* heroes of this value */
    uint32_t value;
    double min, max;   /* may be infinite */
    double multiplier; /* >= 0 without a max, <= 0 without a min */
};

struct party_export_lagrangian {
    size_t n;
    struct party_export_term term[PARTY_MAX_REQUIREMENTS];
    double
        constant; /* multipliers x bounds, of the last party_export_lagrangian_reduce */
};

/* State of a search for multipliers; zeroed but for the goal. */
struct party_export_subgradient {
    double goal; /* what the bound should reach */
    bool begun;
    double share, highest, best[PARTY_MAX_REQUIREMENTS];
    size_t failed; /* steps in a row without a better bound */
};

/* The sums and counts of a party's requirements, multipliers 0. */
void party_export_lagrangian_init(struct party_export_lagrangian *lagrangian,
                                  const struct party *party);
void party_export_lagrangian_clear(
    struct party_export_lagrangian *lagrangian); /* multipliers to 0 */

/* reduced[h] = price - multipliers x values, and the constant. */
void party_export_lagrangian_reduce(struct party_export_lagrangian *lagrangian,
                                    const struct party *party, double *reduced);

/* sum[l] += a hero's value of each line. */
void party_export_lagrangian_add(const struct party_export_lagrangian *lagrangian,
                                 size_t hero, double *sum);

/* One step of the multipliers along what a best choice with these sums lacks (Polyak's
 * rule); `bound` is that choice's. False when it lacks nothing. sum is overwritten. */
bool party_export_lagrangian_step(struct party_export_lagrangian *lagrangian,
                                  struct party_export_subgradient *subgradient,
                                  double bound, double *sum);

/* Sets the multipliers of the highest bound. */
void party_export_lagrangian_best(struct party_export_lagrangian *lagrangian,
                                  const struct party_export_subgradient *subgradient);

/* More than roundings can change in a bound at these multipliers. */
double party_export_lagrangian_margin(const struct party_export_lagrangian *lagrangian,
                                      const struct party *party);

#endif
