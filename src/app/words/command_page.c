#include "command_page.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 16 };

/* What `skerry COMMAND --help=table` prints, up to MOST_BYTES - 1; false if it fails. */
static bool ask(const char *command, char text[MOST_BYTES])
{
    int ends[2], code = 1;
    size_t used = 0;
    if (pipe(ends))
        return false;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl("/proc/self/exe", "skerry", command, "--help=table", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t n = 1; n > 0 && used<MOST_BYTES - 1; used += n> 0 ? (size_t)n : 0)
        n = read(ends[0], text + used, MOST_BYTES - 1 - used);
    text[used] = '\0';
    close(ends[0]);
    return child > 0 && waitpid(child, &code, 0) == child && code == 0;
}

static void add_line(const char **lines, const char *line)
{
    size_t n = 0;
    while (lines[n])
        n++;
    if (n < PAGE_MOST_LINES)
        lines[n] = line;
}

/* Cuts the next field off a line. */
static const char *next_field(char **rest)
{
    const char *field = strsep(rest, "\t");
    return field ? field : "";
}

static void read_line(char *line, struct command_page *page)
{
    const char *kind = next_field(&line);
    if (!strcmp(kind, "usage"))
        add_line(page->usage, next_field(&line));
    else if (!strcmp(kind, "summary"))
        add_line(page->summary, next_field(&line));
    else if (!strcmp(kind, "positional"))
        page->positional = next_field(&line);
    else if (!strcmp(kind, "option") && page->n_options < PAGE_MOST_OPTIONS) {
        struct page_option *option = &page->options[page->n_options++];
        option->letter = next_field(&line);
        option->name = next_field(&line);
        option->value = next_field(&line);
        option->meaning = next_field(&line);
    }
}

enum status command_page_read(const char *command, struct arena *perm,
                              struct command_page *page, struct error *err)
{
    char *text = arena_take(perm, MOST_BYTES);
    *page = (struct command_page){.positional = ""};
    if (!text)
        return error_set(err, STATUS_MEMORY, "no memory for a page");
    if (!ask(command, text))
        return error_set(err, STATUS_FAILED, "%s --help=table failed", command);
    for (char *line; (line = strsep(&text, "\n"));)
        read_line(line, page);
    return STATUS_OK;
}
