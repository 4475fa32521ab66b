/* Files on disk, for config.c: on rank 0 alone. */
#ifndef SKERRY_APP_CONFIG_FILES_H
#define SKERRY_APP_CONFIG_FILES_H

#include "config.h"

/* Reads a regular file of at most 1 GiB whole; a NUL follows it. When it fails
 * (STATUS_INPUT, STATUS_MEMORY), `why` (of 128 bytes) says so in words: "no such file".
 */
enum status file_read(const char *path, struct arena *perm, unsigned char **data,
                      size_t *bytes, char *why);

/* Reads every file that a resolved tree names. Names relative to the folder of `config`
 * become absolute in the tree.
 *
 * files   out, in the order of the tree; in perm */
enum status files_read(struct node *tree, const char *config, struct arena *perm,
                       struct config_file **files, size_t *n_files, struct error *err);

/* Makes the absolute path of the result file: `chosen` from where we are, else `named`
 * from the config's folder, else the config's name with .h5 where we are. NULL when
 * memory ran out. */
const char *files_output(const char *config, const char *chosen, const char *named,
                         struct arena *arena);

#endif
