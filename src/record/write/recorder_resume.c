#include "recorder_file.h"

#include "files.h"
#include "seal.h"
#include "thinning.h"
#include "trial_read.h"

#include <math.h>

/* The end of a replica's rows in one history: the first row from `kept` on that contains only
 * fill values. */
static herr_t find_end(const struct layout *layout, enum layout_column column,
                       uint32_t replica, hsize_t kept, hsize_t *end)
{
    int64_t read[256];
    *end = kept;
    while (*end < layout->extent[layout_entries[column].dim[1]]) {
        hsize_t left = layout->extent[layout_entries[column].dim[1]] - *end;
        hsize_t start[3] = {replica, *end, 0};
        hsize_t count[3] = {1, left < 256 ? left : 256, 1};
        if (hdf_read_block(layout->set[column], H5T_NATIVE_INT64, 3, start, count,
                           read) < 0)
            return -1;
        for (hsize_t i = 0; i < count[1]; i++, ++*end)
            if (read[i] < 0)
                return 0;
    }
    return 0;
}

/* Overwrites one row of a history, of `width` items, with its fill value. */
static herr_t blank_row(const struct layout *layout, enum layout_column column,
                        uint32_t replica, hsize_t row, size_t width)
{
    double missing[64];
    int64_t none[64];
    herr_t bad = 0;
    for (size_t i = 0; i < 64; i++) {
        missing[i] = NAN;
        none[i] = -1;
    }
    for (size_t at = 0; at < width && bad >= 0; at += 64) {
        hsize_t start[3] = {replica, row, at};
        hsize_t count[3] = {1, 1, width - at < 64 ? width - at : 64};
        bad =
            layout_write(layout, column, start, count,
                         layout_entries[column].kind == REAL ? (void *)missing : none);
    }
    return bad;
}

/* Overwrites the rows of a replica from `kept` on; `witness` is a column of the history whose
 * numbers are never negative. */
static herr_t blank(const struct layout *layout, enum layout_column witness,
                    uint32_t replica, hsize_t kept)
{
    hsize_t end;
    if (find_end(layout, witness, replica, kept, &end) < 0)
        return -1;
    for (int c = 0; c < LAYOUT_COLUMNS; c++) {
        const struct layout_entry *entry = &layout_entries[c];
        size_t width = entry->dims == 3 ? layout->extent[BY_ISLAND] : 1;
        if (entry->group != layout_entries[witness].group)
            continue;
        for (hsize_t row = kept; row < end; row++)
            if (blank_row(layout, (enum layout_column)c, replica, row, width) < 0)
                return -1;
    }
    return 0;
}

/* Removes the summary of replicas, which is of the end of an earlier start: until this one ends,
 * readers compute it from the curves. */
static herr_t blank_replicas(const struct layout *layout, uint32_t replicas)
{
    static const double no_number = NAN;
    static const int64_t no_count = -1;
    static const int8_t no_flag = 0;
    static const char no_reason[LAYOUT_REASON_BYTES] = "";
    static const void *const missing[] = {[REAL] = &no_number,
                                          [WHOLE] = &no_count,
                                          [FLAG] = &no_flag,
                                          [REASON] = no_reason};
    for (hsize_t r = 0, one = 1; r < replicas; r++)
        for (int c = REPLICA_BEST; c <= REPLICA_REASON; c++)
            if (layout_write(layout, (enum layout_column)c, &r, &one,
                             missing[layout_entries[c].kind]) < 0)
                return -1;
    return 0;
}

/* The rows of a replica up to the checkpoint. */
struct kept {
    hsize_t generations, migrations;
};

static struct kept kept_of(const struct recorder *recorder, uint32_t replica)
{
    const struct run_info *run = &recorder->run;
    uint64_t all = recorder->layout.all_rows, kept = run->generations_kept[replica];
    uint64_t done = kept ? (kept - 1) / run->sub_generations : 0;
    return (struct kept){thinning_rows(all, kept), thinning_rows(all, done)};
}

/* Truncates the histories to the generation of the checkpoint. */
static herr_t cut_history(struct recorder *recorder)
{
    const struct run_info *run = &recorder->run;
    struct layout *layout = &recorder->layout;
    hsize_t rows = 0, epochs = 0;
    for (uint32_t r = 0; r < run->replicas; r++) {
        struct kept kept = kept_of(recorder, r);
        rows = kept.generations > rows ? kept.generations : rows;
        epochs = run->migrates && kept.migrations > epochs ? kept.migrations : epochs;
    }
    if (layout_extend(layout, BY_GENERATION, rows) < 0 ||
        layout_extend(layout, BY_EPOCH, epochs) < 0 ||
        layout_extend(layout, BY_SOLUTION, layout->extent[BY_SOLUTION]) < 0 ||
        layout_extend(layout, BY_NEAREST, 0) < 0 ||
        layout_extend(layout, BY_RULE, 0) < 0)
        return -1;
    if (improvement_table_cut(layout, run->generations_kept, run->replicas) < 0 ||
        blank_replicas(layout, run->replicas) < 0)
        return -1;
    for (uint32_t r = 0; r < run->replicas; r++) {
        struct kept kept = kept_of(recorder, r);
        if (blank(layout, CURVE_EVALUATIONS, r, kept.generations) < 0 ||
            blank(layout, MIGRATION_MOVED, r, kept.migrations) < 0)
            return -1;
    }
    return 0;
}

