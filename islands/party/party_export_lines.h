/* Bounded sums of a party with multipliers, for the lower bounds of exports: weak
 * duality prices a hero at price - multipliers x values, and a party at the sum of that
 * plus multipliers x bounds, at most its price. */
#ifndef SKERRY_PARTY_EXPORT_LINES_H
#define SKERRY_PARTY_EXPORT_LINES_H

#include "party.h"

struct party_line {
    const double *number; /* a sum of it, or NULL: */
    const uint16_t *code; /* heroes of this value */
    uint32_t value;
    double min, max;   /* may be infinite */
    double multiplier; /* >= 0 without a max, <= 0 without a min */
};

struct party_lines {
    size_t n;
    struct party_line line[PARTY_MAX_REQUIREMENTS];
    double constant; /* multipliers x bounds, of the last party_lines_reduce */
};

/* State of a search for multipliers; zeroed but for the goal. */
struct party_steps {
    double goal; /* what the bound should reach */
    bool begun;
    double share, highest, best[PARTY_MAX_REQUIREMENTS];
    size_t failed; /* steps in a row without a better bound */
};

/* The sums and counts of a party's requirements, multipliers 0. */
void party_lines_init(struct party_lines *lines, const struct party *party);
void party_lines_clear(struct party_lines *lines); /* multipliers to 0 */

/* reduced[h] = price - multipliers x values, and the constant. */
void party_lines_reduce(struct party_lines *lines, const struct party *party,
                        double *reduced);

/* sum[l] += a hero's value of each line. */
void party_lines_add(const struct party_lines *lines, size_t hero, double *sum);

/* One step of the multipliers along what a best choice with these sums lacks (Polyak's
 * rule); `bound` is that choice's. False when it lacks nothing. sum is overwritten. */
bool party_lines_step(struct party_lines *lines, struct party_steps *steps,
                      double bound, double *sum);

/* Sets the multipliers of the highest bound. */
void party_lines_best(struct party_lines *lines, const struct party_steps *steps);

/* More than roundings can change in a bound at these multipliers. */
double party_lines_margin(const struct party_lines *lines, const struct party *party);

#endif
