#include "state_files.h"

#include "checkpoint.h"
#include "checkpoint_parts.h"

#include <string.h>

struct state_files {
    const char *checkpoint; /* its path */
    struct digest identity;
};

static struct checkpoint_part part_of(const struct snapshot_file *file)
{
    return (struct checkpoint_part){file->generation, file->first, file->n};
}

static enum status write_part(void *self, struct snapshot_file *file, const void *bytes,
                              struct error *err)
{
    const struct state_files *files = self;
    struct checkpoint_part part = part_of(file);
    struct digest digest = {0};
    checkpoint_part_write(files->checkpoint, &files->identity, &part, bytes,
                          file->bytes, &digest, err);
    memcpy(file->digest, digest.bytes, sizeof file->digest);
    return err->status;
}

static enum status read_part(void *self, const struct snapshot_file *file,
                             struct pack *out, struct error *err)
{
    const struct state_files *files = self;
    struct checkpoint_part part = part_of(file);
    struct digest digest;
    unsigned char *room = pack_room(out, file->bytes);
    if (!room)
        return error_set(err, STATUS_MEMORY, "no memory for %llu bytes of states",
                         (unsigned long long)file->bytes);
    memcpy(digest.bytes, file->digest, sizeof digest.bytes);
    return checkpoint_part_read(files->checkpoint, &files->identity, &part, &digest,
                                room, file->bytes, err);
}

static enum status check_part(void *self, const struct snapshot_file *file,
                              struct error *err)
{
    const struct state_files *files = self;
    struct checkpoint_part part = part_of(file);
    return checkpoint_part_check(files->checkpoint, &part, err);
}

static void keep_parts(void *self, uint64_t generation, uint64_t former)
{
    const struct state_files *files = self;
    checkpoint_parts_keep(files->checkpoint, generation, former);
}

enum status state_files_init(const struct config *config, struct arena *perm,
                             struct snapshot_files *files, struct error *err)
{
    struct state_files *self = ARENA_NEW(perm, struct state_files, 1);
    if (self)
        self->checkpoint = checkpoint_path(config->output.file, perm);
    if (!self || !self->checkpoint)
        return error_set(err, STATUS_MEMORY, "no memory for a file name");
    memcpy(self->identity.bytes, config->identity, sizeof self->identity.bytes);
    *files = (struct snapshot_files){.self = self,
                                     .above = (size_t)config->checkpoint.split_above,
                                     .write = write_part,
                                     .read = read_part,
                                     .check = check_part,
                                     .keep = keep_parts};
    return STATUS_OK;
}
