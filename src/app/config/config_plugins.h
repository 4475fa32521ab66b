/* The key `plugins` of a config: which shared objects bring its problem or its algorithm.
 *
 * It is not part of a config's identity; the name and the version of the plugin that
 * brings the problem or the algorithm are (see config.h). The result file keeps a copy of
 * each, as of every file that a config names. */
#ifndef SKERRY_APP_CONFIG_PLUGINS_H
#define SKERRY_APP_CONFIG_PLUGINS_H

#include "config_share.h"
#include "config_tree.h"
#include "plugins.h"

/* The option of the key. */
extern const struct config_option config_plugins_option;

/* Rank 0, before the config's problem is looked up: loads what the config names and
 * --plugin has not brought under the same file name, and adds to the tree what --plugin
 * has. Paths in the tree are absolute then.
 *
 * given    root of the parsed tree
 * config   path of the config, whose folder names start from
 * plugins  in/out; NULL: this command loads none */
enum status config_plugins_read(struct config_node *given, const char *config,
                                struct plugins *plugins, struct arena *perm,
                                struct error *err);

/* Every rank: loads what rank 0 has, which must be the same file here. Collective over
 * comm; the same status everywhere. */
enum status config_plugins_follow(const struct config_parcel *parcel,
                                  struct plugins *plugins, struct comm *comm,
                                  struct arena *perm, struct error *err);

#endif
