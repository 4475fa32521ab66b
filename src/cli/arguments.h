/* The words after a command: one table serves parsing (by getopt_long) and --help. */
#ifndef SKERRY_CLI_ARGUMENTS_H
#define SKERRY_CLI_ARGUMENTS_H

#include "arena.h"
#include "status.h"

#include <stdbool.h>

enum argument_type {
    ARGUMENT_FLAG, /* bool: true when given */
    ARGUMENT_TEXT, /* const char *: the last one given */
    ARGUMENT_NEED, /* the same, and one must be given */
    ARGUMENT_MANY  /* struct argument_list: all that were given */
};

struct argument_list {
    const char **items;
    size_t count;
};

struct argument {
    char letter;       /* "-s"; '\0': none. The end of a table has neither */
    const char *name;  /* "--json" without its dashes; NULL: none */
    const char *value; /* what follows, for people: "FILE"; NULL: a flag */
    enum argument_type type;
    void *into;
    const char *meaning;
};

/* What a command expects. */
struct usage {
    const char *line;    /* "skerry run CONFIG [-s KEY=VALUE]... [options]" */
    const char *summary; /* a sentence */
    const struct argument *arguments;
    const char *positional; /* what the other words are: "config" */
    size_t least, most;     /* how many of them */
};

/* Fills what the table points to; the other words go to `words`. argv[0] is the
 * command.
 *
 * help  out: --help was given; nothing else then counts. Rank 0 prints what the
 *       command expects on stdout
 * err   STATUS_INPUT in one line: which word is wrong and what was expected */
enum status arguments_parse(int argc, char **argv, const struct usage *usage, int rank,
                            struct arena *perm, struct argument_list *words, bool *help,
                            struct error *err);

#endif
