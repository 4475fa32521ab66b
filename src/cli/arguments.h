/* Command-line arguments: one table for parsing (with getopt_long) and for --help. */
#ifndef SKERRY_CLI_ARGUMENTS_H
#define SKERRY_CLI_ARGUMENTS_H

#include "arena.h"
#include "status.h"

#include <stdbool.h>

enum argument_type {
    ARGUMENT_FLAG, /* bool: true if given */
    ARGUMENT_TEXT, /* const char *: the last one given */
    ARGUMENT_NEED, /* the same, required */
    ARGUMENT_OUT,  /* the same, NULL for "-": standard output */
    ARGUMENT_MANY  /* struct argument_list: all values given */
};

struct argument_list {
    const char **items;
    size_t count;
};

struct argument {
    char letter;       /* "-s"; '\0': none. The end of a table has neither */
    const char *name;  /* "--json" without its dashes; NULL: none */
    const char *value; /* placeholder in the help text: "FILE"; NULL: a flag */
    enum argument_type type;
    void *into;
    const char *meaning;
};

/* The arguments of a command. */
struct usage {
    const char *line;    /* "skerry run CONFIG [-s KEY=VALUE]... [options]" */
    const char *summary; /* a sentence */
    const struct argument *arguments;
    const char *positional; /* name of the positional arguments: "config" */
    size_t least, most;     /* number of positional arguments */
};

/* Sets the variables of the table; positional arguments go to `words`. argv[0] is the
 * command.
 *
 * help  out: --help was given, which overrides all that follows it; rank 0 has printed the
 *       help text on stdout
 * err   STATUS_INPUT in one line: the wrong argument and what was expected */
enum status arguments_parse(int argc, char **argv, const struct usage *usage, int rank,
                            struct arena *perm, struct argument_list *words, bool *help,
                            struct error *err);

/* The same for a command that takes one positional argument at most; NULL: there is none, or
 * --help was given. */
enum status arguments_parse_word(int argc, char **argv, const struct usage *usage,
                                 int rank, struct arena *perm, const char **word,
                                 bool *help, struct error *err);

enum { ARGUMENTS_MOST_RANKS = 65536 };

/* The value of an argument that is a whole number, 1 to `most`.
 *
 * name  of the argument, for the error: "--ranks"
 * err   STATUS_INPUT */
enum status arguments_count(const char *name, const char *text, size_t most,
                            size_t *number, struct error *err);

#endif
