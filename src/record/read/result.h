/* A result file as plain structs, for the commands that read it. Opens the files of
 * finished, stopped, killed and still running runs alike, and never writes to them. */
#ifndef SKERRY_RECORD_RESULT_H
#define SKERRY_RECORD_RESULT_H

#include "arena.h"
#include "result_data.h"

/* Reads the file at `path` into the arena.
 *
 * err  STATUS_INPUT in one line when it is missing, no HDF5 file, no result of ours, of
 *      another format version, truncated or damaged; STATUS_MEMORY */
enum status result_read(const char *path, struct arena *arena, struct result *result,
                        struct error *err);

/* Whether the file at `path` may be read: a sealed one (seal.h) has every byte that its
 * run left, another one was read in a process of its own, which survived.
 *
 * err  STATUS_INPUT: it is damaged
 * Cost: reads the whole file. result_read does this first. */
enum status result_examine(const char *path, struct error *err);

/* Whether the file has a seal: its run has ended, and was not killed. */
bool result_is_sealed(const char *path);

/* The gap between best and bound as a share of the bound, in [0, inf); NaN where one is
 * unknown. 0 when both are 0. */
double result_gap(const struct result *result);

#endif
