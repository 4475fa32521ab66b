/* Ranks as MPI processes; the only module that calls MPI.
 *
 * Source: MPI: A Message-Passing Interface Standard, version 3.1, 2015; with a library of
 * version 4, MPI_Alltoallv_c and MPI_Gatherv_c. Differs: without those, blocks of more bytes
 * in total than a piece (comm_mpi_set_piece) are sent in pieces between pairs of ranks; so are
 * broadcasts, of which an allgather of that size is made. */
#ifndef SKERRY_COMM_COMM_MPI_H
#define SKERRY_COMM_COMM_MPI_H

#include "comm.h"

/* Initializes MPI and opens the communicator of all its ranks. Closing it finalizes MPI, so
 * it is closed last. To be called once per process.
 *
 * STATUS_COMM if MPI cannot be initialized; STATUS_INPUT if SLURM started several tasks that
 * MPI does not see as one job, so that each would run alone and write the same files;
 * STATUS_MEMORY. Collective. */
enum status comm_mpi_open(int *argc, char ***argv, struct comm **world,
                          struct error *err);

/* Sets the largest message in bytes, 1..INT_MAX; the default is 1 GiB. Inherited by
 * communicators split off later. Local, to be called with the same value on all ranks; for
 * tests. */
void comm_mpi_set_piece(struct comm *comm, size_t bytes);

/* The first line of the library's own description, truncated to capacity >= 1 bytes. Local. */
void comm_mpi_library(char *text, size_t capacity);

/* Aborts all ranks, for a rank that can no longer take part in collective calls. */
_Noreturn void comm_mpi_abort(int exit_code);

#endif
