#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum status files_name(const char *path, const char *suffix, char out[FILES_PATH_BYTES],
                       struct error *err)
{
    int n = snprintf(out, FILES_PATH_BYTES, "%s%s", path, suffix);
    if (n < 0 || n >= FILES_PATH_BYTES)
        return error_set(err, STATUS_INPUT, "%.80s...: the file name is too long",
                         path);
    return STATUS_OK;
}

int files_is_full(int number)
{
    return number == ENOSPC || number == EDQUOT || number == EFBIG;
}

enum status files_error(struct error *err, const char *path, const char *doing,
                        int number)
{
    enum status status = files_is_full(number) ? STATUS_FULL : STATUS_IO;
    return error_set(err, status, "%s: %s failed: %s", path, doing, strerror(number));
}

int files_write(int descriptor, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n) {
        ssize_t written = write(descriptor, at, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -1;
        at += written;
        n -= (size_t)written;
    }
    return 0;
}

void files_sync_directory(const char *path)
{
    char directory[FILES_PATH_BYTES];
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) : 0;
    if (n >= sizeof directory)
        return;
    memcpy(directory, path, n);
    directory[n] = '\0';
    int descriptor =
        open(n ? directory : (slash ? "/" : "."), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor); /* fails on some network file systems */
    close(descriptor);
}

enum status files_keep(const char *from, const char *to, struct error *err)
{
    if (link(from, to) == 0 || errno == ENOENT)
        return STATUS_OK;
    return rename(from, to) ? files_error(err, to, "renaming", errno) : STATUS_OK;
}

static int copy_bytes(int from, int to)
{
    char buffer[1 << 16];
    for (;;) {
        ssize_t n = read(from, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return (int)n;
        if (files_write(to, buffer, (size_t)n))
            return -1;
    }
}

enum status files_copy(const char *from, const char *to, struct error *err)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return files_error(err, from, "reading", errno);
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out < 0) {
        int number = errno;
        close(in);
        return files_error(err, to, "writing", number);
    }
    enum status status = STATUS_OK;
    if (copy_bytes(in, out) || fsync(out))
        status = files_error(err, to, "writing", errno);
    close(in);
    if (close(out) && status == STATUS_OK)
        status = files_error(err, to, "writing", errno);
    if (status != STATUS_OK)
        unlink(to);
    return status;
}
