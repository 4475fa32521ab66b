/* The registry of problems and of algorithms for any problem. */
#ifndef SKERRY_APP_REGISTRY_H
#define SKERRY_APP_REGISTRY_H

#include "algorithm.h"
#include "plugin.h"
#include "problem.h"

struct registry {
    const struct problem *const *problems;      /* NULL at the end */
    const struct algorithm *const *algorithms;  /* general ones; NULL at the end */
    const struct skerry_plugin *const *plugins; /* loaded, ended by NULL; NULL: none */
};

/* A file in YAML, other than a config, that a problem reads by a table of its own. */
struct registry_file {
    const char *name;    /* the keys are listed under this name */
    const char *summary; /* one line for `skerry list` */
    const char *problem;
    const struct config_option *options;
};

extern const struct registry_file registry_files[]; /* ended by one without a name */
extern const struct problem *const registry_problems[];
extern const struct algorithm *const registry_algorithms[];
extern const struct registry registry_all;

/* Checks all tables: STATUS_FAILED at the first that lacks a required member or has the name
 * of another one. */
enum status registry_check(const struct registry *registry, struct error *err);

/* The same for the algorithms of one problem. */
enum status registry_check_algorithms(const struct registry *registry,
                                      const struct problem *problem, struct error *err);

/* The plugin that provides a problem, one of its algorithms or a general one; NULL: none. */
const struct skerry_plugin *registry_plugin(const struct registry *registry,
                                            const struct problem *problem,
                                            const struct algorithm *algorithm);

/* Finds a problem by name; NULL: none. */
const struct problem *registry_problem(const struct registry *registry,
                                       const char *name);

/* The algorithms for a problem, its own first, then the general ones: the i-th, or NULL past
 * the last; by name, or NULL. */
const struct algorithm *registry_algorithm_at(const struct registry *registry,
                                              const struct problem *problem, size_t i);
const struct algorithm *registry_algorithm(const struct registry *registry,
                                           const struct problem *problem,
                                           const char *name);

#endif
