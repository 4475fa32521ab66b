/* Sections as commented YAML. */
#include "list_sections.h"

#include "config_value.h"

#include <string.h>

enum { COMMENT_COLUMN = 30, LAST_COLUMN = 96, LINE_BYTES = 160, NOTE_BYTES = 1024 };

void list_print_line(FILE *out, const char *left, const char *note, size_t column,
                     const char *mark)
{
    size_t at = strlen(left), room = LAST_COLUMN - column - strlen(mark);
    fputs(left, out);
    if (*note && at + 1 > column) {
        fputc('\n', out);
        at = 0;
    }
    while (*note) {
        size_t n = strlen(note);
        if (n > room)
            for (n = room; n > 0 && note[n] != ' ';)
                n--;
        if (n == 0) /* a word longer than the line */
            n = strcspn(note, " ");
        fprintf(out, "%*s%s%.*s\n", (int)(column - at), "", mark, (int)n, note);
        note += n + strspn(note + n, " ");
        at = 0;
    }
    if (at)
        fputc('\n', out);
}

/* "meaning (type and range; must be given)". */
static void describe(const struct config_option *option, char *note)
{
    char expected[NOTE_BYTES / 2];
    config_value_expected(option, expected, sizeof expected);
    /* The keys of items follow on separate lines. */
    char *items = strstr(expected, ", each with keys");
    if (items)
        *items = '\0';
    const char *meaning = option->meaning ? option->meaning : "";
    if (option->type == OPTION_GROUP)
        snprintf(note, NOTE_BYTES, "%s", meaning);
    else
        snprintf(note, NOTE_BYTES, "%s (%s%s)", meaning, expected,
                 option->fallback ? "" : "; must be given");
}

static void print_fields(FILE *out, const struct config_option *fields,
                         const char *indent, const char *first);

/* first: prefix of the first line; indent: prefix of the following lines. */
static void print_key(FILE *out, const struct config_option *option, const char *first,
                      const char *indent)
{
    char left[LINE_BYTES], note[NOTE_BYTES], below[LINE_BYTES], item[LINE_BYTES];
    bool has_value = option->type != OPTION_GROUP && option->fallback;
    describe(option, note);
    snprintf(left, sizeof left, "%s%s:%s%s", first, option->name, has_value ? " " : "",
             has_value ? option->fallback : "");
    list_print_line(out, left, note, COMMENT_COLUMN, "# ");
    if (option->type == OPTION_GROUP) {
        snprintf(below, sizeof below, "%s  ", indent);
        print_fields(out, option->fields, below, below);
    }
    if ((option->type == OPTION_LIST || option->type == OPTION_MAP) &&
        !option_is_plain(option)) {
        const char *mark = strchr(indent, '#') ? "  " : "# ";
        snprintf(item, sizeof item, "%s%s- ", indent, mark);
        snprintf(below, sizeof below, "%s%s  ", indent, mark);
        if (option->type == OPTION_MAP)
            fprintf(out, "%s%sNAME:\n", indent, mark);
        print_fields(out, option->fields, below,
                     option->type == OPTION_MAP ? below : item);
    }
}

static void print_fields(FILE *out, const struct config_option *fields,
                         const char *indent, const char *first)
{
    for (size_t i = 0; fields && fields[i].name; i++)
        print_key(out, &fields[i], i ? indent : first, indent);
}

/* The keys of a file are not below its name. */
static void print_file(const struct section *section, FILE *out)
{
    char note[NOTE_BYTES];
    snprintf(note, sizeof note, "%s (problem %s)", section->summary, section->problem);
    list_print_line(out, "", note, 0, "# ");
    print_fields(out, section->options, "", "");
}

void list_print_section(const struct section *section, FILE *out)
{
    const struct config_option *options = section->options;
    char left[LINE_BYTES], note[NOTE_BYTES];
    bool has_keys = options && options[0].name;
    bool is_text = section->kind == SECTION_SETTINGS && !has_keys;
    if (section->kind == SECTION_FILE) {
        print_file(section, out);
        return;
    }
    snprintf(left, sizeof left, "%s:%s", section->name,
             is_text    ? " ..."
             : has_keys ? ""
                        : " {}");
    snprintf(note, sizeof note, "%s%s%s%s", section->summary,
             section->problem ? " (problem " : "",
             section->problem ? section->problem : "", section->problem ? ")" : "");
    list_print_line(out, left, note, COMMENT_COLUMN, "# ");
    print_fields(out, options, "  ", "  ");
}
