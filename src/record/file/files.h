/* Atomic and durable file operations. Used inside src/record. */
#ifndef SKERRY_RECORD_FILES_H
#define SKERRY_RECORD_FILES_H

#include "status.h"

#include <stddef.h>

enum { FILES_PATH_BYTES = 4096 };

/* Appends a suffix to `path`, in out; STATUS_INPUT if the name is too long. */
enum status files_name(const char *path, const char *suffix, char out[FILES_PATH_BYTES],
                       struct error *err);

/* Sets err from an errno after `doing` ("writing") failed on `path`: STATUS_FULL if there is
 * no space (disk, quota, limit on file size), otherwise STATUS_IO. */
enum status files_error(struct error *err, const char *path, const char *doing,
                        int number);

/* True for the errnos that mean no space. */
int files_is_full(int number);

/* Writes all n bytes to a descriptor; 0, or -1 with errno. */
int files_write(int descriptor, const void *bytes, size_t n);

/* Makes a rename in the directory of `path` durable, if the file system supports it. */
void files_sync_directory(const char *path);

/* Gives the file at `from`, if it exists, the additional name `to`, which must not exist, by
 * a hard link; renames it on file systems without hard links. */
enum status files_keep(const char *from, const char *to, struct error *err);

/* Copies a file to `to`, which is replaced if it exists, and syncs it. */
enum status files_copy(const char *from, const char *to, struct error *err);

#endif
