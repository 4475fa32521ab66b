/* Preloaded into a program: writes down its calls of MPI's communication, by the profiling
 * interface, and of HDF5's opening of files.
 *
 *     MPI_CALLS=prefix   rank r writes prefix.r, one line a call: its name and the bytes
 *                        that the rank sends
 *
 * Calls made before MPI is initialized belong to no rank and are not written. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *lines;

static void note(const char *name, long long bytes)
{
    if (lines)
        fprintf(lines, "%s %lld\n", name, bytes);
}

static long long bytes_of(long long count, MPI_Datatype type)
{
    int size = 0;
    PMPI_Type_size(type, &size);
    return count * size;
}

int MPI_Init(int *argc, char ***argv)
{
    int code = PMPI_Init(argc, argv), rank = 0;
    const char *prefix = getenv("MPI_CALLS");
    char name[4096];
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "%s.%d", prefix ? prefix : "", rank);
    lines = prefix ? fopen(name, "w") : NULL;
    return code;
}

int MPI_Finalize(void)
{
    if (lines)
        fclose(lines);
    lines = NULL;
    return PMPI_Finalize();
}

int MPI_Allgather(const void *in, int n_in, MPI_Datatype in_type, void *out, int n_out,
                  MPI_Datatype out_type, MPI_Comm comm)
{
    note("Allgather", bytes_of(n_in, in_type));
    return PMPI_Allgather(in, n_in, in_type, out, n_out, out_type, comm);
}

static long long sum(const int *counts, MPI_Comm comm)
{
    int size = 0;
    long long all = 0;
    PMPI_Comm_size(comm, &size);
    for (int r = 0; r < size; r++)
        all += counts[r];
    return all;
}

int MPI_Alltoallv(const void *in, const int *n_in, const int *in_at,
                  MPI_Datatype in_type, void *out, const int *n_out, const int *out_at,
                  MPI_Datatype out_type, MPI_Comm comm)
{
    note("Alltoallv", bytes_of(sum(n_in, comm), in_type));
    return PMPI_Alltoallv(in, n_in, in_at, in_type, out, n_out, out_at, out_type, comm);
}

int MPI_Gatherv(const void *in, int n_in, MPI_Datatype in_type, void *out,
                const int *n_out, const int *at, MPI_Datatype out_type, int root,
                MPI_Comm comm)
{
    note("Gatherv", bytes_of(n_in, in_type));
    return PMPI_Gatherv(in, n_in, in_type, out, n_out, at, out_type, root, comm);
}

int MPI_Bcast(void *buffer, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    note("Bcast", bytes_of(n, type));
    return PMPI_Bcast(buffer, n, type, root, comm);
}

int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
    note("Allreduce", bytes_of(n, type));
    return PMPI_Allreduce(in, out, n, type, op, comm);
}

int MPI_Send(const void *in, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    note("Send", bytes_of(n, type));
    return PMPI_Send(in, n, type, to, tag, comm);
}

int MPI_Isend(const void *in, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    note("Isend", bytes_of(n, type));
    return PMPI_Isend(in, n, type, to, tag, comm, request);
}

#if MPI_VERSION >= 4
int MPI_Alltoallv_c(const void *in, const MPI_Count *n_in, const MPI_Aint *in_at,
                    MPI_Datatype in_type, void *out, const MPI_Count *n_out,
                    const MPI_Aint *out_at, MPI_Datatype out_type, MPI_Comm comm)
{
    int size = 0;
    long long all = 0;
    PMPI_Comm_size(comm, &size);
    for (int r = 0; r < size; r++)
        all += n_in[r];
    note("Alltoallv", bytes_of(all, in_type));
    return PMPI_Alltoallv_c(in, n_in, in_at, in_type, out, n_out, out_at, out_type,
                            comm);
}

int MPI_Gatherv_c(const void *in, MPI_Count n_in, MPI_Datatype in_type, void *out,
                  const MPI_Count *n_out, const MPI_Aint *at, MPI_Datatype out_type,
                  int root, MPI_Comm comm)
{
    note("Gatherv", bytes_of(n_in, in_type));
    return PMPI_Gatherv_c(in, n_in, in_type, out, n_out, at, out_type, root, comm);
}
#endif

/* The next function of that name and type. */
#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

hid_t H5Fopen(const char *path, unsigned flags, hid_t access)
{
    note("H5Fopen", 0);
    return NEXT(H5Fopen)(path, flags, access);
}

hid_t H5Fcreate(const char *path, unsigned flags, hid_t create, hid_t access)
{
    note("H5Fcreate", 0);
    return NEXT(H5Fcreate)(path, flags, create, access);
}
