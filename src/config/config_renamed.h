/* Config keys that have been renamed. The old names still work in files, with -s and in the
 * configs stored in old results. */
#ifndef SKERRY_CONFIG_RENAMED_H
#define SKERRY_CONFIG_RENAMED_H

#include "config_tree.h"

#include <stdio.h>

/* Replaces old names of keys in a parsed config.
 *
 * given    root of the tree
 * warn     for one line per renamed key, "PLACE: OLD is now called NEW"; NULL: none
 * err      STATUS_INPUT if a key is given under both names */
enum status config_renamed_apply(struct config_node *given, FILE *warn,
                                 struct error *err);

/* The original name of a key, which is used in the identity of configs so that checkpoints
 * remain valid after a renaming; `path` if the key was not renamed. */
const char *config_renamed_first(const char *path);

#endif
