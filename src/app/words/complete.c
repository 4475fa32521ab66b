#include "complete.h"

#include "command_names.h"
#include "command_page.h"
#include "complete_keys.h"
#include "init_files.h"
#include "json_output.h"
#include "list_sections.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static void offer_commands(const struct command *commands, const char *word)
{
    struct command_name one;
    for (size_t i = 0; command_name_at(commands, i, &one); i++)
        complete_offer(word, one.name, one.summary);
}

static void offer_sections(const char *word)
{
    static struct section sections[MAX_SECTIONS];
    size_t n = list_sections(&registry_all, sections);
    for (size_t i = 0; i < n; i++)
        complete_offer(word, sections[i].name, sections[i].summary);
}

static void offer_problems(const char *word)
{
    for (const struct embedded_file *f = init_files; f->group; f++)
        if (f == init_files || strcmp(f->group, f[-1].group) != 0)
            complete_offer(word, f->group, "");
}

/* The option that a word names, if it wants a value after it; NULL: none. */
static const struct page_option *wants_value(const struct command_page *page,
                                             const char *word)
{
    for (size_t i = 0; i < page->n_options; i++) {
        const struct page_option *option = &page->options[i];
        if (*option->value &&
            (!strcmp(word, option->letter) || !strcmp(word, option->name)))
            return option;
    }
    return NULL;
}

/* The value of an option, by its placeholder. */
static void offer_value(const char *value, const char *word)
{
    static const char *const files[] = {"FILE", "OUT", "GAME", "FOLDER"};
    char names[64];
    if (!strcmp(value, "KEY=VALUE"))
        complete_setting(word);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!strcmp(value, files[i]))
            puts(":files");
    snprintf(names, sizeof names, "%s", value);
    char *rest = strchr(names, '|') ? names : NULL; /* "lp|mps" */
    for (char *name; (name = strsep(&rest, "|"));)
        complete_offer(word, name, "");
}

static void offer_options(const struct command_page *page, const char *word)
{
    for (size_t i = 0; i < page->n_options; i++) {
        const struct page_option *option = &page->options[i];
        complete_offer(word, *option->name ? option->name : option->letter,
                       option->meaning);
    }
}

/* Positional arguments, by their name; `first`: there is none before it. */
static void offer_positional(const struct command *commands, const char *name,
                             const char *word, bool first)
{
    if (!first)
        puts(":files");
    else if (!strcmp(name, "config") || !strcmp(name, "table"))
        puts(":files yaml yml");
    else if (!strncasecmp(name, "result", 6))
        puts(":files h5");
    else if (!strcmp(name, "problem"))
        offer_problems(word);
    else if (!strcmp(name, "name"))
        offer_sections(word);
    else if (!strcmp(name, "page")) {
        complete_offer(word, "config", "every key of a config");
        offer_commands(commands, word);
    } else {
        offer_value(name, word); /* "bash|zsh|fish" */
        if (*name && !strchr(name, '|'))
            puts(":files");
    }
}

/* words: n >= 2, a command and its arguments. */
static enum status complete_arguments(const struct command *commands, char **words,
                                      size_t n, struct arena *perm, struct error *err)
{
    struct command_page page;
    const char *word = words[n - 1];
    bool first = true;
    if (command_page_read(words[0], perm, &page, err))
        return err->status;
    const struct page_option *option = n > 2 ? wants_value(&page, words[n - 2]) : NULL;
    for (size_t i = 1; i + 1 < n; i++)
        if (words[i][0] != '-' && (i == 1 || !wants_value(&page, words[i - 1])))
            first = false;
    if (option)
        offer_value(option->value, word);
    else if (*word == '-')
        offer_options(&page, word);
    else
        offer_positional(commands, page.positional, word, first);
    return STATUS_OK;
}

enum status complete_command(int argc, char **argv, const struct command *commands,
                             struct comm *comm, struct error *err)
{
    struct arena perm;
    struct command_name one;
    bool known = false;
    if (comm->size > 1 || argc < 2)
        return STATUS_OK;
    if (argc == 2) {
        offer_commands(commands, argv[1]);
        if (argv[1][0] == '-') {
            complete_offer(argv[1], "--help", "print the commands");
            complete_offer(argv[1], "--version", "print version and commit");
        }
        return json_output_flush(stdout, err);
    }
    for (size_t i = 0; !known && command_name_at(commands, i, &one); i++)
        known = !strcmp(one.name, argv[1]);
    if (!known)
        return STATUS_OK;
    arena_init(&perm);
    complete_arguments(commands, argv + 1, (size_t)argc - 1, &perm, err);
    arena_free(&perm);
    return err->status ? err->status : json_output_flush(stdout, err);
}
