/* The key `plugins` of a config: the shared objects that provide its problem or algorithm.
 *
 * The key is not part of a config's identity; the name and the version of the plugin that
 * provides the problem or the algorithm are (see config.h). The result file keeps a copy of
 * each plugin, as of every file that a config names. */
#ifndef SKERRY_APP_CONFIG_PLUGINS_H
#define SKERRY_APP_CONFIG_PLUGINS_H

#include "config_share.h"
#include "config_tree.h"
#include "plugins.h"

/* The option of the key. */
extern const struct config_option config_plugins_option;

/* Rank 0, before the config's problem is looked up: loads the plugins named by the config,
 * except for those already loaded under the same file name by --plugin, and adds those of
 * --plugin to the tree. Paths in the tree are absolute afterwards.
 *
 * given    root of the parsed tree
 * config   path of the config, to whose directory names are relative
 * plugins  in/out; NULL: this command loads none */
enum status config_plugins_read(struct config_node *given, const char *config,
                                struct plugins *plugins, struct arena *perm,
                                struct error *err);

/* Every rank: loads the plugins of rank 0, whose files must be identical here. Collective
 * over comm; the same status everywhere. */
enum status config_plugins_follow(const struct config_parcel *parcel,
                                  struct plugins *plugins, struct comm *comm,
                                  struct arena *perm, struct error *err);

#endif
