#include "config_identity.h"

#include "config_renamed.h"

#include <sha2.h>
#include <string.h>

struct digest {
    const struct config *config;
    SHA2_CTX sha;
};

static bool is_first_part(const char *path, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(path, name, n) && (!path[n] || path[n] == '.' || path[n] == '[');
}

bool config_decides_course(const struct config *config, const char *path)
{
    static const char *const others[] = {
        "run.epochs",          "run.time_limit_s",
        "run.max_evaluations", "run.target",
        "run.proof_s",         "run.distribution",
        "python.traceback",    "python.evaluation_timeout_s"};
    const char *const parts[] = {
        "problem", config->problem->name, "algorithm",        "islands",
        "run",     "migration",           "output.solutions", "output.min_distance"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(path, others[i]))
            return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (is_first_part(path, parts[i]))
            return true;
    for (size_t i = 0; i < config->n_algorithms; i++)
        if (is_first_part(path, config->algorithms[i].algorithm->name))
            return true;
    return false;
}

static void digest_bytes(SHA2_CTX *sha, const void *bytes, size_t n)
{
    uint64_t length = n; /* so that different sequences cannot give the same bytes */
    SHA256Update(sha, (const uint8_t *)&length, sizeof length);
    SHA256Update(sha, bytes, n);
}

bool config_is_as_before(const char *path, const char *value)
{
    /* So that checkpoints remain valid. */
    static const char *const added[][2] = {{"exact.round_work", "4000000"},
                                           {"exact.few_heroes", "1500"},
                                           {"exact.placings", "20000"},
                                           {"exact.placements", "1500000"}};
    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        if (!strcmp(path, added[i][0]))
            return !strcmp(value, added[i][1]);
    return false;
}

static void digest_node(void *context, const char *path, struct config_node *node)
{
    struct digest *d = context;
    if (node->kind != CONFIG_NODE_VALUE || !config_decides_course(d->config, path) ||
        config_is_as_before(path, node->text))
        return;
    const char *name = config_renamed_first(path);
    digest_bytes(&d->sha, name, strlen(name));
    if (node->option->type != OPTION_FILE) {
        digest_bytes(&d->sha, node->text, strlen(node->text));
        return;
    }
    const struct option_file *file = config_file_named(d->config, node->text);
    digest_bytes(&d->sha, file->data, file->bytes);
}

/* Adds nothing if no plugin is involved. */
static void digest_plugin(SHA2_CTX *sha, const struct skerry_plugin *plugin)
{
    if (!plugin)
        return;
    digest_bytes(sha, "plugin", strlen("plugin"));
    digest_bytes(sha, plugin->name, strlen(plugin->name));
    digest_bytes(sha, plugin->version, strlen(plugin->version));
}

void config_identify(struct config *config, const struct registry *registry)
{
    struct digest d = {.config = config};
    SHA256Init(&d.sha);
    config_tree_walk(config->tree, digest_node, &d);
    digest_plugin(&d.sha, registry_plugin(registry, config->problem, NULL));
    for (size_t i = 0; i < config->n_algorithms; i++)
        digest_plugin(&d.sha,
                      registry_plugin(registry, NULL, config->algorithms[i].algorithm));
    SHA256Final(config->identity, &d.sha);
}
