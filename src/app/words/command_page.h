/* The usage of any command, also of those in Python, as data. Used inside src/app/words. */
#ifndef SKERRY_APP_COMMAND_PAGE_H
#define SKERRY_APP_COMMAND_PAGE_H

#include "arena.h"
#include "status.h"

enum { PAGE_MOST_OPTIONS = 32, PAGE_MOST_LINES = 24 };

/* Texts are "" where there is none. */
struct page_option {
    const char *letter, *name, *value, *meaning; /* "-s", "--set", "KEY=VALUE" */
};

struct command_page {
    const char *usage[PAGE_MOST_LINES + 1]; /* NULL at the end */
    const char *summary[PAGE_MOST_LINES + 1];
    const char *positional;
    struct page_option options[PAGE_MOST_OPTIONS];
    size_t n_options;
};

/* Asks the program itself: `skerry COMMAND --help=table` (usage.h).
 *
 * page  out: texts in perm
 * err   STATUS_FAILED if the command has no such help; its own message goes to stderr */
enum status command_page_read(const char *command, struct arena *perm,
                              struct command_page *page, struct error *err);

#endif
