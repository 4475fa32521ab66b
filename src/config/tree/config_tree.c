#include "config_tree.h"

#include "config_value.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

/* Limits far above any config, against expansion of nested aliases and against other files.
 * Chosen by hand. */
enum { MAX_NODES = 1 << 20, MAX_KEYS = 10000 };

#define TOO_DEEP "nested too deep (expected: at most %d levels)"

static void path_append(struct config_path *path, const char *text)
{
    size_t room = sizeof path->text - 1 - path->length, n = strlen(text);
    if (n > room)
        n = room;
    memcpy(path->text + path->length, text, n);
    path->length += n;
    path->text[path->length] = '\0';
}

size_t config_path_add_key(struct config_path *path, const char *name)
{
    size_t before = path->length;
    if (before && *name)
        path_append(path, ".");
    path_append(path, name);
    return before;
}

size_t config_path_add_index(struct config_path *path, size_t index)
{
    char text[32];
    size_t before = path->length;
    snprintf(text, sizeof text, "[%zu]", index);
    path_append(path, text);
    return before;
}

void config_path_cut(struct config_path *path, size_t length)
{
    path->length = length;
    path->text[length] = '\0';
}

struct config_node *config_node_new(struct arena *arena, enum config_node_kind kind,
                                    const struct config_node *like)
{
    struct config_node *node = ARENA_NEW(arena, struct config_node, 1);
    if (node)
        *node = (struct config_node){.kind = kind,
                                     .source = like ? like->source : NULL,
                                     .line = like ? like->line : 0};
    return node;
}

void config_node_add(struct config_node *parent, struct config_node *child)
{
    child->next = NULL;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
}

struct config_node *config_node_get(const struct config_node *map, const char *key)
{
    for (struct config_node *n = map ? map->first : NULL; n; n = n->next)
        if (n->key && !strcmp(n->key, key))
            return n;
    return NULL;
}

void config_node_drop_null(struct config_node *map, const char *key)
{
    const struct config_node *gone = config_node_get(map, key);
    struct config_node *children = map->first;
    if (!gone || gone->kind != CONFIG_NODE_NULL)
        return;
    map->first = map->last = NULL;
    map->count = 0;
    for (struct config_node *n = children, *next; n; n = next) {
        next = n->next;
        if (n != gone)
            config_node_add(map, n);
    }
}

enum status config_node_error(struct error *err, const struct config_node *where,
                              const char *path, const char *format, ...)
{
    char text[sizeof err->text], place[300] = "", line[16] = "", shown[96];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (where && where->line)
        snprintf(line, sizeof line, ":%d", where->line);
    if (where && where->source)
        snprintf(place, sizeof place, "%s%s: ", where->source, line);
    if (!strncmp(place, "-s ", 3) && !strncmp(place + 3, path, strlen(path)) &&
        !strcmp(place + 3 + strlen(path), ": "))
        path = ""; /* "-s run.seed: run.seed: ..." */
    /* A key may contain any characters; the message must stay on one line. */
    config_value_shown(path, shown, sizeof shown);
    shown[strlen(shown) - 1] = '\0';
    return error_set(err, STATUS_INPUT, "%s%s%s%s", place, shown + 1, *path ? ": " : "",
                     text);
}

/* ---- parsing ---- */

struct builder {
    yaml_document_t document;
    struct arena *arena;
    const char *source;
    bool lines;
    struct config_path path;
    size_t depth, nodes;
    struct error *err;
};

static struct config_node *build(struct builder *b, int id);

static struct config_node *no_memory(struct error *err)
{
    error_set(err, STATUS_MEMORY, "no memory for the config");
    return NULL;
}

static struct config_node *make_node(struct builder *b, enum config_node_kind kind,
                                     yaml_mark_t mark)
{
    struct config_node *node = config_node_new(b->arena, kind, NULL);
    if (!node)
        return no_memory(b->err);
    node->source = b->source;
    node->line = b->lines ? (int)mark.line + 1 : 0;
    return node;
}

