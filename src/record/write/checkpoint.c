#include "checkpoint.h"

#include "checkpoint_file.h"
#include "checkpoint_parts.h"
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char *checkpoint_path(const char *result, struct arena *arena)
{
    static const char suffix[] = ".checkpoint";
    size_t n = strlen(result);
    char *path = arena_take(arena, n + sizeof suffix);
    if (path) {
        memcpy(path, result, n);
        memcpy(path + n, suffix, sizeof suffix);
    }
    return path;
}

bool checkpoint_exists(const char *path)
{
    char older[FILES_PATH_BYTES];
    struct error err;
    if (access(path, F_OK) == 0)
        return true;
    return files_name(path, ".1", older, &err) == STATUS_OK && access(older, F_OK) == 0;
}

enum status checkpoint_write(const char *path, const struct digest *identity,
                             const void *bytes, size_t n, struct error *err)
{
    char fresh[FILES_PATH_BYTES], older[FILES_PATH_BYTES];
    enum status status = files_name(path, ".tmp", fresh, err);
    if (status == STATUS_OK)
        status = files_name(path, ".1", older, err);
    if (status != STATUS_OK)
        return status;
    status = checkpoint_file_write(fresh, identity, bytes, n, err);
    if (status != STATUS_OK)
        return status;
    /* Between the two renames only PATH.1 and PATH.tmp exist, both complete. */
    if (rename(path, older) && errno != ENOENT)
        return files_error(err, older, "renaming the checkpoint", errno);
    if (rename(fresh, path))
        return files_error(err, path, "renaming the checkpoint", errno);
    files_sync_directory(path);
    return STATUS_OK;
}

enum status checkpoint_read(const char *path, const struct digest *identity,
                            struct arena *arena, struct checkpoint *checkpoint,
                            struct error *err)
{
    char older[FILES_PATH_BYTES];
    struct error second;
    *checkpoint = (struct checkpoint){0};
    if (files_name(path, ".1", older, err) != STATUS_OK)
        return err->status;
    enum checkpoint_found found =
        checkpoint_file_read(path, identity, arena, checkpoint, err);
    if (found == CHECKPOINT_FOUND)
        return STATUS_OK;
    if (found == CHECKPOINT_REFUSED)
        return err->status;
    enum checkpoint_found older_found =
        checkpoint_file_read(older, identity, arena, checkpoint, &second);
    if (older_found == CHECKPOINT_FOUND) {
        snprintf(checkpoint->remark, sizeof checkpoint->remark,
                 "%.300s; continuing from the previous one", err->text);
        *err = (struct error){0}; /* the ranks agree on err, not on the return value */
        return STATUS_OK;
    }
    /* If both are damaged, reports the newest; if the newest is missing, the previous one. */
    if (older_found == CHECKPOINT_REFUSED ||
        (found == CHECKPOINT_MISSING && older_found == CHECKPOINT_DAMAGED))
        *err = second;
    return err->status;
}

void checkpoint_keep_newest(const char *path)
{
    char name[FILES_PATH_BYTES];
    struct error err;
    if (files_name(path, ".1", name, &err) == STATUS_OK && access(path, F_OK) == 0)
        unlink(name);
    if (files_name(path, ".tmp", name, &err) == STATUS_OK)
        unlink(name);
}

enum status checkpoint_put_aside(const char *path, const char *to, struct error *err)
{
    static const char *const suffixes[] = {"", ".1"};
    char name[FILES_PATH_BYTES], kept[FILES_PATH_BYTES];
    /* All get their new names before an old name is removed; parts that no checkpoint lists get none. */
    if (checkpoint_exists(path) && checkpoint_parts_link(path, to, err))
        return err->status;
    for (size_t i = 0; i < 2; i++)
        if (files_name(path, suffixes[i], name, err) ||
            files_name(to, suffixes[i], kept, err) || files_keep(name, kept, err))
            return err->status;
    for (size_t i = 0; i < 2; i++)
        if (files_name(path, suffixes[i], name, err) == STATUS_OK)
            unlink(name);
    if (files_name(path, ".tmp", name, err) == STATUS_OK)
        unlink(name);
    checkpoint_parts_keep(path, 0, 0);
    return err->status;
}
