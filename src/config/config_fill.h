/* Fills the structs of config sections from a resolved tree, by their option tables. */
#ifndef SKERRY_CONFIG_FILL_H
#define SKERRY_CONFIG_FILL_H

#include "config_tree.h"

/* Makes the struct of one resolved section.
 *
 * table    keys of the section; NULL if it has none
 * bytes    size of the struct
 * section  made by config_resolve_mapping; not needed afterwards
 * perm     owns the struct and everything it points to
 * out      the struct; members of type option_file have a path, but no data yet
 * Can only fail with STATUS_MEMORY. */
enum status config_fill(const struct config_option *table, size_t bytes,
                        const struct config_node *section, struct arena *perm,
                        void **out, struct error *err);

/* Calls visit for every option_file of a filled struct. */
typedef void config_visit_file(void *context, struct option_file *file);
void config_fill_files(const struct config_option *table, void *section,
                       config_visit_file *visit, void *context);

#endif
