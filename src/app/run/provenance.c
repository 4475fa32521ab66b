#include "provenance.h"

#include "launch.h"
#include "version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

bool provenance_model(FILE *cpuinfo, char *model, size_t capacity)
{
    static const char KEY[] = "model name";
    char line[512];
    while (fgets(line, sizeof line, cpuinfo)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, KEY, sizeof KEY - 1) != 0 || !colon)
            continue;
        const char *name = colon + 1 + strspn(colon + 1, " \t");
        size_t n = strcspn(name, "\n");
        n = n < capacity ? n : capacity - 1;
        memcpy(model, name, n);
        model[n] = '\0';
        return n > 0;
    }
    return false;
}

static void find_cpu(char *model, size_t capacity)
{
    struct utsname machine;
    FILE *cpuinfo = fopen("/proc/cpuinfo", "r");
    bool found = cpuinfo && provenance_model(cpuinfo, model, capacity);
    if (cpuinfo)
        (void)fclose(cpuinfo);
    if (!found)
        snprintf(model, capacity, "%s", uname(&machine) ? "unknown" : machine.machine);
}

/* A variable of the environment; NULL if it is empty or not set. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && value[0] ? value : NULL;
}

struct recorder_provenance provenance_find(struct provenance *provenance,
                                           const struct comm *world)
{
    const char *job = variable("SLURM_JOB_ID");
    find_cpu(provenance->cpu, sizeof provenance->cpu);
    comm_library(world, provenance->mpi_library, sizeof provenance->mpi_library);
    return (struct recorder_provenance){
        .cpu = provenance->cpu,
        .compiler = SKERRY_COMPILER,
        .mpi_library = provenance->mpi_library[0] ? provenance->mpi_library : NULL,
        .slurm_job_id = job,
        .slurm_job_name = job ? variable("SLURM_JOB_NAME") : NULL};
}
