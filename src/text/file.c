#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status explain(char *why, const char *format, const char *detail)
{
    snprintf(why, FILE_WHY_BYTES, format, detail);
    return STATUS_INPUT;
}

static enum status read_all(int file, unsigned char *data, size_t bytes, char *why)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = read(file, data + done, bytes - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return explain(why, "cannot be read (%s)", strerror(errno));
        if (n == 0)
            return explain(why, "%s", "shrank while it was read");
        done += (size_t)n;
    }
    return STATUS_OK;
}

static enum status read_open(int file, struct arena *perm, unsigned char **data,
                             size_t *bytes, char *why)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return explain(why, "cannot be read (%s)", strerror(errno));
    if (S_ISDIR(about.st_mode))
        return explain(why, "%s", "is a folder, not a file");
    if (!S_ISREG(about.st_mode))
        return explain(why, "%s", "is not a regular file");
    if (about.st_size > FILE_MOST_BYTES)
        return explain(why, "%s", "is larger than 1 GiB");
    *bytes = (size_t)about.st_size;
    *data = arena_take(perm, *bytes + 1);
    if (!*data) {
        explain(why, "%s", "does not fit into memory");
        return STATUS_MEMORY;
    }
    return read_all(file, *data, *bytes, why);
}

bool file_is_hdf5(const unsigned char *data, size_t bytes)
{
    return bytes > 4 && !memcmp(data, "\x89HDF", 4);
}

enum status file_read(const char *path, struct arena *perm, unsigned char **data,
                      size_t *bytes, char *why)
{
    /* O_NONBLOCK: does not wait for the writer of a FIFO. */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 && errno == ENOENT)
        return explain(why, "%s", "no such file");
    if (file < 0)
        return explain(why, "cannot be opened (%s)", strerror(errno));
    enum status status = read_open(file, perm, data, bytes, why);
    close(file);
    return status;
}
