/* Solutions that a run begins with (run.start). */
#ifndef SKERRY_SLIDING_START_H
#define SKERRY_SLIDING_START_H

#include <stdbool.h>
#include <stddef.h>

/* A genome of another sliding.length, as one of this length; false if it has more moves.
 *
 * recorded  n of int16_t
 * genome    out: `genes` of int16_t */
bool sliding_start_resize(const void *recorded, size_t n, void *genome, size_t genes);

#endif