static bool is_null(const yaml_node_t *scalar)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};
    if (scalar->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp((const char *)scalar->data.scalar.value, words[i]))
            return true;
    return false;
}

static struct config_node *build_value(struct builder *b, const yaml_node_t *from)
{
    const char *text = (const char *)from->data.scalar.value;
    struct config_node *node = make_node(
        b, is_null(from) ? CONFIG_NODE_NULL : CONFIG_NODE_VALUE, from->start_mark);
    if (!node)
        return NULL;
    if (strlen(text) != from->data.scalar.length) {
        config_node_error(b->err, node, b->path.text, "the text holds a NUL character");
        return NULL;
    }
    node->quoted = from->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->text = arena_text(b->arena, text);
    return node->text ? node : no_memory(b->err);
}

static struct config_node *build_list(struct builder *b, const yaml_node_t *from)
{
    struct config_node *list = make_node(b, CONFIG_NODE_LIST, from->start_mark);
    for (const yaml_node_item_t *item = from->data.sequence.items.start;
         list && item < from->data.sequence.items.top; item++) {
        size_t mark = config_path_add_index(&b->path, list->count);
        struct config_node *child = build(b, *item);
        config_path_cut(&b->path, mark);
        if (!child)
            return NULL;
        config_node_add(list, child);
    }
    return list;
}

/* Checks and returns the key of a pair. */
static const char *pair_key(struct builder *b, const struct config_node *map,
                            const yaml_node_pair_t *pair)
{
    const yaml_node_t *from = yaml_document_get_node(&b->document, pair->key);
    struct config_node *key = make_node(b, CONFIG_NODE_VALUE, from->start_mark);
    if (!key)
        return NULL;
    if (from->type != YAML_SCALAR_NODE ||
        strlen((const char *)from->data.scalar.value) != from->data.scalar.length) {
        config_node_error(b->err, key, b->path.text,
                          "a key is not text (expected: key: value)");
        return NULL;
    }
    if (map->count == MAX_KEYS) {
        config_node_error(b->err, key, b->path.text,
                          "too many keys (expected: at most %d)", MAX_KEYS);
        return NULL;
    }
    const char *text = (const char *)from->data.scalar.value;
    const struct config_node *twin = config_node_get(map, text);
    if (twin) {
        char first[48] = "";
        if (twin->line)
            snprintf(first, sizeof first, " (first on line %d)", twin->line);
        config_path_add_key(&b->path, text);
        config_node_error(b->err, key, b->path.text, "duplicate key%s", first);
        return NULL;
    }
    text = arena_text(b->arena, text);
    return text ? text : (no_memory(b->err), NULL);
}

static struct config_node *build_map(struct builder *b, const yaml_node_t *from)
{
    struct config_node *map = make_node(b, CONFIG_NODE_MAP, from->start_mark);
    for (const yaml_node_pair_t *pair = from->data.mapping.pairs.start;
         map && pair < from->data.mapping.pairs.top; pair++) {
        const char *key = pair_key(b, map, pair);
        if (!key)
            return NULL;
        size_t mark = config_path_add_key(&b->path, key);
        struct config_node *child = build(b, pair->value);
        config_path_cut(&b->path, mark);
        if (!child)
            return NULL;
        yaml_mark_t at = yaml_document_get_node(&b->document, pair->key)->start_mark;
        child->key = key;
        child->line = b->lines ? (int)at.line + 1 : 0;
        config_node_add(map, child);
    }
    return map;
}

static struct config_node *build(struct builder *b, int id)
{
    const yaml_node_t *from = yaml_document_get_node(&b->document, id);
    struct config_node *node = NULL;
    /* Aliases may refer to their own ancestors, or multiply their contents. */
    if (b->depth == CONFIG_MAX_DEPTH || ++b->nodes > MAX_NODES) {
        struct config_node *here = make_node(b, CONFIG_NODE_NULL, from->start_mark);
        if (here)
            config_node_error(
                b->err, here, b->path.text,
                b->depth == CONFIG_MAX_DEPTH ? TOO_DEEP
                                             : "too many values (expected: at most %d)",
                b->depth == CONFIG_MAX_DEPTH ? CONFIG_MAX_DEPTH : MAX_NODES);
        return NULL;
    }
    b->depth++;
    if (from->type == YAML_SCALAR_NODE)
        node = build_value(b, from);
    else if (from->type == YAML_SEQUENCE_NODE)
        node = build_list(b, from);
    else
        node = build_map(b, from);
    b->depth--;
    return node;
}

