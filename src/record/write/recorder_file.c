#include "recorder_file.h"

#include "checkpoint.h"
#include "files.h"
#include "result.h"
#include "seal.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether an attribute has a given text. */
static enum status has_text(const struct recorder_info *info, hid_t root,
                            const char *name, const char *wanted, bool *has,
                            struct error *err)
{
    struct arena arena;
    const char *text = "";
    arena_init(&arena);
    enum status status = hdf_get_text(root, name, &arena, &text);
    *has = status == STATUS_OK && strcmp(text, wanted) == 0;
    arena_free(&arena);
    return status == STATUS_MEMORY
               ? error_set(err, status, "%s: no memory to read it", info->path)
               : STATUS_OK;
}

/* Reports that the result is of another config, and the difference. */
static enum status refuse_other(const struct recorder_info *info, hid_t root,
                                struct error *err)
{
    char words[640] = "";
    struct arena arena;
    const char *config;
    arena_init(&arena);
    if (info->compare && hdf_get_text(root, "config", &arena, &config) == STATUS_OK)
        info->compare(info->compare_self, config, words, sizeof words);
    arena_free(&arena);
    return error_set(
        err, STATUS_INPUT,
        "%s: the result is of another config%s%s%s; give another -o, or run "
        "without --resume",
        info->path, words[0] ? " (" : "", words, words[0] ? ")" : "");
}

static enum status check_existing(struct recorder *recorder, bool resume,
                                  struct error *err)
{
    const struct recorder_info *info = &recorder->info;
    char identity[DIGEST_HEX_BYTES];
    struct stat there;
    if (!stat(info->path, &there) && !S_ISREG(there.st_mode)) /* a pipe would wait */
        return error_set(
            err, STATUS_INPUT, "%s: is %s (expected: the name of a file)", info->path,
            S_ISDIR(there.st_mode) ? "a folder" : "a pipe, a device or a socket");
    if (result_examine(info->path, err))
        return err->status;
    hid_t file = hdf_open_any(info->path);
    if (file < 0 && resume && H5Fis_hdf5(info->path) > 0)
        return error_set(err, STATUS_INPUT,
                         "%s: the result cannot be opened; move it away to resume "
                         "without its history",
                         info->path);
    if (file < 0)
        return error_set(err, STATUS_INPUT,
                         "%s: exists and is not a skerry result, so it is not "
                         "replaced (expected: another -o or output.file)",
                         info->path);
    hid_t root = H5Gopen2(file, "/", H5P_DEFAULT);
    bool ours = false, same = false, finished = false;
    digest_hex(&info->identity, identity);
    enum status status = has_text(info, root, "format", LAYOUT_FORMAT, &ours, err);
    if (status == STATUS_OK)
        status = has_text(info, root, "config_sha256", identity, &same, err);
    if (status == STATUS_OK)
        status = has_text(info, root, "status", "finished", &finished, err);
    recorder->kept.is_unfinished =
        same && !finished && checkpoint_exists(recorder->checkpoint);
    if (status == STATUS_OK && !ours)
        status = error_set(err, STATUS_INPUT,
                           "%s: exists and is not a skerry result, so it is not "
                           "replaced (expected: another -o or output.file)",
                           info->path);
    else if (status == STATUS_OK && resume && !same)
        status = refuse_other(info, root, err);
    H5Gclose(root);
    H5Fclose(file);
    return status;
}

static enum status check_directory(const char *path, struct error *err)
{
    char name[FILES_PATH_BYTES];
    if (files_name(path, ".old.999999.checkpoint.tmp", name, err) != STATUS_OK)
        return err->status;
    char *slash = strrchr(strcpy(name, path), '/');
    if (slash)
        slash[1] = '\0';
    return access(slash ? name : ".", W_OK)
               ? error_set(err, STATUS_INPUT,
                           "%s: cannot be written: %s (expected: a folder that "
                           "exists and can be written to)",
                           path, strerror(errno))
               : STATUS_OK;
}

