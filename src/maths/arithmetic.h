/* Small arithmetic functions shared by several folders. */
#ifndef SKERRY_BASE_ARITHMETIC_H
#define SKERRY_BASE_ARITHMETIC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The greatest common divisor of two nonnegative integers; gcd(0, b) = b. O(log(a + b)).
 * Source: Euclid's algorithm. */
static inline int64_t arithmetic_gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Whether x is an integer; infinities are, NaN is not. */
static inline bool arithmetic_is_whole(double x)
{
    return x == floor(x);
}

#endif
