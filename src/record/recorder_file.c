#include "recorder_file.h"

#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void write_time(char out[LAYOUT_TIME_BYTES])
{
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(out, LAYOUT_TIME_BYTES, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static bool has_text(hid_t root, const char *name, const char *wanted)
{
    struct arena arena;
    const char *text;
    arena_init(&arena);
    bool same = hdf_get_text(root, name, &arena, &text) && strcmp(text, wanted) == 0;
    arena_free(&arena);
    return same;
}

static enum status check_existing(const struct recorder_info *info, bool resume,
                                  struct error *err)
{
    char identity[DIGEST_HEX_BYTES];
    hid_t file = hdf_open_any(info->path);
    if (file < 0 && resume)
        return error_set(err, STATUS_INPUT,
                         "%s: the result cannot be opened; move it away to resume "
                         "without its history",
                         info->path);
    if (file < 0)
        return error_set(err, STATUS_INPUT,
                         "%s: exists and is not a skerry result; it is not replaced",
                         info->path);
    hid_t root = H5Gopen2(file, "/", H5P_DEFAULT);
    bool ours = has_text(root, "format", LAYOUT_FORMAT);
    digest_hex(&info->identity, identity);
    bool same = ours && has_text(root, "config_sha256", identity);
    H5Gclose(root);
    H5Fclose(file);
    if (!ours)
        return error_set(err, STATUS_INPUT,
                         "%s: exists and is not a skerry result; it is not replaced",
                         info->path);
    if (resume && !same)
        return error_set(err, STATUS_INPUT,
                         "%s: the result is of another config; give another -o, or "
                         "run without --resume",
                         info->path);
    return STATUS_OK;
}

enum status recorder_file_check(const struct recorder_info *info, bool resume,
                                struct error *err)
{
    char name[FILES_PATH_BYTES];
    if (files_name(info->path, ".old.checkpoint.tmp", name, err) != STATUS_OK)
        return err->status;
    if (access(info->path, F_OK) == 0)
        return check_existing(info, resume, err);
    if (errno != ENOENT)
        return error_set(err, STATUS_INPUT, "%s: cannot be written: %s", info->path,
                         strerror(errno));
    char *slash = strrchr(strcpy(name, info->path), '/');
    if (slash)
        slash[1] = '\0';
    if (access(slash ? name : ".", W_OK))
        return error_set(err, STATUS_INPUT, "%s: cannot be written: %s", info->path,
                         strerror(errno));
    return STATUS_OK;
}

/* Attributes that differ from one start of the run to the next. */
static herr_t put_occasion(const struct recorder *recorder)
{
    hid_t root = recorder->layout.root;
    herr_t bad = hdf_put_int(root, "ranks", recorder->run.ranks);
    bad |= hdf_put_text(root, "hosts", recorder->info.hosts, 0);
    bad |= hdf_put_text(root, "command", recorder->info.command, 0);
    bad |=
        hdf_put_text(root, "config", recorder->info.config, 0); /* limits may differ */
    bad |= hdf_put_text(root, "ended", "", LAYOUT_TIME_BYTES);
    bad |= hdf_put_text(root, "status", "running", LAYOUT_STATUS_BYTES);
    bad |= hdf_put_text(root, "why", "", LAYOUT_WHY_BYTES);
    return bad;
}

static herr_t put_attributes(const struct recorder *recorder)
{
    const struct recorder_info *info = &recorder->info;
    const struct run_info *run = &recorder->run;
    hid_t root = recorder->layout.root;
    char started[LAYOUT_TIME_BYTES], identity[DIGEST_HEX_BYTES];
    write_time(started);
    digest_hex(&info->identity, identity);
    herr_t bad = hdf_put_text(root, "format", LAYOUT_FORMAT, 0);
    bad |= hdf_put_int(root, "format_version", LAYOUT_VERSION);
    bad |= hdf_put_text(root, "skerry_version", info->version, 0);
    bad |= hdf_put_text(root, "commit", info->commit, 0);
    bad |= hdf_put_text(root, "problem", run->puzzle->problem->name, 0);
    bad |= hdf_put_text(root, "algorithm", run->algorithm, 0);
    bad |= hdf_put_uint(root, "seed", run->seed);
    bad |= hdf_put_int(root, "islands", run->islands);
    bad |= hdf_put_int(root, "replicas", run->replicas);
    bad |= hdf_put_text(root, "config_sha256", identity, 0);
    bad |= hdf_put_text(root, "started", started, 0);
    bad |= hdf_put_real(root, "elapsed", 0);
    return bad | put_occasion(recorder);
}

/* A dataset of n bytes, compressed; allocated at once, so that one that is never
 * written reads as zeros. */
static hid_t create_bytes(hid_t group, const char *name, size_t n)
{
    hsize_t bytes = n, chunk = n < 1 << 18 ? n : 1 << 18;
    hid_t space = H5Screate_simple(1, &bytes, NULL);
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    herr_t bad = H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    if (n) {
        bad |= H5Pset_chunk(list, 1, &chunk);
        bad |= H5Pset_deflate(list, 1);
        bad |= H5Pset_fletcher32(list);
    }
    hid_t set = bad < 0 ? H5I_INVALID_HID
                        : H5Dcreate2(group, name, H5T_NATIVE_UINT8, space, H5P_DEFAULT,
                                     list, H5P_DEFAULT);
    H5Pclose(list);
    H5Sclose(space);
    return set;
}

/* The dimension of an input: a length without values, named as netCDF does so that
 * readers make no variable of it. */
static herr_t put_length(hid_t inputs, size_t n, hid_t set, size_t bytes)
{
    char dim[32], label[96];
    snprintf(dim, sizeof dim, "byte_%zu", n);
    snprintf(label, sizeof label,
             "This is a netCDF dimension but not a netCDF variable.%10zu", bytes);
    hid_t scale = create_bytes(inputs, dim, bytes);
    if (scale < 0)
        return -1;
    herr_t bad = H5DSset_scale(scale, label);
    bad |= H5DSattach_scale(set, scale, 0);
    bad |= hdf_put_text(scale, "units", "1", 0);
    bad |= hdf_put_text(scale, "long_name", "place in the file", 0);
    H5Dclose(scale);
    return bad;
}

/* /problem/inputs/<n>: the bytes of one input. */
static herr_t put_input(hid_t inputs, size_t n, const struct recorder_input *input)
{
    char name[32], sha256[DIGEST_HEX_BYTES];
    struct digest digest = digest_of(input->data, input->bytes);
    digest_hex(&digest, sha256);
    snprintf(name, sizeof name, "%zu", n);
    hid_t set = create_bytes(inputs, name, input->bytes);
    if (set < 0)
        return -1;
    herr_t bad = 0;
    if (input->bytes)
        bad |=
            H5Dwrite(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, input->data);
    bad |= hdf_put_text(set, "units", "1", 0);
    bad |= hdf_put_text(set, "long_name", "bytes of an input file", 0);
    bad |= hdf_put_text(set, "key", input->key, 0);
    bad |= hdf_put_text(set, "path", input->path, 0);
    bad |= hdf_put_text(set, "sha256", sha256, 0);
    bad |= put_length(inputs, n, set, input->bytes);
    H5Dclose(set);
    return bad;
}

static herr_t put_problem(const struct recorder *recorder)
{
    static const char *const types[] = {"uint8", "int16",   "int32",
                                        "int64", "float32", "float64"};
    const struct puzzle *puzzle = recorder->run.puzzle;
    const struct shape *shape = &puzzle->shape;
    hid_t group = H5Gcreate2(recorder->layout.file, "problem", H5P_DEFAULT, H5P_DEFAULT,
                             H5P_DEFAULT);
    hid_t inputs = H5Gcreate2(group, "inputs", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    herr_t bad = group < 0 || inputs < 0 ? -1 : 0;
    bad |= hdf_put_text(group, "name", puzzle->problem->name, 0);
    bad |= hdf_put_text(group, "summary",
                        puzzle->problem->summary ? puzzle->problem->summary : "", 0);
    bad |= hdf_put_int(group, "genes", (int64_t)shape->genes);
    bad |= hdf_put_text(group, "gene_type", types[shape->gene_type], 0);
    bad |=
        hdf_put_text(group, "gene_unit", shape->gene_unit ? shape->gene_unit : "1", 0);
    bad |= hdf_put_int(group, "objectives", (int64_t)shape->objectives);
    for (size_t i = 0; i < recorder->info.n_inputs && bad >= 0; i++)
        bad = put_input(inputs, i, &recorder->info.inputs[i]);
    H5Gclose(inputs);
    H5Gclose(group);
    return bad;
}

/* Chunk length along generation: a chunk near 8 KiB, no longer than the run. */
static size_t chunk_rows(const struct run_info *run)
{
    enum { BYTES = 8192, LEAST = 16, MOST = 1024 };
    size_t rows = BYTES / sizeof(double) / run->islands;
    uint64_t whole = run->epochs * run->sub_generations;
    rows = rows < LEAST ? LEAST : rows > MOST ? MOST : rows;
    return whole && whole < rows ? (size_t)whole + 1 : rows;
}

static enum status create_new(struct recorder *recorder, const char *path,
                              struct error *err)
{
    const struct run_info *run = &recorder->run;
    hid_t access = hdf_access(false), list = H5Pcreate(H5P_FILE_CREATE);
    /* Attributes stay in the root's header: overwriting one is a single write. */
    H5Pset_attr_phase_change(list, 64, 32);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, list, access);
    H5Pclose(list);
    H5Pclose(access);
    if (file < 0)
        return hdf_error(err, path, "creating");
    if (layout_create(&recorder->layout, file, &run->puzzle->shape, run->replicas,
                      run->islands, chunk_rows(run)) < 0 ||
        put_attributes(recorder) < 0 || put_problem(recorder) < 0)
        return hdf_error(err, path, "creating");
    return STATUS_OK;
}

/* The end of a replica's rows in one history: the first row from `kept` on that holds
 * only the fill value. */
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

/* Overwrites one row of a history, of `width` items, by its fill value. */
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

/* Overwrites what a replica has from row `kept` on; `witness` is a column of the
 * history whose numbers are never negative. */
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

/* Cuts the histories to the rows that the checkpoint knows. */
static herr_t cut_history(struct recorder *recorder)
{
    const struct run_info *run = &recorder->run;
    struct layout *layout = &recorder->layout;
    hsize_t rows = 0, epochs = 0;
    for (uint32_t r = 0; r < run->replicas; r++) {
        hsize_t kept = run->generations_kept[r];
        hsize_t done = kept ? (kept - 1) / run->sub_generations : 0;
        rows = kept > rows ? kept : rows;
        epochs = done > epochs ? done : epochs;
    }
    if (layout_extend(layout, BY_GENERATION, rows) < 0 ||
        layout_extend(layout, BY_EPOCH, epochs) < 0 ||
        layout_extend(layout, BY_SOLUTION, layout->extent[BY_SOLUTION]) < 0)
        return -1;
    for (uint32_t r = 0; r < run->replicas; r++) {
        hsize_t kept = run->generations_kept[r];
        hsize_t done = kept ? (kept - 1) / run->sub_generations : 0;
        if (blank(layout, CURVE_EVALUATIONS, r, kept) < 0 ||
            blank(layout, MIGRATION_MOVED, r, done) < 0)
            return -1;
    }
    return 0;
}

static enum status open_copy(struct recorder *recorder, const char *path,
                             struct error *err)
{
    const struct run_info *run = &recorder->run;
    struct layout *layout = &recorder->layout;
    enum status status = files_copy(recorder->info.path, path, err);
    if (status == STATUS_OK)
        status = hdf_mend(path, err);
    if (status != STATUS_OK)
        return status;
    hid_t access = hdf_access(true);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, access);
    H5Pclose(access);
    if (file < 0)
        return hdf_error(err, path, "opening");
    if (layout_open(layout, file) < 0)
        return hdf_error(err, path, "opening");
    if (layout->extent[BY_REPLICA] != run->replicas ||
        layout->extent[BY_ISLAND] != run->islands ||
        layout->extent[BY_GENE] != run->puzzle->shape.genes ||
        layout->extent[BY_OBJECTIVE] != run->puzzle->shape.objectives)
        return error_set(err, STATUS_INPUT,
                         "%s: the result is of another run (other islands, replicas "
                         "or genes); give another -o, or run without --resume",
                         recorder->info.path);
    if (cut_history(recorder) < 0 || put_occasion(recorder) < 0)
        return hdf_error(err, path, "writing");
    return STATUS_OK;
}

/* Keeps the result that is there, and its checkpoints, under PATH.old; at every moment
 * there is a file at PATH. */
static enum status put_aside(struct recorder *recorder, struct error *err)
{
    const char *path = recorder->info.path;
    char old[FILES_PATH_BYTES], old_checkpoint[FILES_PATH_BYTES];
    if (files_name(path, ".old", old, err) != STATUS_OK ||
        files_name(path, ".old.checkpoint", old_checkpoint, err) != STATUS_OK)
        return err->status;
    if (access(path, F_OK) == 0) {
        unlink(old);
        if (link(path, old) && rename(path, old))
            return files_error(err, old, "renaming", errno);
    }
    checkpoint_move(recorder->checkpoint, old_checkpoint);
    return STATUS_OK;
}

static enum status begin(struct recorder *recorder, const char *fresh, bool copied,
                         struct error *err)
{
    const char *path = recorder->info.path;
    hid_t file = recorder->layout.file;
    enum status status = hdf_flush(file, fresh, err);
    if (status == STATUS_OK && H5Fstart_swmr_write(file) < 0)
        status = hdf_error(err, fresh, "starting single-writer mode");
    if (status == STATUS_OK)
        status = hdf_flush(file, fresh, err);
    if (status == STATUS_OK)
        status = hdf_sync(file, fresh, err);
    if (status == STATUS_OK && !copied && !recorder->run.resumed)
        status = put_aside(recorder, err);
    if (status == STATUS_OK && rename(fresh, path))
        status = files_error(err, path, "renaming", errno);
    if (status == STATUS_OK)
        files_sync_directory(path);
    return status;
}

static void close_file(struct recorder *recorder)
{
    hid_t file = recorder->layout.file;
    layout_close(&recorder->layout);
    if (file >= 0)
        H5Fclose(file);
}

enum status recorder_file_start(struct recorder *recorder, struct error *err)
{
    char fresh[FILES_PATH_BYTES];
    const char *path = recorder->info.path;
    enum status status = files_name(path, ".new", fresh, err);
    if (status != STATUS_OK)
        return status;
    bool copied = recorder->run.resumed && access(path, F_OK) == 0;
    status =
        copied ? open_copy(recorder, fresh, err) : create_new(recorder, fresh, err);
    if (status == STATUS_OK)
        status = begin(recorder, fresh, copied, err);
    if (status != STATUS_OK) {
        close_file(recorder);
        unlink(fresh);
    }
    return status;
}

static herr_t put_replicas(const struct recorder *recorder,
                           const struct replica_result *result)
{
    const struct layout *layout = &recorder->layout;
    const struct measure *objective = &recorder->run.puzzle->shape.objective[0];
    char reason[LAYOUT_REASON_BYTES];
    herr_t bad = 0;
    for (hsize_t r = 0, one = 1; r < recorder->run.replicas && bad >= 0; r++) {
        const struct replica_result *at = &result[r];
        double best = fitness_of(objective, at->best);
        double bound = bound_of(objective, at->bound);
        int64_t generations = (int64_t)at->generations;
        int64_t evaluations = (int64_t)at->evaluations;
        int8_t done = at->done, optimal = at->optimal;
        int8_t infeasible = at->verdict.infeasible;
        memset(reason, 0, sizeof reason);
        snprintf(reason, sizeof reason, "%s", infeasible ? at->verdict.reason : "");
        bad |= layout_write(layout, REPLICA_BEST, &r, &one, &best);
        bad |= layout_write(layout, REPLICA_BOUND, &r, &one, &bound);
        bad |= layout_write(layout, REPLICA_GENERATIONS, &r, &one, &generations);
        bad |= layout_write(layout, REPLICA_EVALUATIONS, &r, &one, &evaluations);
        bad |= layout_write(layout, REPLICA_ELAPSED, &r, &one, &at->elapsed_s);
        bad |= layout_write(layout, REPLICA_DONE, &r, &one, &done);
        bad |= layout_write(layout, REPLICA_OPTIMAL, &r, &one, &optimal);
        bad |= layout_write(layout, REPLICA_INFEASIBLE, &r, &one, &infeasible);
        bad |= layout_write(layout, REPLICA_REASON, &r, &one, reason);
    }
    return bad;
}

static herr_t put_end(const struct recorder *recorder, const char *status,
                      const char *why, double elapsed_s)
{
    hid_t root = recorder->layout.root;
    char ended[LAYOUT_TIME_BYTES];
    write_time(ended);
    herr_t bad = hdf_put_text(root, "ended", ended, LAYOUT_TIME_BYTES);
    bad |= hdf_put_text(root, "why", why ? why : "", LAYOUT_WHY_BYTES);
    bad |= hdf_put_real(root, "elapsed", elapsed_s);
    return bad | hdf_put_text(root, "status", status, LAYOUT_STATUS_BYTES);
}

enum status recorder_file_finish(struct recorder *recorder,
                                 const struct outcome *outcome, struct error *err)
{
    static const char *const words[] = {"finished", "stopped", "failed"};
    const char *path = recorder->info.path;
    hid_t file = recorder->layout.file;
    if (put_replicas(recorder, outcome->replicas) < 0)
        return hdf_error(err, path, "writing");
    enum status status = hdf_flush(file, path, err);
    if (status == STATUS_OK &&
        put_end(recorder, words[outcome->kind], outcome->why, outcome->elapsed_s) < 0)
        status = hdf_error(err, path, "writing");
    if (status == STATUS_OK)
        status = hdf_flush(file, path, err);
    if (status == STATUS_OK)
        status = hdf_sync(file, path, err);
    if (status == STATUS_OK)
        close_file(recorder);
    return status;
}

/* Makes HDF5 write to nowhere from now on. Closing a file whose flush failed would mark
 * it as whole although its end is missing; cut off here it is as after a kill, and
 * opens. */
static void cut_off(hid_t file)
{
    void *handle = NULL;
    int nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC); /* writes fail */
    if (H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) >= 0 && handle && nowhere >= 0)
        dup2(nowhere, *(int *)handle);
    if (nowhere >= 0)
        close(nowhere);
}

void recorder_file_abandon(struct recorder *recorder)
{
    struct error ignored;
    hid_t file = recorder->layout.file;
    if (put_end(recorder, "failed", "the run broke off", recorder->elapsed_s) < 0 ||
        hdf_flush(file, recorder->info.path, &ignored) != STATUS_OK)
        cut_off(file);
    close_file(recorder);
}
