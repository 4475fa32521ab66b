/* Reads a file that has no seal in a process of its own first, since HDF5 may crash on
 * a damaged one. Used inside src/record. */
#ifndef SKERRY_RECORD_TRIAL_H
#define SKERRY_RECORD_TRIAL_H

#include <stdbool.h>

/* Opens the file and reads every attribute and the header of every dataset; true when
 * that comes to an end, well or not. Local; at most a minute of CPU time. */
bool trial_survives(const char *path);

#endif
