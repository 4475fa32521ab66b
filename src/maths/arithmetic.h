/* Small arithmetic functions shared by several folders. */
#ifndef SKERRY_MATHS_ARITHMETIC_H
#define SKERRY_MATHS_ARITHMETIC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Sums of many decimal numbers in units of their last digit need more than 64 bits. */
__extension__ typedef __int128 arithmetic_wide;

/* The greatest common divisor of two integers of any sign; it is not negative, and gcd(0, b) = |b|.
 * O(log(|a| + |b|)). Source: Euclid's algorithm. */
static inline arithmetic_wide arithmetic_gcd_wide(arithmetic_wide a, arithmetic_wide b)
{
    while (b) {
        arithmetic_wide rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* The same where it fits into 64 bits: not of INT64_MIN alone. */
static inline int64_t arithmetic_gcd(int64_t a, int64_t b)
{
    return (int64_t)arithmetic_gcd_wide(a, b);
}

/* Whether x is an integer; infinities are, NaN is not. */
static inline bool arithmetic_is_whole(double x)
{
    return x == floor(x);
}

/* The optimality gap: how far `best` is at most from the optimum, which lies between it and the proven
 * bound, as a share of the optimum: |best - bound| / |bound|. 0 if they are equal; INFINITY if 0 lies
 * between them, since the optimum may be as near to 0 as can be; NaN if one is not finite. */
static inline double arithmetic_gap(double best, double bound)
{
    if (!isfinite(best) || !isfinite(bound))
        return NAN;
    if (best == bound)
        return 0;
    bool same_sign = best < 0 ? bound < 0 : best > 0 && bound > 0;
    return same_sign ? fabs(best - bound) / fabs(bound) : INFINITY;
}

#endif
