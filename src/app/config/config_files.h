/* File access for config.c, on rank 0 only. */
#ifndef SKERRY_APP_CONFIG_FILES_H
#define SKERRY_APP_CONFIG_FILES_H

#include "config_share.h"
#include "config_tree.h"

/* Reads every file named by a resolved tree. Names relative to the directory of `config`
 * become absolute in the tree.
 *
 * files   out, in the order of the tree; in perm */
enum status files_read(struct config_node *tree, const char *config, struct arena *perm,
                       struct config_file **files, size_t *n_files, struct error *err);

/* The path of a name relative to the config's directory; NULL if memory runs out. */
const char *files_beside(const char *config, const char *name, struct arena *arena);

/* The absolute path of the result file, which links are followed to: `chosen` relative to the working directory, else
 * `named` relative to the config's directory, else the config's name with .h5 in the working
 * directory. NULL if memory runs out. */
const char *files_output(const char *config, const char *chosen, const char *named,
                         struct arena *arena);

/* Fills in the placeholders in the name of a result file: {seed}, {job} (the number of the
 * SLURM job or array) and {task} (the number in a SLURM array). Braces around anything but
 * letters stay.
 *
 * out  in the arena
 * err  STATUS_INPUT: another placeholder, {job} or {task} outside of such a job, with no place;
 *      STATUS_MEMORY */
enum status files_fill_in(const char *name, int64_t seed, struct arena *arena,
                          const char **out, struct error *err);

/* Whether a name was typed on the command line, where the shell completes it: it is relative to
 * the working directory. */
bool files_is_typed(const struct config_node *node);

/* Refuses the path of a result that file systems would refuse, the names of the files beside it, and
 * a hyphen. STATUS_INPUT, with no place. */
enum status files_check_name(const char *path, struct error *err);

#endif
