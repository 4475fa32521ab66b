/* The config section `python:`. */
#ifndef SKERRY_PYTHON_KEYS_H
#define SKERRY_PYTHON_KEYS_H

#include "option.h"

/* A value of `arguments`: JSON, or text. */
struct python_argument {
    const char *key, *value;
};

/* A file of `files`. */
struct python_data {
    const char *key;
    struct option_file file;
};

struct python_keys {
    struct option_file file;
    const char *name;             /* of the class; NULL: the only one */
    struct option_list arguments; /* struct python_argument */
    struct option_list files;     /* struct python_data */
    double evaluation_timeout_s;
    bool traceback;
};

extern const struct config_option python_options[];

#endif
