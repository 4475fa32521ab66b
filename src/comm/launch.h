/* How the program was started: alone, or as one of several ranks. */
#ifndef SKERRY_COMM_LAUNCH_H
#define SKERRY_COMM_LAUNCH_H

#include "comm.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True when mpirun or srun started this process. */
bool comm_is_launched(void);

/* The communicator of all ranks: MPI when launched; else one local rank, which opens in
 * microseconds where MPI takes a tenth of a second. Its close is the last call. */
enum status comm_open(int *argc, char ***argv, struct comm **world, struct error *err);

/* This host's name, cut to capacity >= 1 bytes with its NUL. */
void comm_host(char *name, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
