#include "comm_mpi.h"

#include "arena.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* MPI 3 counts in int: blocks that may exceed 2 GiB are sent in pieces. */
enum { PIECE_BYTES = 1 << 30, TAG = 1, TAG_TOLD = 2, TAG_RING = 3 };
static_assert(PIECE_BYTES <= INT_MAX, "a piece is counted in int");

/* MPI 4 has collectives with blocks of any size. */
#if MPI_VERSION >= 4
typedef MPI_Count mpi_count;
typedef MPI_Aint mpi_offset;
#define ALLTOALLV MPI_Alltoallv_c
#define GATHERV MPI_Gatherv_c
static const bool HAS_LARGE_COUNTS = true;
#else
typedef int mpi_count;
typedef int mpi_offset;
#define ALLTOALLV MPI_Alltoallv
#define GATHERV MPI_Gatherv
static const bool HAS_LARGE_COUNTS = false;
#endif

/* The blocks of a collective as MPI describes them: one entry for each rank. */
struct mpi_blocks {
    mpi_count *counts;
    mpi_offset *offsets;
};

struct comm_mpi {
    struct comm base;
    struct arena perm; /* contains this struct and its arrays */
    MPI_Comm mpi;
    struct mpi_blocks in, out; /* size */
    MPI_Request *requests;     /* 2 x size */
    MPI_Request posted;        /* of the last message on the ring */
    uint64_t calls;            /* rank 0: received since the last await */
    size_t piece_bytes;        /* 1..INT_MAX: the largest message */
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

static size_t piece_of(const struct comm_mpi *c, size_t bytes)
{
    return bytes < c->piece_bytes ? bytes : c->piece_bytes;
}

static enum status mpi_broadcast(struct comm *comm, int root, void *buffer,
                                 size_t bytes, struct error *err)
{
    unsigned char *at = buffer;
    int code = MPI_SUCCESS;
    while (bytes && code == MPI_SUCCESS) {
        size_t piece = piece_of(mpi(comm), bytes);
        code = MPI_Bcast(at, (int)piece, MPI_BYTE, root, mpi(comm)->mpi);
        at += piece;
        bytes -= piece;
    }
    return check(code, comm, "broadcast", err);
}

static enum status mpi_allgather(struct comm *comm, const void *in, size_t bytes,
                                 void *out, struct error *err)
{
    unsigned char *to = out;
    size_t size = (size_t)comm->size, rank = (size_t)comm->rank;
    if (bytes <= mpi(comm)->piece_bytes / size) {
        int n = (int)bytes;
        int code = MPI_Allgather(in, n, MPI_BYTE, out, n, MPI_BYTE, mpi(comm)->mpi);
        return check(code, comm, "allgather", err);
    }
    /* MPI libraries may add up counts in int: broadcast from each rank instead. */
    memcpy(to + rank * bytes, in, bytes);
    for (size_t r = 0; r < size; r++)
        if (mpi_broadcast(comm, (int)r, to + r * bytes, bytes, err))
            return err->status;
    return STATUS_OK;
}

/* The blocks that one rank sends to and receives from the others, in rank order. */
struct blocks {
    const unsigned char *in;
    const size_t *in_bytes; /* size; NULL: it sends nothing */
    unsigned char *out;
    const size_t *out_bytes; /* size; NULL: it receives nothing */
};

/* The size of the piece of a block that begins at offset `done`. */
static size_t piece_at(const struct comm_mpi *c, const size_t *bytes, int r,
                       size_t done)
{
    return bytes && bytes[r] > done ? piece_of(c, bytes[r] - done) : 0;
}

/* Posts one piece in each direction for each pair of ranks; both sides know the sizes, so
 * empty pieces are not sent. Returns the number of requests. */
static int post_round(struct comm_mpi *c, const struct blocks *blocks, size_t done,
                      int *code)
{
    const unsigned char *from = blocks->in;
    unsigned char *to = blocks->out;
    int n = 0;
    for (int r = 0; r < c->base.size && *code == MPI_SUCCESS; r++) {
        size_t sent = piece_at(c, blocks->in_bytes, r, done);
        size_t got = piece_at(c, blocks->out_bytes, r, done);
        bool is_other = r != c->base.rank;
        if (is_other && got && *code == MPI_SUCCESS)
            *code = MPI_Irecv(to + done, (int)got, MPI_BYTE, r, TAG, c->mpi,
                              &c->requests[n++]);
        if (is_other && sent && *code == MPI_SUCCESS)
            *code = MPI_Isend(from + done, (int)sent, MPI_BYTE, r, TAG, c->mpi,
                              &c->requests[n++]);
        from += blocks->in_bytes ? blocks->in_bytes[r] : 0;
        to += blocks->out_bytes ? blocks->out_bytes[r] : 0;
    }
    return n;
}

/* Exchanges all blocks in rounds of one piece per pair of ranks. Both ranks of a pair know
 * the size of its block, and send and receive its k-th piece in their k-th rounds. */
static int exchange(struct comm_mpi *c, const struct blocks *blocks)
{
    size_t most = 0;
    int code = MPI_SUCCESS;
    for (int r = 0; r < c->base.size; r++) {
        size_t in = blocks->in_bytes ? blocks->in_bytes[r] : 0;
        size_t out = blocks->out_bytes ? blocks->out_bytes[r] : 0;
        in = in > out ? in : out;
        most = r != c->base.rank && in > most ? in : most;
    }
    for (size_t done = 0; done < most && code == MPI_SUCCESS; done += c->piece_bytes) {
        int n = post_round(c, blocks, done, &code);
        int waited = MPI_Waitall(n, c->requests, MPI_STATUSES_IGNORE);
        code = code == MPI_SUCCESS ? waited : code;
    }
    return code;
}

static size_t sum(const size_t *bytes, int n)
{
    size_t all = 0;
    for (int r = 0; r < n; r++)
        all += bytes[r];
    return all;
}

/* Whether one collective call transfers `most` bytes to or from a rank. */
static bool is_one_call(const struct comm_mpi *c, size_t most)
{
    return HAS_LARGE_COUNTS || most <= c->piece_bytes;
}

static void describe(struct mpi_blocks *blocks, const size_t *bytes, int n)
{
    mpi_offset offset = 0;
    for (int r = 0; r < n; r++) {
        blocks->counts[r] = (mpi_count)bytes[r];
        blocks->offsets[r] = offset;
        offset += (mpi_offset)bytes[r];
    }
}

/* Beyond the counts of MPI_Alltoallv: pairs of messages, in pieces. */
static int alltoallv_in_pieces(struct comm_mpi *c, const struct blocks *blocks)
{
    int rank = c->base.rank;
    if (blocks->in_bytes[rank])
        memcpy(blocks->out + sum(blocks->out_bytes, rank),
               blocks->in + sum(blocks->in_bytes, rank), blocks->in_bytes[rank]);
    return exchange(c, blocks);
}

static enum status mpi_alltoallv(struct comm *comm, const void *in,
                                 const size_t *in_bytes, void *out,
                                 const size_t *out_bytes, size_t most,
                                 struct error *err)
{
    struct comm_mpi *c = mpi(comm);
    struct blocks blocks = {in, in_bytes, out, out_bytes};
    if (!is_one_call(c, most))
        return check(alltoallv_in_pieces(c, &blocks), comm, "alltoallv", err);
    describe(&c->in, in_bytes, comm->size);
    describe(&c->out, out_bytes, comm->size);
    int code = ALLTOALLV(in, c->in.counts, c->in.offsets, MPI_BYTE, out, c->out.counts,
                         c->out.offsets, MPI_BYTE, c->mpi);
    return check(code, comm, "alltoallv", err);
}

/* Beyond the counts of MPI_Gatherv: messages to rank 0, in pieces. */
static int gather_in_pieces(struct comm_mpi *c, const unsigned char *in, size_t bytes,
                            void *out, const size_t *out_bytes)
{
    struct blocks blocks = {.out = out, .out_bytes = out_bytes};
    int code = MPI_SUCCESS;
    if (c->base.rank == 0) {
        if (bytes)
            memcpy(out, in, bytes);
        return exchange(c, &blocks);
    }
    while (bytes && code == MPI_SUCCESS) {
        size_t piece = piece_of(c, bytes);
        code = MPI_Send(in, (int)piece, MPI_BYTE, 0, TAG, c->mpi);
        in += piece;
        bytes -= piece;
    }
    return code;
}

static enum status mpi_gather(struct comm *comm, const void *in, size_t bytes,
                              void *out, const size_t *out_bytes, struct error *err)
{
    struct comm_mpi *c = mpi(comm);
    if (!is_one_call(c, sum(out_bytes, comm->size)))
        return check(gather_in_pieces(c, in, bytes, out, out_bytes), comm, "gather",
                     err);
    describe(&c->out, out_bytes, comm->size);
    int code = GATHERV(in, (mpi_count)bytes, MPI_BYTE, out, c->out.counts,
                       c->out.offsets, MPI_BYTE, 0, c->mpi);
    return check(code, comm, "gather", err);
}

static enum status mpi_greatest(struct comm *comm, uint64_t *value, struct error *err)
{
    uint64_t own = *value;
    return check(MPI_Allreduce(&own, value, 1, MPI_UINT64_T, MPI_MAX, mpi(comm)->mpi),
                 comm, "greatest", err);
}

static enum status mpi_post(struct comm *comm, const void *message, size_t bytes,
                            bool *posted, struct error *err)
{
    struct comm_mpi *c = mpi(comm);
    int has_left = 0, to = (comm->rank + 1) % comm->size;
    ensure(bytes <= INT_MAX);
    *posted = false;
    if (comm->size == 1)
        return STATUS_OK;
    int code = MPI_Test(&c->posted, &has_left, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS && has_left)
        code =
            MPI_Isend(message, (int)bytes, MPI_BYTE, to, TAG_RING, c->mpi, &c->posted);
    *posted = has_left;
    /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): a later post tests the request */
    return check(code, comm, "post", err);
}

