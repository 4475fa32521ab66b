#include "number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void number_text(double x, char text[static NUMBER_BYTES])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_BYTES, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            return;
    }
}

/* Beyond the exponents of all doubles, with room to add the length of any text. */
enum { MOST_EXPONENT = 1 << 20 };

/* Decimals of so many digits are kept where the first is worth at most 10^SAFE_EXPONENT and at
 * least its inverse. */
enum { SAFE_DIGITS = 15, SAFE_EXPONENT = 290 };

/* The digits of a decimal number from the first that is not 0 to the last, among which there may
 * be a point, and the power of ten of the first; none of zero. */
struct digits {
    const char *at, *end;
    long exponent;
};

static struct digits digits_of(const char *decimal)
{
    decimal += *decimal == '-' || *decimal == '+';
    size_t length = strspn(decimal, "0123456789."), whole = strcspn(decimal, ".eE");
    const char *at = decimal, *end = decimal + length;
    long exponent = decimal[length] ? strtol(decimal + length + 1, NULL, 10) : 0;
    while (at < end && (*at == '0' || *at == '.'))
        at++;
    while (end > at && (end[-1] == '0' || end[-1] == '.'))
        end--;
    if (at == end)
        return (struct digits){at, at, 0};
    if (exponent < -MOST_EXPONENT || exponent > MOST_EXPONENT) /* LONG_MIN too */
        exponent = exponent < 0 ? -MOST_EXPONENT : MOST_EXPONENT;
    exponent += (long)whole - (at - decimal) - (at < decimal + whole);
    return (struct digits){at, end, exponent};
}

static size_t count_of(struct digits digits)
{
    size_t n = 0;
    for (const char *at = digits.at; at < digits.end; at++)
        n += *at != '.';
    return n;
}

bool number_is_kept(const char *decimal)
{
    char text[NUMBER_MOST_DIGITS + 16];
    struct digits given = digits_of(decimal);
    size_t n = count_of(given);
    if (n <= SAFE_DIGITS && labs(given.exponent) <= SAFE_EXPONENT)
        return true;
    if (n > NUMBER_MOST_DIGITS)
        return false;
    snprintf(text, sizeof text, "%.*e", n ? (int)n - 1 : 0, strtod(decimal, NULL));
    struct digits kept = digits_of(text);
    if (given.exponent != kept.exponent)
        return false;
    while (given.at < given.end && kept.at < kept.end && *given.at == *kept.at) {
        given.at += 1 + (given.at[1] == '.');
        kept.at += 1 + (kept.at[1] == '.');
    }
    return given.at >= given.end && kept.at >= kept.end;
}
