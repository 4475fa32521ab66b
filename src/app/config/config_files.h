/* Files on disk, for config.c: on rank 0 alone. */
#ifndef SKERRY_APP_CONFIG_FILES_H
#define SKERRY_APP_CONFIG_FILES_H

#include "config_share.h"
#include "config_tree.h"

/* Reads every file that a resolved tree names. Names relative to the folder of `config`
 * become absolute in the tree.
 *
 * files   out, in the order of the tree; in perm */
enum status files_read(struct config_node *tree, const char *config, struct arena *perm,
                       struct config_file **files, size_t *n_files, struct error *err);

/* The path of a name that starts from the config's folder; NULL when memory ran out. */
const char *files_beside(const char *config, const char *name, struct arena *arena);

/* Makes the absolute path of the result file: `chosen` from where we are, else `named`
 * from the config's folder, else the config's name with .h5 where we are. NULL when
 * memory ran out. */
const char *files_output(const char *config, const char *chosen, const char *named,
                         struct arena *arena);

#endif
