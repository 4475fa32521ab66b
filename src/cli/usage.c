#include "usage.h"

#include <stdio.h>
#include <string.h>

bool usage_is_asked(const char *word, bool *table)
{
    *table = !strcmp(word, "--help=table");
    return *table || !strcmp(word, "--help") || !strcmp(word, "-h");
}

static bool is_end(const struct argument *argument)
{
    return !argument->letter && !argument->name;
}

static void print_text(const struct usage *usage)
{
    printf("usage: %s\n\n%s\n\n", usage->line, usage->summary);
    for (const struct argument *a = usage->arguments; !is_end(a); a++) {
        char left[64], letter[4] = "";
        if (a->letter)
            snprintf(letter, sizeof letter, "-%c%s", a->letter, a->name ? "," : "");
        snprintf(left, sizeof left, "%-3s %s%s%s%s", letter, a->name ? "--" : "",
                 a->name ? a->name : "", a->value ? " " : "", a->value ? a->value : "");
        printf("  %-24s %s\n", left, a->meaning);
    }
    printf("  %-24s %s\n", "-h, --help", "print this help");
}

/* Prints "name<tab>line" for each line of the text. */
static void print_lines(const char *name, const char *text)
{
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        printf("%s\t%.*s\n", name, (int)n, text);
    }
}

/* "[-n LEVELS]" and "[--json]" of a usage line. */
static void print_bracketed(const char *line)
{
    for (const char *at = strstr(line, "[-"); at; at = strstr(at + 1, "[-")) {
        bool is_long = at[2] == '-';
        const char *option = at + 1;
        int n = (int)strcspn(option, " ]"), gap = option[n] == ' ';
        const char *value = option + n + gap;
        int bytes = gap ? (int)strcspn(value, "]") : 0;
        printf("option\t%.*s\t%.*s\t%.*s\t\n", is_long ? 0 : n, option, is_long ? n : 0,
               option, bytes, value);
    }
}

static void print_table(const struct usage *usage)
{
    print_lines("usage", usage->line);
    print_lines("summary", usage->summary);
    printf("positional\t%s\n", usage->positional ? usage->positional : "");
    if (is_end(usage->arguments))
        print_bracketed(usage->line);
    for (const struct argument *a = usage->arguments; !is_end(a); a++) {
        char letter[3] = {a->letter ? '-' : '\0', a->letter, '\0'};
        printf("option\t%s\t%s%s\t%s\t%s\n", letter, a->name ? "--" : "",
               a->name ? a->name : "", a->value ? a->value : "", a->meaning);
    }
    puts("option\t-h\t--help\t\tprint this help");
}

void usage_print(const struct usage *usage, bool table)
{
    table ? print_table(usage) : print_text(usage);
}
