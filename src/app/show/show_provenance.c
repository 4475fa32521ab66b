#include "show_provenance.h"

#include "show_values.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_STARTS = 8 };

/* Of the MPI library only name and version, which precede the first comma. */
static void print_build(const struct result *result, FILE *out)
{
    if (!result->resumed_by[0])
        fprintf(out, "skerry %s (%s), ", result->version, result->commit);
    fprintf(out, "%s, HDF5 %s", result->compiler, result->hdf5_version);
    if (result->mpi_library[0])
        fprintf(out, ", %.*s", (int)strcspn(result->mpi_library, ","),
                result->mpi_library);
    if (result->slurm_job_id[0])
        fprintf(out, ", job %s%s%s", result->slurm_job_id,
                result->slurm_job_name[0] ? " " : "", result->slurm_job_name);
    fprintf(out, "\n%s", result->cpu);
    char time[SHOW_TIME_BYTES];
    if (!isnan(result->cpu_s))
        fprintf(out, ": %s of CPU time", show_time(result->cpu_s, time));
    fprintf(out, "\n");
}

static void print_start(size_t number, const struct result_start *start, FILE *out)
{
    char elapsed[SHOW_TIME_BYTES], cpu[SHOW_TIME_BYTES];
    fprintf(out, "  %5zu %-20s %6" PRId64 " %9s %9s  %s%s%s%s\n", number,
            start->started, start->ranks, show_time(start->elapsed_s, elapsed),
            show_time(start->cpu_s, cpu), start->status, start->why[0] ? " (" : "",
            start->why, start->why[0] ? ")" : "");
}

void show_provenance(const struct result *result, FILE *out)
{
    size_t n = result->n_starts, first = n > MOST_STARTS ? n - MOST_STARTS : 0;
    if (result->hdf5_version[0])
        print_build(result, out);
    if (n < 2)
        return;
    fprintf(out, "\nStarts\n  %5s %-20s %6s %9s %9s\n", "start", "began", "ranks",
            "time", "CPU time");
    if (first)
        fprintf(out, "  ... %zu earlier ones\n", first);
    for (size_t i = first; i < n; i++)
        print_start(i, &result->starts[i], out);
}

/* ---- JSON ---- */

static void put_text(json_t *object, const char *key, const char *text)
{
    json_t *value = text[0] ? json_string(text) : NULL;
    (void)json_object_set_new(object, key, value ? value : json_null());
}

static void put_number(json_t *object, const char *key, double value)
{
    (void)json_object_set_new(object, key,
                              isfinite(value) ? json_real(value) : json_null());
}

static json_t *start_object(const struct result_start *start)
{
    json_t *object = json_object();
    put_text(object, "command", start->command);
    put_text(object, "started", start->started);
    put_text(object, "ended", start->ended);
    put_text(object, "status", start->status);
    put_text(object, "why", start->why);
    put_number(object, "elapsed_s", start->elapsed_s);
    put_number(object, "cpu_time_s", start->cpu_s);
    (void)json_object_set_new(object, "ranks", json_integer(start->ranks));
    put_text(object, "hosts", start->hosts);
    put_text(object, "cpu", start->cpu);
    put_text(object, "build", start->build);
    put_text(object, "slurm_job_id", start->slurm_job_id);
    return object;
}

void show_put_provenance(json_t *object, const struct result *result)
{
    json_t *starts = json_array();
    for (size_t i = 0; i < result->n_starts; i++)
        (void)json_array_append_new(starts, start_object(&result->starts[i]));
    put_text(object, "cpu", result->cpu);
    put_text(object, "compiler", result->compiler);
    put_text(object, "hdf5_version", result->hdf5_version);
    put_text(object, "mpi_library", result->mpi_library);
    put_text(object, "slurm_job_id", result->slurm_job_id);
    put_text(object, "slurm_job_name", result->slurm_job_name);
    put_number(object, "cpu_time_s", result->cpu_s);
    (void)json_object_set_new(object, "starts", starts);
}
