/* Lagrangian multipliers of heroes, and a challenge with these on its prices.
 *
 * Multipliers are whole multiples of a quantum, so that prices stay the decimals that the exact search
 * adds up exactly. */
#ifndef SKERRY_PARTY_MULTIPLIERS_H
#define SKERRY_PARTY_MULTIPLIERS_H

#include "party.h"

struct party_multipliers {
    size_t n_heroes;
    double quantum; /* 0: prices have too many digits, and all multipliers stay 0 */
    double *tuned;  /* by hero, >= 0: what the multiplier is tuned to */
    int64_t *count; /* the multiplier: the same, rounded to quanta */
};

/* All 0, in perm. The quantum is a multiple of the greatest common divisor of all prices, where they are integers, and
 * at least 2^-20 of `scale`, a sum of prices; else a power of ten, so large or 1. STATUS_MEMORY. */
enum status party_multipliers_init(struct party_multipliers *m,
                                   const struct party *const *party, size_t n,
                                   double scale, struct arena *perm, struct error *err);

/* Tunes a multiplier to a price, within 0 and some millions of quanta. Returns by how many quanta it
 * changes. */
int64_t party_multipliers_tune(struct party_multipliers *m, int32_t hero, double price);

/* Makes all multipliers 0. */
void party_multipliers_reset(struct party_multipliers *m);

/* Sum of all multipliers. O(n_heroes). */
double party_multipliers_sum(const struct party_multipliers *m);

/* The price of a party with multipliers. */
double party_multipliers_price(const struct party_multipliers *m,
                               const struct party *party, const int32_t *hero);

/* A copy of a party (and its cases) with the multipliers on its prices, and without the heroes that are
 * banned (n_heroes bytes, borrowed; the party's own bans and more); in perm. STATUS_MEMORY. */
enum status party_multipliers_apply(const struct party_multipliers *m,
                                    const struct party *party, const uint8_t *banned,
                                    struct arena *perm, struct party *out,
                                    struct error *err);

#endif
