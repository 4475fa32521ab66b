/* What the collectives of a run cost on the ranks where it is started, for scripts/scale-model:
 *
 *     mpirun -n 4 bench_collectives [--rounds N]
 *
 * One JSON object a line: name, bytes that each rank contributes, ranks, and microseconds. A collective is
 * timed with a barrier behind it, whose own time is subtracted: back to back, the ranks that only send would
 * run ahead. `message` is one message between rank 0 and the last rank, half a round trip. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 20 };

static int rank, size;
static unsigned char *in, *out;
static int *counts, *offsets, *one_each, *one_at;

static void describe_blocks(int bytes)
{
    for (int r = 0; r < size; r++) {
        counts[r] = bytes;
        offsets[r] = r * bytes;
        one_each[r] = bytes / size;
        one_at[r] = r * (bytes / size);
    }
}

static void barrier(int bytes)
{
    (void)bytes;
}

static void allgather(int bytes)
{
    MPI_Allgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void allreduce(int bytes)
{
    MPI_Allreduce(in, out, bytes / 8, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
}

static void gatherv(int bytes)
{
    MPI_Gatherv(in, bytes, MPI_BYTE, out, counts, offsets, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* Each rank sends `bytes` in all. */
static void alltoallv(int bytes)
{
    (void)bytes;
    MPI_Alltoallv(in, one_each, one_at, MPI_BYTE, out, one_each, one_at, MPI_BYTE,
                  MPI_COMM_WORLD);
}

static void message(int bytes)
{
    if (rank == 0) {
        MPI_Send(in, bytes, MPI_BYTE, size - 1, 1, MPI_COMM_WORLD);
        MPI_Recv(out, bytes, MPI_BYTE, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == size - 1) {
        MPI_Recv(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(in, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

static int ascending(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* The median time of `rounds` calls with a barrier each, in us. */
static double time_us(void (*call)(int), int bytes, int rounds)
{
    double *times = calloc((size_t)rounds, sizeof *times);
    if (!times)
        MPI_Abort(MPI_COMM_WORLD, 1);
    describe_blocks(bytes);
    for (int i = -5; i < rounds; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double began = MPI_Wtime();
        call(bytes);
        if (call != message)
            MPI_Barrier(MPI_COMM_WORLD);
        if (i >= 0)
            times[i] = 1e6 * (MPI_Wtime() - began);
    }
    qsort(times, (size_t)rounds, sizeof *times, ascending);
    double median = times[rounds / 2];
    free(times);
    return median;
}

static void print(const char *name, int bytes, double us)
{
    if (rank == 0)
        printf("{\"name\": \"%s\", \"bytes\": %d, \"ranks\": %d, \"us\": %.3f}\n", name,
               bytes, size, us);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*call)(int);
        int bytes[4];
    } kinds[] = {{"message", message, {8, 4096, 65536, LARGEST}},
                 {"allgather", allgather, {8, 80, 1024, 8192}},
                 {"allreduce", allreduce, {8, 80}},
                 {"gatherv", gatherv, {80, 1024, 16384}},
                 {"alltoallv", alltoallv, {1024, 16384, 65536}}};
    int rounds = argc == 3 && !strcmp(argv[1], "--rounds") ? atoi(argv[2]) : 100;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    size_t ranks = (size_t)size;
    in = calloc(LARGEST, 1);
    out = calloc(ranks * 16384 + LARGEST, 1);
    counts = calloc(4 * ranks, sizeof *counts);
    if (!in || !out || !counts)
        MPI_Abort(MPI_COMM_WORLD, 1);
    offsets = counts + size;
    one_each = counts + 2 * size;
    one_at = counts + 3 * size;
    double empty = time_us(barrier, 0, rounds);
    print("barrier", 0, empty);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = 0; i < 4 && kinds[k].bytes[i]; i++) {
            double us = time_us(kinds[k].call, kinds[k].bytes[i], rounds);
            print(kinds[k].name, kinds[k].bytes[i],
                  kinds[k].call == message ? us / 2 : us - empty);
        }
    free(in);
    free(out);
    free(counts);
    MPI_Finalize();
    return 0;
}
