/* Formats numbers as text. */
#ifndef SKERRY_NUMBER_H
#define SKERRY_NUMBER_H

#include <stdbool.h>

enum { NUMBER_BYTES = 32 }; /* of a number as text, including the NUL */

/* Formats x with the fewest digits, at least 15, that parse to the same double, so that
 * decimals of up to 15 digits are reproduced. Infinities and NaN as in printf. */
void number_text(double x, char text[static NUMBER_BYTES]);

/* Whether a decimal number such as -12.50e3 is the finite double that it parses to, rounded to
 * as many digits, at most NUMBER_MOST_DIGITS. All of up to 15 digits are, and what programs print
 * of doubles; others would silently become another number, for which proofs would then hold. */
enum { NUMBER_MOST_DIGITS = 40 };
bool number_is_kept(const char *decimal);

#endif
