/* The grid of a MAP-Elites result as a text table. */
#ifndef SKERRY_APP_SHOW_GRID_H
#define SKERRY_APP_SHOW_GRID_H

#include "result.h"

#include <stdio.h>

/* The number of cells that have a solution. */
size_t show_filled(const struct result *result);

/* Prints the best fitness of each cell, or a dot for an empty one, with the first axis down
 * and the second across. If an axis has more than SHOW_PLACES bins, or the grid more than two
 * axes, an entry of the table is the best of several cells. Prints nothing without a grid. */
enum { SHOW_PLACES = 16 };
void show_grid(const struct result *result, FILE *out);

/* Formats a number with three digits, in about six characters: 38100 is "38.1k". */
const char *show_short(double value, char *out, size_t bytes);

#endif
