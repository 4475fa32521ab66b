#include "config_resolve.h"

#include "config_value.h"
#include "number.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct resolver {
    struct arena *arena;
    struct config_path path;
    struct error *err;
};

enum { EXPECTED_BYTES = 400, SHOWN_BYTES = 56 };

static struct config_node *value_of(struct resolver *r,
                                    const struct config_option *option,
                                    const struct config_node *given,
                                    const struct config_node *where);
static struct config_node *fields_of(struct resolver *r,
                                     const struct config_option *fields,
                                     const struct config_node *given,
                                     const struct config_node *where, bool keep_absent);

static struct config_node *no_memory(struct resolver *r)
{
    error_set(r->err, STATUS_MEMORY, "no memory for the config");
    return NULL;
}

static struct config_node *new_node(struct resolver *r, enum config_node_kind kind,
                                    const struct config_option *option,
                                    const struct config_node *given)
{
    struct config_node *node = config_node_new(r->arena, kind, given);
    if (!node)
        return no_memory(r);
    node->option = option;
    return node;
}

/* Reports an invalid value: "'abc' is not a number (expected: number in 0..1)". */
static struct config_node *refuse(struct resolver *r,
                                  const struct config_option *option,
                                  const struct config_node *given,
                                  const char *complaint)
{
    char expected[EXPECTED_BYTES], shown[SHOWN_BYTES];
    config_value_expected(option, expected, sizeof expected);
    const char *what = given->kind == CONFIG_NODE_LIST  ? "a list"
                       : given->kind == CONFIG_NODE_MAP ? "a mapping"
                                                        : NULL;
    if (!what)
        what = config_value_shown(given->text, shown, sizeof shown);
    config_node_error(r->err, given, r->path.text, "%s %s (expected: %s)", what,
                      complaint, expected);
    return NULL;
}

static struct config_node *new_value(struct resolver *r,
                                     const struct config_option *option,
                                     const struct config_node *given, const char *text,
                                     bool quoted)
{
    struct config_node *node = new_node(r, CONFIG_NODE_VALUE, option, given);
    if (!node)
        return NULL;
    node->quoted = quoted;
    node->text = arena_text(r->arena, text);
    return node->text ? node : no_memory(r);
}

static bool is_outside(const struct config_option *option, double value)
{
    return value < option->min || value > option->max;
}

/* Reports a number that is outside; also of a bound that is too large to be told as one. */
static struct config_node *refuse_outside(struct resolver *r,
                                          const struct config_option *option,
                                          const struct config_node *given, double value)
{
    char complaint[64 + VALUE_BYTES], bound[VALUE_BYTES];
    bool above = value > option->max;
    config_value_print(above ? option->max : option->min, bound);
    snprintf(complaint, sizeof complaint, "is out of range, %s %s",
             above ? "above" : "below", bound);
    return refuse(r, option, given,
                  config_value_is_told(above ? option->max : option->min)
                      ? "is out of range"
                      : complaint);
}

/* Even if it looks like a number. */
static const char QUOTED[] = "is in quotes, which make it text";

static struct config_node *bool_of(struct resolver *r,
                                   const struct config_option *option,
                                   const struct config_node *given)
{
    bool value;
    if (given->kind != CONFIG_NODE_VALUE || !config_value_bool(given->text, &value))
        return refuse(r, option, given, "is neither true nor false");
    if (given->quoted)
        return refuse(r, option, given, QUOTED);
    return new_value(r, option, given, value ? "true" : "false", false);
}

static struct config_node *int_of(struct resolver *r,
                                  const struct config_option *option,
                                  const struct config_node *given)
{
    int64_t value;
    bool huge = false;
    char text[32];
    if (given->kind != CONFIG_NODE_VALUE ||
        !config_value_int(given->text, &value, &huge))
        return refuse(r, option, given,
                      huge ? "is too large" : "is not a whole number");
    if (given->quoted)
        return refuse(r, option, given, QUOTED);
    if (is_outside(option, (double)value))
        return refuse_outside(r, option, given, (double)value);
    snprintf(text, sizeof text, "%" PRId64, value);
    return new_value(r, option, given, text, false);
}

