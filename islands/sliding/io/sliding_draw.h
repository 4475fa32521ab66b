/* A solution as a person would replay it. */
#ifndef SKERRY_SLIDING_DRAW_H
#define SKERRY_SLIDING_DRAW_H

#include "sliding.h"

#include <stdio.h>

/* As problem.describe; self is a struct sliding. The start, a line a move (with the
 * position after it where there are few rings), and the moves proven necessary. */
void sliding_describe(const void *self, const void *genome, FILE *out);

#endif
