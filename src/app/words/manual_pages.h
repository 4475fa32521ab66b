/* The manual pages, on stdout. Used inside src/app/words. */
#ifndef SKERRY_APP_MANUAL_PAGES_H
#define SKERRY_APP_MANUAL_PAGES_H

#include "command_names.h"
#include "command_page.h"

/* skerry(1). */
void manual_print_program(const struct command *commands);

/* skerry-COMMAND(1). */
void manual_print_command(const struct command_name *command,
                          const struct command_page *page);

/* skerry-config(5): every key of every section, with type, range and default. */
void manual_print_config(void);

#endif
