/* Decimals exactly, for enumerators: an integer times 10^-scale. */
#ifndef SKERRY_TESTS_FUZZ_DECIMAL_H
#define SKERRY_TESTS_FUZZ_DECIMAL_H

#include <stdbool.h>

__extension__ typedef __int128 wide;

wide fuzz_power(int exponent);              /* 10^exponent, 0..38 */
wide fuzz_divided(wide a, wide b, bool up); /* floor or ceil of a / b; b > 0 */
void fuzz_print_decimal(wide value, int scale, char *text); /* at most 42 bytes */
/* The shortest decimal that reads as the same double as the text does; ends the process
 * where it has more than `scale` digits behind the point. */
wide fuzz_decimal_of(const char *text, int scale);
/* Prints that decimal of a number, of which others of the same double are refused as input;
 * returns it. */
wide fuzz_print_kept(wide value, int scale, char *text);

#endif
