/* A plugin: a shared object that provides problems and algorithms.
 *
 * `skerry run CONFIG --plugin ./libtsp.so`, or `plugins: [libtsp.so]` in the config, loads
 * it; its only entry point is the function skerry_plugin, which the macro SKERRY_PLUGIN
 * defines. A plugin links no library: its references to the functions of the installed
 * headers are resolved to the program's when it is loaded.
 *
 * A problem of a plugin may omit `verify`; `skerry verify` then reports its solutions as
 * not checked. Its `commands` are ignored. */
#ifndef SKERRY_CONTRACT_PLUGIN_H
#define SKERRY_CONTRACT_PLUGIN_H

#include "algorithm.h"
#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the binary interface: raised with every change of a struct or of a function
 * that the installed headers declare. */
#define SKERRY_PLUGIN_ABI 8

struct skerry_plugin {
    uint32_t abi; /* SKERRY_PLUGIN_ABI; the first member in every version */
    /* sizes of the structs, to detect other headers */
    uint32_t problem_bytes, algorithm_bytes, island_bytes;
    const char *name;    /* of the plugin: "tsp" */
    const char *version; /* must change when a seed gives another result: a run is only
                            resumed by the version that started it */
    const struct problem *const *problems;     /* NULL at the end; NULL: none */
    const struct algorithm *const *algorithms; /* for any problem; the same */
};

#ifdef __cplusplus
#define SKERRY_PLUGIN_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define SKERRY_PLUGIN_EXPORT extern __attribute__((visibility("default")))
#endif

/* Defines the entry point: SKERRY_PLUGIN("tsp", "1", problems, NULL). */
#define SKERRY_PLUGIN(name, version, problems, algorithms)                             \
    SKERRY_PLUGIN_EXPORT const struct skerry_plugin *skerry_plugin(void);              \
    const struct skerry_plugin *skerry_plugin(void)                                    \
    {                                                                                  \
        static const struct skerry_plugin plugin = {                                   \
            SKERRY_PLUGIN_ABI,                                                         \
            (uint32_t)sizeof(struct problem),                                          \
            (uint32_t)sizeof(struct algorithm),                                        \
            (uint32_t)sizeof(struct island),                                           \
            name,                                                                      \
            version,                                                                   \
            problems,                                                                  \
            algorithms};                                                               \
        return &plugin;                                                                \
    }                                                                                  \
    extern int skerry_plugin_ends_here /* takes the semicolon */

/* The same for one problem: SKERRY_PLUGIN_OF_PROBLEM("tsp", "1", &tsp_problem). */
#define SKERRY_PLUGIN_OF_PROBLEM(name, version, table)                                 \
    static const struct problem *const skerry_plugin_problems[] = {table, NULL};       \
    SKERRY_PLUGIN(name, version, skerry_plugin_problems, NULL)

#ifdef __cplusplus
}
#endif

#endif
