/* Random option tables, and for each a random struct and the YAML text that says it. */
#ifndef SKERRY_TESTS_CONFIG_RANDOM_H
#define SKERRY_TESTS_CONFIG_RANDOM_H

#include "config_text.h"
#include "option.h"
#include "rng.h"
#include "status.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CONFIG_RANDOM_FIELDS = 6, CONFIG_RANDOM_ITEMS = 4 };

struct config_random {
    struct rng rng;
    struct arena *arena;
    struct config_text yaml;
};

static const char *const config_random_names[] = {"a", "b", "c", "d", "e", "f"};
static const char *const config_random_choices[] = {"none", "ring", "0", "a b", NULL};

/* ---- tables ---- */

static inline const struct config_option *
config_random_table(struct config_random *r, int depth, bool plain, size_t *bytes);

/* Takes the next member of a struct of *bytes bytes; returns its offset. */
static inline size_t config_random_place(size_t size, size_t *bytes)
{
    size_t align = size % 8 ? size : 8, offset = (*bytes + align - 1) / align * align;
    *bytes = offset + size;
    return offset;
}

static inline void config_random_fields(struct config_random *r, int depth,
                                        struct config_option *o, size_t *size)
{
    bool plain = o->type != OPTION_GROUP && rng_chance(&r->rng, 0.5);
    size_t bytes = o->type == OPTION_MAP ? sizeof(const char *) : 0;
    o->fields = config_random_table(r, depth - 1, plain, &bytes);
    if (o->type == OPTION_GROUP)
        *size = bytes;
    else
        o->item_bytes = bytes;
}

static inline struct config_option config_random_option(struct config_random *r,
                                                        int depth, const char *name,
                                                        size_t *bytes)
{
    static const size_t sizes[] = {[OPTION_BOOL] = sizeof(bool),
                                   [OPTION_INT] = sizeof(int64_t),
                                   [OPTION_REAL] = sizeof(double),
                                   [OPTION_TEXT] = sizeof(const char *),
                                   [OPTION_CHOICE] = sizeof(int),
                                   [OPTION_FILE] = sizeof(struct option_file),
                                   [OPTION_LIST] = sizeof(struct option_list),
                                   [OPTION_MAP] = sizeof(struct option_list)};
    struct config_option o = {.name = name,
                              .min = -INFINITY,
                              .max = INFINITY,
                              .choices = config_random_choices};
    o.type =
        (enum option_type)rng_below(&r->rng, depth > 0 ? OPTION_MAP + 1 : OPTION_GROUP);
    size_t size = sizes[o.type];
    if (o.type >= OPTION_GROUP)
        config_random_fields(r, depth, &o, &size);
    o.offset = config_random_place(size, bytes);
    o.fallback = o.type == OPTION_BOOL ? "true" : o.type == OPTION_GROUP ? "{}" : "~";
    return o;
}

/* A table whose tables are nested at most `depth` deep.
 *
 * plain    it describes items that are plain values
 * bytes    in: of what the struct begins with; out: of the struct */
static inline const struct config_option *
config_random_table(struct config_random *r, int depth, bool plain, size_t *bytes)
{
    size_t n = plain ? 1 : 1 + rng_below(&r->rng, CONFIG_RANDOM_FIELDS);
    struct config_option *table = ARENA_NEW(r->arena, struct config_option, n + 1);
    ensure(table);
    for (size_t i = 0; i < n; i++)
        table[i] =
            config_random_option(r, depth, plain ? "" : config_random_names[i], bytes);
    *bytes = (*bytes + 7) / 8 * 8;
    return table;
}

/* ---- values ---- */

static inline void config_random_struct(struct config_random *r,
                                        const struct config_option *table, char *out);

static inline int64_t config_random_int(struct config_random *r)
{
    int64_t value = (int64_t)rng_next(&r->rng) >> rng_below(&r->rng, 64);
    return value == OPTION_ABSENT ? 0 : value;
}

/* Any bits but those of NaN: tiny ones, huge ones, negative zero, infinity. */
static inline double config_random_real(struct config_random *r)
{
    static const double odd[] = {0,      -0.0,  0.1,      1e-310,
                                 5e-324, 1e308, INFINITY, -INFINITY};
    uint64_t bits = rng_next(&r->rng);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (isnan(value) || rng_chance(&r->rng, 0.5))
        value = odd[rng_below(&r->rng, sizeof odd / sizeof *odd)];
    return value;
}

