#include "comm_mpi.h"

#include "arena.h"

#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* MPI counts in int: what may pass 2 GiB goes in pieces. */
enum { PIECE_BYTES = 1 << 30, TAG = 1 };

struct comm_mpi {
    struct comm base;
    struct arena perm; /* holds all below, and this */
    MPI_Comm mpi;
    MPI_Request *requests; /* 2 x size */
    bool is_world;
};

static struct comm_mpi *mpi(struct comm *comm)
{
    return (struct comm_mpi *)comm;
}

static enum status check(int code, const struct comm *comm, const char *operation,
                         struct error *err)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (code == MPI_SUCCESS)
        return STATUS_OK;
    MPI_Error_string(code, text, &length);
    return error_set(err, STATUS_COMM, "rank %d: %s: %s", comm->rank, operation, text);
}

static int count_of(size_t bytes)
{
    ensure(bytes <= INT_MAX); /* the contract of one block */
    return (int)bytes;
}

static enum status mpi_allgather(struct comm *comm, const void *in, size_t bytes,
                                 void *out, struct error *err)
{
    int n = count_of(bytes), code;
    if (bytes * (size_t)comm->size <= INT_MAX) {
        code = MPI_Allgather(in, n, MPI_BYTE, out, n, MPI_BYTE, mpi(comm)->mpi);
    } else { /* inner algorithms add up counts in int: count blocks instead */
        MPI_Datatype block;
        code = MPI_Type_contiguous(n, MPI_BYTE, &block);
        if (code == MPI_SUCCESS) {
            code = MPI_Type_commit(&block);
            if (code == MPI_SUCCESS)
                code = MPI_Allgather(in, 1, block, out, 1, block, mpi(comm)->mpi);
            MPI_Type_free(&block);
        }
    }
    return check(code, comm, "allgather", err);
}

/* Posts one block each way; blocks of no bytes are not sent, since both sides know. */
static int post(struct comm_mpi *c, int n_posted, int peer, const void *in, size_t sent,
                void *out, size_t received, int *code)
{
    if (received && *code == MPI_SUCCESS)
        *code = MPI_Irecv(out, count_of(received), MPI_BYTE, peer, TAG, c->mpi,
                          &c->requests[n_posted++]);
    if (sent && *code == MPI_SUCCESS)
        *code = MPI_Isend(in, count_of(sent), MPI_BYTE, peer, TAG, c->mpi,
                          &c->requests[n_posted++]);
    return n_posted;
}

/* Non-blocking pairs in place of MPI_Alltoallv: displacements may pass 2 GiB, and most
 * pairs of ranks have nothing for one another. */
static enum status mpi_alltoallv(struct comm *comm, const void *in,
                                 const size_t *in_bytes, void *out,
                                 const size_t *out_bytes, struct error *err)
{
    struct comm_mpi *c = mpi(comm);
    const unsigned char *from = in;
    unsigned char *to = out;
    int n = 0, code = MPI_SUCCESS;
    for (int r = 0; r < comm->size && code == MPI_SUCCESS; r++) {
        if (r != comm->rank)
            n = post(c, n, r, from, in_bytes[r], to, out_bytes[r], &code);
        else if (in_bytes[r])
            memcpy(to, from, in_bytes[r]);
        from += in_bytes[r];
        to += out_bytes[r];
    }
    int waited = MPI_Waitall(n, c->requests, MPI_STATUSES_IGNORE);
    return check(code == MPI_SUCCESS ? waited : code, comm, "alltoallv", err);
}

static enum status mpi_gather(struct comm *comm, const void *in, size_t bytes,
                              void *out, const size_t *out_bytes, struct error *err)
{
    struct comm_mpi *c = mpi(comm);
    unsigned char *to = out;
    int n = 0, code = MPI_SUCCESS;
    if (comm->rank != 0)
        n = post(c, n, 0, in, bytes, NULL, 0, &code);
    for (int r = 0; comm->rank == 0 && r < comm->size && code == MPI_SUCCESS; r++) {
        if (r != 0)
            n = post(c, n, r, NULL, 0, to, out_bytes[r], &code);
        else if (bytes)
            memcpy(to, in, bytes);
        to += out_bytes[r];
    }
    int waited = MPI_Waitall(n, c->requests, MPI_STATUSES_IGNORE);
    return check(code == MPI_SUCCESS ? waited : code, comm, "gather", err);
}

