/* The scripts of src/app/words/shells, in a group for each shell. */
#ifndef SKERRY_APP_SHELL_SCRIPTS_H
#define SKERRY_APP_SHELL_SCRIPTS_H

#include "embedded_file.h"

extern const struct embedded_file shell_scripts[];

#endif
