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

/* The lines of options that a usage line may end with, after an empty line; "" if there are none. */
static const char *described_options(const struct usage *usage)
{
    const char *blank = strstr(usage->line, "\n\n");
    return blank ? blank + 2 : "";
}

/* The bytes of the line without them. */
static int line_bytes(const struct usage *usage)
{
    const char *blank = strstr(usage->line, "\n\n");
    return (int)(blank ? (size_t)(blank - usage->line) : strlen(usage->line));
}

static void print_text(const struct usage *usage)
{
    const char *described = described_options(usage);
    printf("usage: %.*s\n\n%s\n\n", line_bytes(usage), usage->line, usage->summary);
    if (*described)
        printf("%s\n", described);
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

/* Prints "name<tab>line" for each line of the first bytes of a text. */
static void print_lines(const char *name, const char *text, size_t bytes)
{
    for (const char *end = text + bytes; text < end;
         text++) { /* past the end of each line */
        size_t n = strcspn(text, "\n");
        n = n < (size_t)(end - text) ? n : (size_t)(end - text);
        printf("%s\t%.*s\n", name, (int)n, text);
        text += n;
    }
}

/* Whether the lines of options have one of this name, of n bytes. */
static bool is_described(const char *described, const char *option, int n)
{
    for (const char *at = described; (at = strchr(at, '-')) != NULL; at++) {
        bool begins = at == described || at[-1] == ' ';
        if (begins && !strncmp(at, option, (size_t)n) &&
            (at[n] == ' ' || at[n] == ',' || at[n] == '\n'))
            return true;
    }
    return false;
}

/* "[-n LEVELS]" and "[--json]" of a usage line, but for those that have a line. */
static void print_bracketed(const char *line, const char *described)
{
    for (const char *at = strstr(line, "[-"); at; at = strstr(at + 1, "[-")) {
        bool is_long = at[2] == '-';
        const char *option = at + 1;
        int n = (int)strcspn(option, " ]"), gap = option[n] == ' ';
        if (is_described(described, option, n))
            continue;
        const char *value = option + n + gap;
        int bytes = gap ? (int)strcspn(value, "]") : 0;
        printf("option\t%.*s\t%.*s\t%.*s\t%s\n", is_long ? 0 : n, option,
               is_long ? n : 0, option, bytes, value,
               !strncmp(value, "KEY=VALUE", (size_t)bytes) && bytes
                   ? "set a key of the config: -s run.seed=7"
                   : "");
    }
}

/* A line of an option, "  -k, --solutions K   at most so many", without its end. */
static void print_described(const char *line, size_t bytes)
{
    const char *end = line + bytes, *at = line + strspn(line, " ");
    int letter = at[1] != '-' ? 2 : 0;
    const char *name = at + letter + strspn(at + letter, ", ");
    if (letter && name[0] != '-') /* "-t S": what follows is its value */
        name = at + letter;
    int n = name[0] == '-' ? (int)strcspn(name, " \n") : 0;
    const char *value = name + n + (name[n] == ' ' && name[n + 1] != ' ');
    int value_bytes = value > name + n ? (int)strcspn(value, " \n") : 0;
    const char *meaning = value + value_bytes;
    meaning += strspn(meaning, " ");
    printf("option\t%.*s\t%.*s\t%.*s\t%.*s", letter, at, n, name, value_bytes, value,
           (int)(end - meaning), meaning);
}

/* All of them; a line that begins with no option continues the one before. */
static void print_all_described(const char *described)
{
    for (size_t n; *described; described += n + (described[n] == '\n')) {
        size_t blanks = strspn(described, " ");
        n = strcspn(described, "\n");
        if (described[blanks] == '-')
            print_described(described, n);
        else
            printf(" %.*s", (int)(n - blanks), described + blanks);
        const char *next = described + n + (described[n] == '\n');
        if (!*next || next[strspn(next, " ")] == '-')
            puts("");
    }
}

static void print_table(const struct usage *usage)
{
    const char *described = described_options(usage);
    print_lines("usage", usage->line, (size_t)line_bytes(usage));
    print_lines("summary", usage->summary, strlen(usage->summary));
    printf("positional\t%s\n", usage->positional ? usage->positional : "");
    if (is_end(usage->arguments))
        print_bracketed(usage->line, described);
    print_all_described(described);
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
