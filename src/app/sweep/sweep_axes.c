#include "sweep_axes.h"

#include "config_text.h"
#include "config_value.h"
#include "sweep_table.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    const char *path;
    struct arena *perm;
    struct config_node *root;
    struct sweep_axes *out;
    struct error *err;
};

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the table of a sweep");
}

/* ---- values ---- */

static void print_text(struct config_text *out, const char *text, bool bare)
{
    if (bare) {
        config_text_add(out, text, strlen(text));
        return;
    }
    config_text_add(out, "'", 1);
    for (const char *c = text; *c; c++)
        config_text_add(out, *c == '\'' ? "''" : c, *c == '\'' ? 2 : 1);
    config_text_add(out, "'", 1);
}

/* Prints a value on one line, as YAML that config_tree_set reads. */
static void print_value(struct config_text *out, const struct config_node *node)
{
    bool map = node->kind == CONFIG_NODE_MAP;
    switch (node->kind) {
    case CONFIG_NODE_NULL:
        config_text_add(out, "~", 1);
        return;
    case CONFIG_NODE_VALUE:
        print_text(out, node->text, !node->quoted);
        return;
    case CONFIG_NODE_LIST:
    case CONFIG_NODE_MAP:
        break;
    }
    config_text_add(out, map ? "{" : "[", 1);
    for (const struct config_node *n = node->first; n; n = n->next) {
        if (map) {
            print_text(out, n->key, config_value_is_bare(n->key));
            config_text_add(out, ": ", 2);
        }
        print_value(out, n);
        if (n->next)
            config_text_add(out, ", ", 2);
    }
    config_text_add(out, map ? "}" : "]", 1);
}

static const char *value_text(struct reading *r, const struct config_node *node)
{
    struct config_text out = config_text_begin(r->perm);
    print_value(&out, node);
    const char *text = config_text_end(&out);
    if (!text)
        no_memory(r->err);
    return text;
}

/* ---- axes ---- */

static enum status wrong(struct reading *r, const struct config_node *node,
                         const char *path, const char *expected)
{
    static const char *const kinds[] = {[CONFIG_NODE_NULL] = "nothing",
                                        [CONFIG_NODE_LIST] = "a list",
                                        [CONFIG_NODE_MAP] = "a mapping"};
    char shown[64] = "";
    const char *kind = node->count || node->kind != CONFIG_NODE_LIST ? kinds[node->kind]
                                                                     : "an empty list";
    if (node->kind == CONFIG_NODE_VALUE)
        config_value_shown(node->text, shown, sizeof shown);
    return config_node_error(r->err, node, path, "%s (expected: %s)",
                             *shown ? shown : kind, expected);
}

/* The points of a new axis; NULL if memory runs out. */
static struct sweep_point *add_axis(struct reading *r, const char *key, size_t n)
{
    struct sweep_axis *axis = &r->out->axes[r->out->n_axes++];
    axis->key = key;
    axis->points = ARENA_NEW(r->perm, struct sweep_point, n);
    axis->n = n;
    if (!axis->points)
        no_memory(r->err);
    return axis->points;
}

/* Room for the settings of a point. */
static enum status make_point(struct reading *r, struct sweep_point *point, size_t n)
{
    point->keys = ARENA_NEW(r->perm, const char *, n);
    point->values = ARENA_NEW(r->perm, const char *, n);
    point->lines = ARENA_NEW(r->perm, int, n);
    return point->keys && point->values && point->lines ? STATUS_OK : no_memory(r->err);
}

static bool has_control(const char *text)
{
    while (*text && !iscntrl((unsigned char)*text))
        text++;
    return *text;
}

/* Adds a setting to a point. The files are named by the sweep, so output.file is not a
 * setting. */
static enum status add_setting(struct reading *r, struct sweep_point *point,
                               const char *key, const struct config_node *value,
                               const char *path)
{
    const char *text = value_text(r, value);
    if (!text)
        return r->err->status;
    if (has_control(text))
        return wrong(r, value, path, "value without control characters");
    if (!strcmp(key, "output.file") || !strcmp(key, "output"))
        return config_node_error(r->err, value, path,
                                 "cannot be set (expected: `folder`, in which each "
                                 "task has a file of its own)");
    if (!point->n)
        point->line = value->line;
    point->lines[point->n] = value->line;
    point->keys[point->n] = key;
    point->values[point->n++] = text;
    return STATUS_OK;
}

/* A column for a key that no other axis sets. */
static enum status add_column(struct reading *r, const char *key,
                              const struct config_node *node, size_t own)
{
    for (size_t i = 0; i < r->out->n_columns; i++)
        if (!strcmp(r->out->columns[i], key))
            return i >= own
                       ? STATUS_OK
                       : config_node_error(r->err, node, key,
                                           "is set twice in one task (expected: once "
                                           "among settings, cases and seeds)");
    if (!(r->out->n_columns & (r->out->n_columns + 1))) { /* full at 0, 1, 3, 7 ... */
        const char **more =
            arena_grow_array(r->perm, r->out->columns, r->out->n_columns,
                             2 * r->out->n_columns + 1, sizeof *more);
        if (!more)
            return no_memory(r->err);
        r->out->columns = more;
    }
    r->out->columns[r->out->n_columns++] = key;
    return STATUS_OK;
}