static enum status mpi_fetch(struct comm *comm, void *message, size_t bytes,
                             bool *fetched, struct error *err)
{
    struct comm_mpi *c = mpi(comm);
    int waits = 0, got = 0, from = (comm->rank + comm->size - 1) % comm->size;
    MPI_Status status;
    *fetched = false;
    int code = MPI_Iprobe(from, TAG_RING, c->mpi, &waits, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS || !waits)
        return check(code, comm, "fetch", err);
    code = MPI_Recv(message, (int)bytes, MPI_BYTE, from, TAG_RING, c->mpi, &status);
    if (code == MPI_SUCCESS)
        code = MPI_Get_count(&status, MPI_BYTE, &got);
    if (code == MPI_SUCCESS && got != (int)bytes)
        return error_set(err, STATUS_COMM,
                         "rank %d sends %d bytes where rank %d expects %zu", from, got,
                         comm->rank, bytes);
    *fetched = true;
    return check(code, comm, "fetch", err);
}

/* Rank 0: receives the notifications of waiting ranks; true if there was any. */
static bool mpi_called(struct comm *comm)
{
    struct comm_mpi *c = mpi(comm);
    MPI_Status from;
    int waits = 1;
    while (MPI_Iprobe(MPI_ANY_SOURCE, TAG_TOLD, c->mpi, &waits, &from) == MPI_SUCCESS &&
           waits &&
           MPI_Recv(NULL, 0, MPI_BYTE, from.MPI_SOURCE, TAG_TOLD, c->mpi,
                    MPI_STATUS_IGNORE) == MPI_SUCCESS)
        c->calls++;
    return c->calls > 0;
}

