#include "reading.h"

#include <math.h>

/* A text attribute that files may lack: then "". */
static enum status read_optional(const struct reading *reading, hid_t root,
                                 const char *name, const char **text)
{
    enum status status = reading_attribute(reading, root, name, text);
    if (status == STATUS_INPUT) {
        *text = "";
        return STATUS_OK;
    }
    return status;
}

static enum status read_starts(struct reading *reading)
{
    struct result *result = reading->result;
    hsize_t first = 0, n, own;
    if (!reading_extents(reading, START_COMMAND, &n))
        return reading->err->status;
    for (int c = START_COMMAND; c <= START_WHY;
         c++) { /* after a kill some may be longer */
        if (!reading_extents(reading, (enum layout_column)c, &own))
            return reading->err->status;
        n = own < n ? own : n;
    }
    const char **text[START_WHY - START_COMMAND + 1] = {NULL};
    for (int c = START_COMMAND; c <= START_WHY; c++)
        if (layout_is_text(layout_entries[c].kind)) {
            text[c - START_COMMAND] = reading_texts(reading, (enum layout_column)c, n);
            if (!text[c - START_COMMAND])
                return reading->err->status;
        }
    const double *elapsed = reading_block(reading, START_ELAPSED, &first, &n, NULL);
    const double *cpu = reading_block(reading, START_CPU_TIME, &first, &n, NULL);
    const int64_t *ranks = reading_block(reading, START_RANKS, &first, &n, NULL);
    result->starts = reading_take(reading, n + 1, sizeof *result->starts);
    if (!elapsed || !cpu || !ranks || !result->starts)
        return reading->err->status;
    for (size_t i = 0; i < n; i++)
        result->starts[i] =
            (struct result_start){.command = text[0][i],
                                  .started = text[START_STARTED - START_COMMAND][i],
                                  .ended = text[START_ENDED - START_COMMAND][i],
                                  .elapsed_s = elapsed[i],
                                  .cpu_s = cpu[i],
                                  .ranks = ranks[i],
                                  .hosts = text[START_HOSTS - START_COMMAND][i],
                                  .cpu = text[START_CPU - START_COMMAND][i],
                                  .build = text[START_BUILD - START_COMMAND][i],
                                  .slurm_job_id = text[START_JOB - START_COMMAND][i],
                                  .status = text[START_STATUS - START_COMMAND][i],
                                  .why = text[START_WHY - START_COMMAND][i]};
    result->n_starts = n;
    return STATUS_OK;
}

enum status reading_provenance(struct reading *reading, hid_t root)
{
    struct result *result = reading->result;
    const struct {
        const char *name;
        const char **to;
    } texts[] = {{"name", &result->name},
                 {"description", &result->description},
                 {"cpu", &result->cpu},
                 {"compiler", &result->compiler},
                 {"mpi_library", &result->mpi_library},
                 {"hdf5_version", &result->hdf5_version},
                 {"slurm_job_id", &result->slurm_job_id},
                 {"slurm_job_name", &result->slurm_job_name},
                 {"resumed_by", &result->resumed_by}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (read_optional(reading, root, texts[i].name, texts[i].to))
            return reading->err->status;
    if (!hdf_get_real(root, "cpu_time", &result->cpu_s))
        result->cpu_s = NAN;
    return reading_has(reading, START_COMMAND) ? read_starts(reading) : STATUS_OK;
}