static const char *beside(struct reading *r, const char *name)
{
    const char *slash = strrchr(r->path, '/');
    size_t folder = slash && name[0] != '/' ? (size_t)(slash - r->path) + 1 : 0;
    char *path = ARENA_NEW(r->perm, char, folder + strlen(name) + 1);
    if (!path) {
        no_memory(r->err);
        return NULL;
    }
    memcpy(path, r->path, folder);
    strcpy(path + folder, name);
    return path;
}

static enum status read_configs(struct reading *r)
{
    struct config_node *node = config_node_get(r->root, "config");
    const char *expected = "file name of a config, or a list of them";
    if (!node)
        return config_node_error(r->err, r->root, "config", "is missing (expected: %s)",
                                 expected);
    bool list = node->kind == CONFIG_NODE_LIST;
    const struct config_node *first = list ? node->first : node;
    size_t n = list ? node->count : 1;
    if (!n)
        return wrong(r, node, "config", expected);
    struct sweep_point *points = add_axis(r, "config", n);
    for (size_t i = 0; points && i < n; i++, first = first->next) {
        if (first->kind != CONFIG_NODE_VALUE)
            return wrong(r, first, "config", expected);
        points[i].config = beside(r, first->text);
        points[i].line = first->line;
        if (!points[i].config)
            break;
    }
    return r->err->status;
}

static enum status read_case(struct reading *r, const struct config_node *node,
                             struct sweep_point *point, size_t own)
{
    if (node->kind != CONFIG_NODE_MAP || !node->first)
        return wrong(r, node, "cases", "list of mappings such as {ga.mutation: 0.1}");
    if (make_point(r, point, node->count))
        return r->err->status;
    for (const struct config_node *n = node->first; n; n = n->next)
        if (add_column(r, n->key, n, own) || add_setting(r, point, n->key, n, n->key))
            return r->err->status;
    return STATUS_OK;
}

static enum status read_cases(struct reading *r)
{
    const struct config_node *node = config_node_get(r->root, "cases");
    size_t own = r->out->n_columns, i = 0;
    if (!node)
        return STATUS_OK;
    if (node->kind != CONFIG_NODE_LIST || !node->first)
        return wrong(r, node, "cases", "list of mappings such as {ga.mutation: 0.1}");
    struct sweep_point *points = add_axis(r, "cases", node->count);
    for (const struct config_node *n = node->first; points && n; n = n->next)
        if (read_case(r, n, &points[i++], own))
            break;
    return r->err->status;
}

/* The number that an item of a list is, and its place there. */
struct number {
    double value;
    int64_t whole; /* exact, also of large seeds; 0: it is no integer */
    const struct config_node *node;
    size_t place;
};

static int compare_numbers(const void *a, const void *b)
{
    const struct number *one = a, *other = b;
    int order = (one->value > other->value) - (one->value < other->value);
    if (!order)
        order = (one->whole > other->whole) - (one->whole < other->whole);
    return order ? order : (one->place > other->place) - (one->place < other->place);
}

static bool read_number(const struct config_node *node, struct number *out)
{
    bool huge;
    if (node->kind != CONFIG_NODE_VALUE || node->quoted ||
        !config_value_real(node->text, &out->value, &huge))
        return false;
    if (!config_value_int(node->text, &out->whole, &huge))
        out->whole = 0;
    out->node = node;
    return true;
}

/* Refuses numbers that are the same but are written in two ways, as 0.1 and 0.10: their runs would be
 * equal, and count twice in statistics. Of the same text twice, check_names says it. */
static enum status check_numbers(struct reading *r, const struct config_node *list,
                                 const char *path)
{
    size_t n = 0, place = 0;
    struct number *numbers = ARENA_NEW(r->perm, struct number, list->count);
    if (!numbers)
        return no_memory(r->err);
    for (const struct config_node *node = list->first; node; node = node->next) {
        numbers[n].place = place++;
        n += read_number(node, &numbers[n]);
    }
    qsort(numbers, n, sizeof *numbers, compare_numbers);
    for (size_t i = 1; i < n; i++) {
        const struct number *one = &numbers[i - 1], *other = &numbers[i];
        if (one->value == other->value && one->whole == other->whole &&
            strcmp(one->node->text, other->node->text) != 0)
            return config_node_error(r->err, other->node, path,
                                     "%.40s is the same as %.40s (expected: each value "
                                     "once)",
                                     other->node->text, one->node->text);
    }
    return STATUS_OK;
}