/* After the barrier all ranks know how many notifications were sent, and rank 0 receives
 * those still in transit. Waiting ranks sleep between tests: MPI's own waiting keeps a core
 * busy. */
static enum status mpi_await(struct comm *comm, bool (*told)(void), struct error *err)
{
    static const struct timespec pause = {.tv_nsec = 2000000};
    struct comm_mpi *c = mpi(comm);
    MPI_Request arrival, message = MPI_REQUEST_NULL;
    uint64_t called = 0, all = 0;
    int arrived = 0, code = MPI_Ibarrier(c->mpi, &arrival);
    while (code == MPI_SUCCESS && !arrived) {
        code = MPI_Test(&arrival, &arrived, MPI_STATUS_IGNORE);
        if (comm->rank && !called && !arrived && told()) {
            MPI_Isend(NULL, 0, MPI_BYTE, 0, TAG_TOLD, c->mpi, &message);
            called = 1;
        }
        if (!arrived)
            nanosleep(&pause, NULL);
    }
    if (code == MPI_SUCCESS)
        code = MPI_Allreduce(&called, &all, 1, MPI_UINT64_T, MPI_SUM, c->mpi);
    while (code == MPI_SUCCESS && comm->rank == 0 && c->calls < all) {
        code = MPI_Recv(NULL, 0, MPI_BYTE, MPI_ANY_SOURCE, TAG_TOLD, c->mpi,
                        MPI_STATUS_IGNORE);
        c->calls++;
    }
    c->calls = 0;
    if (message != MPI_REQUEST_NULL)
        MPI_Wait(&message, MPI_STATUS_IGNORE);
    /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): the request is complete */
    return check(code, comm, "await", err);
}

