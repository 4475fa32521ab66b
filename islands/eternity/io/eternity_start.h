/* Boards that a run begins with (run.start). */
#ifndef SKERRY_ETERNITY_START_H
#define SKERRY_ETERNITY_START_H

#include <stdbool.h>

/* The inverse of decode (problem.h): results name pieces from 1, operations from 0.
 *
 * self      a struct eternity
 * recorded  as verify passes it: `cells` of int16_t
 * genome    out: the same number
 * Returns true. */
bool eternity_start_encode(const void *self, const void *recorded, void *genome);

#endif
