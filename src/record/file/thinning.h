/* Which generations have a row in /curves, and which migrations one in /migration: without a limit a
 * long run of short generations would fill the disk. Each of the first `all` has one (0: every one of
 * the run), up to ten times as many every tenth, up to a hundred times every hundredth, and so on: 0.9
 * rows for each of the first in every further power of ten. Used inside src/record. */
#ifndef SKERRY_RECORD_THINNING_H
#define SKERRY_RECORD_THINNING_H

#include <stdbool.h>
#include <stdint.h>

/* The rows of numbers 0..n-1. O(log n). */
uint64_t thinning_rows(uint64_t all, uint64_t n);

/* The number of a row. O(log row). */
uint64_t thinning_number(uint64_t all, uint64_t row);

/* Whether a number has a row, and which. */
bool thinning_find(uint64_t all, uint64_t number, uint64_t *row);

#endif