static enum status wrap(MPI_Comm handle, bool is_world, size_t piece_bytes,
                        struct comm **comm, struct error *err);

static enum status mpi_split(struct comm *comm, int colour, struct comm **part,
                             struct error *err)
{
    MPI_Comm handle = MPI_COMM_NULL;
    int code = MPI_Comm_split(mpi(comm)->mpi, colour, comm->rank, &handle);
    enum status status = check(code, comm, "split", err);
    if (status != STATUS_OK)
        return status;
    return wrap(handle, false, mpi(comm)->piece_bytes, part, err);
}

static void mpi_close(struct comm *comm)
{
    struct comm_mpi *c = mpi(comm);
    bool is_world = c->is_world;
    if (c->posted != MPI_REQUEST_NULL) /* received by now, or never */
        MPI_Request_free(&c->posted);
    MPI_Comm_free(&c->mpi);
    struct arena perm = c->perm;
    arena_free(&perm);
    if (is_world)
        MPI_Finalize();
}

static const struct comm_ops mpi_ops = {
    "mpi",    mpi_allgather, mpi_alltoallv, mpi_gather, mpi_broadcast, mpi_greatest,
    mpi_post, mpi_fetch,     mpi_await,     mpi_called, mpi_split,     mpi_close};

/* Takes ownership of the handle, which it frees on failure. */
static enum status wrap(MPI_Comm handle, bool is_world, size_t piece_bytes,
                        struct comm **comm, struct error *err)
{
    struct arena perm;
    arena_init(&perm);
    int rank = 0, size = 0;
    MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN);
    MPI_Comm_rank(handle, &rank);
    MPI_Comm_size(handle, &size);
    size_t n = (size_t)size;
    struct comm_mpi *c = ARENA_NEW(&perm, struct comm_mpi, 1);
    MPI_Request *requests = ARENA_NEW(&perm, MPI_Request, 2 * n);
    mpi_count *counts = ARENA_NEW(&perm, mpi_count, 2 * n);
    mpi_offset *offsets = ARENA_NEW(&perm, mpi_offset, 2 * n);
    if (!c || !requests || !counts || !offsets) {
        MPI_Comm_free(&handle);
        arena_free(&perm);
        return error_set(err, STATUS_MEMORY, "no memory for a communicator");
    }
    *c = (struct comm_mpi){.base = {&mpi_ops, rank, size},
                           .perm = perm,
                           .mpi = handle,
                           .in = {counts, offsets},
                           .out = {counts + n, offsets + n},
                           .requests = requests,
                           .posted = MPI_REQUEST_NULL,
                           .piece_bytes = piece_bytes,
                           .is_world = is_world};
    *comm = &c->base;
    return STATUS_OK;
}

/* Detects srun without PMI, which starts n processes that MPI takes for n jobs of one rank. */
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
        status = wrap(handle, true, PIECE_BYTES, world, err);
    if (status != STATUS_OK)
        MPI_Finalize();
    return status;
}

void comm_mpi_set_piece(struct comm *comm, size_t bytes)
{
    ensure(bytes >= 1 && bytes <= INT_MAX && comm->ops == &mpi_ops);
    mpi(comm)->piece_bytes = bytes;
}

void comm_mpi_library(char *text, size_t capacity)
{
    char whole[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length;
    MPI_Get_library_version(whole, &length);
    whole[strcspn(whole, "\n")] = '\0';
    snprintf(text, capacity, "%s", whole);
}

void comm_mpi_abort(int exit_code)
{
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    _Exit(exit_code);
}
