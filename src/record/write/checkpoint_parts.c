#include "checkpoint_parts.h"

#include "checkpoint_file.h"
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static enum status part_name(const char *path, const struct checkpoint_part *part,
                             const char *suffix, char out[FILES_PATH_BYTES],
                             struct error *err)
{
    char words[96];
    snprintf(words, sizeof words, ".%" PRIu64 ".%" PRIu64 "-%" PRIu64 "%s",
             part->generation, part->first, part->first + part->n - 1, suffix);
    return files_name(path, words, out, err);
}

enum status checkpoint_part_write(const char *path, const struct digest *identity,
                                  const struct checkpoint_part *part, const void *bytes,
                                  size_t n, struct digest *digest, struct error *err)
{
    char fresh[FILES_PATH_BYTES], name[FILES_PATH_BYTES];
    if (part_name(path, part, ".tmp", fresh, err) ||
        part_name(path, part, "", name, err) ||
        checkpoint_file_write(fresh, identity, bytes, n, err))
        return err->status;
    if (rename(fresh, name))
        return files_error(err, name, "renaming the checkpoint", errno);
    files_sync_directory(path);
    *digest = digest_of(bytes, n);
    return STATUS_OK;
}

enum status checkpoint_part_read(const char *path, const struct digest *identity,
                                 const struct checkpoint_part *part,
                                 const struct digest *digest, void *bytes, size_t n,
                                 struct error *err)
{
    char name[FILES_PATH_BYTES];
    struct checkpoint found = {0};
    struct arena arena;
    arena_init(&arena);
    if (part_name(path, part, "", name, err) == STATUS_OK &&
        checkpoint_file_read(name, identity, &arena, &found, err) == CHECKPOINT_FOUND) {
        struct digest own = digest_of(found.bytes, found.n);
        if (found.n != n || memcmp(own.bytes, digest->bytes, DIGEST_BYTES) != 0)
            error_set(err, STATUS_INPUT, "%s: not the part that the checkpoint lists",
                      name);
        else if (n)
            memcpy(bytes, found.bytes, n);
    }
    arena_free(&arena);
    return err->status;
}

enum status checkpoint_part_check(const char *path, const struct checkpoint_part *part,
                                  struct error *err)
{
    char name[FILES_PATH_BYTES];
    if (part_name(path, part, "", name, err) || access(name, R_OK) == 0)
        return err->status;
    return error_set(
        err, STATUS_IO,
        "%s: written by another rank, but not visible on rank 0: without a "
        "shared file system set checkpoint.split_above: 1e15",
        name);
}

/* The generation of a part named `name` in the directory of `base`, the checkpoint's own
 * name; false if it is something else. */
static bool is_part(const char *name, const char *base, uint64_t *generation)
{
    size_t n = strlen(base);
    uint64_t first, last;
    int used = 0;
    if (strncmp(name, base, n) != 0 ||
        sscanf(name + n, ".%" SCNu64 ".%" SCNu64 "-%" SCNu64 "%n", generation, &first,
               &last, &used) != 3)
        return false;
    return !name[n + (size_t)used] || !strcmp(name + n + used, ".tmp");
}

typedef enum status on_part(const char *path, const char *suffix, uint64_t generation,
                            void *self, struct error *err);

/* Calls `on` for each part of `path`, with what its name has after `path`. */
static enum status each_part(const char *path, on_part *on, void *self,
                             struct error *err)
{
    char directory[FILES_PATH_BYTES];
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    int n = slash ? (int)(slash - path) + 1 : 0;
    snprintf(directory, sizeof directory, "%.*s", n ? n : 1, n ? path : ".");
    DIR *entries = opendir(directory);
    uint64_t generation = 0;
    if (!entries)
        return STATUS_OK;
    for (struct dirent *entry; !err->status && (entry = readdir(entries));)
        if (is_part(entry->d_name, base, &generation))
            on(path, entry->d_name + strlen(base), generation, self, err);
    closedir(entries);
    return err->status;
}

static enum status remove_part(const char *path, const char *suffix,
                               uint64_t generation, void *self, struct error *err)
{
    const uint64_t *kept = self;
    char name[FILES_PATH_BYTES];
    bool is_old = generation != kept[0] && generation != kept[1];
    if ((is_old || strstr(suffix, ".tmp")) &&
        files_name(path, suffix, name, err) == STATUS_OK)
        unlink(name);
    return STATUS_OK;
}

void checkpoint_parts_keep(const char *path, uint64_t generation, uint64_t former)
{
    uint64_t kept[] = {generation ? generation : former, former ? former : generation};
    struct error ignored = {0};
    each_part(path, remove_part, kept, &ignored);
}

static enum status link_part(const char *path, const char *suffix, uint64_t generation,
                             void *self, struct error *err)
{
    char name[FILES_PATH_BYTES], kept[FILES_PATH_BYTES];
    (void)generation;
    if (strstr(suffix, ".tmp"))
        return STATUS_OK;
    if (files_name(path, suffix, name, err) || files_name(self, suffix, kept, err))
        return err->status;
    return files_keep(name, kept, err);
}

enum status checkpoint_parts_link(const char *path, const char *to, struct error *err)
{
    char target[FILES_PATH_BYTES];
    if (files_name(to, "", target, err))
        return err->status;
    return each_part(path, link_part, target, err);
}
