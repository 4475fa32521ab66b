/* Resolves a whole config: determines and resolves its sections. */
#ifndef SKERRY_APP_CONFIG_SECTIONS_H
#define SKERRY_APP_CONFIG_SECTIONS_H

#include "config_tree.h"
#include "registry.h"

/* Resolves a parsed config.
 *
 * given   root of the parsed tree; its line is cleared
 * tree    out: problem, its section, algorithm, the sections of the chosen algorithm and of
 *         others that are given, then the settings
 * problem, algorithm   out: the chosen ones */
enum status config_sections_resolve(struct config_node *given,
                                    const struct registry *registry,
                                    struct arena *arena, struct config_node **tree,
                                    const struct problem **problem,
                                    const struct algorithm **algorithm,
                                    struct error *err);

#endif
