#include "recorder_file.h"

#include "netcdf.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void recorder_write_time(char out[LAYOUT_TIME_BYTES])
{
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(out, LAYOUT_TIME_BYTES, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

static herr_t put_provenance(hid_t root, const struct recorder_provenance *from)
{
    unsigned major, minor, release;
    char hdf5[64];
    H5get_libversion(&major, &minor, &release);
    snprintf(hdf5, sizeof hdf5, "%u.%u.%u", major, minor, release);
    herr_t bad = hdf_put_optional(root, "cpu", from->cpu);
    bad |= hdf_put_optional(root, "compiler", from->compiler);
    bad |= hdf_put_text(root, "hdf5_version", hdf5, 0);
    bad |= hdf_put_optional(root, "mpi_library", from->mpi_library);
    bad |= hdf_put_optional(root, "slurm_job_id", from->slurm_job_id);
    return bad | hdf_put_optional(root, "slurm_job_name", from->slurm_job_name);
}

herr_t recorder_put_occasion(struct recorder *recorder)
{
    hid_t root = recorder->layout.root;
    herr_t bad = hdf_put_int(root, "ranks", recorder->run.ranks);
    bad |= hdf_put_text(root, "hosts", recorder->info.hosts, 0);
    bad |= hdf_put_text(root, "command", recorder->info.command, 0);
    bad |=
        hdf_put_text(root, "config", recorder->info.config, 0); /* limits may differ */
    bad |= hdf_put_optional(root, "name", recorder->info.name);
    bad |= hdf_put_optional(root, "description", recorder->info.description);
    bad |= put_provenance(root, &recorder->info.provenance);
    bad |= hdf_put_text(root, "ended", "", LAYOUT_TIME_BYTES);
    bad |= hdf_put_text(root, "status", "running", LAYOUT_STATUS_BYTES);
    bad |= hdf_put_text(root, "why", "", LAYOUT_WHY_BYTES);
    return bad | start_table_begin(&recorder->start, &recorder->layout, &recorder->info,
                                   recorder->run.ranks);
}

herr_t recorder_put_build(const struct recorder *recorder)
{
    hid_t root = recorder->layout.root;
    const struct recorder_info *info = &recorder->info;
    const char *version = "", *commit = "", *before = "";
    char own[256], all[4096];
    struct arena arena;
    herr_t bad = 0;
    arena_init(&arena);
    if (hdf_get_text(root, "skerry_version", &arena, &version) == STATUS_MEMORY ||
        hdf_get_text(root, "commit", &arena, &commit) == STATUS_MEMORY ||
        hdf_get_text(root, "resumed_by", &arena, &before) == STATUS_MEMORY)
        bad = -1;
    snprintf(own, sizeof own, "%s (%s)", info->version, info->commit);
    const char *last = strrchr(before, ';');
    last = last ? last + 1 + strspn(last + 1, " ") : before;
    bool same = before[0]
                    ? !strcmp(last, own)
                    : !strcmp(version, info->version) && !strcmp(commit, info->commit);
    snprintf(all, sizeof all, "%.3000s%s%s", before, before[0] ? "; " : "", own);
    if (!same && !bad)
        bad = hdf_put_text(root, "resumed_by", all, 0);
    arena_free(&arena);
    return bad;
}

static herr_t put_attributes(struct recorder *recorder)
{
    const struct recorder_info *info = &recorder->info;
    const struct run_info *run = &recorder->run;
    hid_t root = recorder->layout.root;
    char started[LAYOUT_TIME_BYTES], identity[DIGEST_HEX_BYTES];
    recorder_write_time(started);
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
    bad |= hdf_put_int(root, "asynchronous", run->asynchronous);
    bad |= hdf_put_text(root, "config_sha256", identity, 0);
    bad |= hdf_put_text(root, "started", started, 0);
    return bad | recorder_put_occasion(recorder);
}

/* Writes /problem/inputs/<n>, the bytes of one input. */
static herr_t put_input(hid_t inputs, size_t n, const struct recorder_input *input)
{
    char name[32], sha256[DIGEST_HEX_BYTES];
    struct digest digest = digest_of(input->data, input->bytes);
    digest_hex(&digest, sha256);
    snprintf(name, sizeof name, "%zu", n);
    hid_t set = netcdf_create_bytes(inputs, name, input->bytes, false);
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
    snprintf(name, sizeof name, "byte_%zu", n);
    bad |= netcdf_attach_length(inputs, name, input->bytes, set, 0);
    H5Dclose(set);
    return bad;
}

/* Writes the path of an input, if it has the key of the dataset. */
static herr_t put_path(hid_t set, const struct recorder_input *input, bool *has)
{
    struct arena arena;
    const char *key = "";
    arena_init(&arena);
    enum status status = hdf_get_text(set, "key", &arena, &key);
    *has = status == STATUS_OK && !strcmp(key, input->key);
    arena_free(&arena);
    return status ? -1 : *has ? hdf_put_text(set, "path", input->path, 0) : 0;
}

static herr_t put_input_again(hid_t inputs, const struct recorder_input *input)
{
    char name[32];
    bool has = false;
    herr_t bad = 0;
    for (size_t n = 0; !has && bad >= 0; n++) {
        snprintf(name, sizeof name, "%zu", n);
        if (H5Lexists(inputs, name, H5P_DEFAULT) <= 0)
            return put_input(inputs, n, input);
        hid_t set = hdf_open_set(inputs, name);
        bad = set < 0 ? -1 : put_path(set, input, &has);
        if (set >= 0)
            H5Dclose(set);
    }
    return bad;
}

herr_t recorder_put_inputs(const struct recorder *recorder)
{
    hid_t inputs = H5Gopen2(recorder->layout.file, "problem/inputs", H5P_DEFAULT);
    herr_t bad = inputs < 0 ? -1 : 0;
    for (size_t i = 0; i < recorder->info.n_inputs && bad >= 0; i++)
        bad = put_input_again(inputs, &recorder->info.inputs[i]);
    if (inputs >= 0)
        H5Gclose(inputs);
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

/* Which solutions the archive keeps: "best", "grid" (of each cell) or "front". */
static herr_t put_kind(const struct recorder *recorder)
{
    const struct run_info *run = &recorder->run;
    hid_t group =
        H5Gopen2(recorder->layout.file, layout_group_names[IN_SOLUTIONS], H5P_DEFAULT);
    herr_t bad = group < 0 ? -1
                           : hdf_put_text(group, "kind",
                                          run->front       ? "front"
                                          : run->grid.axes ? "grid"
                                                           : "best",
                                          0);
    H5Gclose(group);
    return bad;
}

/* Chunk length along generation: chunks of about 8 KiB, not longer than the run. Chosen by
 * hand. */
static size_t chunk_rows(const struct run_info *run)
{
    enum { BYTES = 8192, LEAST = 16, MOST = 1024 };
    size_t rows = BYTES / sizeof(double) / run->islands;
    uint64_t whole = run_generations(run->epochs, run->sub_generations);
    rows = rows < LEAST ? LEAST : rows > MOST ? MOST : rows;
    return whole && whole < rows ? (size_t)whole + 1 : rows;
}

enum status recorder_create(struct recorder *recorder, const char *path,
                            struct error *err)
{
    const struct run_info *run = &recorder->run;
    hid_t access = hdf_access(false), list = H5Pcreate(H5P_FILE_CREATE);
    /* Keeps attributes in the root's header, so that overwriting one is a single write. */
    H5Pset_attr_phase_change(list, 64, 32);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, list, access);
    H5Pclose(list);
    H5Pclose(access);
    if (file < 0)
        return hdf_error(err, path, "creating");
    if (layout_create(&recorder->layout, file, run, chunk_rows(run),
                      recorder->info.all_rows) < 0 ||
        put_attributes(recorder) < 0 || put_problem(recorder) < 0 ||
        put_kind(recorder) < 0)
        return hdf_error(err, path, "creating");
    return STATUS_OK;
}