static struct config_node *real_of(struct resolver *r,
                                   const struct config_option *option,
                                   const struct config_node *given)
{
    double value;
    bool is_value = given->kind == CONFIG_NODE_VALUE, huge = false;
    bool is_number = is_value && config_value_real(given->text, &value, &huge);
    char text[VALUE_BYTES], complaint[96];
    if (!is_number && !(is_value && config_value_is_time(option) &&
                        config_value_duration(given->text, &value)))
        return refuse(r, option, given, huge ? "is too large" : "is not a number");
    if (given->quoted)
        return refuse(r, option, given, QUOTED);
    if (is_outside(option, value))
        return refuse_outside(r, option, given, value);
    config_value_print(value, text);
    if (is_number && isfinite(value) && !number_is_kept(given->text)) {
        snprintf(complaint, sizeof complaint, "has more digits than are kept, %s",
                 text);
        return refuse(r, option, given, complaint);
    }
    return new_value(r, option, given, text, false);
}

static struct config_node *text_of(struct resolver *r,
                                   const struct config_option *option,
                                   const struct config_node *given)
{
    if (given->kind != CONFIG_NODE_VALUE)
        return refuse(r, option, given, "is not text");
    if (option->type == OPTION_FILE && !*given->text)
        return refuse(r, option, given, "names no file");
    return new_value(r, option, given, given->text, !config_value_is_bare(given->text));
}

static struct config_node *choice_of(struct resolver *r,
                                     const struct config_option *option,
                                     const struct config_node *given)
{
    char complaint[96] = "is none of the choices";
    size_t n = 0;
    if (given->kind != CONFIG_NODE_VALUE)
        return refuse(r, option, given, complaint);
    for (; option->choices[n]; n++)
        if (!strcmp(option->choices[n], given->text))
            return new_value(r, option, given, given->text,
                             !config_value_is_bare(given->text));
    const char *nearest = config_value_nearest(given->text, option->choices, n);
    if (nearest)
        snprintf(complaint, sizeof complaint, "is unknown, did you mean '%.48s'?",
                 nearest);
    return refuse(r, option, given, complaint);
}

static bool is_count_wrong(const struct config_option *option, size_t count)
{
    return is_outside(option, (double)count);
}

static struct config_node *refuse_count(struct resolver *r,
                                        const struct config_option *option,
                                        const struct config_node *given)
{
    char complaint[64];
    snprintf(complaint, sizeof complaint, "of %zu %s", given->count,
             given->count == 1 ? "item" : "items");
    return refuse(r, option, given, complaint);
}

/* Resolves an item of a list or map: a plain value or a mapping. */
static struct config_node *item_of(struct resolver *r,
                                   const struct config_option *option,
                                   const struct config_node *item)
{
    if (option_is_plain(option))
        return value_of(r, &option->fields[0], item, item);
    return fields_of(r, option->fields, item, item, false);
}

static struct config_node *list_of(struct resolver *r,
                                   const struct config_option *option,
                                   const struct config_node *given)
{
    if (given->kind != CONFIG_NODE_LIST)
        return refuse(r, option, given, "is not a list");
    if (is_count_wrong(option, given->count))
        return refuse_count(r, option, given);
    struct config_node *list = new_node(r, CONFIG_NODE_LIST, option, given);
    for (const struct config_node *n = given->first; list && n; n = n->next) {
        size_t mark = config_path_add_index(&r->path, list->count);
        struct config_node *item = item_of(r, option, n);
        config_path_cut(&r->path, mark);
        if (!item)
            return NULL;
        item->flow = true;
        config_node_add(list, item);
    }
    if (list)
        list->flow = option_is_plain(option);
    return list;
}

/* Whether {key:value} was typed, which is a key without a value. */
static bool lacks_space(const struct config_node *node)
{
    return node->kind == CONFIG_NODE_NULL && strchr(node->key, ':');
}

