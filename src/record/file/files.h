/* Files that are written whole or not at all. Used inside src/record. */
#ifndef SKERRY_RECORD_FILES_H
#define SKERRY_RECORD_FILES_H

#include "status.h"

#include <stddef.h>

enum { FILES_PATH_BYTES = 4096 };

/* `path` with a suffix, in out; STATUS_INPUT when it is too long. */
enum status files_name(const char *path, const char *suffix, char out[FILES_PATH_BYTES],
                       struct error *err);

/* Sets err from errno after `doing` ("writing") failed on `path`: STATUS_FULL when
 * there is no room (disk, quota, limit on file size), else STATUS_IO. */
enum status files_error(struct error *err, const char *path, const char *doing,
                        int number);

/* True for the errnos that mean that there is no room. */
int files_is_full(int number);

/* Writes all n bytes to a descriptor; 0, or -1 with errno. */
int files_write(int descriptor, const void *bytes, size_t n);

/* Makes a rename in the directory of `path` durable. File systems that cannot are
 * excused. */
void files_sync_directory(const char *path);

/* Has the file at `from`, if there is one, under the name `to` as well, by a hard link;
 * on file systems without them it is renamed. `to` is not there. */
enum status files_keep(const char *from, const char *to, struct error *err);

/* Copies a file's bytes to a new file (replaced when there) and syncs it. */
enum status files_copy(const char *from, const char *to, struct error *err);

#endif