static enum status refuse_damaged(const struct recorder *recorder, struct error *err)
{
    return error_set(err, STATUS_INPUT,
                     "%s: the result is damaged; move it away to resume without "
                     "its history",
                     recorder->info.path);
}

static enum status open_layout(struct recorder *recorder, const char *path,
                               struct error *err)
{
    hid_t access = hdf_access(true);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, access);
    H5Pclose(access);
    if (file < 0)
        return hdf_error(err, path, "opening");
    return layout_open(&recorder->layout, file) < 0 ? refuse_damaged(recorder, err)
                                                    : STATUS_OK;
}

static void close_layout(struct layout *layout)
{
    hid_t file = layout->file;
    layout_close(layout);
    if (file >= 0)
        H5Fclose(file);
}

/* Whether genes in memory are as long as those of a column, if the file has it. */
static bool fits_genes(const struct recorder *recorder, enum layout_column column)
{
    hid_t type = recorder->layout.type[column];
    return type < 0 ||
           H5Tget_size(type) == gene_bytes(recorder->run.puzzle->shape.gene_type);
}

static enum status check_sizes(const struct recorder *recorder, struct error *err)
{
    const struct run_info *run = &recorder->run;
    const struct layout *layout = &recorder->layout;
    if (!fits_genes(recorder, SOLUTION_GENOME) || !fits_genes(recorder, NEAREST_GENOME))
        return refuse_damaged(recorder, err);
    if (layout->extent[BY_REPLICA] == run->replicas &&
        layout->extent[BY_ISLAND] == run->islands &&
        layout->extent[BY_GENE] == run->puzzle->shape.genes &&
        layout->extent[BY_OBJECTIVE] == run->puzzle->shape.objectives)
        return STATUS_OK;
    return error_set(err, STATUS_INPUT,
                     "%s: the result is of another run (other islands, replicas "
                     "or genes); give another -o, or run without --resume",
                     recorder->info.path);
}

/* The history reaches at least to the checkpoint (recorder.c), unless the two are of different times, as of an older copy
 * of the result. One that was begun without the rows before a checkpoint has no row 0. */
static enum status check_history(const struct recorder *recorder, struct error *err)
{
    const struct run_info *run = &recorder->run;
    hsize_t end;
    for (uint32_t r = 0; r < run->replicas; r++) {
        if (find_end(&recorder->layout, CURVE_EVALUATIONS, r, 0, &end) < 0)
            return hdf_error(err, recorder->info.path, "reading");
        if (end > 0 && end < kept_of(recorder, r).generations)
            return error_set(
                err, STATUS_INPUT,
                "%s: the result ends before its checkpoint, in generation "
                "%llu of %llu; move it away to resume without its history",
                recorder->info.path,
                (unsigned long long)thinning_number(recorder->layout.all_rows, end - 1),
                (unsigned long long)run->generations_kept[r] - 1);
    }
    return STATUS_OK;
}

/* Makes a copy with truncated history and closes it. */
static enum status make_copy(struct recorder *recorder, const char *path,
                             struct error *err)
{
    enum status status = files_copy(recorder->info.path, path, err);
    if (status == STATUS_OK)
        status = seal_remove(path, err);
    if (status == STATUS_OK)
        status = hdf_mend(path, err);
    if (status == STATUS_OK)
        status = open_layout(recorder, path, err);
    if (status == STATUS_OK)
        status = check_sizes(recorder, err);
    if (status == STATUS_OK)
        status = check_history(recorder, err);
    if (status == STATUS_OK && cut_history(recorder) < 0)
        status = hdf_error(err, path, "writing");
    if (status == STATUS_OK)
        status = hdf_flush(recorder->layout.file, path, err);
    if (status == STATUS_OK)
        close_layout(&recorder->layout);
    return status;
}

enum status recorder_open_copy(struct recorder *recorder, const char *path,
                               struct error *err)
{
    if (make_copy(recorder, path, err))
        return err->status;
    /* Before single-writer mode, in which HDF5 would read a damaged header a hundred times,
     * with pauses that double. Data not written because of a full disk were cut off. */
    if (trial_read(path) != TRIAL_WHOLE)
        return refuse_damaged(recorder, err);
    if (open_layout(recorder, path, err))
        return err->status;
    /* A killed run has no seal: rewrites units and the like, which have no checksums. */
    if (layout_describe(&recorder->layout, &recorder->run.puzzle->shape) < 0 ||
        recorder_put_occasion(recorder) < 0 || recorder_put_build(recorder) < 0 ||
        recorder_put_inputs(recorder) < 0)
        return hdf_error(err, path, "writing");
    return STATUS_OK;
}
