#include "config_fill.h"

#include "config_text.h"
#include "config_value.h"

#include <cyaml/cyaml.h>
#include <stdio.h>
#include <string.h>

/* Names that libcyaml sees where a table has none. */
#define KEY_NAME "(key)"
#define VALUE_NAME "(value)"
#define PATH_NAME "path"

static const char *field_name(const struct config_option *option)
{
    return option->name[0] ? option->name : VALUE_NAME;
}

/* ---- the resolved tree in libcyaml's terms ---- */

/* Writes one character and moves past it. All but ASCII is escaped, since YAML takes
 * several characters beyond it for line breaks. The text is UTF-8: libyaml gave it. */
static const char *lower_character(struct config_text *out, const char *at)
{
    unsigned char c = (unsigned char)*at++;
    unsigned code = c < 0xE0 ? c & 0x1F : c < 0xF0 ? c & 0x0F : c & 0x07;
    if (c < 0x20 || c == 0x7F) {
        config_text_print(out, "\\x%02x", c);
    } else if (c < 0x80) {
        config_text_print(out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    } else {
        for (; (*at & 0xC0) == 0x80; at++)
            code = code << 6 | (*at & 0x3F);
        config_text_print(out, "\\U%08x", code);
    }
    return at;
}

static void lower_text(struct config_text *out, const char *text)
{
    config_text_print(out, "\"");
    while (*text)
        text = lower_character(out, text);
    config_text_print(out, "\"");
}

static void lower_fields(struct config_text *out, const struct config_option *fields,
                         const struct config_node *map, const char *key);

static void lower_plain(struct config_text *out, const struct config_option *field,
                        const struct config_node *value, const char *key);

static void lower_items(struct config_text *out, const struct config_option *option,
                        const struct config_node *node)
{
    config_text_print(out, "[");
    for (const struct config_node *n = node->first; n; n = n->next) {
        const char *key = option->type == OPTION_MAP ? n->key : NULL;
        if (n != node->first)
            config_text_print(out, ",\n");
        if (option_is_plain(option))
            lower_plain(out, &option->fields[0], n, key);
        else
            lower_fields(out, option->fields, n, key);
    }
    config_text_print(out, "]");
}

static void lower_absent(struct config_text *out, const struct config_option *option)
{
    if (option->type == OPTION_INT)
        config_text_print(out, "%lld", (long long)OPTION_ABSENT);
    else
        config_text_print(out, option->type == OPTION_REAL ? "nan" : "\"~\"");
}

static void lower_value(struct config_text *out, const struct config_option *option,
                        const struct config_node *node)
{
    double real;
    bool huge;
    if (!node || node->kind == CONFIG_NODE_NULL) {
        lower_absent(out, option);
        return;
    }
    switch (option->type) {
    case OPTION_BOOL:
    case OPTION_INT:
        config_text_print(out, "%s", node->text);
        break;
    case OPTION_REAL:
        ensure(config_value_real(node->text, &real, &huge));
        config_text_print(out, "%.17g", real);
        break;
    case OPTION_TEXT:
    case OPTION_CHOICE:
        lower_text(out, node->text);
        break;
    case OPTION_FILE:
        config_text_print(out, "{\"" PATH_NAME "\": ");
        lower_text(out, node->text);
        config_text_print(out, "}");
        break;
    case OPTION_GROUP:
        lower_fields(out, option->fields, node, NULL);
        break;
    case OPTION_LIST:
    case OPTION_MAP:
        lower_items(out, option, node);
        break;
    }
}

/* Pointers stay NULL when their key is not there; numbers have no such value. */
static bool is_left_out(const struct config_option *option,
                        const struct config_node *node)
{
    bool absent = !node || node->kind == CONFIG_NODE_NULL;
    return absent && (option->type == OPTION_TEXT || option->type == OPTION_FILE ||
                      option->type == OPTION_LIST || option->type == OPTION_MAP);
}

static void lower_field(struct config_text *out, const struct config_option *field,
                        const struct config_node *value, const char **comma)
{
    if (is_left_out(field, value))
        return;
    config_text_print(out, "%s", *comma);
    lower_text(out, field_name(field));
    config_text_print(out, ": ");
    lower_value(out, field, value);
    *comma = ", ";
}

static const char *lower_key(struct config_text *out, const char *key)
{
    config_text_print(out, "{");
    if (!key)
        return "";
    config_text_print(out, "\"" KEY_NAME "\": ");
    lower_text(out, key);
    return ", ";
}

static void lower_fields(struct config_text *out, const struct config_option *fields,
                         const struct config_node *map, const char *key)
{
    const char *comma = lower_key(out, key);
    for (size_t i = 0; fields && fields[i].name; i++)
        lower_field(out, &fields[i], config_node_get(map, fields[i].name), &comma);
    config_text_print(out, "}");
}

static void lower_plain(struct config_text *out, const struct config_option *field,
                        const struct config_node *value, const char *key)
{
    const char *comma = lower_key(out, key);
    lower_field(out, field, value, &comma);
    config_text_print(out, "}");
}

/* ---- the option table in libcyaml's terms ---- */

static bool describe(struct arena *arena, const struct config_option *option,
                     cyaml_schema_field_t *field);

/* with_key: a struct that begins with the key of a map. */
static const cyaml_schema_field_t *
describe_fields(struct arena *arena, const struct config_option *fields, bool with_key)
{
    size_t n = 0, at = 0;
    while (fields[n].name)
        n++;
    cyaml_schema_field_t *list = ARENA_NEW(arena, cyaml_schema_field_t, n + 2);
    if (!list)
        return NULL;
    if (with_key)
        list[at++] = (cyaml_schema_field_t){.key = KEY_NAME,
                                            .value = {.type = CYAML_STRING,
                                                      .flags = CYAML_FLAG_POINTER,
                                                      .data_size = sizeof(char),
                                                      .string = {0, CYAML_UNLIMITED}}};
    for (size_t i = 0; i < n; i++)
        if (!describe(arena, &fields[i], &list[at++]))
            return NULL;
    list[at] = (cyaml_schema_field_t)CYAML_FIELD_END;
    return list;
}

static bool describe_choice(struct arena *arena, const struct config_option *option,
                            cyaml_schema_value_t *value)
{
    uint32_t n = 0;
    while (option->choices[n])
        n++;
    cyaml_strval_t *names = ARENA_NEW(arena, cyaml_strval_t, n + 1);
    if (!names)
        return false;
    for (uint32_t i = 0; i < n; i++)
        names[i] = (cyaml_strval_t){option->choices[i], i};
    names[n] = (cyaml_strval_t){"~", -1};
    value->type = CYAML_ENUM;
    value->flags = CYAML_FLAG_STRICT;
    value->data_size = sizeof(int);
    value->enumeration.strings = names;
    value->enumeration.count = n + 1;
    return true;
}

static uint32_t as_count(double bound)
{
    return bound >= (double)CYAML_UNLIMITED ? CYAML_UNLIMITED
           : bound > 0                      ? (uint32_t)bound
                                            : 0;
}

static bool describe_items(struct arena *arena, const struct config_option *option,
                           cyaml_schema_field_t *field)
{
    cyaml_schema_value_t *entry = ARENA_NEW(arena, cyaml_schema_value_t, 1);
    if (!entry)
        return false;
    *entry = (cyaml_schema_value_t){.type = CYAML_MAPPING,
                                    .data_size = (uint32_t)option->item_bytes};
    entry->mapping.fields =
        describe_fields(arena, option->fields, option->type == OPTION_MAP);
    field->data_offset += (uint32_t)offsetof(struct option_list, items);
    field->count_offset =
        (uint32_t)(option->offset + offsetof(struct option_list, count));
    field->count_size = sizeof(size_t);
    field->value.type = CYAML_SEQUENCE;
    field->value.flags = CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL;
    field->value.data_size = (uint32_t)option->item_bytes;
    field->value.sequence.entry = entry;
    field->value.sequence.min = as_count(option->min);
    field->value.sequence.max = as_count(option->max);
    return entry->mapping.fields;
}

static bool describe_file(struct arena *arena, cyaml_schema_value_t *value)
{
    static const struct config_option path[] = {
        OPTION_TEXT_AT(struct option_file, path, "~", ""), OPTION_END};
    value->type = CYAML_MAPPING;
    value->flags = CYAML_FLAG_OPTIONAL;
    value->data_size = sizeof(struct option_file);
    value->mapping.fields = describe_fields(arena, path, false);
    return value->mapping.fields;
}

static bool describe(struct arena *arena, const struct config_option *option,
                     cyaml_schema_field_t *field)
{
    cyaml_schema_value_t *value = &field->value;
    field->key = field_name(option);
    field->data_offset = (uint32_t)option->offset;
    switch (option->type) {
    case OPTION_BOOL:
        *value = (cyaml_schema_value_t){.type = CYAML_BOOL, .data_size = sizeof(bool)};
        return true;
    case OPTION_INT:
        *value =
            (cyaml_schema_value_t){.type = CYAML_INT, .data_size = sizeof(int64_t)};
        return true;
    case OPTION_REAL:
        *value =
            (cyaml_schema_value_t){.type = CYAML_FLOAT, .data_size = sizeof(double)};
        return true;
    case OPTION_TEXT:
        *value =
            (cyaml_schema_value_t){.type = CYAML_STRING,
                                   .flags = CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                                   .data_size = sizeof(char),
                                   .string = {0, CYAML_UNLIMITED}};
        return true;
    case OPTION_CHOICE:
        return describe_choice(arena, option, value);
    case OPTION_FILE:
        return describe_file(arena, value);
    case OPTION_GROUP:
        value->type = CYAML_MAPPING;
        value->data_size = 1; /* it is part of its parent's struct */
        value->mapping.fields = describe_fields(arena, option->fields, false);
        return value->mapping.fields;
    case OPTION_LIST:
    case OPTION_MAP:
        return describe_items(arena, option, field);
    }
    return false;
}

/* ---- reading ---- */

/* Memory for libcyaml from an arena: room doubles, since lists grow by one item. */
struct room {
    size_t bytes;
    char pad[16 - sizeof(size_t)];
};

static void *resize(void *context, void *old, size_t bytes)
{
    struct room *room = old ? (struct room *)old - 1 : NULL;
    if (!bytes || (room && room->bytes >= bytes))
        return bytes ? old : NULL;
    size_t enough = room ? room->bytes : 16;
    while (enough < bytes)
        enough *= 2;
    struct room *more = arena_take(context, sizeof *more + enough);
    if (!more)
        return NULL;
    more->bytes = enough;
    if (room)
        memcpy(more + 1, old, room->bytes);
    return more + 1;
}

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the config");
}

