/* The linear assignment problem: each row gets a column of its own so that the sum of
 * costs is least.
 *
 * Source: H. Kuhn, The Hungarian method for the assignment problem, Naval Research
 * Logistics Quarterly 2, 1955, as shortest augmenting paths in the manner of R. Jonker
 * and A. Volgenant, Computing 38, 1987, without their initial reductions. Of equally
 * near columns the first is taken, so that the result is always the same. Cost:
 * rows^2 * columns operations, rows^2 calls for costs, memory linear in both. Local. */
#ifndef SKERRY_BASE_ASSIGNMENT_H
#define SKERRY_BASE_ASSIGNMENT_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

/* The costs of a row by column, finite; they are read before the next call, and must
 * be the same each time. NULL ends the search. */
typedef const double *assignment_costs(void *context, size_t row);

/* No row has the column. */
#define ASSIGNMENT_FREE SIZE_MAX

/* Scratch that assignment_solve needs. */
size_t assignment_bytes(size_t rows, size_t columns);

/* row_of  of each column, or ASSIGNMENT_FREE; there are at least as many as rows
 * False when `costs` ended the search. Exact for whole costs whose sums stay below
 * 2^53, else up to rounding. */
bool assignment_solve(size_t rows, size_t columns, assignment_costs *costs,
                      void *context, struct arena scratch, size_t *row_of);

#endif
