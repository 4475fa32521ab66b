#include "start_table.h"

#include "clock.h"
#include "recorder_file.h"
#include "utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In a file of an earlier version such a text has a fixed length. */
static herr_t put_fixed_word(const struct layout *layout, enum layout_column column,
                             hsize_t row, const char *text)
{
    hsize_t one = 1;
    size_t bytes = layout_text_bytes(layout, column);
    char *fixed = malloc(bytes);
    if (!fixed)
        return -1;
    hdf_fit_text(text, fixed, bytes);
    herr_t bad = layout_write(layout, column, &row, &one, fixed);
    free(fixed);
    return bad;
}

/* Writes a text of a row that never changes; before single-writer mode. */
static herr_t put_word(const struct layout *layout, enum layout_column column,
                       hsize_t row, const char *text)
{
    hsize_t one = 1;
    if (H5Tis_variable_str(layout->type[column]) == 0)
        return put_fixed_word(layout, column, row, text);
    char *copy = utf8_mended(text ? text : "");
    if (!copy)
        return -1;
    const char *word = copy;
    herr_t bad = layout_write(layout, column, &row, &one, &word);
    free(copy);
    return bad;
}

/* Writes one that may change. */
static herr_t put_note(const struct layout *layout, enum layout_column column,
                       hsize_t row, const char *text)
{
    char fixed[LAYOUT_REASON_BYTES];
    hsize_t one = 1;
    if (layout->set[column] < 0)
        return 0;
    hdf_fit_text(text, fixed, layout_text_bytes(layout, column));
    return layout_write(layout, column, &row, &one, fixed);
}

/* The start before this one, if it was killed, has not written its end. */
static herr_t mark_killed(const struct layout *layout, hsize_t row)
{
    char status[LAYOUT_REASON_BYTES + 1] = "";
    hsize_t one = 1;
    if (layout_read(layout, START_STATUS, &row, &one, status) < 0)
        return -1;
    return strcmp(status, "running") ? 0
                                     : put_note(layout, START_STATUS, row, "killed");
}

herr_t start_table_begin(struct start_table *table, struct layout *layout,
                         const struct recorder_info *info, int ranks)
{
    const struct recorder_provenance *from = &info->provenance;
    char started[LAYOUT_TIME_BYTES], build[256];
    int64_t count = ranks;
    hsize_t one = 1;
    *table = (struct start_table){0};
    (void)hdf_get_real(layout->root, "elapsed", &table->before_s);
    (void)hdf_get_real(layout->root, "cpu_time", &table->before_cpu_s);
    herr_t bad = hdf_put_real(layout->root, "elapsed", table->before_s);
    bad |= hdf_put_real(layout->root, "cpu_time", table->before_cpu_s);
    if (layout->set[START_STATUS] < 0)
        return bad;
    hsize_t row = table->row = layout->extent[BY_START];
    if (row)
        bad |= mark_killed(layout, row - 1);
    recorder_write_time(started);
    snprintf(build, sizeof build, "%s (%s)", info->version, info->commit);
    bad |= layout_extend(layout, BY_START, row + 1);
    bad |= put_word(layout, START_COMMAND, row, info->command);
    bad |= put_word(layout, START_STARTED, row, started);
    bad |= put_note(layout, START_ENDED, row, "");
    bad |= layout_write(layout, START_RANKS, &row, &one, &count);
    bad |= put_word(layout, START_HOSTS, row, info->hosts);
    bad |= put_word(layout, START_CPU, row, from->cpu);
    bad |= put_word(layout, START_BUILD, row, build);
    bad |= put_word(layout, START_JOB, row, from->slurm_job_id);
    bad |= put_note(layout, START_STATUS, row, "running");
    bad |= put_note(layout, START_WHY, row, "");
    return bad | start_table_write_times(table, layout, 0);
}

void start_table_note_cpu(struct start_table *table, double cpu_s)
{
    table->cpu_s = cpu_s;
    table->own_cpu_s = clock_work_s();
}

herr_t start_table_write_times(const struct start_table *table,
                               const struct layout *layout, double elapsed_s)
{
    double cpu_s = table->cpu_s + clock_work_s() - table->own_cpu_s;
    hsize_t one = 1;
    herr_t bad = hdf_put_real(layout->root, "elapsed", table->before_s + elapsed_s);
    bad |= hdf_put_real(layout->root, "cpu_time", table->before_cpu_s + cpu_s);
    bad |= layout_write(layout, START_ELAPSED, &table->row, &one, &elapsed_s);
    return bad | layout_write(layout, START_CPU_TIME, &table->row, &one, &cpu_s);
}

herr_t start_table_end(const struct start_table *table, const struct layout *layout,
                       const char *status, const char *why, double elapsed_s)
{
    char ended[LAYOUT_TIME_BYTES];
    recorder_write_time(ended);
    herr_t bad = start_table_write_times(table, layout, elapsed_s);
    bad |= put_note(layout, START_ENDED, table->row, ended);
    bad |= put_note(layout, START_WHY, table->row, why);
    return bad | put_note(layout, START_STATUS, table->row, status);
}
