/* Preparation of parent selection (breeding.h), and survivor selection (truncation), by the
 * order of cost_key.h.
 *
 * Source: truncation as in any textbook (Eiben and Smith, Introduction to Evolutionary
 * Computing, 2015, chapter 5).
 * Cost: O(n log n) once per generation to rank n individuals. Memory: see each function. */
#ifndef SKERRY_ALGORITHMS_SELECTION_H
#define SKERRY_ALGORITHMS_SELECTION_H

#include "breeding.h"

/* Prepares selection from pop; takes at most 16 bytes per row and 2 * ARENA_ALIGN from
 * scratch. */
void selection_init(struct selection *selector, enum selection_rule rule,
                    size_t tournament, const struct population *pop,
                    struct arena *scratch);

/* Row numbers of the n best, best first, ties by row; n <= pop->count.
 *
 * order    out, room for pop->count entries; the first n are set
 * scratch  16 bytes per row and ARENA_ALIGN */
void selection_best(const struct population *pop, size_t n, struct arena scratch,
                    uint32_t *order);

/* Truncation selection: moves the n best rows of pop (all if it has fewer) to the front, in
 * no particular order, and sets pop->count.
 *
 * genome_bytes  0: duplicates may survive; else the size of a genome: only the best of
 *               equal genomes survives (ties by row), so that fewer than n may remain
 * scratch       32 bytes per row and 4 * ARENA_ALIGN */
void selection_survivors(struct population *pop, size_t n, size_t genome_bytes,
                         struct arena scratch);

#endif
