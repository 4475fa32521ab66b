/* Numbers as text. */
#ifndef SKERRY_NUMBER_H
#define SKERRY_NUMBER_H

enum { NUMBER_BYTES = 32 }; /* of a number as text, with the zero at its end */

/* The shortest decimal that reads as the same double, of 15 digits or more: what was
 * written, where that has up to 15. Infinities and NaN as printf has them. */
void number_text(double x, char text[static NUMBER_BYTES]);

#endif
