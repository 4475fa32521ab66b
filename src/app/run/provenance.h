/* What a run was made with, as its result records it. */
#ifndef SKERRY_APP_PROVENANCE_H
#define SKERRY_APP_PROVENANCE_H

#include "comm.h"
#include "recorder_info.h"

#include <stdio.h>

struct provenance {
    char cpu
        [128]; /* model of this host's processor; the machine's type if it has no name */
    char mpi_library[256]; /* "" without MPI */
};

/* Fills in what is known on this host; the texts are those of `provenance` and of the environment.
 * Local. */
struct recorder_provenance provenance_find(struct provenance *provenance,
                                           const struct comm *world);

/* The model in the text of /proc/cpuinfo: the first line "model name : ...", without its key, in
 * `model`; false if there is none. */
bool provenance_model(FILE *cpuinfo, char *model, size_t capacity);

#endif
