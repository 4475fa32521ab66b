#include "launch.h"

#include "comm_local.h"
#include "comm_mpi.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool comm_is_launched(void)
{
    /* Set by Open MPI's mpirun, by PMIx (srun --mpi=pmix) and by PMI 1 and 2 (srun,
     * MPICH). SLURM_PROCID is not used: batch scripts have it too. */
    static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK",
                                        "PMI_FD"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i]))
            return true;
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS");
    return tasks && atoi(tasks) > 1;
}

enum status comm_open(int *argc, char ***argv, struct comm **world, struct error *err)
{
    if (comm_is_launched())
        return comm_mpi_open(argc, argv, world, err);
    return comm_local_open(1, NULL, world, err);
}

void comm_library(const struct comm *world, char *text, size_t capacity)
{
    text[0] = '\0';
    if (!strcmp(world->ops->name, "mpi"))
        comm_mpi_library(text, capacity);
}

void comm_host(char *name, size_t capacity)
{
    char whole[HOST_NAME_MAX + 1] = "";
    gethostname(whole, sizeof whole - 1);
    snprintf(name, capacity, "%s", whole);
}
