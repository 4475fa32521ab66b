#include "config_value.h"
#include "list_sections.h"
#include "manual_pages.h"
#include "roff.h"

#include <stdio.h>
#include <string.h>

enum { KEY_BYTES = 256, TEXT_BYTES = 1536 };

static const char *const headings[] = {[SECTION_PROBLEM] = "PROBLEMS",
                                       [SECTION_ALGORITHM] = "ALGORITHMS",
                                       [SECTION_SETTINGS] = "SETTINGS",
                                       [SECTION_FILE] = "FURTHER FILES"};

static const char form[] =
    "A config is a YAML file. The key problem names a problem and the key algorithm an "
    "algorithm, and a section with the name of each has its keys:\n";

static const char notes[] =
    "Files are relative to the config, or with -s to the working directory. Keys in "
    "seconds "
    "(ending with _s) may be durations: 90s, 30min, 8h, 1d12h. Below, [] stands for "
    "each "
    "item of a list. skerry check CONFIG prints a config with all defaults.\n";

/* "MEANING. TYPE; default: VALUE". */
static void print_key(const char *key, const struct config_option *option)
{
    char text[TEXT_BYTES], expected[TEXT_BYTES / 2];
    const char *meaning = option->meaning ? option->meaning : "";
    config_value_expected(option, expected, sizeof expected);
    char *items = strstr(expected, ", each with keys");
    if (items) /* they follow */
        *items = '\0';
    snprintf(
        text, sizeof text, "%s%s(%s; %s%s)", meaning, *meaning ? " " : "", expected,
        !option->fallback                ? "must be given"
        : !strcmp(option->fallback, "~") ? "may be absent"
                                         : "default: ",
        option->fallback && strcmp(option->fallback, "~") != 0 ? option->fallback : "");
    roff_item(key, "", text);
}

/* Keys of a table, of its groups and of the items of its lists; `prefix` may be empty. */
static void print_fields(const char *prefix, const struct config_option *fields)
{
    for (; fields && fields->name; fields++) {
        char key[KEY_BYTES];
        bool is_map = fields->type == OPTION_MAP;
        bool has_items = is_map || fields->type == OPTION_LIST;
        snprintf(key, sizeof key - 8, "%s%s%s", prefix, *prefix ? "." : "",
                 fields->name);
        if (fields->type != OPTION_GROUP)
            print_key(key, fields);
        if (has_items)
            strcat(key, is_map ? ".NAME" : "[]");
        if (fields->type == OPTION_GROUP || (has_items && !option_is_plain(fields)))
            print_fields(key, fields->fields);
    }
}

static void print_section(const struct section *section)
{
    const char *problem = section->problem;
    printf(".SS ");
    roff_text(section->name);
    putchar('\n');
    roff_text(section->summary);
    if (problem) {
        fputs(" (problem ", stdout);
        roff_text(problem);
        putchar(')');
    }
    puts(".");
    print_fields(section->kind == SECTION_FILE ? "" : section->name, section->options);
}

void manual_print_config(void)
{
    static const char *const lines[] = {
        "problem: party", "party:",         "  heroes: heroes.csv",
        "algorithm: ga",  "run: {seed: 1}", NULL};
    static const char *const others[] = {"skerry(1)", "skerry-run(1)",
                                         "skerry-check(1)", "skerry-list(1)", NULL};
    static struct section sections[MAX_SECTIONS];
    size_t n = list_sections(&registry_all, sections);
    roff_begin("skerry-config", 5, "configs of skerry");
    roff_heading("DESCRIPTION");
    roff_text(form);
    puts(".PP");
    roff_example(lines);
    puts(".PP");
    roff_text(notes);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || sections[i].kind != sections[i - 1].kind)
            roff_heading(headings[sections[i].kind]);
        print_section(&sections[i]);
    }
    roff_see_also(others);
}
