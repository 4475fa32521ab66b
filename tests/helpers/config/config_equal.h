/* Whether two structs that were filled by one option table say the same. */
#ifndef SKERRY_TESTS_CONFIG_EQUAL_H
#define SKERRY_TESTS_CONFIG_EQUAL_H

#include "option.h"

#include <string.h>

static inline bool config_equal(const struct config_option *table, const void *a,
                                const void *b);

static inline bool config_equal_texts(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static inline bool config_equal_files(const struct option_file *a,
                                      const struct option_file *b)
{
    return config_equal_texts(a->path, b->path) && a->bytes == b->bytes &&
           !a->data == !b->data &&
           (!a->data || !memcmp(a->data, b->data, a->bytes + 1));
}

static inline bool config_equal_lists(const struct config_option *o,
                                      const struct option_list *a,
                                      const struct option_list *b)
{
    if (a->count != b->count || !a->items != !b->items)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const void *x = (const char *)a->items + i * o->item_bytes;
        const void *y = (const char *)b->items + i * o->item_bytes;
        if (o->type == OPTION_MAP &&
            strcmp(*(const char *const *)x, *(const char *const *)y) != 0)
            return false;
        if (!config_equal(o->fields, x, y))
            return false;
    }
    return true;
}

static inline bool config_equal_values(const struct config_option *o, const void *x,
                                       const void *y)
{
    switch (o->type) {
    case OPTION_BOOL:
        return *(const bool *)x == *(const bool *)y;
    case OPTION_INT:
    case OPTION_REAL:
        return !memcmp(x, y, 8);
    case OPTION_CHOICE:
        return *(const int *)x == *(const int *)y;
    case OPTION_TEXT:
        return config_equal_texts(*(const char *const *)x, *(const char *const *)y);
    case OPTION_FILE:
        return config_equal_files(x, y);
    case OPTION_GROUP:
        return config_equal(o->fields, x, y);
    case OPTION_LIST:
    case OPTION_MAP:
        return config_equal_lists(o, x, y);
    }
    return false;
}

/* Member by member, by the table. */
static inline bool config_equal(const struct config_option *table, const void *a,
                                const void *b)
{
    for (const struct config_option *o = table; o->name; o++)
        if (!config_equal_values(o, (const char *)a + o->offset,
                                 (const char *)b + o->offset))
            return false;
    return true;
}

#endif
