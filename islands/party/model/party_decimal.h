/* Decimal numbers, exactly.
 *
 * A number of a pool or config means the shortest decimal that reads as the same
 * double: what is written, where that has up to 15 digits. Sums of them are compared
 * with their bounds as whole numbers of 10^-decimals. */
#ifndef SKERRY_PARTY_DECIMAL_H
#define SKERRY_PARTY_DECIMAL_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 party_wide;

enum {
    PARTY_DECIMAL_DIGITS = 36
}; /* of a column together, before and after the point */

/* A column of numbers as whole numbers of 10^-decimals, each below
 * 10^PARTY_DECIMAL_DIGITS. */
struct party_decimals {
    const party_wide *units; /* NULL: whole numbers whose sums are exact as doubles */
    int decimals;
};

/* Reads a column of n numbers, of which up to PARTY_MAX_PLACES will be added up. units
 * from perm. False without memory, or where the column has more digits than fit:
 * *worst is then the number with the finest digit, and n without memory. */
bool party_decimal_read(const double *value, size_t n, struct arena *perm,
                        struct party_decimals *exact, size_t *worst);

/* times * bound in 10^-decimals, rounded down or up; infinities, and what is beyond all
 * sums, as a number beyond all sums. */
party_wide party_decimal_bound(double bound, int64_t times, int decimals, bool up);

/* units * 10^-decimals; never falls when units rise. */
double party_decimal_value(party_wide units, int decimals);

#endif
