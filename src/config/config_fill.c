#include "config_fill.h"

#include "config_value.h"

#include <math.h>
#include <string.h>

/* The functions that fill return whether there was enough memory; all other errors have been
 * detected when the tree was resolved. */
static bool fill_fields(const struct config_option *fields,
                        const struct config_node *map, struct arena *perm, void *out);

static void fill_absent(const struct config_option *option, void *out)
{
    ensure(option->type != OPTION_BOOL && option->type != OPTION_GROUP);
    switch (option->type) {
    case OPTION_INT:
        *(int64_t *)out = OPTION_ABSENT;
        break;
    case OPTION_REAL:
        *(double *)out = NAN;
        break;
    case OPTION_TEXT:
        *(const char **)out = NULL;
        break;
    case OPTION_FILE:
        *(struct option_file *)out = (struct option_file){.path = NULL};
        break;
    case OPTION_CHOICE:
        *(int *)out = -1;
        break;
    case OPTION_LIST:
    case OPTION_MAP:
        *(struct option_list *)out = (struct option_list){.items = NULL};
        break;
    case OPTION_BOOL:
    case OPTION_GROUP:
        break;
    }
}

static bool fill_text(const char *text, struct arena *perm, const char **out)
{
    *out = arena_text(perm, text);
    return *out;
}

static bool fill_file(const char *path, struct arena *perm, struct option_file *out)
{
    *out = (struct option_file){.path = NULL};
    return fill_text(path, perm, &out->path);
}

static int choice_index(const struct config_option *option, const char *name)
{
    int i = 0;
    while (option->choices[i] && strcmp(option->choices[i], name) != 0)
        i++;
    ensure(option->choices[i]);
    return i;
}

static bool fill_value(const struct config_option *option,
                       const struct config_node *node, struct arena *perm, void *out);

static bool fill_item(const struct config_option *option,
                      const struct config_node *node, struct arena *perm, char *item)
{
    const struct config_option *fields = option->fields;
    if (option->type == OPTION_MAP &&
        !fill_text(node->key, perm, (const char **)(void *)item))
        return false;
    return option_is_plain(option)
               ? fill_value(&fields[0], node, perm, item + fields[0].offset)
               : fill_fields(fields, node, perm, item);
}

static bool fill_items(const struct config_option *option,
                       const struct config_node *node, struct arena *perm,
                       struct option_list *out)
{
    *out = (struct option_list){.count = node->count};
    if (!node->count)
        return true;
    char *item = arena_take_array(perm, node->count, option->item_bytes);
    out->items = item;
    if (!item)
        return false;
    for (const struct config_node *n = node->first; n; n = n->next) {
        if (!fill_item(option, n, perm, item))
            return false;
        item += option->item_bytes;
    }
    return true;
}

static bool fill_value(const struct config_option *option,
                       const struct config_node *node, struct arena *perm, void *out)
{
    bool huge;
    if (!node || node->kind == CONFIG_NODE_NULL) {
        fill_absent(option, out);
        return true;
    }
    switch (option->type) {
    case OPTION_BOOL:
        ensure(config_value_bool(node->text, out));
        return true;
    case OPTION_INT:
        ensure(config_value_int(node->text, out, &huge));
        return true;
    case OPTION_REAL:
        ensure(config_value_real(node->text, out, &huge));
        return true;
    case OPTION_TEXT:
        return fill_text(node->text, perm, out);
    case OPTION_FILE:
        return fill_file(node->text, perm, out);
    case OPTION_CHOICE:
        *(int *)out = choice_index(option, node->text);
        return true;
    case OPTION_GROUP:
        return fill_fields(option->fields, node, perm, out);
    case OPTION_LIST:
    case OPTION_MAP:
        return fill_items(option, node, perm, out);
    }
    return true;
}

static bool fill_fields(const struct config_option *fields,
                        const struct config_node *map, struct arena *perm, void *out)
{
    for (const struct config_option *o = fields; o && o->name; o++)
        if (!fill_value(o, config_node_get(map, o->name), perm,
                        (char *)out + o->offset))
            return false;
    return true;
}

enum status config_fill(const struct config_option *table, size_t bytes,
                        const struct config_node *section, struct arena *perm,
                        void **out, struct error *err)
{
    *out = arena_take(perm, bytes ? bytes : 1);
    if (!*out || !fill_fields(table, section, perm, *out))
        return error_set(err, STATUS_MEMORY, "no memory for the config");
    return STATUS_OK;
}

void config_fill_files(const struct config_option *table, void *section,
                       config_visit_file *visit, void *context)
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
