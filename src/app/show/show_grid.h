/* The grid of a result as a table of text. */
#ifndef SKERRY_APP_SHOW_GRID_H
#define SKERRY_APP_SHOW_GRID_H

#include "result.h"

#include <stdio.h>

/* How many cells of the grid have a solution. */
size_t show_filled(const struct result *result);

/* Prints the best fitness of each cell, the first axis down and the second across, or a
 * dot where it is empty. Where a grid has more than SHOW_PLACES bins along an axis, or
 * more axes, a place shows the best of several cells. Nothing without a grid. */
enum { SHOW_PLACES = 16 };
void show_grid(const struct result *result, FILE *out);

/* A number by three digits, in six characters or so: 38100 is "38.1k". */
const char *show_short(double value, char *out, size_t bytes);

#endif
