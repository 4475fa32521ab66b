#include "party_decimal.h"

#include "arithmetic.h"
#include "party_limits.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* 10^BEYOND_DIGITS exceeds a sum of PARTY_MAX_PLACES numbers below
 * 10^PARTY_DECIMAL_DIGITS. */
enum { BEYOND_DIGITS = PARTY_DECIMAL_DIGITS + 2 };

/* digits * 10^exponent; digits without trailing zeros, and 0 is 0 * 10^0. */
struct decimal {
    int64_t digits;
    int exponent;
};

static party_wide power_of_ten(int exponent)
{
    party_wide power = 1;
    assert(exponent >= 0 && exponent <= BEYOND_DIGITS);
    while (exponent-- > 0)
        power *= 10;
    return power;
}

static struct decimal decimal_of(double x)
{
    char text[40];
    struct decimal d = {0};
    assert(isfinite(x));
    if (x == 0)
        return d;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, x);
        if (strtod(text, NULL) == x)
            break;
    }
    const char *at = text + (*text == '-');
    bool point = false;
    for (; *at != 'e'; at++) {
        point |= *at == '.';
        if (*at == '.')
            continue;
        d.digits = 10 * d.digits + (*at - '0');
        d.exponent -= point;
    }
    d.exponent += (int)strtol(at + 1, NULL, 10);
    for (; d.digits % 10 == 0; d.exponent++)
        d.digits /= 10;
    d.digits = x < 0 ? -d.digits : d.digits;
    return d;
}

/* Digits before the point; negative for numbers below 0.1. */
static int digits_before(struct decimal d)
{
    int n = d.exponent;
    for (int64_t rest = d.digits; rest; rest /= 10)
        n++;
    return n;
}

bool party_decimals_fit(const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!arithmetic_is_whole(value[i]) ||
            fabs(value[i]) * PARTY_MAX_PLACES > 0x1p53)
            return false;
    return true;
}

bool party_decimal_read(const double *value, size_t n, struct arena *perm,
                        struct party_decimals *exact, size_t *worst)
{
    int before = 0, decimals = 0;
    *exact = (struct party_decimals){0};
    *worst = n;
    if (party_decimals_fit(value, n))
        return true;
    for (size_t i = 0; i < n; i++) {
        struct decimal d = decimal_of(value[i]);
        int here = digits_before(d);
        before = here > before ? here : before;
        if (-d.exponent > decimals) {
            decimals = -d.exponent;
            *worst = i;
        }
    }
    if (before + decimals > PARTY_DECIMAL_DIGITS)
        return false;
    party_wide *units = ARENA_NEW(perm, party_wide, n + 1);
    *worst = n;
    if (!units)
        return false;
    for (size_t i = 0; i < n; i++) {
        struct decimal d = decimal_of(value[i]);
        units[i] = d.digits * power_of_ten(d.exponent + decimals);
    }
    *exact = (struct party_decimals){units, decimals};
    return true;
}

/* The quotient rounded down or up; b > 0. */
static party_wide divided(party_wide a, party_wide b, bool up)
{
    party_wide quotient = a / b, rest = a % b;
    return quotient + (up && rest > 0) - (!up && rest < 0);
}

party_wide party_decimal_bound(double bound, int64_t times, int decimals, bool up)
{
    party_wide beyond = power_of_ten(BEYOND_DIGITS);
    assert(times >= 0 && times <= (int64_t)1 << 40);
    if (isinf(bound))
        return bound < 0 ? -beyond : beyond;
    struct decimal d = decimal_of(bound);
    party_wide whole = (party_wide)d.digits * times;
    int shift = d.exponent + decimals;
    for (; shift > 0; shift--) {
        if (whole > beyond / 10 || whole < -beyond / 10)
            return whole < 0 ? -beyond : beyond;
        whole *= 10;
    }
    /* |whole| < 2^(57 + 40) < 10^31, so a larger shift gives 0 or +-1 as well. */
    shift = shift < -BEYOND_DIGITS ? -BEYOND_DIGITS : shift;
    return divided(whole, power_of_ten(-shift), up);
}

double party_decimal_value(party_wide units, int decimals)
{
    return (double)units / (double)power_of_ten(decimals);
}
