/* What a user's class says of itself when it is loaded. */
#ifndef SKERRY_PYTHON_PUZZLE_H
#define SKERRY_PYTHON_PUZZLE_H

#include "problem.h"
#include "python_worker.h"

/* As in scripts/python/skerry/genes.py. */
enum python_gene_kind {
    PYTHON_PERMUTATION,
    PYTHON_BITS,
    PYTHON_INTEGERS,
    PYTHON_REALS
};

struct python_puzzle {
    enum python_gene_kind kind;
    const int32_t *low_int, *high_int; /* genes: bounds of integers, inclusive */
    const double *low, *high;          /* genes: bounds of reals */
    bool has[PYTHON_CALLS];            /* which methods the class has */
};

/* Reads the reply of PYTHON_LOAD. Memory is from perm.
 *
 * err  STATUS_FAILED: it is none; STATUS_MEMORY */
enum status python_puzzle_read(const struct pack *reply, struct arena *perm,
                               struct python_puzzle *puzzle, struct shape *shape,
                               struct error *err);

#endif
