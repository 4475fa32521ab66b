/* The collective operations that the engine needs, with the semantics of MPI, as a table
 * of functions with three implementations: comm_mpi.c uses MPI; comm_local.c runs ranks as
 * threads of one process, and can delay or fail the n-th call for tests; comm_serial.c is
 * a single rank.
 *
 * Unless it says otherwise, an operation is collective: all ranks of the communicator call
 * it, in the same order and with matching sizes. Input and output buffers never overlap. On failure it returns
 * STATUS_COMM with err set and the output undefined; after that the communicator can only
 * be closed. Sizes are in bytes; blocks may be of any size. */
#ifndef SKERRY_CONTRACT_COMM_H
#define SKERRY_CONTRACT_COMM_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct comm;

struct comm_ops {
    const char *name; /* "mpi", "local" */
    /* in: bytes from each rank; out: size x bytes, in rank order */
    enum status (*allgather)(struct comm *comm, const void *in, size_t bytes, void *out,
                             struct error *err);
    /* in: blocks for ranks 0..size-1, in_bytes[r] each, one after another; out: the
     * blocks from each rank, likewise. The receiver knows out_bytes. `most`, equal on all
     * ranks: no rank sends or receives more bytes in total; it decides how they are
     * transferred. */
    enum status (*alltoallv)(struct comm *comm, const void *in, const size_t *in_bytes,
                             void *out, const size_t *out_bytes, size_t most,
                             struct error *err);
    /* Blocks of any size to rank 0, one after another in rank order; `out` is filled on
     * rank 0 only. Every rank knows out_bytes (size entries). */
    enum status (*gather)(struct comm *comm, const void *in, size_t bytes, void *out,
                          const size_t *out_bytes, struct error *err);
    /* buffer: in on rank `root`, out elsewhere. */
    enum status (*broadcast)(struct comm *comm, int root, void *buffer, size_t bytes,
                             struct error *err);
    /* value: in/out, becomes the maximum over all ranks */
    enum status (*greatest)(struct comm *comm, uint64_t *value, struct error *err);
    /* Messages on the ring of ranks, from each rank to the next one, which no rank waits for.
     * Not collective. All of them have the same size, `bytes`.
     *
     * post   *posted: false if the message before has not left yet; this one is then not
     *        sent. Otherwise it must stay unchanged until *posted is true again.
     * fetch  the oldest message that has arrived; *fetched: false if there is none
     *
     * With one rank nothing is posted. */
    enum status (*post)(struct comm *comm, const void *message, size_t bytes,
                        bool *posted, struct error *err);
    enum status (*fetch)(struct comm *comm, void *message, size_t bytes, bool *fetched,
                         struct error *err);
    /* A barrier for phases in which rank 0 works alone: the other ranks sleep here until
     * rank 0 arrives. While they wait they poll `told`; once it returns true on one of
     * them, `called` returns true on rank 0. */
    enum status (*await)(struct comm *comm, bool (*told)(void), struct error *err);
    /* Rank 0 only, not collective, takes microseconds: whether `told` was true on some
     * waiting rank. */
    bool (*called)(struct comm *comm);
    /* Splits the communicator: ranks of equal colour >= 0 share a new one, in rank
     * order. */
    enum status (*split)(struct comm *comm, int colour, struct comm **part,
                         struct error *err);
    void (*close)(struct comm *comm); /* frees it; also collective */
};

struct comm {
    const struct comm_ops *ops;
    int rank, size;
};

static inline enum status comm_allgather(struct comm *comm, const void *in,
                                         size_t bytes, void *out, struct error *err)
{
    return comm->ops->allgather(comm, in, bytes, out, err);
}

static inline enum status comm_alltoallv(struct comm *comm, const void *in,
                                         const size_t *in_bytes, void *out,
                                         const size_t *out_bytes, size_t most,
                                         struct error *err)
{
    return comm->ops->alltoallv(comm, in, in_bytes, out, out_bytes, most, err);
}

static inline enum status comm_gather(struct comm *comm, const void *in, size_t bytes,
                                      void *out, const size_t *out_bytes,
                                      struct error *err)
{
    return comm->ops->gather(comm, in, bytes, out, out_bytes, err);
}

/* From rank 0. */
static inline enum status comm_broadcast(struct comm *comm, void *buffer, size_t bytes,
                                         struct error *err)
{
    return comm->ops->broadcast(comm, 0, buffer, bytes, err);
}

static inline enum status comm_broadcast_from(struct comm *comm, int root, void *buffer,
                                              size_t bytes, struct error *err)
{
    return comm->ops->broadcast(comm, root, buffer, bytes, err);
}

static inline enum status comm_greatest(struct comm *comm, uint64_t *value,
                                        struct error *err)
{
    return comm->ops->greatest(comm, value, err);
}

static inline enum status comm_post(struct comm *comm, const void *message,
                                    size_t bytes, bool *posted, struct error *err)
{
    return comm->ops->post(comm, message, bytes, posted, err);
}

static inline enum status comm_fetch(struct comm *comm, void *message, size_t bytes,
                                     bool *fetched, struct error *err)
{
    return comm->ops->fetch(comm, message, bytes, fetched, err);
}

static inline enum status comm_await(struct comm *comm, bool (*told)(void),
                                     struct error *err)
{
    return comm->ops->await(comm, told, err);
}

static inline bool comm_called(struct comm *comm)
{
    return comm->ops->called(comm);
}

static inline enum status comm_split(struct comm *comm, int colour, struct comm **part,
                                     struct error *err)
{
    return comm->ops->split(comm, colour, part, err);
}

static inline void comm_close(struct comm *comm)
{
    if (comm)
        comm->ops->close(comm);
}

/* Agreement on an error: every rank gets the most severe status of all ranks, with the
 * text of the lowest rank that has it, so that all ranks return together. err: in/out, in:
 * this rank's own status. Allocates nothing. Cost: one maximum, and a broadcast of the
 * text after a failure. */
enum status comm_agree(struct comm *comm, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