static int line_of(const char *text, size_t offset)
{
    int line = 1;
    for (size_t i = 0; i < offset; i++)
        line += text[i] == '\n';
    return line;
}

/* A line (from 1) without its end; empty if there is none. */
static const char *find_line(const char *text, size_t bytes, int line, size_t *length)
{
    const char *at = text, *end = text + bytes;
    while (--line > 0 && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    *length = (size_t)((newline ? newline : end) - at);
    return at;
}

/* Whether the indentation of a line contains a tab. */
static bool has_tab_indent(const char *text, size_t bytes, int line)
{
    size_t length, i = 0;
    const char *at = find_line(text, bytes, line, &length);
    while (i < length && at[i] == ' ')
        i++;
    return i < length && at[i] == '\t';
}

/* The first of some lines where a comment begins within brackets; 0: none. Legal, but
 * often meant as text. */
static int line_cut_by_comment(const char *text, size_t bytes, int first, int last)
{
    for (int line = first; line <= last; line++) {
        size_t length;
        int depth = 0;
        const char *at = find_line(text, bytes, line, &length);
        for (size_t i = 0; i < length; i++) {
            if (at[i] == '#' && depth > 0 && at[i - 1] == ' ')
                return line;
            depth += (at[i] == '{' || at[i] == '[') - (at[i] == '}' || at[i] == ']');
        }
    }
    return 0;
}

/* What is probably meant, where that can be told. */
static void remark_on(const yaml_parser_t *parser, const char *text, size_t bytes,
                      char *remark, size_t room)
{
    /* What follows a bracket that a comment hides may be taken for the context. */
    int begun = parser->context_mark.line > 0 ? (int)parser->context_mark.line : 1;
    int cut = parser->context ? line_cut_by_comment(text, bytes, begun,
                                                    (int)parser->problem_mark.line + 1)
                              : 0;
    if (cut)
        snprintf(remark, room,
                 " (# begins a comment on line %d; in quotes, \"#\", it is text)", cut);
    else if (!strcmp(parser->problem, "did not find expected key") ||
             !strcmp(parser->problem, "mapping values are not allowed in this context"))
        snprintf(remark, room, " (expected: the keys of a mapping in one column)");
}

static enum status syntax_error(const yaml_parser_t *parser, const char *text,
                                size_t bytes, struct builder *b)
{
    struct config_node where = {.source = b->source};
    char remark[80] = "";
    int line = (int)parser->problem_mark.line + 1;
    /* libyaml does not always report that memory ran out, but it names every other problem. */
    if (parser->error == YAML_MEMORY_ERROR || !parser->problem)
        return no_memory(b->err), STATUS_MEMORY;
    if (parser->error == YAML_READER_ERROR)
        line = line_of(text,
                       parser->problem_offset < bytes ? parser->problem_offset : bytes);
    where.line = b->lines ? line : 0;
    const char *problem = parser->problem;
    if (has_tab_indent(text, bytes, line))
        return config_node_error(b->err, &where, "",
                                 "not YAML: a tab indents the line (expected: spaces)");
    int begun = (int)parser->context_mark.line + 1;
    if (b->lines)
        remark_on(parser, text, bytes, remark, sizeof remark);
    if (parser->context && b->lines)
        return config_node_error(b->err, &where, "",
                                 "not YAML: %s %s that begins on line %d%s", problem,
                                 parser->context, begun, remark);
    return config_node_error(b->err, &where, "", "not YAML: %s%s%s%s", problem,
                             parser->context ? " " : "",
                             parser->context ? parser->context : "", remark);
}

/* Parses the only document. */
static enum status build_root(yaml_parser_t *parser, const char *text, size_t bytes,
                              struct builder *b, struct config_node **root)
{
    if (!yaml_parser_load(parser, &b->document))
        return syntax_error(parser, text, bytes, b);
    bool empty = !yaml_document_get_root_node(&b->document);
    *root = empty ? make_node(b, CONFIG_NODE_NULL, (yaml_mark_t){0}) : build(b, 1);
    yaml_document_delete(&b->document);
    if (!*root)
        return b->err->status;
    if (empty)
        return STATUS_OK;
    if (!yaml_parser_load(parser, &b->document))
        return syntax_error(parser, text, bytes, b);
    const yaml_node_t *second = yaml_document_get_root_node(&b->document);
    struct config_node where = {
        .source = b->source,
        .line = second && b->lines ? (int)second->start_mark.line + 1 : 0};
    yaml_document_delete(&b->document);
    if (second)
        return config_node_error(b->err, &where, "",
                                 "a second document begins (expected: one)");
    return STATUS_OK;
}

/* Refuses more levels than any config has, before libyaml reads the whole, which takes it the
 * square of the depth, and tags, which are not seen in its tree: there, !!str 5 is 5. Errors of
 * syntax are left to it. */
static enum status check_events(const char *text, size_t bytes, struct builder *b)
{
    struct config_node where = {.source = b->source};
    enum status status = STATUS_OK;
    yaml_parser_t parser;
    yaml_event_t event;
    size_t open = 0;
    if (!yaml_parser_initialize(&parser))
        return no_memory(b->err), STATUS_MEMORY;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, bytes);
    for (bool ended = false;
         !ended && status == STATUS_OK && yaml_parser_parse(&parser, &event) == 1;) {
        bool list = event.type == YAML_SEQUENCE_START_EVENT;
        bool map = event.type == YAML_MAPPING_START_EVENT;
        bool value = event.type == YAML_SCALAR_EVENT;
        bool ends = event.type == YAML_SEQUENCE_END_EVENT ||
                    event.type == YAML_MAPPING_END_EVENT;
        open = open + (list || map) - ends;
        where.line = b->lines ? (int)event.start_mark.line + 1 : 0;
        if (open > CONFIG_MAX_DEPTH)
            status = config_node_error(b->err, &where, "", TOO_DEEP, CONFIG_MAX_DEPTH);
        else if ((value && event.data.scalar.tag) ||
                 (list && event.data.sequence_start.tag) ||
                 (map && event.data.mapping_start.tag))
            status = config_node_error(
                b->err, &where, "",
                "a tag, such as !!int (expected: none; in quotes, a value is text)");
        ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return status;
}

enum status config_tree_parse(const char *text, size_t bytes, const char *source,
                              bool lines, struct arena *arena,
                              struct config_node **root, struct error *err)
{
    struct builder b = {.arena = arena, .source = source, .lines = lines, .err = err};
    struct config_node where = {.source = source};
    yaml_parser_t parser;
    if (bytes > CONFIG_MAX_BYTES)
        return config_node_error(err, &where, "",
                                 "larger than %d MiB (is this a config?)",
                                 CONFIG_MAX_BYTES >> 20);
    enum status status = check_events(text, bytes, &b);
    if (status != STATUS_OK)
        return status;
    if (!yaml_parser_initialize(&parser))
        return no_memory(err), STATUS_MEMORY;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, bytes);
    status = build_root(&parser, text, bytes, &b, root);
    yaml_parser_delete(&parser);
    return status;
}

/* ---- walking ---- */

static void walk(struct config_node *parent, struct config_path *path,
                 config_tree_visit *visit, void *context)
{
    size_t index = 0;
    for (struct config_node *n = parent->first; n; n = n->next) {
        size_t mark = n->key ? config_path_add_key(path, n->key)
                             : config_path_add_index(path, index++);
        visit(context, path->text, n);
        walk(n, path, visit, context);
        config_path_cut(path, mark);
    }
}

void config_tree_walk(struct config_node *root, config_tree_visit *visit, void *context)
{
    struct config_path path = {0};
    walk(root, &path, visit, context);
}
