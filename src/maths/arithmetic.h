/* Small arithmetic that several folders need. Local; a few operations each. */
#ifndef SKERRY_BASE_ARITHMETIC_H
#define SKERRY_BASE_ARITHMETIC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The greatest common divisor of two numbers that are not negative; that of 0 and b is
 * b. Source: Euclid's algorithm. */
static inline int64_t arithmetic_gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Infinities are whole, NaN is not. */
static inline bool arithmetic_is_whole(double x)
{
    return x == floor(x);
}

#endif
