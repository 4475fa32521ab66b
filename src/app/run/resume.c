#include "resume.h"

#include "plugins.h"
#include "result.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef bool chooser(const struct config *config, const char *path);

/* A comparison of the keys of one tree with those of another. */
struct comparing {
    const struct config *config;
    chooser *chosen;
    struct config_node *other;
    bool ours; /* whether the tree being walked is ours */
    size_t differ;
    char first[256];
};

struct seeking {
    const char *path;
    const struct config_node *found;
};

static void seek_path(void *context, const char *path, struct config_node *node)
{
    struct seeking *seeking = context;
    if (!seeking->found && !strcmp(path, seeking->path))
        seeking->found = node;
}

static const struct config_node *node_at(struct config_node *tree, const char *path)
{
    struct seeking seeking = {.path = path};
    config_tree_walk(tree, seek_path, &seeking);
    return seeking.found;
}

static const char *words_of(const struct config_node *node)
{
    return !node                             ? "absent"
           : node->kind == CONFIG_NODE_NULL  ? "~"
           : node->kind == CONFIG_NODE_VALUE ? node->text
                                             : "a list";
}

static bool names_file(const struct config_node *node)
{
    return node && node->option && node->option->type == OPTION_FILE;
}

static void compare_node(void *context, const char *path, struct config_node *node)
{
    struct comparing *c = context;
    const struct config_node *other = node_at(c->other, path);
    const struct config_node *here = c->ours ? node : other,
                             *there = c->ours ? other : node;
    bool leaf = node->kind == CONFIG_NODE_VALUE || node->kind == CONFIG_NODE_NULL;
    if (!leaf || !c->chosen(c->config, path) || names_file(here) ||
        (!c->ours && other) || !strcmp(words_of(here), words_of(there)))
        return;
    if (!c->differ++)
        snprintf(c->first, sizeof c->first, "%.100s is %.60s there, %.60s here", path,
                 words_of(there), words_of(here));
}

/* Counts the differing keys and describes the first. */
static size_t compare(const struct config *config, const char *stored, chooser *chosen,
                      char *words, size_t bytes)
{
    struct comparing c = {.config = config, .chosen = chosen, .ours = true};
    struct config_node *tree = NULL;
    struct error ignored;
    struct arena arena;
    assert(stored);
    arena_init(&arena);
    if (!config_tree_parse(stored, strlen(stored), "", false, &arena, &tree,
                           &ignored)) {
        c.other = tree;
        config_tree_walk(config->tree, compare_node, &c);
        c.ours = false;
        c.other = config->tree;
        config_tree_walk(tree, compare_node, &c);
    }
    if (c.differ > 1)
        snprintf(words, bytes, "%s, and %zu more", c.first, c.differ - 1);
    else
        snprintf(words, bytes, "%s", c.first);
    arena_free(&arena);
    return c.differ;
}

static bool has_plugins(const struct config *config)
{
    for (size_t i = 0; i < config->n_files; i++)
        if (plugins_is_key(config->files[i].key))
            return true;
    return false;
}

void resume_compare(void *self, const char *stored, char *words, size_t bytes)
{
    if (!compare(self, stored, config_decides_course, words, bytes))
        snprintf(words, bytes, "an input file%s has changed",
                 has_plugins(self) ? ", or the version of a plugin," : "");
}

static bool ends_runs(const struct config *config, const char *path)
{
    (void)config;
    return !strcmp(path, "run.epochs") || !strcmp(path, "run.max_evaluations") ||
           !strcmp(path, "run.target");
}

/* Without a checkpoint: a finished result is final, another run starts again. */
static enum status check_lone(const struct config *config, const struct result *result,
                              struct resume *resume, struct error *err)
{
    char words[256];
    if (resume->finished &&
        compare(config, result->config, ends_runs, words, sizeof words))
        return error_set(err, STATUS_INPUT,
                         "%s: the run is finished and has no checkpoint, so it cannot "
                         "continue with other limits (%s); give another -o, or run "
                         "without --resume",
                         config->output.file, words);
    if (!resume->finished)
        fprintf(stderr, "skerry: %s: no checkpoint: starting from the beginning\n",
                config->output.file);
    return STATUS_OK;
}

static void say_builds(const struct config *config, const struct result *result,
                       const char *version, const char *commit)
{
    if (strcmp(result->version, version) != 0 || strcmp(result->commit, commit) != 0)
        fprintf(stderr,
                "skerry: %s: begun by skerry %s (%s), continued by skerry %s (%s)\n",
                config->output.file, result->version, result->commit, version, commit);
}

/* A run may be resumed by another build of a plugin with the same version, like by another
 * build of the program; reports it. */
static void say_plugins(const struct config *config, const struct result *result)
{
    for (size_t i = 0; i < result->n_inputs; i++) {
        const struct result_input *stored = &result->inputs[i];
        for (size_t f = 0; plugins_is_key(stored->key) && f < config->n_files; f++) {
            const struct config_file *here = &config->files[f];
            if (!strcmp(here->key, stored->key) &&
                (here->file.bytes != stored->bytes ||
                 memcmp(here->file.data, stored->data, stored->bytes) != 0))
                fprintf(stderr,
                        "skerry: %s: begun with another build of the plugin %s, of the "
                        "same version\n",
                        config->output.file, here->file.path);
        }
    }
}

enum status resume_find(const struct config *config, const char *version,
                        const char *commit, struct arena *perm, struct resume *resume,
                        struct error *err)
{
    const char *file = config->output.file;
    char *path = checkpoint_path(file, perm);
    struct digest identity;
    struct result result = {0};
    memcpy(identity.bytes, config->identity, sizeof identity.bytes);
    if (!path)
        return error_set(err, STATUS_MEMORY, "no memory for a file name");
    if (access(file, F_OK) == 0) {
        if (result_read(file, perm, &result, err)) {
            error_wrap(err, "move the result away to resume without its history");
            return err->status;
        }
        resume->there = true;
        resume->finished = !strcmp(result.status, "finished");
        resume->solved = !isnan(result.best);
        resume->infeasible = result.infeasible;
    }
    if (!checkpoint_exists(path))
        return check_lone(config, &result, resume, err);
    if (checkpoint_read(path, &identity, perm, &resume->checkpoint, err))
        return err->status;
    if (resume->checkpoint.remark[0])
        fprintf(stderr, "skerry: %s\n", resume->checkpoint.remark);
    resume->found = true;
    if (result.version)
        say_builds(config, &result, version, commit);
    say_plugins(config, &result);
    return STATUS_OK;
}
