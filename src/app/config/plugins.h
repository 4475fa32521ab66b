/* Loads shared objects that provide problems and algorithms (plugin.h), and adds these to
 * the registry.
 *
 * Only plugins named on the command line or in a config are loaded, never because of a
 * result file. Errors are STATUS_INPUT, in one line that begins with the file name. */
#ifndef SKERRY_APP_PLUGINS_H
#define SKERRY_APP_PLUGINS_H

#include "arguments.h"
#include "comm.h"
#include "registry.h"

enum { PLUGINS_MOST = 16, PLUGINS_MOST_TABLES = 63 };

struct plugin_file {
    const char *path; /* absolute, without links */
    void *handle;
};

/* Contains pointers into itself: must not be copied. */
struct plugins {
    struct registry registry; /* the initial tables and those of the plugins */
    const struct problem *problems[PLUGINS_MOST_TABLES + 1];
    const struct algorithm *algorithms[PLUGINS_MOST_TABLES + 1];
    const struct skerry_plugin *tables[PLUGINS_MOST + 1];
    struct plugin_file files[PLUGINS_MOST];
    size_t n;
};

/* Initializes it with the tables of another registry, which must outlive it. */
void plugins_init(struct plugins *plugins, const struct registry *base);

/* Loads a plugin, unless it is already loaded; its path is stored in perm. Local.
 *
 * err  STATUS_INPUT: no such file, not a shared object, no entry point, another ABI
 *      version, a name already in use, a missing required operation */
enum status plugins_open(struct plugins *plugins, const char *path, struct arena *perm,
                         struct error *err);

/* Loads the plugins of the command line. Collective over comm; the same status on all
 * ranks. */
enum status plugins_open_all(struct plugins *plugins, const struct argument_list *paths,
                             struct comm *comm, struct arena *perm, struct error *err);

/* The plugin with the same file name, in any directory; NULL: none. */
const struct plugin_file *plugins_named(const struct plugins *plugins,
                                        const char *path);

/* Unloads all plugins; nothing of theirs may be in use. */
void plugins_close(struct plugins *plugins);

/* The entry of tables of arguments, and whether the key of a stored input is a plugin. */
#define PLUGINS_ARGUMENT(list)                                                         \
    {                                                                                  \
        0, "plugin", "FILE", ARGUMENT_MANY, list,                                      \
            "a shared object with problems or algorithms of its own"                   \
    }
bool plugins_is_key(const char *key);

#endif
