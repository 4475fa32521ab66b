/* The config sections of all problems and algorithms of a registry, for list_command.c. */
#ifndef SKERRY_APP_LIST_SECTIONS_H
#define SKERRY_APP_LIST_SECTIONS_H

#include "registry.h"

#include <stdio.h>

/* FILE: a file of its own, whose keys are not in the config. */
enum section_kind {
    SECTION_PROBLEM,
    SECTION_ALGORITHM,
    SECTION_SETTINGS,
    SECTION_FILE
};

struct section {
    enum section_kind kind;
    const char *name, *summary;
    const struct config_option *options;
    const char *problem; /* ALGORITHM and FILE: the only problem it is for; NULL: any */
    bool ends; /* ALGORITHM: by itself, so that run.epochs does not limit it */
};

enum { MAX_SECTIONS = 128 };

/* Lists problems, general algorithms, those of each problem, settings, and the files of
 * problems; returns their number. */
size_t list_sections(const struct registry *registry, struct section *sections);

/* Prints `left`, then `note` from a column on, wrapped at column 96; each of its lines begins
 * with `mark`. */
void list_print_line(FILE *out, const char *left, const char *note, size_t column,
                     const char *mark);

/* Prints a section as commented YAML; converts it to JSON. */
void list_print_section(const struct section *section, FILE *out);
struct json_t *list_json_section(const struct section *section);

#endif
