/* Completion of the command line, of which the scripts of src/app/words/shells ask. */
#ifndef SKERRY_APP_COMPLETE_H
#define SKERRY_APP_COMPLETE_H

#include "command.h"

/* `skerry complete WORD...`: the words after `skerry` up to the cursor, the last one unfinished, maybe
 * empty. Prints one candidate a line, after a tab what it is; a candidate that goes on, such as a
 * section of the config, ends with . or =. The line ":files SUFFIX..." stands for files with these
 * suffixes (none: all) in place of the last word, or of what follows its =.
 *
 * commands  the table of the program, ended by a NULL name */
enum status complete_command(int argc, char **argv, const struct command *commands,
                             struct comm *comm, struct error *err);

#endif
