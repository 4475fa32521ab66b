/* Test-reads a file in a child process, since HDF5 may crash on a damaged or forged one. Used
 * inside src/record. */
#ifndef SKERRY_RECORD_TRIAL_READ_H
#define SKERRY_RECORD_TRIAL_READ_H

#include "trial.h"

/* Opens the file and reads all headers, attributes and chunk indexes, but not the data: these have
 * checksums and cannot mislead HDF5, or are texts of variable length, which whoever resumes a run does not
 * read. TRIAL_BROKEN: some header, attribute or chunk index
 * cannot be read. Local. */
enum trial trial_read(const char *path);

/* The size of a file, for trial_run; 0: unknown. */
size_t trial_bytes(const char *path);

#endif
