/* The axes of a sweep, whose combinations are its tasks. Used inside src/app/sweep. */
#ifndef SKERRY_APP_SWEEP_AXES_H
#define SKERRY_APP_SWEEP_AXES_H

#include "config_tree.h"

/* One value of an axis: a config, or settings that belong together. */
struct sweep_point {
    const char *config; /* path; NULL: settings */
    int line;           /* of the config, or of the first setting */
    size_t n;
    const char **keys, **values; /* dotted, and as YAML on one line */
    int *lines;                  /* of the values */
};

struct sweep_axis {
    const char *key; /* in the table: config, cases, seeds, or a setting's */
    struct sweep_point *points;
    size_t n; /* 1 or more */
};

struct sweep_axes {
    struct sweep_axis *axes; /* configs, cases, each of the settings, seeds */
    size_t n_axes;
    const char **columns; /* all keys, in this order */
    size_t n_columns;
};

/* Reads the axes of a parsed table (sweep_table.h).
 *
 * path  of the table: names of configs are from its folder
 * out   in perm
 * err   STATUS_INPUT with a complete line, STATUS_MEMORY */
enum status sweep_axes_read(struct config_node *root, const char *path,
                            struct arena *perm, struct sweep_axes *out,
                            struct error *err);

#endif