/* As {min: 60,5} is read: a number and a key without value. */
static bool follows_decimal_comma(const struct config_node *node)
{
    return node->kind == CONFIG_NODE_NULL && *node->key &&
           !node->key[strspn(node->key, "0123456789")];
}

static struct config_node *map_of(struct resolver *r,
                                  const struct config_option *option,
                                  const struct config_node *given)
{
    if (given->kind != CONFIG_NODE_MAP)
        return refuse(r, option, given, "is not a mapping");
    if (is_count_wrong(option, given->count))
        return refuse_count(r, option, given);
    struct config_node *map = new_node(r, CONFIG_NODE_MAP, option, given);
    for (const struct config_node *n = given->first; map && n; n = n->next) {
        if (lacks_space(n) && option_is_plain(option) && !option->fields[0].fallback) {
            config_node_error(
                r->err, n, r->path.text,
                "'%.40s' has no value (expected: a space after the colon)", n->key);
            return NULL;
        }
        size_t mark = config_path_add_key(&r->path, n->key);
        struct config_node *item = item_of(r, option, n);
        config_path_cut(&r->path, mark);
        if (!item)
            return NULL;
        item->key = n->key;
        item->flow = true;
        config_node_add(map, item);
    }
    if (map)
        map->flow = option_is_plain(option);
    return map;
}

/* Resolves an absent key to its default. */
static struct config_node *default_of(struct resolver *r,
                                      const struct config_option *option,
                                      const struct config_node *given,
                                      const struct config_node *where)
{
    char expected[EXPECTED_BYTES];
    struct config_node *fallback;
    if (!option->fallback) {
        config_node_error(
            r->err, given ? given : where, r->path.text, "missing (expected: %s%s; %s)",
            config_value_expected(option, expected, sizeof expected),
            given && option->type == OPTION_TEXT ? ", in quotes if it is ~" : "",
            option->meaning ? option->meaning : "");
        return NULL;
    }
    if (!strcmp(option->fallback, "~")) {
        /* These types have no value for an absent key. */
        ensure(option->type != OPTION_BOOL && option->type != OPTION_GROUP);
        return new_node(r, CONFIG_NODE_NULL, option, given);
    }
    if (config_tree_parse(option->fallback, strlen(option->fallback), NULL, false,
                          r->arena, &fallback, r->err) != STATUS_OK)
        return NULL;
    ensure(fallback->kind != CONFIG_NODE_NULL);
    fallback->source = given ? given->source : NULL;
    fallback->line = given ? given->line : 0;
    return value_of(r, option, fallback, where);
}

static struct config_node *value_of(struct resolver *r,
                                    const struct config_option *option,
                                    const struct config_node *given,
                                    const struct config_node *where)
{
    if (!given || given->kind == CONFIG_NODE_NULL) {
        if (option->type != OPTION_GROUP || !option->fallback)
            return default_of(r, option, given, where);
        struct config_node *group =
            fields_of(r, option->fields, NULL, given ? given : where, true);
        if (group && given) {
            group->source = given->source;
            group->line = given->line;
        }
        return group;
    }
    switch (option->type) {
    case OPTION_BOOL:
        return bool_of(r, option, given);
    case OPTION_INT:
        return int_of(r, option, given);
    case OPTION_REAL:
        return real_of(r, option, given);
    case OPTION_TEXT:
    case OPTION_FILE:
        return text_of(r, option, given);
    case OPTION_CHOICE:
        return choice_of(r, option, given);
    case OPTION_GROUP:
        return fields_of(r, option->fields, given, given, true);
    case OPTION_LIST:
        return list_of(r, option, given);
    case OPTION_MAP:
        return map_of(r, option, given);
    }
    return NULL;
}

