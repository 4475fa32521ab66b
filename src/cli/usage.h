/* Prints the usage of a command, for people and for other programs. */
#ifndef SKERRY_CLI_USAGE_H
#define SKERRY_CLI_USAGE_H

#include "arguments.h"

/* Whether a word asks for help: -h, --help or --help=table; the last as `table`. */
bool usage_is_asked(const char *word, bool *table);

/* Prints on stdout: the usage line, the summary and the options, or as a table of lines of
 * fields divided by tabs, of which completion and manual pages are made:
 *
 *     usage       a usage line
 *     summary     a line of the summary
 *     positional  the name of the positional arguments
 *     option      letter, name and placeholder, each maybe empty, and meaning
 *
 * The options of a command that has no table are those in [] of its usage line. */
void usage_print(const struct usage *usage, bool table);

#endif