enum status recorder_file_check(struct recorder *recorder, bool resume,
                                struct error *err)
{
    const char *path = recorder->info.path;
    /* Lock before opening: HDF5 must not read a file that another process writes outside of
     * single-writer mode. */
    if (check_directory(path, err) || lock_take(&recorder->lock, path, err))
        return err->status;
    if (access(path, F_OK) == 0)
        return check_existing(recorder, resume, err);
    return errno == ENOENT ? STATUS_OK
                           : error_set(err, STATUS_INPUT, "%s: cannot be written: %s",
                                       path, strerror(errno));
}

/* The first unused name of PATH.old, PATH.old.2, PATH.old.3, ... */
static enum status find_free(struct recorder *recorder, char old[FILES_PATH_BYTES],
                             struct error *err)
{
    enum { MOST = 1000000 };
    char suffix[32] = ".old", checkpoint[FILES_PATH_BYTES];
    for (int n = 2; n < MOST; n++) {
        if (files_name(recorder->info.path, suffix, old, err) ||
            files_name(old, ".checkpoint", checkpoint, err))
            return err->status;
        if (access(old, F_OK) && !checkpoint_exists(checkpoint))
            return STATUS_OK;
        snprintf(suffix, sizeof suffix, ".old.%d", n);
    }
    return error_set(err, STATUS_INPUT,
                     "%s: %d former results are kept beside it; remove some",
                     recorder->info.path, MOST);
}

/* Keeps the existing result and its checkpoints under another name. At all times there is a file at PATH,
 * where the file system has hard links, and the checkpoint of a former run is never beside the file of a
 * new one. */
static enum status put_aside(struct recorder *recorder, struct error *err)
{
    const char *path = recorder->info.path;
    char old[FILES_PATH_BYTES], checkpoint[FILES_PATH_BYTES];
    bool there = access(path, F_OK) == 0;
    if (!there && !checkpoint_exists(recorder->checkpoint))
        return STATUS_OK;
    if (find_free(recorder, old, err) ||
        files_name(old, ".checkpoint", checkpoint, err) || files_keep(path, old, err) ||
        checkpoint_put_aside(recorder->checkpoint, checkpoint, err))
        return err->status;
    recorder->kept.is_checkpoint = !there;
    recorder->kept.path = arena_text(recorder->perm, there ? old : checkpoint);
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
    status = copied ? recorder_open_copy(recorder, fresh, err)
                    : recorder_create(recorder, fresh, err);
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
        double best = solution_table_fitness(objective, at->best);
        double proven = solution_table_proven(&recorder->table, at->bound);
        double bound = solution_table_bound(objective, proven);
        int64_t generations = (int64_t)at->generations;
        int64_t evaluations = (int64_t)at->evaluations;
        int8_t done = at->done, optimal = isfinite(at->best) && proven >= at->best;
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
    recorder_write_time(ended);
    herr_t bad = hdf_put_text(root, "ended", ended, LAYOUT_TIME_BYTES);
    bad |= hdf_put_text(root, "why", why ? why : "", LAYOUT_WHY_BYTES);
    bad |= start_table_end(&recorder->start, &recorder->layout, status, why, elapsed_s);
    return bad | hdf_put_text(root, "status", status, LAYOUT_STATUS_BYTES);
}

enum status recorder_file_finish(struct recorder *recorder,
                                 const struct outcome *outcome, struct error *err)
{
    static const char *const words[] = {"finished", "stopped", "failed"};
    const char *path = recorder->info.path;
    hid_t file = recorder->layout.file;
    bool missed = outcome->near_miss && isinf(recorder->table.held);
    if (put_replicas(recorder, outcome->replicas) < 0 ||
        (missed && solution_table_write_nearest(&recorder->table, &recorder->layout,
                                                outcome->near_miss) < 0))
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
    return status == STATUS_OK ? seal_append(path, err) : status;
}

/* Disconnects HDF5 from the file. Closing it after a failed flush would mark it as complete
 * although its end is missing; this way it is left as after a kill, and can be opened. */
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
