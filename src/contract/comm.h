/* The few collective operations that islands need, as a table with two implementations:
 * comm_mpi.c is the wire; comm_local.c runs ranks as threads of one process (one rank:
 * the serial stand-in), and can delay or fail the n-th call for tests.
 *
 * Every operation is collective: all ranks of the communicator call it, in the same
 * order, with fitting sizes; in and out buffers never overlap. On failure it returns
 * STATUS_COMM with err filled and the out buffers undefined; the communicator is then
 * good for nothing but its close. Counts are in bytes; blocks may be of any size. */
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
    /* in: blocks for ranks 0..size-1, in_bytes[r] each, one after another; out alike
     * from each rank. The receiver knows out_bytes. */
    enum status (*alltoallv)(struct comm *comm, const void *in, const size_t *in_bytes,
                             void *out, const size_t *out_bytes, struct error *err);
    /* Blocks of any size to rank 0, one after another in rank order; `out` and
     * `out_bytes` (size entries) are read and filled on rank 0 only. */
    enum status (*gather)(struct comm *comm, const void *in, size_t bytes, void *out,
                          const size_t *out_bytes, struct error *err);
    /* buffer: in on rank `root`, out elsewhere. */
    enum status (*broadcast)(struct comm *comm, int root, void *buffer, size_t bytes,
                             struct error *err);
    /* value: in/out, becomes the greatest of all ranks */
    enum status (*greatest)(struct comm *comm, uint64_t *value, struct error *err);
    /* Rank 0 has worked alone, and comes here to let the others go on, who wait here.
     * Those ask `told` now and then, and once it says true `called` does on rank 0,
     * which may still be at work. */
    enum status (*await)(struct comm *comm, bool (*told)(void), struct error *err);
    /* Local, of rank 0, some microseconds: whether another rank was told, and waits. */
    bool (*called)(struct comm *comm);
    /* Parts the ranks: those with equal colour >= 0 share the new communicator, in
     * rank order. */
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
                                         const size_t *out_bytes, struct error *err)
{
    return comm->ops->alltoallv(comm, in, in_bytes, out, out_bytes, err);
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

/* The gravest status of all ranks becomes everyone's, with the text of the lowest rank
 * that has it, so that all leave together. in/out: err, whose status is this rank's
 * own. Allocates nothing. */
enum status comm_agree(struct comm *comm, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
