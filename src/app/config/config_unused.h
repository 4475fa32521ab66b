/* Sections that a run does not use. Used inside src/app/config. */
#ifndef SKERRY_APP_CONFIG_UNUSED_H
#define SKERRY_APP_CONFIG_UNUSED_H

#include "config_sections.h"

#include <stdio.h>

/* Prints a line for each given section of an algorithm that no island runs; none where -s chose the
 * algorithm. */
void config_unused_warn(const struct config_node *given,
                        const struct registry *registry,
                        const struct config_choice *choice, FILE *warn);

#endif
