/* Config keys that had another name once. Old names go on working, in files, with -s and
 * in the configs that old results hold. */
#ifndef SKERRY_CONFIG_RENAMED_H
#define SKERRY_CONFIG_RENAMED_H

#include "config_tree.h"

#include <stdio.h>

/* Gives the keys of a parsed config their present names.
 *
 * given    root of the tree
 * warn     gets one line a renamed key, "PLACE: OLD is now called NEW"; NULL: none
 * err      STATUS_INPUT when a key is given under both names */
enum status config_renamed_apply(struct config_node *given, FILE *warn,
                                 struct error *err);

/* The name that a key was introduced under: what a config is identified by, so that
 * checkpoints outlive a renaming. Returns `path` where it has no other. */
const char *config_renamed_first(const char *path);

#endif
