/* What skerry knows: the problems and the algorithms that suit any of them. */
#ifndef SKERRY_APP_REGISTRY_H
#define SKERRY_APP_REGISTRY_H

#include "algorithm.h"
#include "plugin.h"
#include "problem.h"

struct registry {
    const struct problem *const *problems;     /* NULL at the end */
    const struct algorithm *const *algorithms; /* general ones; NULL at the end */
    const struct skerry_plugin *const
        *plugins; /* that brought some of them; NULL at the
                                                   end; NULL: none */
};

extern const struct problem *const registry_problems[];
extern const struct algorithm *const registry_algorithms[];
extern const struct registry registry_all;

/* Checks all tables once: STATUS_FAILED at the first that lacks a required member or
 * has the name of another one. */
enum status registry_check(const struct registry *registry, struct error *err);

/* The same for the algorithms that suit one problem. */
enum status registry_check_algorithms(const struct registry *registry,
                                      const struct problem *problem, struct error *err);

/* The plugin that brought a problem, one of its own algorithms or a general one; NULL:
 * none did. */
const struct skerry_plugin *registry_plugin(const struct registry *registry,
                                            const struct problem *problem,
                                            const struct algorithm *algorithm);

/* By name; NULL when there is none. */
const struct problem *registry_problem(const struct registry *registry,
                                       const char *name);

/* The algorithms that suit a problem: its own first, then the general ones. The i-th,
 * or NULL past the last; and the one of a name, or NULL. */
const struct algorithm *registry_algorithm_at(const struct registry *registry,
                                              const struct problem *problem, size_t i);
const struct algorithm *registry_algorithm(const struct registry *registry,
                                           const struct problem *problem,
                                           const char *name);

#endif
