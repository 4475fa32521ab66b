/* Overrides: applies "dotted.key=yaml" to a tree. */
#include "config_tree.h"

#include "config_value.h"
#include "utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* An assignment and the current position in the tree. */
struct step {
    struct arena *arena;
    const char *source;      /* "-s party.price" */
    struct config_path path; /* so far */
    struct error *err;
};

static enum status refuse(struct step *s, const char *path, const char *text)
{
    struct config_node where = {.source = s->source};
    return config_node_error(s->err, &where, path, "%s", text);
}

static struct config_node *new_node(struct step *s, enum config_node_kind kind)
{
    struct config_node like = {.source = s->source};
    struct config_node *node = config_node_new(s->arena, kind, &like);
    if (!node)
        error_set(s->err, STATUS_MEMORY, "no memory for the config");
    return node;
}

/* The child "name" of a map, created if absent. */
static struct config_node *enter_key(struct step *s, struct config_node *at,
                                     const char *name)
{
    if (at->kind == CONFIG_NODE_NULL)
        at->kind = CONFIG_NODE_MAP;
    if (at->kind != CONFIG_NODE_MAP) {
        refuse(s, s->path.text, "is no mapping, so it has no keys to set");
        return NULL;
    }
    struct config_node *child = config_node_get(at, name);
    if (child)
        return child;
    child = new_node(s, CONFIG_NODE_NULL);
    if (!child)
        return NULL;
    child->key = arena_text(s->arena, name);
    if (!child->key) {
        error_set(s->err, STATUS_MEMORY, "no memory for the config");
        return NULL;
    }
    config_node_add(at, child);
    return child;
}

static struct config_node *enter_index(struct step *s, struct config_node *at,
                                       size_t index)
{
    char text[96];
    if (at->kind != CONFIG_NODE_LIST) {
        refuse(s, s->path.text, "is no list in the config, so it has no items to set");
        return NULL;
    }
    struct config_node *child = at->first;
    for (size_t i = 0; child && i < index; i++)
        child = child->next;
    if (child)
        return child;
    snprintf(text, sizeof text, "no item %zu: the list has %zu, from [0]", index,
             at->count);
    refuse(s, s->path.text, text);
    return NULL;
}

/* Parses "name" or "[7]" at *text and advances past it; false if it is neither. */
static bool next_part(const char **text, bool first, char *name, size_t bytes,
                      size_t *index, bool *is_index)
{
    const char *at = *text;
    *is_index = *at == '[';
    if (*is_index) {
        *index = 0;
        for (at++; isdigit((unsigned char)*at) && *index < 100000000; at++)
            *index = *index * 10 + (size_t)(*at - '0');
        if (*at != ']' || at == *text + 1 || first)
            return false;
        *text = at + 1;
        return true;
    }
    if (!first && *at++ != '.')
        return false;
    size_t n = strcspn(at, ".[]");
    if (!n || n >= bytes)
        return false;
    memcpy(name, at, n);
    name[n] = '\0';
    *text = at + n;
    return true;
}

/* Finds or creates the node of the dotted key. */
static struct config_node *find(struct step *s, struct config_node *root,
                                const char *key)
{
    struct config_node *at = root;
    for (const char *rest = key; at && *rest;) {
        char name[128];
        size_t index;
        bool is_index;
        if (!next_part(&rest, rest == key, name, sizeof name, &index, &is_index)) {
            refuse(s, "", "no key of a config (expected: -s section.key=value)");
            return NULL;
        }
        at = is_index ? enter_index(s, at, index) : enter_key(s, at, name);
        if (is_index)
            config_path_add_index(&s->path, index);
        else
            config_path_add_key(&s->path, name);
    }
    return at;
}

/* Replaces the value of a node and keeps its key. */
static void replace(struct config_node *at, const struct config_node *value)
{
    struct config_node *next = at->next;
    const char *key = at->key;
    *at = *value;
    at->next = next;
    at->key = key;
}

enum status config_tree_set(struct config_node *root, const char *assignment,
                            struct arena *arena, struct error *err)
{
    char shown[80], source[96];
    const char *equals = strchr(assignment, '=');
    size_t n = equals ? (size_t)(equals - assignment) : 0;
    char *key = arena_text(arena, assignment);
    if (!key)
        return error_set(err, STATUS_MEMORY, "no memory for the config");
    if (equals)
        key[n] = '\0';
    config_value_shown(key, shown, sizeof shown);
    snprintf(source, sizeof source, "-s %.*s", (int)strlen(shown) - 2, shown + 1);
    struct step s = {.arena = arena, .source = arena_text(arena, source), .err = err};
    if (!s.source)
        return error_set(err, STATUS_MEMORY, "no memory for the config");
    if (!utf8_is_valid(assignment, strlen(assignment)))
        return refuse(&s, "", "is not UTF-8");
    if (!n)
        return refuse(&s, "",
                      equals ? "a key is missing (expected: -s section.key=value)"
                             : "a value is missing (expected: -s section.key=value)");
    struct config_node *value, *at;
    enum status status = config_tree_parse(equals + 1, strlen(equals + 1), s.source,
                                           false, arena, &value, err);
    if (status != STATUS_OK)
        return status;
    /* As of a variable of the shell that is not set. */
    if (value->kind == CONFIG_NODE_NULL && (!value->text || !*value->text))
        return refuse(&s, "", "a value is missing (expected: ~ for the default)");
    at = find(&s, root, key);
    if (!at)
        return err->status;
    replace(at, value);
    return STATUS_OK;
}
