#include "comm_serial.h"

#include <string.h>

static void copy(void *to, const void *from, size_t bytes)
{
    if (bytes) /* without bytes the pointers may be NULL */
        memcpy(to, from, bytes);
}

static enum status serial_allgather(struct comm *comm, const void *in, size_t bytes,
                                    void *out, struct error *err)
{
    (void)comm, (void)err;
    copy(out, in, bytes);
    return STATUS_OK;
}

static enum status serial_alltoallv(struct comm *comm, const void *in,
                                    const size_t *in_bytes, void *out,
                                    const size_t *out_bytes, size_t most,
                                    struct error *err)
{
    (void)comm, (void)err;
    ensure(in_bytes[0] == out_bytes[0] && in_bytes[0] <= most);
    copy(out, in, in_bytes[0]);
    return STATUS_OK;
}

static enum status serial_gather(struct comm *comm, const void *in, size_t bytes,
                                 void *out, const size_t *out_bytes, struct error *err)
{
    (void)comm, (void)err;
    ensure(bytes == out_bytes[0]);
    copy(out, in, bytes);
    return STATUS_OK;
}

static enum status serial_broadcast(struct comm *comm, int root, void *buffer,
                                    size_t bytes, struct error *err)
{
    (void)comm, (void)root, (void)buffer, (void)bytes, (void)err;
    return STATUS_OK;
}

static enum status serial_greatest(struct comm *comm, uint64_t *value,
                                   struct error *err)
{
    (void)comm, (void)value, (void)err;
    return STATUS_OK;
}

static enum status serial_post(struct comm *comm, const void *message, size_t bytes,
                               bool *posted, struct error *err)
{
    (void)comm, (void)message, (void)bytes, (void)err;
    *posted = false; /* nobody would fetch it */
    return STATUS_OK;
}

static enum status serial_fetch(struct comm *comm, void *message, size_t bytes,
                                bool *fetched, struct error *err)
{
    (void)comm, (void)message, (void)bytes, (void)err;
    *fetched = false;
    return STATUS_OK;
}

static enum status serial_await(struct comm *comm, bool (*told)(void),
                                struct error *err)
{
    (void)comm, (void)told, (void)err;
    return STATUS_OK;
}

static bool serial_called(struct comm *comm)
{
    (void)comm;
    return false;
}

static enum status serial_split(struct comm *comm, int colour, struct comm **part,
                                struct error *err)
{
    (void)comm, (void)colour;
    return comm_serial_open(part, err);
}

static void serial_close(struct comm *comm)
{
    free(comm);
}

static const struct comm_ops serial_ops = {
    "local",          serial_allgather, serial_alltoallv, serial_gather,
    serial_broadcast, serial_greatest,  serial_post,      serial_fetch,
    serial_await,     serial_called,    serial_split,     serial_close};

enum status comm_serial_open(struct comm **rank, struct error *err)
{
    struct comm *comm = malloc(sizeof *comm);
    if (!comm)
        return error_set(err, STATUS_MEMORY, "no memory for a communicator");
    *comm = (struct comm){&serial_ops, 0, 1};
    *rank = comm;
    return STATUS_OK;
}
