/* Resolves a whole config: determines and resolves its sections. */
#ifndef SKERRY_APP_CONFIG_SECTIONS_H
#define SKERRY_APP_CONFIG_SECTIONS_H

#include "config_tree.h"
#include "registry.h"
#include "run_plan.h"

/* What a config chooses by `problem`, and by `algorithm` or `islands`. */
struct config_choice {
    const struct problem *problem;
    struct engine_islands *algorithms; /* without keys; count 0: run.islands */
    size_t n_algorithms;
    bool ends; /* all of them terminate by themselves */
};

/* Resolves a parsed config.
 *
 * given   root of the parsed tree; its line is cleared
 * tree    out: problem, its section, algorithm or islands, the sections of the chosen
 *         algorithms and of others that are given, then the settings; with the key islands
 *         run.islands is the sum of its counts
 * choice  out */
enum status config_sections_resolve(struct config_node *given,
                                    const struct registry *registry,
                                    struct arena *arena, struct config_node **tree,
                                    struct config_choice *choice, struct error *err);

/* The keys `name` and `description`, texts for people: the result has them as attributes,
 * and they do not belong to the identity of a run. */
extern const struct config_option config_labels[];

/* The keys of an item of `islands`. */
extern const struct config_option config_islands_keys[];

#endif
