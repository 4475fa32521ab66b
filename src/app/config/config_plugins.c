#include "config_plugins.h"

#include "config_files.h"
#include "config_value.h"
#include "file.h"

#include <string.h>

struct item {
    struct option_file file;
};

static const struct config_option items[] = {
    {.name = "", .type = OPTION_FILE, .offset = offsetof(struct item, file)},
    OPTION_END};

const struct config_option config_plugins_option = {
    .name = "plugins",
    .type = OPTION_LIST,
    .fallback = "[]",
    .max = PLUGINS_MOST,
    .fields = items,
    .item_bytes = sizeof(struct item),
    .meaning = "shared objects that provide problems and algorithms"};

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the config");
}

/* Loads the plugin unless it is loaded, and sets its path in the node. */
static enum status open_named(struct config_node *node, size_t index,
                              const char *config, struct plugins *plugins,
                              struct arena *perm, struct error *err)
{
    char key[32], text[sizeof err->text];
    const char *path = files_beside(config, node->text, perm);
    if (!path)
        return no_memory(err);
    if (!plugins_named(plugins, path) && plugins_open(plugins, path, perm, err)) {
        enum status status = err->status;
        snprintf(key, sizeof key, "plugins[%zu]", index);
        memcpy(text, err->text, sizeof text);
        config_node_error(err, node, key, "%s", text);
        return err->status = status;
    }
    node->text = plugins_named(plugins, path)->path;
    node->quoted = !config_value_is_bare(node->text);
    return STATUS_OK;
}

static enum status add_node(struct config_node *list, const char *path,
                            struct arena *perm, struct error *err)
{
    const struct config_node like = {.source = "--plugin"};
    struct config_node *node = config_node_new(perm, CONFIG_NODE_VALUE, &like);
    if (!node)
        return no_memory(err);
    node->text = path;
    node->quoted = !config_value_is_bare(path);
    config_node_add(list, node);
    return STATUS_OK;
}

/* Adds the plugins of --plugin that the config does not name. */
static enum status add_nodes(struct config_node *given, struct config_node *list,
                             const struct plugins *plugins, struct arena *perm,
                             struct error *err)
{
    if (!list) {
        const struct config_node like = {.source = "--plugin"};
        list = config_node_new(perm, CONFIG_NODE_LIST, &like);
        if (!list)
            return no_memory(err);
        list->key = "plugins";
        config_node_add(given, list);
    }
    for (size_t i = 0; i < plugins->n; i++) {
        bool there = false;
        for (const struct config_node *n = list->first; n; n = n->next)
            there = there || !strcmp(n->text, plugins->files[i].path);
        if (!there && add_node(list, plugins->files[i].path, perm, err))
            return err->status;
    }
    return STATUS_OK;
}

enum status config_plugins_read(struct config_node *given, const char *config,
                                struct plugins *plugins, struct arena *perm,
                                struct error *err)
{
    size_t index = 0;
    config_node_drop_null(given, "plugins");
    struct config_node *list = config_node_get(given, "plugins");
    if (given->kind != CONFIG_NODE_MAP || (!list && (!plugins || !plugins->n)))
        return STATUS_OK;
    if (list && list->kind != CONFIG_NODE_LIST)
        return config_node_error(err, list, "plugins",
                                 "is not a list (expected: plugins: [libmine.so])");
    for (struct config_node *n = list ? list->first : NULL; n; n = n->next, index++) {
        if (n->kind != CONFIG_NODE_VALUE || !*n->text)
            return config_node_error(err, n, "plugins",
                                     "an item is no file name (expected: plugins: "
                                     "[libmine.so])");
        if (!plugins)
            return config_node_error(
                err, n, "plugins",
                "this command loads no plugins (expected: a config "
                "without them)");
        if (open_named(n, index, config, plugins, perm, err))
            return err->status;
    }
    return plugins ? add_nodes(given, list, plugins, perm, err) : STATUS_OK;
}

/* Loads a plugin and checks that it is identical to that of rank 0. */
static enum status follow(const struct option_file *file, struct plugins *plugins,
                          const struct comm *comm, struct arena *perm,
                          struct error *err)
{
    char why[FILE_WHY_BYTES];
    unsigned char *data;
    size_t bytes;
    if (plugins_open(plugins, file->path, perm, err))
        return err->status;
    if (comm->rank == 0)
        return STATUS_OK;
    enum status status = file_read(file->path, perm, &data, &bytes, why);
    if (status != STATUS_OK)
        return error_set(err, status, "%s: %s", file->path, why);
    if (bytes != file->bytes || memcmp(data, file->data, bytes) != 0)
        return error_set(err, STATUS_INPUT,
                         "%s: differs from the file that rank 0 has under this name",
                         file->path);
    return STATUS_OK;
}

enum status config_plugins_follow(const struct config_parcel *parcel,
                                  struct plugins *plugins, struct comm *comm,
                                  struct arena *perm, struct error *err)
{
    for (size_t i = 0; i < parcel->n_files && !err->status; i++)
        if (plugins_is_key(parcel->files[i].key) &&
            follow(&parcel->files[i].file, plugins, comm, perm, err))
            error_wrap(err, "rank %d", comm->rank);
    return comm_agree(comm, err);
}
