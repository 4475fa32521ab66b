#include "manual_command.h"

#include "arguments.h"
#include "json_output.h"
#include "launch.h"
#include "manual_pages.h"

#include <stdio.h>
#include <string.h>

static enum status refuse(const struct command *commands, const char *name,
                          struct error *err)
{
    const char *nearest = command_name_nearest(commands, name);
    if (nearest)
        return error_set(err, STATUS_INPUT,
                         "manual: no page '%.40s', did you mean '%s'?", name, nearest);
    return error_set(err, STATUS_INPUT,
                     "manual: no page '%.40s' (expected: config, or a command that "
                     "`skerry --help` shows)",
                     name);
}

static enum status print_command(const struct command *commands, const char *name,
                                 struct arena *perm, struct error *err)
{
    struct command_name one;
    struct command_page page;
    size_t i = 0;
    bool known = false;
    while (!known && command_name_at(commands, i++, &one))
        known = !strcmp(one.name, name);
    if (!known)
        return refuse(commands, name, err);
    if (command_page_read(name, perm, &page, err) == STATUS_OK)
        manual_print_command(&one, &page);
    return err->status;
}

/* name: NULL is the program's own page. */
static enum status print_page(const struct command *commands, const char *name,
                              struct arena *perm, struct error *err)
{
    if (!name)
        manual_print_program(commands);
    else if (!strcmp(name, "config"))
        manual_print_config();
    else if (comm_is_launched()) /* it starts the program again */
        return error_set(err, STATUS_INPUT,
                         "manual: runs as one process (expected: skerry manual %.40s "
                         "without mpirun)",
                         name);
    else if (print_command(commands, name, perm, err))
        return err->status;
    return json_output_flush(stdout, err);
}

enum status manual_command(int argc, char **argv, const struct command *commands,
                           struct comm *comm, struct error *err)
{
    static const struct argument table[] = {{0}};
    const struct usage usage = {
        .line = "skerry manual [COMMAND | config]",
        .summary =
            "Prints a manual page, for example: skerry manual config | man -l -\n"
            "Installed pages: man skerry, man skerry-run, man skerry-config.",
        .arguments = table,
        .positional = "page",
        .most = 1};
    struct arena perm;
    const char *name;
    bool help;
    arena_init(&perm);
    if (!arguments_parse_word(argc, argv, &usage, comm->rank, &perm, &name, &help,
                              err) &&
        !help && comm->rank == 0)
        print_page(commands, name, &perm, err);
    arena_free(&perm);
    return comm_agree(comm, err);
}
