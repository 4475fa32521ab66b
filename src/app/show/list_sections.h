/* All config sections that a registry knows, for list_command.c. */
#ifndef SKERRY_APP_LIST_SECTIONS_H
#define SKERRY_APP_LIST_SECTIONS_H

#include "registry.h"

#include <stdio.h>

enum section_kind { SECTION_PROBLEM, SECTION_ALGORITHM, SECTION_SETTINGS };

struct section {
    enum section_kind kind;
    const char *name, *summary;
    const struct config_option *options;
    const char *problem; /* ALGORITHM: the only problem that has it; NULL: any */
};

enum { MAX_SECTIONS = 128 };

/* Problems, general algorithms, each problem's own, settings; returns how many. */
size_t list_sections(const struct registry *registry, struct section *sections);

/* One line: `left`, then `note` from a column on, each of its lines after `mark`, up to
 * column 96. */
void list_print_line(FILE *out, const char *left, const char *note, size_t column,
                     const char *mark);

/* One section as commented YAML; as JSON. */
void list_print_section(const struct section *section, FILE *out);
struct json_t *list_json_section(const struct section *section);

#endif
