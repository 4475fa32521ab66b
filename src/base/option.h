/* Option tables: one table describes the keys of a config section, for parsing, checking,
 * defaults, the resolved config and `skerry list`.
 *
 * The owner of a section declares a struct, and a table that maps keys to its members:
 *
 *     struct ga_keys { int64_t population; double mutation; };
 *     static const struct config_option ga_options[] = {
 *         OPTION_INT_AT(struct ga_keys, population, "10", 1, 1e6, "individuals an island"),
 *         OPTION_REAL_AT(struct ga_keys, mutation, "0.2", 0, 1, "mutation rate"),
 *         OPTION_END};
 *
 * Types, ranges and unknown keys are checked when the struct is filled; its user checks only
 * what the table cannot express, with error_at. */
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
    OPTION_INT,    /* int64_t; OPTION_ABSENT if absent or ~ */
    OPTION_REAL,   /* double; NaN if absent or ~ */
    OPTION_TEXT,   /* const char *; NULL if absent or ~ */
    OPTION_FILE,   /* struct option_file; data is NULL if absent or ~ */
    OPTION_CHOICE, /* int: index into `choices`; -1 if absent or ~ */
    OPTION_GROUP,  /* a nested struct described by `fields`; cannot be absent */
    OPTION_LIST, /* struct option_list of items described by `fields` (see below); empty
                    if absent or ~ */
    OPTION_MAP   /* struct option_list of structs that begin with `const char *key` */
};

#define OPTION_ABSENT INT64_MIN

/* The contents of a file named by a key, whose path is relative to the config file. Rank 0
 * reads it, all ranks have the same bytes, and the result file keeps a copy. The data are
 * followed by a NUL that `bytes` does not count. */
struct option_file {
    const char *path; /* absolute, or relative to the working directory */
    const unsigned char *data;
    size_t bytes;
};

struct option_list {
    void *items; /* count structs of item_bytes each */
    size_t count;
};

/* LIST: `fields` describes an item, a struct of item_bytes bytes. For items that are plain
 * values instead of mappings it has one field with an empty name; for a list of lists, one
 * field of type OPTION_LIST with an empty name. MAP: keys are arbitrary; `fields` describes
 * the value in the same way, and its struct begins with `const char *key`. */
struct config_option {
    const char *name; /* NULL ends the table */
    enum option_type type;
    size_t offset;        /* in the section's struct */
    const char *fallback; /* default as YAML text; NULL: required; "~": may be absent */
    double min, max;      /* INT, REAL: range of the value; LIST, MAP: of the count */
    const char *const *choices;         /* CHOICE: names, NULL at the end */
    const struct config_option *fields; /* GROUP, LIST, MAP */
    size_t item_bytes;                  /* LIST, MAP */
    const char *meaning;                /* one line for users, with the unit */
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
