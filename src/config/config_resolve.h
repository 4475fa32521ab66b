/* Validates a tree against an option table: unknown and missing keys, wrong types and values
 * out of range are errors; absent keys get their defaults. */
#ifndef SKERRY_CONFIG_RESOLVE_H
#define SKERRY_CONFIG_RESOLVE_H

#include "config_tree.h"

/* Makes the resolved tree of one mapping.
 *
 * table    its keys, in the order of the result
 * given    a map, or NULL or CONFIG_NODE_NULL for all defaults; not changed
 * where    the nearest existing node, for errors about a missing section
 * path     dotted path of the mapping; "" for the whole config
 * out      every key of the table that is not within a list or map, in table order;
 *          within those, absent keys are omitted. Values refer to their option and have a
 *          canonical form: decimal integers, true and false, the shortest decimal of a real.
 * err      a complete line with file, line, key and what was expected
 * Resolving the printed result again gives the same result. */
enum status config_resolve_mapping(const struct config_option *table,
                                   const struct config_node *given,
                                   const struct config_node *where, const char *path,
                                   struct arena *arena, struct config_node **out,
                                   struct error *err);

/* The same for the value of one key; `path` is its own. */
enum status config_resolve_value(const struct config_option *option,
                                 const struct config_node *given,
                                 const struct config_node *where, const char *path,
                                 struct arena *arena, struct config_node **out,
                                 struct error *err);

#endif
