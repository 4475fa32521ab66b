/* Prints a board as text. */
#ifndef SKERRY_ETERNITY_DRAW_H
#define SKERRY_ETERNITY_DRAW_H

#include "eternity_instance.h"

#include <stdio.h>

/* describe of problem.h: the three objectives, then the board row by row: each tile as
 * piece number from 1, a dot, quarter turns clockwise. A mismatched joint is an x
 * between its two tiles; a side on the rim that is not grey, an ! before it. */
void eternity_describe(const void *self, const void *genome, FILE *out);

#endif
