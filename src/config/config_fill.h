/* Fills the structs of config sections, by libcyaml, whose schema is made from the
 * option table at run time. */
#ifndef SKERRY_CONFIG_FILL_H
#define SKERRY_CONFIG_FILL_H

#include "config_tree.h"

/* Reads one resolved section into a new struct.
 *
 * table    keys of the section; NULL when it has none
 * bytes    of the struct
 * section  as config_resolve_mapping made it
 * name     for errors
 * perm     owns the struct and all that it points to
 * out      the struct; option_file members have their path, and no data yet */
enum status config_fill(const struct config_option *table, size_t bytes,
                        const struct config_node *section, const char *name,
                        struct arena *perm, void **out, struct error *err);

/* The same from text in the form that libcyaml is given: every key in double quotes,
 * maps as lists of mappings with "(key)", plain items as mappings with "(value)". */
enum status config_fill_text(const struct config_option *table, size_t bytes,
                             const char *text, const char *name, struct arena *perm,
                             void **out, struct error *err);

/* Calls visit for every option_file of a filled struct. */
typedef void schema_visit_file(void *context, struct option_file *file);
void config_fill_files(const struct config_option *table, void *section,
                       schema_visit_file *visit, void *context);

#endif
