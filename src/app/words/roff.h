/* Manual pages in the man macros of roff. Used inside src/app/words. */
#ifndef SKERRY_APP_ROFF_H
#define SKERRY_APP_ROFF_H

#include <stdbool.h>

/* Begins a page on stdout: "skerry-run", 1, "run a config". */
void roff_begin(const char *name, int section, const char *summary);

/* A section's heading, in capitals. */
void roff_heading(const char *text);

/* Text that may hold anything; no newline follows. */
void roff_text(const char *text);

/* A line of text in bold. */
void roff_bold(const char *text);

/* An indented paragraph under a heading "tag value", the tag in bold; value "": none. */
void roff_item(const char *tag, const char *value, const char *text);

/* Lines as they are, indented; ended by NULL. */
void roff_example(const char *const *lines);

/* SEE ALSO: pages "skerry-run(1)", ended by NULL. */
void roff_see_also(const char *const *pages);

#endif
