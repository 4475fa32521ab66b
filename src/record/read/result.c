#include "result.h"

#include "arithmetic.h"
#include "digest.h"
#include "file.h"
#include "files.h"
#include "lock.h"
#include "reading.h"
#include "seal.h"
#include "trial_read.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static enum status read_attributes(struct reading *reading, hid_t root)
{
    struct result *result = reading->result;
    const struct {
        const char *name;
        const char **to;
    } texts[] = {{"status", &result->status},
                 {"problem", &result->problem},
                 {"algorithm", &result->algorithm},
                 {"config", &result->config},
                 {"config_sha256", &result->identity},
                 {"command", &result->command},
                 {"hosts", &result->hosts},
                 {"commit", &result->commit},
                 {"skerry_version", &result->version},
                 {"started", &result->started},
                 {"ended", &result->ended},
                 {"why", &result->why}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (reading_attribute(reading, root, texts[i].name, texts[i].to))
            return reading_damaged(reading, texts[i].name);
    int64_t islands, replicas, asynchronous; /* absent in older files */
    if (!hdf_get_uint(root, "seed", &result->seed) ||
        !hdf_get_int(root, "islands", &islands) ||
        !hdf_get_int(root, "replicas", &replicas) ||
        !hdf_get_int(root, "ranks", &result->ranks) ||
        !hdf_get_real(root, "elapsed", &result->elapsed_total_s))
        return reading_damaged(reading, "seed, islands, replicas, ranks, elapsed");
    result->elapsed_s = result->elapsed_total_s;
    if (islands < 1 || islands > UINT32_MAX || replicas < 1 || replicas > UINT32_MAX)
        return reading_damaged(reading, "islands, replicas");
    result->is_left = !strcmp(result->status, "running") && lock_is_left(result->path);
    result->asynchronous =
        hdf_get_int(root, "asynchronous", &asynchronous) && asynchronous;
    result->all_rows = layout_get_all_rows(root);
    result->islands = (uint32_t)islands;
    result->replicas = (uint32_t)replicas;
    return STATUS_OK;
}

static enum status check_format(struct reading *reading, hid_t root)
{
    const char *path = reading->result->path, *format;
    int64_t version;
    enum status status = reading_attribute(reading, root, "format", &format);
    if (status == STATUS_MEMORY)
        return status;
    if (status || strcmp(format, LAYOUT_FORMAT) != 0)
        return error_set(
            reading->err, STATUS_INPUT,
            !status && !strcmp(format, LAYOUT_MERGED_FORMAT)
                ? "%s: is the merged file of a sweep (expected: the result "
                  "of one run; `skerry table`, `plot`, `compare` and `ioh` "
                  "take such a file)"
                : "%s: the HDF5 file is not a skerry result (expected: a "
                  "result of skerry run)",
            path);
    if (!hdf_get_int(root, "format_version", &version))
        return reading_damaged(reading, "format_version");
    if (version != LAYOUT_VERSION)
        return error_set(reading->err, STATUS_INPUT,
                         "%s: result format %lld; this skerry reads format %d", path,
                         (long long)version, LAYOUT_VERSION);
    return STATUS_OK;
}

static enum status read_objectives(struct reading *reading)
{
    struct result *result = reading->result;
    hsize_t count;
    if (!reading_extents(reading, OBJECTIVE_UNIT, &count))
        return reading->err->status;
    if (count < 1 || count > MAX_OBJECTIVES)
        return reading_damaged(reading, "objectives");
    result->n_objectives = count;
    const char **units = reading_texts(reading, OBJECTIVE_UNIT, count);
    const char **goals = reading_texts(reading, OBJECTIVE_GOAL, count);
    const char **names = reading_names(reading, BY_OBJECTIVE, count);
    if (!units || !goals || !names)
        return reading_damaged(reading, "objectives");
    for (size_t i = 0; i < count; i++) {
        bool maximise = strcmp(goals[i], "maximise") == 0;
        if (!maximise && strcmp(goals[i], "minimise") != 0)
            return reading_damaged(reading, "objective_goal");
        result->objective[i] = (struct result_objective){
            .name = names[i], .unit = units[i], .maximise = maximise};
    }
    return STATUS_OK;
}

/* The kind of archive; files of earlier versions, which have no front, do not name it. */
static enum status read_kind(struct reading *reading)
{
    const char *kind = "";
    hid_t group =
        H5Gopen2(reading->file, layout_group_names[IN_SOLUTIONS], H5P_DEFAULT);
    if (group < 0)
        return reading_damaged(reading, "solutions");
    enum status status = STATUS_OK;
    if (H5Aexists(group, "kind") > 0)
        status = reading_attribute(reading, group, "kind", &kind);
    H5Gclose(group);
    if (status != STATUS_OK)
        return reading_damaged(reading, "solutions");
    reading->result->kind = kind;
    reading->result->front = !strcmp(kind, "front");
    return STATUS_OK;
}

static enum status read_genes(struct reading *reading)
{
    static const char *const types[] = {"uint8", "int16",   "int32",
                                        "int64", "float32", "float64"};
    struct result *result = reading->result;
    const char *text = "", *name = "";
    int64_t genes = 0, objectives = 0;
    hid_t group = H5Gopen2(reading->file, "problem", H5P_DEFAULT);
    bool read = group >= 0 && !reading_attribute(reading, group, "gene_type", &text) &&
                hdf_get_int(group, "genes", &genes) && genes > 0 &&
                !reading_attribute(reading, group, "gene_unit", &result->gene_unit) &&
                !reading_attribute(reading, group, "name", &name) &&
                !strcmp(name, result->problem) &&
                hdf_get_int(group, "objectives", &objectives) &&
                (size_t)objectives == result->n_objectives;
    if (group >= 0)
        H5Gclose(group);
    result->n_genes = (size_t)genes;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (read && strcmp(text, types[i]) == 0) {
            result->gene_type = (enum gene_type)i;
            return STATUS_OK;
        }
    return reading_damaged(reading, "genes");
}

/* The number of items of a column per solution. */
static size_t width_of(const struct result *result, enum layout_column column)
{
    switch (layout_entries[column].dims > 1 ? layout_entries[column].dim[1]
                                            : BY_SOLUTION) {
    case BY_GENE:
        return result->n_genes;
    case BY_OBJECTIVE:
        return result->n_objectives;
    case BY_DESCRIPTOR:
        return result->n_descriptors;
    case BY_AXIS:
        return result->grid.axes;
    default:
        return 1;
    }
}

/* Whether a cell is in the grid; always true without a grid. */
static bool grid_has(const struct grid *grid, const int64_t *cell)
{
    if (grid->axes && !cell)
        return false;
    for (size_t a = 0; a < grid->axes; a++)
        if (cell[a] < 0 || (size_t)cell[a] >= grid->bins[a])
            return false;
    return true;
}

/* The number of solutions that all columns have. */
static bool count_solutions(const struct reading *reading, hsize_t *count)
{
    hsize_t extents[HDF_MAX_DIMS];
    *count = READING_MOST_ITEMS;
    for (int c = SOLUTION_FITNESS; c <= SOLUTION_CELL; c++) {
        enum layout_column column = (enum layout_column)c;
        size_t width = width_of(reading->result, column);
        if (!width)
            continue; /* the run has no descriptors, or no grid */
        if (!reading_extents(reading, column, extents))
            return false;
        *count = extents[0] < *count ? extents[0] : *count;
        if (layout_entries[c].dims > 1 && extents[1] != width)
            return reading_damaged(reading, "solutions"), false;
    }
    return true;
}

/* Sorts best first: after a kill the best may be an extra last row (solution_table.h). */
static void sort_solutions(struct result *result)
{
    const double sign = result->objective[0].maximise ? -1 : 1;
    result->is_ordered = true;
    for (size_t i = 1; i < result->n_solutions; i++) {
        struct result_solution one = result->solutions[i];
        size_t at = i;
        while (at && sign * one.fitness < sign * result->solutions[at - 1].fitness) {
            result->solutions[at] = result->solutions[at - 1];
            result->is_ordered = false;
            at--;
        }
        result->solutions[at] = one;
    }
}

static enum status read_solutions(struct reading *reading)
{
    struct result *result = reading->result;
    hsize_t n, start[2] = {0, 0};
    if (!count_solutions(reading, &n))
        return reading->err->status;
    hsize_t by_gene[2] = {n, result->n_genes},
            by_objective[2] = {n, result->n_objectives};
    const double *fitness = reading_block(reading, SOLUTION_FITNESS, start, &n, NULL);
    const char *genome = reading_block(reading, SOLUTION_GENOME, start, by_gene, NULL);
    const int64_t *island = reading_block(reading, SOLUTION_ISLAND, start, &n, NULL);
    const int64_t *replica = reading_block(reading, SOLUTION_REPLICA, start, &n, NULL);
    const int64_t *generation =
        reading_block(reading, SOLUTION_GENERATION, start, &n, NULL);
    const double *objectives =
        reading_block(reading, SOLUTION_OBJECTIVES, start, by_objective, NULL);
    const double *bound =
        reading_block(reading, SOLUTION_BOUND, start, by_objective, NULL);
    const char **text = reading_texts(reading, SOLUTION_TEXT, n);
    const double *descriptors;
    const int64_t *cells;
    if (reading_places(reading, n, &descriptors, &cells) != STATUS_OK)
        return reading->err->status;
    result->solutions = reading_take(reading, n + 1, sizeof *result->solutions);
    if (!fitness || !genome || !island || !replica || !generation || !objectives ||
        !bound || !text || !result->solutions)
        return reading->err->status;
    size_t genome_bytes = result->n_genes * gene_bytes(result->gene_type);
    for (size_t i = 0; i < n; i++) {
        if (isnan(fitness[i])) {
            result->n_unfinished++;
            continue;
        }
        const int64_t *cell = cells ? cells + i * result->grid.axes : NULL;
        if (!grid_has(&result->grid, cell))
            return reading_damaged(reading, "cell");
        result->solutions[result->n_solutions++] = (struct result_solution){
            .fitness = fitness[i],
            .objectives = objectives + i * result->n_objectives,
            .bound = bound + i * result->n_objectives,
            .descriptors = descriptors ? descriptors + i * result->n_descriptors : NULL,
            .cell = cell,
            .island = island[i],
            .generation = generation[i],
            .replica = replica[i],
            .genome = genome + i * genome_bytes,
            .text = text[i]};
    }
    sort_solutions(result);
    return STATUS_OK;
}

static enum status read_input(struct reading *reading, hid_t set,
                              struct result_input *input)
{
    hsize_t bytes, start = 0;
    char sha256[DIGEST_HEX_BYTES];
    if (!hdf_extents(set, 1, &bytes) || bytes > FILE_MOST_BYTES ||
        reading_attribute(reading, set, "key", &input->key) ||
        reading_attribute(reading, set, "path", &input->path) ||
        reading_attribute(reading, set, "sha256", &input->sha256))
        return reading_damaged(reading, "problem/inputs");
    input->bytes = bytes;
    input->data = reading_take(reading, bytes + 1, 1);
    if (!input->data)
        return reading->err->status;
    if (bytes &&
        hdf_read_block(set, H5T_NATIVE_UINT8, 1, &start, &bytes, input->data) < 0)
        return reading_damaged(reading, "problem/inputs");
    struct digest digest = digest_of(input->data, input->bytes);
    digest_hex(&digest, sha256);
    input->intact = strcmp(sha256, input->sha256) == 0;
    return STATUS_OK;
}

static enum status read_inputs(struct reading *reading)
{
    struct result *result = reading->result;
    hid_t group = H5Gopen2(reading->file, "problem/inputs", H5P_DEFAULT);
    H5G_info_t info;
    if (group < 0)
        return reading_damaged(reading, "problem/inputs");
    enum status status = STATUS_OK;
    if (H5Gget_info(group, &info) < 0)
        status = reading_damaged(reading, "problem/inputs");
    else
        result->inputs =
            reading_take(reading, info.nlinks / 2 + 1, sizeof *result->inputs);
    if (status == STATUS_OK && !result->inputs)
        status = reading->err->status;
    /* Two links each: the bytes and their dimension. */
    for (size_t i = 0; status == STATUS_OK && i < info.nlinks / 2; i++) {
        char name[32];
        assert(result->inputs);
        snprintf(name, sizeof name, "%zu", i);
        hid_t set = hdf_open_set(group, name);
        status = set < 0
                     ? reading_damaged(reading, "problem/inputs")
                     : read_input(reading, set, &result->inputs[result->n_inputs++]);
        if (set >= 0)
            H5Dclose(set);
    }
    H5Gclose(group);
    return status;
}

static enum status read_all(struct reading *reading)
{
    hid_t root = H5Gopen2(reading->file, "/", H5P_DEFAULT);
    enum status status =
        root < 0 ? reading_damaged(reading, "/") : check_format(reading, root);
    if (status == STATUS_OK)
        status = read_attributes(reading, root);
    if (status == STATUS_OK)
        status = reading_provenance(reading, root);
    if (status == STATUS_OK)
        status = read_objectives(reading);
    if (status == STATUS_OK)
        status = read_kind(reading);
    if (status == STATUS_OK)
        status = read_genes(reading);
    if (status == STATUS_OK)
        status = reading_grid(reading);
    if (status == STATUS_OK)
        status = read_solutions(reading);
    if (status == STATUS_OK)
        status = reading_nearest(reading);
    if (status == STATUS_OK)
        status = reading_history(reading);
    if (status == STATUS_OK)
        status = reading_improvements(reading);
    if (status == STATUS_OK)
        reading_sum_up(reading->result);
    if (status == STATUS_OK)
        status = read_inputs(reading);
    if (root >= 0)
        H5Gclose(root);
    return status;
}

/* There is no file: its checkpoint may be, if it was moved away. `number` is an errno. */
static enum status refuse_missing(const char *path, int number, struct error *err)
{
    static const char *const suffixes[] = {".checkpoint", ".checkpoint.1"};
    char checkpoint[FILES_PATH_BYTES];
    struct error ignored;
    for (size_t i = 0; i < 2 && number == ENOENT; i++)
        if (!files_name(path, suffixes[i], checkpoint, &ignored) &&
            access(checkpoint, F_OK) == 0)
            return error_set(err, STATUS_INPUT,
                             "%s: no such file, but its checkpoint %s is there "
                             "(expected: a result of skerry run; `skerry run CONFIG "
                             "--resume -o %s` makes one from the checkpoint)",
                             path, checkpoint, path);
    return error_set(err, STATUS_INPUT, "%s: %s (expected: a result of skerry run)",
                     path, strerror(number));
}

/* There is a file, which is not in HDF5. */
static enum status refuse_other(const char *path, const struct stat *file,
                                struct error *err)
{
    const char *suffix = strstr(path, ".checkpoint");
    if (S_ISDIR(file->st_mode))
        return error_set(err, STATUS_INPUT,
                         "%s: is a folder (expected: a result of skerry run)", path);
    if (suffix && (!strcmp(suffix, ".checkpoint") || !strcmp(suffix, ".checkpoint.1")))
        return error_set(err, STATUS_INPUT,
                         "%s: is a checkpoint (expected: a result of skerry run, here "
                         "%.*s)",
                         path, (int)(suffix - path), path);
    return error_set(err, STATUS_INPUT,
                     "%s: is no HDF5 file (expected: a result of skerry run)", path);
}

/* A result that is not whole; its checkpoint may be. */
static enum status refuse_damaged(const char *path, const char *what, struct error *err)
{
    char checkpoint[FILES_PATH_BYTES];
    struct error ignored;
    bool is_there = !files_name(path, ".checkpoint", checkpoint, &ignored) &&
                    access(checkpoint, F_OK) == 0;
    return error_set(err, STATUS_INPUT, "%s: the result is %s%s", path, what,
                     is_there ? "; its checkpoint is there: move the result away, and "
                                "`skerry run CONFIG --resume` makes one from it"
                              : " (expected: the file as its run left it, such as a "
                                "whole copy)");
}

static enum status open_file(struct reading *reading)
{
    struct result *result = reading->result;
    struct stat file;
    if (stat(result->path, &file))
        return refuse_missing(result->path, errno, reading->err);
    result->written_s_ago = difftime(time(NULL), file.st_mtime);
    if (!S_ISREG(file.st_mode) || H5Fis_hdf5(result->path) <= 0)
        return refuse_other(result->path, &file, reading->err);
    reading->file = hdf_open_any(result->path);
    if (reading->file < 0)
        return refuse_damaged(result->path, "truncated or damaged", reading->err);
    return STATUS_OK;
}

static enum status damaged(const char *path, struct error *err)
{
    return refuse_damaged(path, "damaged", err);
}

static enum status check_seal(const char *path, struct error *err)
{
    if (seal_check(path) == SEAL_BROKEN)
        return refuse_damaged(path,
                              "damaged: its bytes do not have the digest that its run "
                              "stored",
                              err);
    return STATUS_OK;
}

enum status result_examine(const char *path, struct error *err)
{
    hdf_quiet();
    if (check_seal(path, err))
        return err->status;
    if (H5Fis_hdf5(path) > 0 && trial_read(path) == TRIAL_CRASHED)
        return damaged(path, err);
    return STATUS_OK;
}

bool result_is_sealed(const char *path)
{
    return seal_exists(path);
}

/* Reads the file in this process, or in a child as a trial. */
static bool read_file(void *context)
{
    struct reading *reading = context;
    enum status status = open_file(reading);
    if (status == STATUS_OK)
        status = read_all(reading);
    if (reading->file >= 0)
        H5Fclose(reading->file);
    return status == STATUS_OK;
}

enum status result_read(const char *path, struct arena *arena, struct result *result,
                        struct error *err)
{
    struct reading reading = {result, arena, err, H5I_INVALID_HID};
    hdf_quiet();
    *err = (struct error){0};
    *result = (struct result){.path = path, .best = NAN, .bound = NAN, .reason = ""};
    if (check_seal(path, err))
        return err->status;
    /* A seal shows that nothing was damaged since, not who wrote the file: HDF5 can be made
     * to crash by a file that was forged for it. */
    if (trial_run(read_file, &reading, trial_bytes(path)) == TRIAL_CRASHED)
        return damaged(path, err);
    read_file(&reading);
    return err->status;
}

double result_gap(const struct result *result)
{
    return arithmetic_gap(result->best, result->bound);
}
