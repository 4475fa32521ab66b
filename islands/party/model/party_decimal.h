/* Exact sums of decimal numbers, as 128-bit integers in units of 10^-decimals.
 *
 * A number of a pool or config stands for the shortest decimal that reads as the same
 * double, which is the decimal as written where that has up to 15 digits.
 *
 * Source: G. Steele, J. White, How to print floating-point numbers accurately, PLDI
 * 1990, for the shortest decimal; found here by trying 15, 16 and 17 digits.
 *
 * Cost: 16 bytes and up to six conversions there and back a number; none for columns of
 * integers, whose sums are exact as doubles. */
#ifndef SKERRY_PARTY_DECIMAL_H
#define SKERRY_PARTY_DECIMAL_H

#include "arena.h"
#include "arithmetic.h"

#include <stdbool.h>
#include <stdint.h>

typedef arithmetic_wide party_wide;

/* Digits of a column, before and after the point together: sums of 64 such numbers stay
 * below 10^38 < 2^127. */
enum { PARTY_DECIMAL_DIGITS = 36 };

/* A column of numbers as integers in units of 10^-decimals, each below
 * 10^PARTY_DECIMAL_DIGITS. */
struct party_decimals {
    const party_wide *units; /* NULL: integers whose sums are exact as doubles */
    int decimals;
};

/* Whether n numbers are integers of which up to PARTY_MAX_PLACES add up exactly as doubles. */
bool party_decimals_fit(const double *value, size_t n);

/* Converts a column of n numbers, of which up to PARTY_MAX_PLACES are added up; units
 * from perm. False if the column has more digits than fit, with *worst the index of the
 * number with the most decimal places; or without memory, with *worst = n. */
bool party_decimal_read(const double *value, size_t n, struct arena *perm,
                        struct party_decimals *exact, size_t *worst);

/* times * bound in units of 10^-decimals, rounded down or up. Infinities, and numbers
 * larger than any sum, become a number larger than any sum. */
party_wide party_decimal_bound(double bound, int64_t times, int decimals, bool up);

/* units * 10^-decimals, monotone in units. */
double party_decimal_value(party_wide units, int decimals);

#endif
