#include "config_renamed.h"

#include <string.h>

static const struct {
    const char *section, *old, *now, *first_path, *path;
} renamed[] = {
#define RENAMED(section, old, now)                                                     \
    {                                                                                  \
        section, old, now, section "." old, section "." now                            \
    }
    RENAMED("ga", "improve", "local_search"),
    RENAMED("ga", "improve_start", "local_search_start"),
    RENAMED("map_elites", "improve", "local_search"),
    RENAMED("map_elites", "improve_start", "local_search_start"),
    RENAMED("migration", "guests", "migrants"),
    RENAMED("output", "apart", "min_distance"),
#undef RENAMED
};

enum { N_RENAMED = sizeof renamed / sizeof *renamed };

static void say(FILE *warn, const struct config_node *node, const char *old,
                const char *now)
{
    if (node->line)
        fprintf(warn, "skerry: %s:%d: %s is now called %s\n", node->source, node->line,
                old, now);
    else
        fprintf(warn, "skerry: %s is now called %s\n", old, now);
}

enum status config_renamed_apply(struct config_node *given, FILE *warn,
                                 struct error *err)
{
    for (size_t i = 0; i < N_RENAMED; i++) {
        struct config_node *section = config_node_get(given, renamed[i].section);
        if (!section || section->kind != CONFIG_NODE_MAP)
            continue;
        config_node_drop_null(section, renamed[i].old);
        struct config_node *node = config_node_get(section, renamed[i].old);
        if (!node)
            continue;
        config_node_drop_null(section, renamed[i].now);
        if (config_node_get(section, renamed[i].now))
            return config_node_error(
                err, node, renamed[i].first_path,
                "the old name of %s, which is given too (expected: one of "
                "them)",
                renamed[i].path);
        node->key = renamed[i].now;
        if (warn)
            say(warn, node, renamed[i].first_path, renamed[i].path);
    }
    return STATUS_OK;
}

const char *config_renamed_first(const char *path)
{
    for (size_t i = 0; i < N_RENAMED; i++)
        if (!strcmp(path, renamed[i].path))
            return renamed[i].first_path;
    return path;
}
