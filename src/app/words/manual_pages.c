#include "manual_pages.h"

#include "roff.h"

#include <stdio.h>
#include <string.h>

static void print_commands(const struct command *commands)
{
    struct command_name one;
    roff_heading("COMMANDS");
    for (size_t i = 0; command_name_at(commands, i, &one); i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s%s%s", one.summary,
                 one.problem ? " (problem " : "", one.problem ? one.problem : "",
                 one.problem ? ")" : "");
        roff_item(one.name, "", text);
    }
}

static void print_exit_codes(void)
{
    roff_heading("EXIT STATUS");
    roff_item("0", "",
              "success; of run, repair, parties and disjoint: a solution was found");
    roff_item("1", "", "a run or a check failed, or a time limit cut the output short");
    roff_item("2", "", "wrong usage, config or input, said in one line on stderr");
    roff_item("3", "", "of run, repair, parties and disjoint: proven infeasible");
    roff_item("4", "", "of run, repair, parties and disjoint: no solution found");
}

void manual_print_program(const struct command *commands)
{
    static const char *const examples[] = {
        "skerry init party", "skerry run party/party.yaml -o result.h5",
        "skerry show result.h5",
        "mpirun -n 5 skerry run party/party.yaml -s run.seed=7", NULL};
    static const char *const others[] = {"skerry-run(1)", "skerry-config(5)",
                                         "mpirun(1)", NULL};
    roff_begin("skerry", 1, "an island-model optimizer for puzzles");
    roff_heading("SYNOPSIS");
    roff_bold("skerry COMMAND [arguments]");
    roff_heading("DESCRIPTION");
    roff_text(
        "Runs evolutionary and exact algorithms on puzzles. Under mpirun, the islands "
        "of a run are distributed over the ranks; the result, one HDF5 file, is the "
        "same on any number of them, if run.islands is set.\n");
    print_commands(commands);
    puts(".PP");
    roff_text(
        "Each has a page of its own, such as skerry-run(1), and prints its usage with "
        "--help.\n");
    print_exit_codes();
    roff_heading("EXAMPLES");
    roff_example(examples);
    roff_see_also(others);
}

static void print_usage(const char *const *lines)
{
    for (; *lines; lines++) {
        roff_bold(*lines + strspn(*lines, " "));
        fputs(lines[1] ? ".br\n" : "", stdout);
    }
}

/* Lines stay lines; empty ones divide paragraphs. */
static void print_summary(const char *const *lines)
{
    bool is_inside = false;
    for (; *lines; lines++) {
        const char *text = *lines + strspn(*lines, " ");
        if (!*text)
            puts(".PP");
        else
            fputs(is_inside ? ".br\n" : "", stdout);
        roff_text(text);
        fputs(*text ? "\n" : "", stdout);
        is_inside = *text;
    }
}

static void print_option(const struct page_option *option)
{
    char names[80];
    snprintf(names, sizeof names, "%s%s%s", option->letter,
             *option->letter && *option->name ? ", " : "", option->name);
    roff_item(names, option->value, option->meaning);
}

void manual_print_command(const struct command_name *command,
                          const struct command_page *page)
{
    static const char *const others[] = {"skerry(1)", "skerry-config(5)", NULL};
    char name[64];
    snprintf(name, sizeof name, "skerry-%s", command->name);
    roff_begin(name, 1, command->summary);
    roff_heading("SYNOPSIS");
    print_usage(page->usage);
    roff_heading("DESCRIPTION");
    print_summary(page->summary);
    roff_heading("OPTIONS");
    for (size_t i = 0; i < page->n_options; i++)
        print_option(&page->options[i]);
    roff_see_also(others);
}
