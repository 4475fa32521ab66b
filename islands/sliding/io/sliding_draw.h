/* Prints a solution move by move. */
#ifndef SKERRY_SLIDING_DRAW_H
#define SKERRY_SLIDING_DRAW_H

#include "sliding.h"

#include <stdio.h>

/* As problem.describe; self is a struct sliding. Prints the start, one line a move
 * (with the placement after it for few rings), and the lower bound. */
void sliding_describe(const void *self, const void *genome, FILE *out);

#endif
