#include "problem_command.h"

#include "config.h"
#include "usage.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const struct problem_command *problem_command_at(const struct registry *registry,
                                                 size_t i,
                                                 const struct problem **problem)
{
    for (size_t p = 0; registry->problems[p]; p++) {
        const struct problem_command *own = registry->problems[p]->commands;
        for (; own && own->name; own++)
            if (i-- == 0) {
                *problem = registry->problems[p];
                return own;
            }
    }
    return NULL;
}

/* The arguments that the program handles for a command. */
struct words {
    struct arena perm;
    const char **configs, **overrides;
    size_t n_configs, n_overrides;
    char **rest; /* argv of the command itself */
    int n_rest;
};

/* Whether the usage has an option with a value: "--solutions K" or "-k, --solutions K". */
static bool takes_value(const char *usage, const char *option)
{
    size_t n = strlen(option);
    if (option[0] != '-' || !option[1])
        return false;
    for (const char *at = usage; at && (at = strstr(at, option)) != NULL; at += n) {
        const char *end = at + n;
        if (at > usage && (at[-1] == '-' || isalnum((unsigned char)at[-1])))
            continue;
        if (!strncmp(end, ", --", 4))
            end += 4 + strcspn(end + 4, " \n");
        if (end[0] == ' ' && isupper((unsigned char)end[1]))
            return true;
    }
    return false;
}

/* Extracts the configs and the overrides; keeps the order of the other arguments. */
static enum status sort_words(struct words *words,
                              const struct problem_command *command, int argc,
                              char **argv, struct error *err)
{
    bool takes_config = command->takes_config;
    size_t most = !takes_config ? 0 : command->run_all ? (size_t)argc : 1;
    words->configs = ARENA_NEW(&words->perm, const char *, (size_t)argc + 1);
    words->overrides = ARENA_NEW(&words->perm, const char *, (size_t)argc + 1);
    words->rest = ARENA_NEW(&words->perm, char *, (size_t)argc + 1);
    if (!words->configs || !words->overrides || !words->rest)
        return error_set(err, STATUS_MEMORY, "no memory for the command line");
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        bool sets = takes_config && !strncmp(word, "-s", 2);
        if (sets && !word[2] && i + 1 == argc)
            return error_set(err, STATUS_INPUT,
                             "-s has no value (expected: -s KEY=VALUE)");
        if (sets)
            words->overrides[words->n_overrides++] = word[2] ? word + 2 : argv[++i];
        else if (i > 0 && word[0] != '-' && words->n_configs < most &&
                 !takes_value(command->usage, argv[i - 1]))
            words->configs[words->n_configs++] = word;
        else
            words->rest[words->n_rest++] = argv[i];
    }
    return takes_config && !words->n_configs
               ? error_set(err, STATUS_INPUT, "%s: no config (expected: %s CONFIG)",
                           argv[0], argv[0])
               : STATUS_OK;
}

static bool asks_help(int argc, char **argv, bool *table)
{
    for (int i = 1; i < argc; i++)
        if (usage_is_asked(argv[i], table))
            return true;
    return false;
}

static void print_usage(const struct problem_command *command, bool table)
{
    static const struct argument none[] = {{0}};
    char line[2048];
    int bytes =
        snprintf(line, sizeof line, "skerry %s %s", command->name, command->usage);
    ensure(bytes > 0 && (size_t)bytes < sizeof line);
    const struct usage usage = {.line = line,
                                .summary = command->summary,
                                .arguments = none,
                                .positional = command->takes_config ? "config" : NULL};
    usage_print(&usage, table);
}

/* Reads a config of the command's problem. */
static enum status load_config(const struct problem_command *command,
                               const struct problem *problem, struct words *words,
                               size_t i, struct comm *comm, struct config *config,
                               struct error *err)
{
    struct config_request request = {.path = words->configs[i],
                                     .overrides = words->overrides,
                                     .n_overrides = words->n_overrides};
    if (config_load(&request, &registry_all, comm, &words->perm, config, err))
        return err->status;
    if (config->problem != problem)
        return error_set(err, STATUS_INPUT,
                         "%s: problem %s has no command '%s' (expected: problem %s)",
                         words->configs[i], config->problem->name, command->name,
                         problem->name);
    return STATUS_OK;
}

/* Reads the configs and runs the command with their keys. */
static enum status run_on_configs(const struct problem_command *command,
                                  const struct problem *problem, struct words *words,
                                  struct comm *comm, struct error *err)
{
    char line[sizeof err->text];
    size_t n = words->n_configs;
    struct config *config = ARENA_NEW(&words->perm, struct config, n);
    const void **keys = ARENA_NEW(&words->perm, const void *, n);
    if (!config || !keys)
        return error_set(err, STATUS_MEMORY, "no memory for the configs");
    struct problem_configs configs = {.n = n, .keys = keys, .path = words->configs};
    for (size_t i = 0; i < n; i++) {
        if (load_config(command, problem, words, i, comm, &config[i], err))
            return err->status;
        keys[i] = config[i].problem_keys;
    }
    if (command->run_all)
        command->run_all(words->n_rest, words->rest, &configs, comm, err);
    else
        command->run(words->n_rest, words->rest, keys[0], comm, err);
    if (err->status && err->key[0]) {
        config_locate(&config[configs.at], err, line, sizeof line);
        error_set(err, err->status, "%s", line);
    }
    return err->status;
}

enum status problem_command_run(const struct problem_command *command,
                                const struct problem *problem, int argc, char **argv,
                                struct comm *comm, struct error *err)
{
    struct words words = {.n_configs = 0};
    bool table;
    if (command->usage && asks_help(argc, argv, &table)) {
        if (comm->rank == 0)
            print_usage(command, table);
        return STATUS_OK;
    }
    arena_init(&words.perm);
    if (sort_words(&words, command, argc, argv, err) == STATUS_OK) {
        if (command->takes_config)
            run_on_configs(command, problem, &words, comm, err);
        else
            command->run(words.n_rest, words.rest, NULL, comm, err);
    }
    arena_free(&words.perm);
    return err->status;
}
