/* Detects how the program was started: by itself, or by an MPI launcher. */
#ifndef SKERRY_COMM_LAUNCH_H
#define SKERRY_COMM_LAUNCH_H

#include "comm.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True if mpirun or srun started this process. */
bool comm_is_launched(void);

/* Opens the communicator of all ranks: MPI if started by a launcher, otherwise a single
 * rank, without the start-up time of MPI. It is closed last. */
enum status comm_open(int *argc, char ***argv, struct comm **world, struct error *err);

/* The name and version of the MPI library, truncated to capacity >= 1 bytes; "" if `world` does not
 * use MPI. */
void comm_library(const struct comm *world, char *text, size_t capacity);

/* The name of this host, truncated to capacity >= 1 bytes including the NUL. */
void comm_host(char *name, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
