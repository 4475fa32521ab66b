#include "fuzz_decimal.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

wide fuzz_power(int exponent)
{
    wide value = 1;
    while (exponent-- > 0)
        value *= 10;
    return value;
}

/* floor or ceil of a / b; b > 0 */
wide fuzz_divided(wide a, wide b, bool up)
{
    wide q = a / b, rest = a % b;
    return q + (up && rest > 0) - (!up && rest < 0);
}

void fuzz_print_decimal(wide value, int scale, char *text)
{
    char digits[64];
    bool negative = value < 0;
    int n = 0;
    value = negative ? -value : value;
    for (; value > 0 || n <= scale; value /= 10)
        digits[n++] = (char)('0' + (int)(value % 10));
    if (negative)
        *text++ = '-';
    while (n > 0) {
        *text++ = digits[--n];
        if (n == scale && n > 0)
            *text++ = '.';
    }
    *text = '\0';
}

/* The shortest decimal that reads as the same double as the text does. */
wide fuzz_decimal_of(const char *text, int scale)
{
    char shortest[64];
    double value = strtod(text, NULL);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(shortest, sizeof shortest, "%.*e", digits - 1, value);
        if (strtod(shortest, NULL) == value)
            break;
    }
    wide mantissa = 0;
    int shift = scale;
    bool point = false, negative = *shortest == '-';
    const char *at = shortest + negative;
    for (; *at != 'e'; at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        mantissa = 10 * mantissa + (*at - '0');
        shift -= point;
    }
    shift += (int)strtol(at + 1, NULL, 10);
    for (; shift < 0; shift++) {
        if (mantissa % 10)
            abort(); /* the generator's scale is too small */
        mantissa /= 10;
    }
    mantissa *= fuzz_power(shift);
    return negative ? -mantissa : mantissa;
}

wide fuzz_print_kept(wide value, int scale, char *text)
{
    fuzz_print_decimal(value, scale, text);
    value = fuzz_decimal_of(text, scale);
    fuzz_print_decimal(value, scale, text);
    return value;
}