/* Collects the names of a table, for a suggestion. */
static const char *nearest_name(const struct config_option *fields, const char *text)
{
    const char *names[128] = {NULL};
    size_t n = 0;
    for (; fields && fields[n].name && n < sizeof names / sizeof *names; n++)
        names[n] = fields[n].name;
    return config_value_nearest(text, names, n);
}

static bool has_key(const struct config_option *fields, const char *key)
{
    for (size_t i = 0; fields && fields[i].name; i++)
        if (!strcmp(fields[i].name, key))
            return true;
    return false;
}

/* The group among the fields that has a key, which was given outside of it. */
static const char *group_with(const struct config_option *fields, const char *key)
{
    for (; fields && fields->name; fields++)
        if (fields->type == OPTION_GROUP && has_key(fields->fields, key))
            return fields->name;
    return NULL;
}

static bool refuse_unknown(struct resolver *r, const struct config_option *fields,
                           const struct config_node *given)
{
    for (const struct config_node *n = given->first; n; n = n->next) {
        struct config_option group = {.type = OPTION_GROUP, .fields = fields};
        char expected[EXPECTED_BYTES];
        if (has_key(fields, n->key))
            continue;
        const char *nearest = nearest_name(fields, n->key);
        const char *home = group_with(fields, n->key);
        size_t mark = config_path_add_key(&r->path, n->key);
        config_value_expected(&group, expected, sizeof expected);
        if (lacks_space(n))
            config_node_error(r->err, n, r->path.text,
                              "unknown key (expected: a space after the colon)");
        else if (follows_decimal_comma(n))
            config_node_error(r->err, n, r->path.text,
                              "unknown key (expected: decimals with a point)");
        else if (home)
            config_node_error(r->err, n, r->path.text,
                              "unknown key, did you mean '%s.%s'? (expected: %s)", home,
                              n->key, expected);
        else if (nearest)
            config_node_error(r->err, n, r->path.text,
                              "unknown key, did you mean '%s'? (expected: %s)", nearest,
                              expected);
        else
            config_node_error(r->err, n, r->path.text, "unknown key (expected: %s)",
                              expected);
        config_path_cut(&r->path, mark);
        return true;
    }
    return false;
}

static struct config_node *fields_of(struct resolver *r,
                                     const struct config_option *fields,
                                     const struct config_node *given,
                                     const struct config_node *where, bool keep_absent)
{
    if (given && given->kind != CONFIG_NODE_MAP && given->kind != CONFIG_NODE_NULL) {
        struct config_option group = {.type = OPTION_GROUP, .fields = fields};
        return refuse(r, &group, given, "is not a mapping");
    }
    if (given && refuse_unknown(r, fields, given))
        return NULL;
    struct config_node *map = new_node(r, CONFIG_NODE_MAP, NULL, given);
    for (size_t i = 0; map && fields && fields[i].name; i++) {
        size_t mark = config_path_add_key(&r->path, fields[i].name);
        struct config_node *child =
            value_of(r, &fields[i], config_node_get(given, fields[i].name), where);
        config_path_cut(&r->path, mark);
        if (!child)
            return NULL;
        if (child->kind == CONFIG_NODE_NULL && !keep_absent)
            continue;
        child->key = fields[i].name;
        config_node_add(map, child);
    }
    return map;
}

enum status config_resolve_mapping(const struct config_option *table,
                                   const struct config_node *given,
                                   const struct config_node *where, const char *path,
                                   struct arena *arena, struct config_node **out,
                                   struct error *err)
{
    struct resolver r = {.arena = arena, .err = err};
    config_path_add_key(&r.path, path);
    *out = fields_of(&r, table, given, where, true);
    return *out ? STATUS_OK : err->status;
}

enum status config_resolve_value(const struct config_option *option,
                                 const struct config_node *given,
                                 const struct config_node *where, const char *path,
                                 struct arena *arena, struct config_node **out,
                                 struct error *err)
{
    struct resolver r = {.arena = arena, .err = err};
    config_path_add_key(&r.path, path);
    *out = value_of(&r, option, given, where);
    return *out ? STATUS_OK : err->status;
}
