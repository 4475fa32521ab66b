/* Fills the structs of config sections from a resolved tree, by their option tables. */
#ifndef SKERRY_CONFIG_FILL_H
#define SKERRY_CONFIG_FILL_H

#include "config_tree.h"

/* Makes the struct of one resolved section.
 *
 * table    keys of the section; NULL when it has none
 * bytes    of the struct
 * section  as config_resolve_mapping made it; may be gone afterwards
 * perm     grows; owns the struct and all that it points to
 * out      the struct; option_file members have their path, and no data yet
 * Fails with STATUS_MEMORY alone. */
enum status config_fill(const struct config_option *table, size_t bytes,
                        const struct config_node *section, struct arena *perm,
                        void **out, struct error *err);

/* Calls visit for every option_file of a filled struct. */
typedef void config_visit_file(void *context, struct option_file *file);
void config_fill_files(const struct config_option *table, void *section,
                       config_visit_file *visit, void *context);

#endif
