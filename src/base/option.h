/* Option tables: one table describes the keys of a config section, and serves parsing,
 * checking, defaults, the resolved config and `skerry list`.
 *
 * The owner of a section declares a struct, and a table that says which key fills which
 * member:
 *
 *     struct ga_keys { int64_t population; double mutation; };
 *     static const struct config_option ga_options[] = {
 *         OPTION_INT_AT(struct ga_keys, population, "10", 1, 1e6, "individuals an
 * island"), OPTION_REAL_AT(struct ga_keys, mutation, "0.2", 0, 1, "chance a gene is
 * replaced"), OPTION_END};
 *
 * The struct is filled before anyone sees it: types, ranges and unknown keys are
 * checked, so its reader checks only what the table cannot say, with error_at. */
#ifndef SKERRY_BASE_OPTION_H
#define SKERRY_BASE_OPTION_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum option_type {
    OPTION_BOOL,   /* bool; cannot be absent */
    OPTION_INT,    /* int64_t; OPTION_ABSENT when left out or ~ */
    OPTION_REAL,   /* double; NaN when left out or ~ */
    OPTION_TEXT,   /* const char *; NULL when left out or ~ */
    OPTION_FILE,   /* struct option_file; data NULL when left out or ~ */
    OPTION_CHOICE, /* int: index into `choices`; -1 when left out or ~ */
    OPTION_GROUP,  /* a struct of its own, described by `fields`; cannot be absent */
    OPTION_LIST, /* struct option_list of items described by `fields` (see below); empty
                    when left out or ~ */
    OPTION_MAP   /* struct option_list of structs that begin with `const char *key` */
};

#define OPTION_ABSENT INT64_MIN

/* A file that a key names, read whole; the path is relative to the config file. Rank 0
 * reads, all ranks hold the same bytes, and the result file keeps a copy. The bytes are
 * followed by a NUL that `bytes` does not count. */
struct option_file {
    const char
        *path; /* as a person can find it: absolute or relative to where they are */
    const unsigned char *data;
    size_t bytes;
};

struct option_list {
    void *items; /* count structs of item_bytes each */
    size_t count;
};

/* LIST: `fields` describes an item, a struct of item_bytes bytes. Items that are plain
 * values (no mapping) have one field with the empty name; a list of lists has one field
 * of type OPTION_LIST with the empty name. MAP: keys are free; `fields` describes the
 * value the same way, its struct begins with `const char *key`. */
struct config_option {
    const char *name; /* NULL ends the table */
    enum option_type type;
    size_t offset; /* in the section's struct */
    const char
        *fallback; /* default as YAML text; NULL: must be given; "~": may be left out */
    double min, max; /* INT, REAL: range of the value; LIST, MAP: of the count */
    const char *const *choices;         /* CHOICE: names, NULL at the end */
    const struct config_option *fields; /* GROUP, LIST, MAP */
    size_t item_bytes;                  /* LIST, MAP */
    const char *meaning;                /* one line for people, with the unit */
};

#define OPTION_END                                                                     \
    {                                                                                  \
        .name = NULL                                                                   \
    }
#define OPTION_BOOL_AT(s, m, def, why)                                                 \
    {                                                                                  \
        .name = #m, .type = OPTION_BOOL, .offset = offsetof(s, m), .fallback = def,    \
        .meaning = why                                                                 \
    }
#define OPTION_INT_AT(s, m, def, lo, hi, why)                                          \
    {                                                                                  \
        .name = #m, .type = OPTION_INT, .offset = offsetof(s, m), .fallback = def,     \
        .min = lo, .max = hi, .meaning = why                                           \
    }
#define OPTION_REAL_AT(s, m, def, lo, hi, why)                                         \
    {                                                                                  \
        .name = #m, .type = OPTION_REAL, .offset = offsetof(s, m), .fallback = def,    \
        .min = lo, .max = hi, .meaning = why                                           \
    }
#define OPTION_TEXT_AT(s, m, def, why)                                                 \
    {                                                                                  \
        .name = #m, .type = OPTION_TEXT, .offset = offsetof(s, m), .fallback = def,    \
        .meaning = why                                                                 \
    }
#define OPTION_FILE_AT(s, m, def, why)                                                 \
    {                                                                                  \
        .name = #m, .type = OPTION_FILE, .offset = offsetof(s, m), .fallback = def,    \
        .meaning = why                                                                 \
    }
#define OPTION_CHOICE_AT(s, m, def, names, why)                                        \
    {                                                                                  \
        .name = #m, .type = OPTION_CHOICE, .offset = offsetof(s, m), .fallback = def,  \
        .choices = names, .meaning = why                                               \
    }
#define OPTION_GROUP_AT(s, m, table, why)                                              \
    {                                                                                  \
        .name = #m, .type = OPTION_GROUP, .offset = offsetof(s, m), .fallback = "{}",  \
        .fields = table, .meaning = why                                                \
    }
#define OPTION_LIST_AT(s, m, def, table, bytes, lo, hi, why)                           \
    {                                                                                  \
        .name = #m, .type = OPTION_LIST, .offset = offsetof(s, m), .fallback = def,    \
        .fields = table, .item_bytes = bytes, .min = lo, .max = hi, .meaning = why     \
    }
#define OPTION_MAP_AT(s, m, def, table, bytes, lo, hi, why)                            \
    {                                                                                  \
        .name = #m, .type = OPTION_MAP, .offset = offsetof(s, m), .fallback = def,     \
        .fields = table, .item_bytes = bytes, .min = lo, .max = hi, .meaning = why     \
    }

#ifdef __cplusplus
}
#endif

#endif
