#include "differences.h"

#include "config_identity.h"
#include "config_renamed.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TOLD = 3, TOLD_BYTES = 300 };

/* A comparison of the keys of one tree with those of another. */
struct comparing {
    const struct config *config;
    const struct result *result;
    differences_chooser *chosen;
    struct config_node *other;
    bool ours; /* whether the tree being walked is ours */
    size_t n;
    char told[MOST_TOLD][TOLD_BYTES];
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

/* Whether a tree has the section that a path begins with, or the path is no key of a
 * section. */
static bool has_section(const struct config_node *tree, const char *path)
{
    char section[128];
    size_t n = strcspn(path, ".[");
    snprintf(section, sizeof section, "%.*s", (int)n, path);
    return !path[n] || config_node_get(tree, section);
}

static bool is_given(const struct config_node *node)
{
    return node && node->kind != CONFIG_NODE_NULL;
}

static const char *words_of(const struct config_node *node)
{
    return !is_given(node)                   ? "absent"
           : node->kind == CONFIG_NODE_VALUE ? node->text
           : node->kind == CONFIG_NODE_LIST  ? "a list"
                                             : "a mapping";
}

__attribute__((format(printf, 2, 3))) static void tell(struct comparing *c,
                                                       const char *form, ...)
{
    va_list arguments;
    va_start(arguments, form);
    if (c->n < MOST_TOLD)
        vsnprintf(c->told[c->n], TOLD_BYTES, form, arguments);
    va_end(arguments);
    c->n++;
}

static const struct option_file *file_here(const struct comparing *c, const char *key)
{
    for (size_t i = 0; i < c->config->n_files; i++)
        if (!strcmp(c->config->files[i].key, key))
            return &c->config->files[i].file;
    return NULL;
}

static const struct result_input *file_there(const struct comparing *c, const char *key)
{
    for (size_t i = 0; c->result && i < c->result->n_inputs; i++)
        if (!strcmp(c->result->inputs[i].key, key))
            return &c->result->inputs[i];
    return NULL;
}

/* The first line in which two files differ, from 1; 0: they are no texts. */
static size_t line_that_differs(const struct option_file *here,
                                const struct result_input *there)
{
    size_t line = 1, both = here->bytes < there->bytes ? here->bytes : there->bytes;
    const unsigned char *a = here->data, *b = there->data;
    if (memchr(a, 0, here->bytes) || memchr(b, 0, there->bytes))
        return 0;
    for (size_t i = 0; i < both && a[i] == b[i]; i++)
        line += a[i] == '\n';
    return line;
}

/* Of files the contents count, wherever they are. */
static void compare_files(struct comparing *c, const char *key)
{
    const struct option_file *here = file_here(c, key);
    const struct result_input *there = file_there(c, key);
    char where[40] = "";
    if (!here || !there ||
        (here->bytes == there->bytes && !memcmp(here->data, there->data, here->bytes)))
        return;
    size_t line = line_that_differs(here, there);
    if (line)
        snprintf(where, sizeof where, ", first in line %zu", line);
    if (strcmp(here->path, there->path) != 0)
        tell(c, "%.60s is %.90s there, %.90s here, with other content%s", key,
             there->path, here->path, where);
    else
        tell(c, "%.60s: %.170s has changed since%s", key, here->path, where);
}

static bool is_leaf(const struct config_node *node)
{
    return node->kind == CONFIG_NODE_VALUE || node->kind == CONFIG_NODE_NULL;
}

static void compare_node(void *context, const char *path, struct config_node *node)
{
    struct comparing *c = context;
    const struct config_node *other = node_at(c->other, path);
    const struct config_node *here = c->ours ? node : other,
                             *there = c->ours ? other : node;
    /* The second walk is for what only the other tree has. */
    if (!is_leaf(node) || (!c->ours && other) || !c->chosen(c->config, path) ||
        !has_section(c->other, path) ||
        (!other && config_is_as_before(path, words_of(node))))
        return;
    bool is_file = here && here->option && here->option->type == OPTION_FILE;
    if (is_file && is_given(here) && is_given(there))
        compare_files(c, path);
    else if (strcmp(words_of(here), words_of(there)) != 0)
        tell(c, "%.100s is %.80s there, %.80s here", path, words_of(there),
             words_of(here));
}

static void join(const struct comparing *c, char *words, size_t bytes)
{
    size_t used = 0, told = c->n < MOST_TOLD ? c->n : MOST_TOLD;
    words[0] = '\0';
    for (size_t i = 0; i < told && used < bytes; i++)
        used += (size_t)snprintf(words + used, bytes - used, "%s%s", i ? "; " : "",
                                 c->told[i]);
    if (c->n > told && used < bytes)
        snprintf(words + used, bytes - used, "; and %zu more", c->n - told);
}

size_t differences_describe(const struct config *config, const char *stored,
                            const struct result *result, differences_chooser *chosen,
                            char *words, size_t bytes)
{
    struct comparing c = {
        .config = config, .result = result, .chosen = chosen, .ours = true};
    struct config_node *tree = NULL;
    struct error ignored = {0};
    struct arena arena;
    assert(stored);
    arena_init(&arena);
    if (!config_tree_parse(stored, strlen(stored), "", false, &arena, &tree,
                           &ignored) &&
        !config_renamed_apply(tree, NULL, &ignored)) {
        c.other = tree;
        config_tree_walk(config->tree, compare_node, &c);
        c.ours = false;
        c.other = config->tree;
        config_tree_walk(tree, compare_node, &c);
    }
    join(&c, words, bytes);
    arena_free(&arena);
    return c.n;
}
