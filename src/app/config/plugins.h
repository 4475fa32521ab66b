/* Shared objects that bring problems and algorithms (plugin.h), and the registry of what
 * is there with them.
 *
 * Only what the command line or a config names is loaded; a result file never makes the
 * program load code. Mistakes are STATUS_INPUT, in one line that begins with the file's
 * name. */
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

/* Points into itself: it is not copied. */
struct plugins {
    struct registry registry; /* what it began with, and what the plugins bring */
    const struct problem *problems[PLUGINS_MOST_TABLES + 1];
    const struct algorithm *algorithms[PLUGINS_MOST_TABLES + 1];
    const struct skerry_plugin *tables[PLUGINS_MOST + 1];
    struct plugin_file files[PLUGINS_MOST];
    size_t n;
};

/* Begins with the tables of another registry, which must last. */
void plugins_init(struct plugins *plugins, const struct registry *base);

/* Loads one, unless it is loaded already; its path stays in perm. Local.
 *
 * err  STATUS_INPUT: no such file, not a shared object, no entry point, another ABI
 *      version, a name that is taken, a table that lacks a required operation */
enum status plugins_open(struct plugins *plugins, const char *path, struct arena *perm,
                         struct error *err);

/* Loads those of the command line. Collective over comm; the same status everywhere. */
enum status plugins_open_all(struct plugins *plugins, const struct argument_list *paths,
                             struct comm *comm, struct arena *perm, struct error *err);

/* The one whose file has the same name, whatever its folder; NULL: none. */
const struct plugin_file *plugins_named(const struct plugins *plugins,
                                        const char *path);

/* Unloads all; nothing of theirs may be in use. */
void plugins_close(struct plugins *plugins);

/* What stands in the tables of arguments, and in front of the keys of stored inputs. */
#define PLUGINS_ARGUMENT(list)                                                         \
    {                                                                                  \
        0, "plugin", "FILE", ARGUMENT_MANY, list,                                      \
            "a shared object with problems or algorithms of its own"                   \
    }
bool plugins_is_key(const char *key);

#endif
