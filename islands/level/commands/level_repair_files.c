#include "level_repair_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

enum status level_repair_files_failed(const char *path, struct error *err)
{
    return error_set(err, errno == ENOSPC ? STATUS_FULL : STATUS_IO,
                     "%s: cannot be written (%s)", path, strerror(errno));
}

/* Refuses to replace a file, which may be one of the levels that were read. */
static enum status check_new(const char *path, struct error *err)
{
    struct stat about;
    return stat(path, &about) || !S_ISREG(about.st_mode)
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "%s: exists, so it is not replaced (expected: another -o)",
                           path);
}

/* The name of an item's file in the output folder. */
static void name_in_folder(const struct repair_files *files,
                           const struct level_files_item *item,
                           char path[REPAIR_FILES_PATH_BYTES])
{
    bool slash = files->path[strlen(files->path) - 1] == '/';
    snprintf(path, REPAIR_FILES_PATH_BYTES, "%s%s%s", files->path, slash ? "" : "/",
             last_part(item->file));
}

/* Refuses two files of one name, which would be one file in the output folder. */
static enum status check_names(const struct level_files *levels, struct error *err)
{
    for (size_t i = 0; i < levels->count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct level_files_item *a = &levels->items[j],
                                          *b = &levels->items[i];
            if (a->number == 1 && b->number == 1 &&
                !strcmp(last_part(a->file), last_part(b->file)))
                return error_set(err, STATUS_INPUT,
                                 "%s and %s would be written under one name "
                                 "(expected: files whose names differ)",
                                 a->file, b->file);
        }
    return STATUS_OK;
}

static enum status check_folder(const struct repair_files *files, struct error *err)
{
    char path[REPAIR_FILES_PATH_BYTES];
    if (access(files->path, W_OK | X_OK))
        return error_set(err, STATUS_INPUT,
                         "%s: cannot be written: %s (expected: a folder that can be "
                         "written to)",
                         files->path, strerror(errno));
    enum status status = check_names(files->levels, err);
    for (size_t i = 0; i < files->levels->count && !status; i++) {
        name_in_folder(files, &files->levels->items[i], path);
        status = check_new(path, err);
    }
    return status;
}

/* Selects the next file and tests whether it can be written, but does not make it until
 * there is a level for it. */
static enum status next_file(struct repair_files *files, const char *path,
                             struct error *err)
{
    if (check_new(path, err))
        return err->status;
    errno = 0;
    snprintf(files->name, sizeof files->name, "%s", path);
    int made = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (made >= 0) {
        close(made);
        unlink(path);
        return STATUS_OK;
    }
    return errno == EEXIST && !access(path, W_OK)
               ? STATUS_OK
               : level_repair_files_failed(path, err);
}

enum status level_repair_files_make(struct repair_files *files, struct error *err)
{
    /* "x": another process may have made it meanwhile; a device or a pipe is there already. */
    files->is_new = access(files->name, F_OK) != 0;
    if (check_new(files->name, err))
        return err->status;
    errno = 0;
    files->file = fopen(files->name, files->is_new ? "wx" : "w");
    return files->file ? STATUS_OK : level_repair_files_failed(files->name, err);
}

enum status level_repair_files_close(struct repair_files *files, struct error *err)
{
    FILE *file = files->file;
    files->file = NULL;
    errno = 0;
    if (!file)
        return STATUS_OK;
    bool failed = ferror(file);
    failed = fclose(file) || failed;
    if (!failed)
        return STATUS_OK;
    level_repair_files_failed(files->name, err);
    if (files->is_new)
        (void)unlink(files->name);
    return err->status;
}

enum status level_repair_files_open(struct repair_files *files, struct error *err)
{
    struct stat about;
    if (!files->path)
        return STATUS_OK;
    files->folder = !stat(files->path, &about) && S_ISDIR(about.st_mode);
    if (files->folder)
        return check_folder(files, err);
    if (*last_part(files->path) == '\0')
        return error_set(
            err, STATUS_INPUT,
            "%s: no such folder (expected: one that exists, or without the "
            "slash the name of a new file)",
            files->path);
    if (next_file(files, files->path, err) == STATUS_IO) /* a mistake of the user's */
        error_set(err, STATUS_INPUT,
                  "%s: cannot be written: %s (expected: a file in a folder that exists "
                  "and can be written to)",
                  files->path, strerror(errno));
    return err->status;
}

enum status level_repair_files_next(struct repair_files *files,
                                    const struct level_files_item *item,
                                    struct error *err)
{
    char path[REPAIR_FILES_PATH_BYTES];
    if (!files->folder || item->number > 1)
        return STATUS_OK;
    if (level_repair_files_close(files, err))
        return err->status;
    name_in_folder(files, item, path);
    return next_file(files, path, err);
}
