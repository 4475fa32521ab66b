/* Reads a result file into plain structs, for the commands. The run may be finished, stopped,
 * killed or still running; the file is never written to. */
#ifndef SKERRY_RECORD_RESULT_H
#define SKERRY_RECORD_RESULT_H

#include "arena.h"
#include "result_data.h"

/* Reads the file at `path` into the arena.
 *
 * err  STATUS_INPUT with a message if it is missing, not an HDF5 file, not a result of
 *      skerry, of another format version, truncated or damaged; STATUS_MEMORY
 * Cost: reads it twice, first in a child process (trial.h), since a file can be made to crash
 * HDF5 whatever its seal. */
enum status result_read(const char *path, struct arena *arena, struct result *result,
                        struct error *err);

/* Checks that the file at `path` can be opened safely: a sealed one (seal.h) is unchanged, and
 * it was test-read in a child process (trial_read.h).
 *
 * err  STATUS_INPUT: it is damaged
 * Cost: one pass over the file. */
enum status result_examine(const char *path, struct error *err);

/* Whether the file has a seal: its run has ended and was not killed. */
bool result_is_sealed(const char *path);

/* The optimality gap (arithmetic_gap); NaN if best or bound is unknown. */
double result_gap(const struct result *result);

#endif