/* libcyaml tells its complaint and a backtrace in several pieces. */
struct complaint {
    char text[500];
    size_t used;
};

static void hear(cyaml_log_t level, void *context, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static void hear(cyaml_log_t level, void *context, const char *format, va_list args)
{
    struct complaint *heard = context;
    (void)level;
    if (heard->used + 1 >= sizeof heard->text)
        return;
    size_t room = sizeof heard->text - heard->used;
    int n = vsnprintf(heard->text + heard->used, room, format, args);
    if (n < 0)
        return;
    heard->used += (size_t)n < room ? (size_t)n : room - 1;
    for (char *c = heard->text; *c; c++)
        if (*c == '\n')
            *c = ';';
}

enum status config_fill_text(const struct config_option *table, size_t bytes,
                             const char *text, const char *name, struct arena *perm,
                             void **out, struct error *err)
{
    struct complaint heard = {.text = ""};
    cyaml_config_t config = {.log_fn = hear,
                             .log_ctx = &heard,
                             .mem_fn = resize,
                             .mem_ctx = perm,
                             .log_level = CYAML_LOG_ERROR};
    cyaml_schema_value_t schema = {.type = CYAML_MAPPING,
                                   .flags = CYAML_FLAG_POINTER,
                                   .data_size = (uint32_t)bytes};
    schema.mapping.fields = describe_fields(perm, table, false);
    if (!schema.mapping.fields)
        return no_memory(err);
    *out = NULL;
    cyaml_err_t failure = cyaml_load_data((const uint8_t *)text, strlen(text), &config,
                                          &schema, out, NULL);
    /* Our text is YAML: libyaml stumbles over nothing but memory. */
    if (failure == CYAML_ERR_OOM || failure == CYAML_ERR_LIBYAML_PARSER_INIT ||
        failure == CYAML_ERR_LIBYAML_EVENT_INIT || failure == CYAML_ERR_LIBYAML_PARSER)
        return no_memory(err);
    if (failure != CYAML_OK)
        return error_at(err, name, "%s: %s", cyaml_strerror(failure), heard.text);
    /* libcyaml makes no struct when every key is left out. */
    if (!*out)
        *out = arena_take(perm, bytes);
    return *out ? STATUS_OK : no_memory(err);
}

enum status config_fill(const struct config_option *table, size_t bytes,
                        const struct config_node *section, const char *name,
                        struct arena *perm, void **out, struct error *err)
{
    if (!table || !table[0].name) {
        *out = arena_take(perm, bytes ? bytes : 1);
        return *out ? STATUS_OK : no_memory(err);
    }
    struct config_text lowered = config_text_begin(perm);
    lower_fields(&lowered, table, section, NULL);
    const char *text = config_text_end(&lowered);
    return text ? config_fill_text(table, bytes, text, name, perm, out, err)
                : no_memory(err);
}

void config_fill_files(const struct config_option *table, void *section,
                       schema_visit_file *visit, void *context)
{
    for (const struct config_option *o = table; o && o->name; o++) {
        char *at = (char *)section + o->offset;
        struct option_list *list = (struct option_list *)(void *)at;
        if (o->type == OPTION_FILE)
            visit(context, (struct option_file *)(void *)at);
        else if (o->type == OPTION_GROUP)
            config_fill_files(o->fields, at, visit, context);
        else if (o->type == OPTION_LIST || o->type == OPTION_MAP)
            for (size_t i = 0; i < list->count; i++)
                config_fill_files(o->fields, (char *)list->items + i * o->item_bytes,
                                  visit, context);
    }
}
