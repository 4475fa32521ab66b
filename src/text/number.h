/* Formats numbers as text. */
#ifndef SKERRY_NUMBER_H
#define SKERRY_NUMBER_H

enum { NUMBER_BYTES = 32 }; /* of a number as text, including the NUL */

/* Formats x with the fewest digits, at least 15, that parse to the same double, so that
 * decimals of up to 15 digits are reproduced. Infinities and NaN as in printf. */
void number_text(double x, char text[static NUMBER_BYTES]);

#endif
