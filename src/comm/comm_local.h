/* Ranks as threads of one process: tests run a whole archipelago without mpirun, and
 * fail it where they like. One rank is the serial stand-in of a program that runs
 * alone: no threads, no locks, only memcpy.
 *
 * Stricter than the wire: a rank that closes or fails while others wait for it, and
 * blocks whose sizes do not fit, end the call with STATUS_COMM on every rank. Once a
 * call has failed every later one does, on this communicator and on all that were split
 * from it or from which it was split: nobody hangs. */
#ifndef SKERRY_COMM_COMM_LOCAL_H
#define SKERRY_COMM_COMM_LOCAL_H

#include "comm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What shall go wrong, once. */
struct comm_fault {
    enum {
        FAULT_NONE,
        FAULT_FAIL,  /* the rank is lost before the call does anything */
        FAULT_DELAY, /* the rank comes delay_ms late */
        FAULT_DAMAGE /* one byte of what the rank receives is inverted */
    } kind;
    int rank;
    unsigned call; /* of that rank, on any communicator; the first is 1 */
    unsigned delay_ms;
    size_t byte; /* DAMAGE: which; none when less arrives */
};

/* Opens a world of `size` >= 1 ranks, each to be used and closed by a thread of its
 * own; an open world frees its memory with the last close.
 *
 * fault    NULL: none
 * ranks    out: size communicators
 * Local. STATUS_MEMORY when there is none; nothing is open then. */
enum status comm_local_open(int size, const struct comm_fault *fault,
                            struct comm **ranks, struct error *err);

/* Runs a function on every rank of a world, each on a thread (one rank: on the
 * caller's), and returns when all have. The world is closed by then; communicators that
 * `run` split off it closes itself.
 *
 * STATUS_FAILED when a thread cannot be started: the ranks that were find the others
 * lost. */
enum status comm_local_run(int size, const struct comm_fault *fault,
                           void (*run)(struct comm *world, void *arg), void *arg,
                           struct error *err);

#ifdef __cplusplus
}
#endif

#endif
