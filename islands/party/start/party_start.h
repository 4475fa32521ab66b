/* Parties that a run begins with (run.start), by the ids of their heroes. */
#ifndef SKERRY_PARTY_START_H
#define SKERRY_PARTY_START_H

#include "option.h"
#include "party.h"

/* The inverse of decode (problem.h), for parties of other instances with as many places: rows
 * of this pool, which may break a requirement. False unless operations can take them: all
 * heroes are in the pool, different, not excluded, and fixed nowhere else.
 *
 * self    a struct party
 * ids     n_places of int32_t
 * genome  out: n_places of int32_t, undefined where it returns false */
bool party_start_encode(const void *self, const void *ids, void *genome);

/* Reads parties as people write them: the ids of one on each line, separated by commas, in the
 * order of the places.
 *
 * file     its data end with a 0
 * genomes  out: *n genomes, in perm
 * err      STATUS_INPUT with path and line, also without any party */
enum status party_start_parse(const void *self, const struct option_file *file,
                              struct arena *perm, void **genomes, uint64_t *n,
                              struct error *err);

#endif