/* One axis: the values of a key. */
static enum status read_values(struct reading *r, const struct config_node *node,
                               const char *key, const char *path)
{
    size_t i = 0;
    if (add_column(r, key, node, r->out->n_columns) || check_numbers(r, node, path))
        return r->err->status;
    struct sweep_point *points = add_axis(r, path, node->count);
    for (const struct config_node *n = node->first; points && n; n = n->next, i++)
        if (make_point(r, &points[i], 1) || add_setting(r, &points[i], key, n, path))
            break;
    return r->err->status;
}

static enum status read_settings(struct reading *r)
{
    const struct config_node *node = config_node_get(r->root, "settings");
    if (!node)
        return STATUS_OK;
    if (node->kind != CONFIG_NODE_MAP)
        return wrong(r, node, "settings", "mapping of keys to lists of values");
    for (const struct config_node *n = node->first; n; n = n->next) {
        if (n->kind != CONFIG_NODE_LIST || !n->first)
            return wrong(r, n, n->key, "list of values, such as [0.1, 0.2]");
        if (read_values(r, n, n->key, n->key))
            return r->err->status;
    }
    return STATUS_OK;
}

static bool seed_of(const struct config_node *node, int64_t *seed)
{
    bool huge;
    return node && node->kind == CONFIG_NODE_VALUE && !node->quoted &&
           config_value_int(node->text, seed, &huge) && *seed >= 0;
}

/* {from: 1, to: 40} as a list. */
static enum status expand_seeds(struct reading *r, const struct config_node *node,
                                struct config_node **list)
{
    int64_t from, to;
    if (node->count != 2 || !seed_of(config_node_get(node, "from"), &from) ||
        !seed_of(config_node_get(node, "to"), &to) || from > to ||
        to - from >= SWEEP_MOST_TASKS)
        return wrong(r, node, "seeds",
                     "{from: 1, to: 40}: whole numbers, the second not "
                     "less, at most a million seeds");
    *list = config_node_new(r->perm, CONFIG_NODE_LIST, node);
    for (int64_t seed = from; *list && seed <= to; seed++) {
        char text[24];
        struct config_node *item = config_node_new(r->perm, CONFIG_NODE_VALUE, node);
        snprintf(text, sizeof text, "%" PRId64, seed);
        if (!item || !(item->text = arena_text(r->perm, text)))
            return no_memory(r->err);
        item->quoted = false;
        config_node_add(*list, item);
    }
    return *list ? STATUS_OK : no_memory(r->err);
}

static enum status read_seeds(struct reading *r)
{
    struct config_node *node = config_node_get(r->root, "seeds");
    int64_t seed;
    if (!node)
        return STATUS_OK;
    if (node->kind == CONFIG_NODE_MAP && expand_seeds(r, node, &node))
        return r->err->status;
    if (node->kind != CONFIG_NODE_LIST || !node->first)
        return wrong(r, node, "seeds", "list of seeds, or {from: 1, to: 40}");
    for (const struct config_node *n = node->first; n; n = n->next)
        if (!seed_of(n, &seed))
            return wrong(r, n, "seeds", "whole numbers, 0 or more");
    return read_values(r, node, "run.seed", "seeds");
}

/* ---- the whole ---- */

static enum status check_keys(struct reading *r)
{
    static const char *const known[] = {"config", "settings", "cases", "seeds",
                                        "folder"};
    enum { KNOWN = sizeof known / sizeof *known };
    const struct config_node *problem = config_node_get(r->root, "problem");
    if (problem && !config_node_get(r->root, "config"))
        return config_node_error(r->err, problem, "problem",
                                 "this is the config of a run (expected: a table with "
                                 "the key `config`; `skerry run %s` runs it)",
                                 r->path);
    for (const struct config_node *n = r->root->first; n; n = n->next) {
        size_t i = 0;
        while (i < KNOWN && strcmp(n->key, known[i]) != 0)
            i++;
        const char *nearest = config_value_nearest(n->key, known, KNOWN);
        if (i == KNOWN)
            return config_node_error(r->err, n, n->key,
                                     "is not a key of a sweep%s%s%s (expected: config, "
                                     "settings, cases, seeds or folder)",
                                     nearest ? ", did you mean '" : "",
                                     nearest ? nearest : "", nearest ? "'?" : "");
    }
    return STATUS_OK;
}

enum status sweep_axes_read(struct config_node *root, const char *path,
                            struct arena *perm, struct sweep_axes *out,
                            struct error *err)
{
    struct reading r = {path, perm, root, out, err};
    const struct config_node *settings = config_node_get(root, "settings");
    *out = (struct sweep_axes){0};
    if (root->kind != CONFIG_NODE_MAP)
        return wrong(&r, root, "",
                     "table of a sweep: keys config, settings, cases, seeds, folder");
    enum { OTHERS = 3 }; /* configs, cases, seeds */
    out->axes =
        ARENA_NEW(perm, struct sweep_axis, OTHERS + (settings ? settings->count : 0));
    if (!out->axes)
        return no_memory(err);
    if (check_keys(&r) || read_configs(&r) || read_cases(&r) || read_settings(&r))
        return err->status;
    return read_seeds(&r);
}
