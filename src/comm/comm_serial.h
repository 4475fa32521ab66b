/* One rank alone: every collective is a copy or nothing. comm_local_open(1, ...) gives
 * this; it is the communicator of a program that runs without mpirun. */
#ifndef SKERRY_COMM_COMM_SERIAL_H
#define SKERRY_COMM_COMM_SERIAL_H

#include "comm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* STATUS_MEMORY when there is none. */
enum status comm_serial_open(struct comm **rank, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