static enum status mpi_broadcast(struct comm *comm, int root, void *buffer,
                                 size_t bytes, struct error *err)
{
    unsigned char *at = buffer;
    int code = MPI_SUCCESS;
    while (bytes && code == MPI_SUCCESS) {
        size_t piece = bytes < PIECE_BYTES ? bytes : PIECE_BYTES;
        code = MPI_Bcast(at, (int)piece, MPI_BYTE, root, mpi(comm)->mpi);
        at += piece;
        bytes -= piece;
    }
    return check(code, comm, "broadcast", err);
}

static enum status mpi_greatest(struct comm *comm, uint64_t *value, struct error *err)
{
    uint64_t own = *value;
    return check(MPI_Allreduce(&own, value, 1, MPI_UINT64_T, MPI_MAX, mpi(comm)->mpi),
                 comm, "greatest", err);
}

static enum status wrap(MPI_Comm handle, bool is_world, struct comm **comm,
                        struct error *err);

static enum status mpi_split(struct comm *comm, int colour, struct comm **part,
                             struct error *err)
{
    MPI_Comm handle = MPI_COMM_NULL;
    int code = MPI_Comm_split(mpi(comm)->mpi, colour, comm->rank, &handle);
    enum status status = check(code, comm, "split", err);
    if (status != STATUS_OK)
        return status;
    return wrap(handle, false, part, err);
}

static void mpi_close(struct comm *comm)
{
    struct comm_mpi *c = mpi(comm);
    bool is_world = c->is_world;
    MPI_Comm_free(&c->mpi);
    struct arena perm = c->perm;
    arena_free(&perm);
    if (is_world)
        MPI_Finalize();
}

static const struct comm_ops mpi_ops = {"mpi",      mpi_allgather, mpi_alltoallv,
                                        mpi_gather, mpi_broadcast, mpi_greatest,
                                        mpi_split,  mpi_close};

/* Takes over the handle, which it frees on failure. */
static enum status wrap(MPI_Comm handle, bool is_world, struct comm **comm,
                        struct error *err)
{
    struct arena perm;
    arena_init(&perm);
    int rank = 0, size = 0;
    MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN);
    MPI_Comm_rank(handle, &rank);
    MPI_Comm_size(handle, &size);
    struct comm_mpi *c = ARENA_NEW(&perm, struct comm_mpi, 1);
    MPI_Request *requests = ARENA_NEW(&perm, MPI_Request, 2 * (size_t)size);
    if (!c || !requests) {
        MPI_Comm_free(&handle);
        arena_free(&perm);
        return error_set(err, STATUS_MEMORY, "no memory for a communicator");
    }
    *c = (struct comm_mpi){.base = {&mpi_ops, rank, size},
                           .perm = perm,
                           .mpi = handle,
                           .requests = requests,
                           .is_world = is_world};
    *comm = &c->base;
    return STATUS_OK;
}

/* srun without PMI starts n processes that MPI takes for n jobs of one rank. */
static enum status check_slurm(int size, struct error *err)
{
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS");
    if (size > 1 || !tasks || atoi(tasks) <= 1 || getenv("OMPI_COMM_WORLD_SIZE") ||
        getenv("PMIX_RANK"))
        return STATUS_OK;
    return error_set(err, STATUS_INPUT,
                     "srun started %s tasks that MPI takes for jobs of their own; use "
                     "srun --mpi=pmix or mpirun",
                     tasks);
}

enum status comm_mpi_open(int *argc, char ***argv, struct comm **world,
                          struct error *err)
{
    struct comm nobody = {.rank = -1};
    MPI_Comm handle = MPI_COMM_NULL;
    int size = 0;
    enum status status = check(MPI_Init(argc, argv), &nobody, "start of MPI", err);
    if (status != STATUS_OK)
        return status;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    status = check_slurm(size, err);
    if (status == STATUS_OK)
        status =
            check(MPI_Comm_dup(MPI_COMM_WORLD, &handle), &nobody, "start of MPI", err);
    if (status == STATUS_OK)
        status = wrap(handle, true, world, err);
    if (status != STATUS_OK)
        MPI_Finalize();
    return status;
}

void comm_mpi_abort(int exit_code)
{
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    _Exit(exit_code);
}
