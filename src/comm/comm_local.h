/* Ranks as threads of one process: tests run an archipelago without mpirun, with injected
 * faults. One rank without a fault is comm_serial: no threads and no locks.
 *
 * Stricter than MPI: if a rank closes its communicator or fails while others wait for it, the
 * call fails with STATUS_COMM on every rank; if the sizes of blocks do not match, on the ranks that
 * would receive them. After a failure all later calls fail as well, on this communicator and on
 * all that descend from the same world, so that no rank hangs. Cost per call: two barriers (mutex
 * and condition variable), and memcpy. */
#ifndef SKERRY_COMM_COMM_LOCAL_H
#define SKERRY_COMM_COMM_LOCAL_H

#include "comm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A fault to inject once. */
struct comm_fault {
    enum {
        FAULT_NONE,
        FAULT_FAIL,  /* the rank is lost before the call */
        FAULT_DELAY, /* the rank enters the call delay_ms late */
        FAULT_DAMAGE /* one byte of the data received by the rank is inverted */
    } kind;
    int rank;
    unsigned
        call; /* of that rank, on any communicator, but for await; the first is 1 */
    unsigned delay_ms;
    size_t byte; /* DAMAGE: its offset; no effect past the end */
};

/* Opens a world of `size` >= 1 ranks, each to be used and closed by its own thread; the last
 * close frees the memory.
 *
 * fault    NULL: none
 * ranks    out: size communicators
 * Local. STATUS_MEMORY if memory runs out; nothing is open then. */
enum status comm_local_open(int size, const struct comm_fault *fault,
                            struct comm **ranks, struct error *err);

/* Runs a function on every rank of a world, each in its own thread (a single rank: in the
 * caller's), and returns when all have returned. Closes the world; `run` has to close the
 * communicators that it splits off.
 *
 * STATUS_FAILED if a thread cannot be started: for the started ranks the others are lost. */
enum status comm_local_run(int size, const struct comm_fault *fault,
                           void (*run)(struct comm *world, void *arg), void *arg,
                           struct error *err);

#ifdef __cplusplus
}
#endif

#endif
