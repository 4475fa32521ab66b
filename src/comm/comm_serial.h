/* A single rank, for programs started without mpirun: every collective operation is a copy
 * or does nothing. comm_local_open(1, NULL, ...) gives this too. */
#ifndef SKERRY_COMM_COMM_SERIAL_H
#define SKERRY_COMM_COMM_SERIAL_H

#include "comm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* May fail with STATUS_MEMORY. */
enum status comm_serial_open(struct comm **rank, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