/* Prints text in quotes, which begins with `first`. */
static inline const char *config_random_text(struct config_random *r, const char *first)
{
    static const char *const pieces[][2] = {{"x", "x"},
                                            {" ", " "},
                                            {"~", "~"},
                                            {"12", "12"},
                                            {"\"", "\\\""},
                                            {"\\", "\\\\"},
                                            {"\n", "\\n"},
                                            {"\t", "\\t"},
                                            {": ", ": "},
                                            {"#", "#"},
                                            {"'", "'"},
                                            {"true", "true"},
                                            {"\x1b", "\\e"},
                                            {"\xc3\xa9", "\\xe9"},
                                            {"\xc2\x85", "\\N"},
                                            {"\xe2\x80\xa8", "\\L"},
                                            {"\xef\xbb\xbf", "\\ufeff"},
                                            {"\xf0\x9f\x98\x80", "\\U0001f600"}};
    struct config_text text = config_text_begin(r->arena);
    config_text_print(&text, "%s", first);
    config_text_print(&r->yaml, "\"%s", first);
    for (uint64_t n = rng_below(&r->rng, 6); n > 0; n--) {
        size_t i = rng_below(&r->rng, sizeof pieces / sizeof *pieces);
        config_text_print(&text, "%s", pieces[i][0]);
        config_text_print(&r->yaml, "%s", pieces[i][1]);
    }
    config_text_print(&r->yaml, "\"");
    const char *whole = config_text_end(&text);
    ensure(whole);
    return whole;
}

static inline void config_random_absent(const struct config_option *table, char *out)
{
    for (const struct config_option *o = table; o->name; o++) {
        void *at = out + o->offset;
        if (o->type == OPTION_BOOL)
            *(bool *)at = true;
        else if (o->type == OPTION_INT)
            *(int64_t *)at = OPTION_ABSENT;
        else if (o->type == OPTION_REAL)
            *(double *)at = NAN;
        else if (o->type == OPTION_CHOICE)
            *(int *)at = -1;
        else if (o->type == OPTION_GROUP)
            config_random_absent(o->fields, at);
    }
}

static inline void config_random_value(struct config_random *r,
                                       const struct config_option *o, void *out);

static inline void config_random_items(struct config_random *r,
                                       const struct config_option *o,
                                       struct option_list *out)
{
    bool is_map = o->type == OPTION_MAP, plain = !o->fields[0].name[0];
    out->count = rng_below(&r->rng, CONFIG_RANDOM_ITEMS + 1);
    char *item =
        out->count ? arena_take_array(r->arena, out->count, o->item_bytes) : NULL;
    out->items = item;
    config_text_print(&r->yaml, is_map ? "{" : "[");
    for (size_t i = 0; i < out->count; i++, item += o->item_bytes) {
        config_text_print(&r->yaml, i ? ",\n " : "");
        if (is_map) {
            *(const char **)(void *)item =
                config_random_text(r, config_random_names[i]);
            config_text_print(&r->yaml, ": ");
        }
        if (plain)
            config_random_value(r, &o->fields[0], item + o->fields[0].offset);
        else
            config_random_struct(r, o->fields, item);
    }
    config_text_print(&r->yaml, is_map ? "}" : "]");
}

static inline void config_random_number(struct config_random *r, bool is_real,
                                        void *out)
{
    double real;
    if (!is_real) {
        *(int64_t *)out = config_random_int(r);
        config_text_print(&r->yaml, "%" PRId64, *(int64_t *)out);
        return;
    }
    *(double *)out = real = config_random_real(r);
    if (isinf(real))
        config_text_print(&r->yaml, real < 0 ? "-.inf" : ".inf");
    else
        config_text_print(&r->yaml, "%.17g", real);
}

/* Now and then ~, which stands for the default. */
static inline void config_random_value(struct config_random *r,
                                       const struct config_option *o, void *out)
{
    if (rng_chance(&r->rng, 0.1)) {
        struct config_option alone[2] = {*o};
        alone[0].offset = 0;
        config_random_absent(alone, out);
        config_text_print(&r->yaml, "~");
    } else if (o->type == OPTION_BOOL) {
        *(bool *)out = rng_chance(&r->rng, 0.5);
        config_text_print(&r->yaml, *(bool *)out ? "yes" : "no");
    } else if (o->type == OPTION_INT || o->type == OPTION_REAL) {
        config_random_number(r, o->type == OPTION_REAL, out);
    } else if (o->type == OPTION_TEXT) {
        *(const char **)out = config_random_text(r, "");
    } else if (o->type == OPTION_FILE) {
        ((struct option_file *)out)->path = config_random_text(r, "/");
    } else if (o->type == OPTION_CHOICE) {
        *(int *)out = (int)rng_below(&r->rng, 4);
        config_text_print(&r->yaml, "'%s'", config_random_choices[*(int *)out]);
    } else if (o->type == OPTION_GROUP) {
        config_random_struct(r, o->fields, out);
    } else {
        config_random_items(r, o, out);
    }
}

/* Fills the struct, which is zero, and adds its mapping to the text; some keys are left
 * out. */
static inline void config_random_struct(struct config_random *r,
                                        const struct config_option *table, char *out)
{
    const char *comma = "";
    config_random_absent(table, out);
    config_text_print(&r->yaml, "{");
    for (const struct config_option *o = table; o->name; o++) {
        if (rng_chance(&r->rng, 0.2))
            continue;
        config_text_print(&r->yaml, "%s%s: ", comma, o->name);
        config_random_value(r, o, out + o->offset);
        comma = ", ";
    }
    config_text_print(&r->yaml, "}");
}

#endif
