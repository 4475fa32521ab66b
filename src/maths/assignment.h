/* The linear assignment problem: assigns each row to a distinct column at minimum total
 * cost.
 *
 * Source: H. Kuhn, The Hungarian method for the assignment problem, Naval Research
 * Logistics Quarterly 2, 1955, in the form of shortest augmenting paths of R. Jonker and
 * A. Volgenant, A shortest augmenting path algorithm for dense and sparse linear assignment
 * problems, Computing 38, 1987. Differs: without their initial reductions; ties go to the
 * first column, so that the result is deterministic.
 * Cost: O(rows^2 columns) time, up to rows^2 calls of `costs`; memory linear in rows and
 * columns. */
#ifndef SKERRY_MATHS_ASSIGNMENT_H
#define SKERRY_MATHS_ASSIGNMENT_H

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

/* Returns the finite costs of a row, by column; they are read before the next call and must
 * be the same in each call. NULL aborts the computation. */
typedef const double *assignment_costs(void *context, size_t row);

/* No row has the column. */
#define ASSIGNMENT_FREE SIZE_MAX

/* The scratch memory that assignment_solve takes. */
size_t assignment_bytes(size_t rows, size_t columns);

/* Solves the problem; columns >= rows.
 *
 * row_of  out: the row of each column, or ASSIGNMENT_FREE
 * Returns false if `costs` aborted. Exact for integer costs with sums below 2^53, otherwise
 * up to rounding. */
bool assignment_solve(size_t rows, size_t columns, assignment_costs *costs,
                      void *context, struct arena scratch, size_t *row_of);

#endif
