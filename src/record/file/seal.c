#include "seal.h"

#include "digest.h"
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK "\nskerry-result sealed, SHA-256 "

enum {
    HEX_BYTES = DIGEST_HEX_BYTES - 1,
    SEAL_BYTES = sizeof MARK - 1 + HEX_BYTES + 1 /* a newline at its end */
};

/* The digest of the first n bytes in hexadecimal; false if they cannot be read. */
static bool sum_up(const char *path, off_t n, char hex[DIGEST_HEX_BYTES])
{
    return n > 0 && SHA256FileChunk(path, hex, 0, n) != NULL;
}

enum status seal_append(const char *path, struct error *err)
{
    char seal[SEAL_BYTES + 1], hex[DIGEST_HEX_BYTES];
    struct stat about;
    if (stat(path, &about) || !sum_up(path, about.st_size, hex))
        return files_error(err, path, "reading", errno);
    memcpy(seal, MARK, sizeof MARK - 1);
    memcpy(seal + sizeof MARK - 1, hex, HEX_BYTES);
    seal[SEAL_BYTES - 1] = '\n';
    int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0)
        return files_error(err, path, "writing", errno);
    enum status status = STATUS_OK;
    if (files_write(file, seal, SEAL_BYTES) || fsync(file))
        status = files_error(err, path, "writing", errno);
    if (close(file) && status == STATUS_OK)
        status = files_error(err, path, "writing", errno);
    return status;
}

/* Reads the last bytes of a file; whether they are a seal. One whose first words are damaged is
 * recognised by half of them: otherwise the file would pass for that of a killed run. */
static bool read_seal(int file, off_t bytes, char seal[SEAL_BYTES])
{
    size_t equal = 0;
    if (bytes <= SEAL_BYTES ||
        pread(file, seal, SEAL_BYTES, bytes - SEAL_BYTES) != SEAL_BYTES)
        return false;
    for (size_t i = 0; i < sizeof MARK - 1; i++)
        equal += seal[i] == MARK[i];
    return 2 * equal >= sizeof MARK - 1;
}

enum status seal_remove(const char *path, struct error *err)
{
    char seal[SEAL_BYTES];
    struct stat about;
    enum status status = STATUS_OK;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0 || fstat(file, &about) ||
        (read_seal(file, about.st_size, seal) &&
         ftruncate(file, about.st_size - SEAL_BYTES)))
        status = files_error(err, path, "writing", errno);
    if (file >= 0)
        close(file);
    return status;
}

/* Reads the seal of the file at `path`, and the number of bytes before it. */
static bool find_seal(const char *path, char seal[SEAL_BYTES], off_t *before)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return false;
    bool sealed = !fstat(file, &about) && S_ISREG(about.st_mode) &&
                  read_seal(file, about.st_size, seal);
    close(file);
    *before = sealed ? about.st_size - SEAL_BYTES : 0;
    return sealed;
}

bool seal_exists(const char *path)
{
    char seal[SEAL_BYTES];
    off_t before;
    return find_seal(path, seal, &before);
}

enum seal seal_check(const char *path)
{
    char seal[SEAL_BYTES], hex[DIGEST_HEX_BYTES];
    off_t before;
    if (!find_seal(path, seal, &before))
        return SEAL_NONE;
    bool intact = !memcmp(seal, MARK, sizeof MARK - 1) &&
                  seal[SEAL_BYTES - 1] == '\n' && sum_up(path, before, hex) &&
                  !memcmp(hex, seal + sizeof MARK - 1, HEX_BYTES);
    return intact ? SEAL_INTACT : SEAL_BROKEN;
}
