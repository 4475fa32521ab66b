#include "checkpoint_file.h"

#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The header: magic 8, version 4, zero 4, length 8, identity 32, SHA-256 of the payload 32,
 * and SHA-256 of these 88 bytes, so that damage anywhere is detected and distinguished from a
 * checkpoint of another config. */
static const char magic[8] = "skerryCP";

enum {
    VERSION = 1,
    AT_VERSION = 8,
    AT_LENGTH = 16,
    AT_IDENTITY = 24,
    AT_PAYLOAD = 56,
    AT_HEADER = 88,
    HEADER_BYTES = 120
};

static void put_number(unsigned char *at, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get_number(const unsigned char *at, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static void fill_header(unsigned char header[HEADER_BYTES],
                        const struct digest *identity, const void *bytes, size_t n)
{
    memset(header, 0, HEADER_BYTES);
    memcpy(header, magic, sizeof magic);
    put_number(header + AT_VERSION, VERSION, 4);
    put_number(header + AT_LENGTH, n, 8);
    memcpy(header + AT_IDENTITY, identity->bytes, DIGEST_BYTES);
    struct digest payload = digest_of(bytes, n);
    memcpy(header + AT_PAYLOAD, payload.bytes, DIGEST_BYTES);
    struct digest whole = digest_of(header, AT_HEADER);
    memcpy(header + AT_HEADER, whole.bytes, DIGEST_BYTES);
}

static enum status write_synced(const char *path, const unsigned char *header,
                                const void *bytes, size_t n, struct error *err)
{
    int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out < 0)
        return files_error(err, path, "writing the checkpoint", errno);
    enum status status = STATUS_OK;
    if (files_write(out, header, HEADER_BYTES) || files_write(out, bytes, n) ||
        fsync(out))
        status = files_error(err, path, "writing the checkpoint", errno);
    if (close(out) && status == STATUS_OK)
        status = files_error(err, path, "writing the checkpoint", errno);
    if (status != STATUS_OK)
        unlink(path);
    return status;
}

enum status checkpoint_file_write(const char *path, const struct digest *identity,
                                  const void *bytes, size_t n, struct error *err)
{
    unsigned char header[HEADER_BYTES];
    fill_header(header, identity, bytes, n);
    return write_synced(path, header, bytes, n, err);
}

static enum checkpoint_found refuse(struct error *err, enum checkpoint_found found,
                                    enum status status, const char *path,
                                    const char *why)
{
    error_set(err, status, "%s: %s", path, why);
    return found;
}

static enum checkpoint_found
check_header(const char *path, const unsigned char header[HEADER_BYTES],
             uint64_t file_bytes, const struct digest *identity, struct error *err)
{
    if (memcmp(header, magic, sizeof magic) != 0)
        return refuse(err, CHECKPOINT_DAMAGED, STATUS_INPUT, path,
                      "not a checkpoint, or a damaged one");
    struct digest whole = digest_of(header, AT_HEADER);
    if (memcmp(whole.bytes, header + AT_HEADER, DIGEST_BYTES) != 0)
        return refuse(err, CHECKPOINT_DAMAGED, STATUS_INPUT, path,
                      "the checkpoint's header is damaged");
    uint64_t version = get_number(header + AT_VERSION, 4);
    if (version != VERSION) {
        error_set(err, STATUS_INPUT,
                  "%s: checkpoint format %llu; this skerry reads format %d", path,
                  (unsigned long long)version, VERSION);
        return CHECKPOINT_REFUSED;
    }
    if (memcmp(header + AT_IDENTITY, identity->bytes, DIGEST_BYTES) != 0)
        return refuse(err, CHECKPOINT_REFUSED, STATUS_INPUT, path,
                      "the checkpoint is of another config; give another -o, or "
                      "remove it");
    if (get_number(header + AT_LENGTH, 8) != file_bytes - HEADER_BYTES)
        return refuse(err, CHECKPOINT_DAMAGED, STATUS_INPUT, path,
                      "the checkpoint is truncated");
    return CHECKPOINT_FOUND;
}

static int read_all(int descriptor, void *bytes, size_t n)
{
    char *at = bytes;
    while (n) {
        ssize_t got = read(descriptor, at, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        at += got;
        n -= (size_t)got;
    }
    return 0;
}

static enum checkpoint_found
read_payload(const char *path, int in, const unsigned char *header, struct arena *arena,
             struct checkpoint *checkpoint, struct error *err)
{
    checkpoint->n = (size_t)get_number(header + AT_LENGTH, 8);
    checkpoint->bytes = arena_take(arena, checkpoint->n ? checkpoint->n : 1);
    if (!checkpoint->bytes)
        return refuse(err, CHECKPOINT_REFUSED, STATUS_MEMORY, path,
                      "no memory to read the checkpoint");
    if (read_all(in, checkpoint->bytes, checkpoint->n))
        return refuse(err, CHECKPOINT_DAMAGED, STATUS_INPUT, path,
                      "the checkpoint is truncated");
    struct digest payload = digest_of(checkpoint->bytes, checkpoint->n);
    if (memcmp(payload.bytes, header + AT_PAYLOAD, DIGEST_BYTES) != 0)
        return refuse(err, CHECKPOINT_DAMAGED, STATUS_INPUT, path,
                      "the checkpoint is damaged (its SHA-256 differs)");
    return CHECKPOINT_FOUND;
}

enum checkpoint_found checkpoint_file_read(const char *path,
                                           const struct digest *identity,
                                           struct arena *arena,
                                           struct checkpoint *checkpoint,
                                           struct error *err)
{
    unsigned char header[HEADER_BYTES];
    struct stat file;
    int in = open(path, O_RDONLY | O_CLOEXEC);
    if (in < 0 && errno == ENOENT)
        return refuse(err, CHECKPOINT_MISSING, STATUS_INPUT, path,
                      "there is no checkpoint");
    if (in < 0 || fstat(in, &file)) {
        files_error(err, path, "reading the checkpoint", errno);
        if (in >= 0)
            close(in);
        return CHECKPOINT_REFUSED;
    }
    enum checkpoint_found found;
    if (file.st_size < HEADER_BYTES || read_all(in, header, HEADER_BYTES))
        found = refuse(err, CHECKPOINT_DAMAGED, STATUS_INPUT, path,
                       "the checkpoint is truncated");
    else
        found = check_header(path, header, (uint64_t)file.st_size, identity, err);
    if (found == CHECKPOINT_FOUND)
        found = read_payload(path, in, header, arena, checkpoint, err);
    close(in);
    return found;
}
