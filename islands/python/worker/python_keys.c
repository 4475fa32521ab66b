#include "python_keys.h"

/* Bounds the memory of the first message; chosen by hand. */
enum { MOST_ARGUMENTS = 64 };

static const struct config_option argument_fields[] = {
    {.name = "",
     .type = OPTION_TEXT,
     .offset = offsetof(struct python_argument, value),
     .meaning = "its value: JSON, or text"},
    OPTION_END};

static const struct config_option data_fields[] = {
    {.name = "",
     .type = OPTION_FILE,
     .offset = offsetof(struct python_data, file),
     .meaning = "a file of data"},
    OPTION_END};

/* The default of evaluation_timeout_s is chosen by hand. */
const struct config_option python_options[] = {
    OPTION_FILE_AT(struct python_keys, file, NULL, "the puzzle: a Python file"),
    {.name = "class",
     .type = OPTION_TEXT,
     .offset = offsetof(struct python_keys, name),
     .fallback = "~",
     .meaning = "its class; absent: the only one with `evaluate`"},
    OPTION_MAP_AT(struct python_keys, arguments, "{}", argument_fields,
                  sizeof(struct python_argument), 0, MOST_ARGUMENTS,
                  "keywords of its __init__, each JSON or text"),
    OPTION_MAP_AT(struct python_keys, files, "{}", data_fields,
                  sizeof(struct python_data), 0, MOST_ARGUMENTS,
                  "further keywords: the contents of files, as bytes"),
    OPTION_REAL_AT(struct python_keys, evaluation_timeout_s, "60", 0.001, 1e9,
                   "the most that one call of its methods may take"),
    OPTION_BOOL_AT(struct python_keys, traceback, "false",
                   "print Python's traceback of an error too"),
    OPTION_END};
