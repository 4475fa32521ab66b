/* Ranks as MPI processes: the wire. The only module that knows MPI. */
#ifndef SKERRY_COMM_COMM_MPI_H
#define SKERRY_COMM_COMM_MPI_H

#include "comm.h"

/* Starts MPI and opens the communicator of all its ranks; its close ends MPI, so it is
 * closed last. Once a process.
 *
 * STATUS_COMM when MPI does not start; STATUS_INPUT when SLURM started several tasks
 * that MPI does not see as one job, which would each run alone over the same files.
 * Collective. */
enum status comm_mpi_open(int *argc, char ***argv, struct comm **world,
                          struct error *err);

/* The most bytes that are sent at once, 1..INT_MAX; 1 GiB unless set. Communicators
 * split off later take it over. Local, and the same on all ranks; for tests. */
void comm_mpi_set_piece(struct comm *comm, size_t bytes);

/* Ends all ranks at once, for a rank that can no longer take part in anything. */
_Noreturn void comm_mpi_abort(int exit_code);

#endif
