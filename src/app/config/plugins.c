#include "plugins.h"

#include "config_sections.h"
#include "settings.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef const struct skerry_plugin *entry_point(void);

void plugins_init(struct plugins *plugins, const struct registry *base)
{
    *plugins = (struct plugins){.registry = {.problems = plugins->problems,
                                             .algorithms = plugins->algorithms,
                                             .plugins = plugins->tables}};
    for (size_t i = 0; base->problems[i]; i++) {
        ensure(i < PLUGINS_MOST_TABLES);
        plugins->problems[i] = base->problems[i];
    }
    for (size_t i = 0; base->algorithms[i]; i++) {
        ensure(i < PLUGINS_MOST_TABLES);
        plugins->algorithms[i] = base->algorithms[i];
    }
}

bool plugins_is_key(const char *key)
{
    return !strncmp(key, "plugins[", strlen("plugins["));
}

/* ---- names ---- */

/* Keys of a config that are not sections of problems or algorithms. */
static bool is_reserved(const char *name)
{
    for (size_t i = 0; settings_sections[i].name; i++)
        if (!strcmp(settings_sections[i].name, name))
            return true;
    for (const struct config_option *label = config_labels; label->name; label++)
        if (!strcmp(label->name, name))
            return true;
    return !strcmp(name, "problem") || !strcmp(name, "algorithm") ||
           !strcmp(name, "islands") || !strcmp(name, "plugins");
}

/* Names of sections consist of letters, digits, '_' and '-'. */
static bool is_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "0123456789_-");
    return n && n < 48 && !name[n];
}

/* Whether a problem, or an algorithm of any problem, has the name. */
static bool is_taken(const struct registry *registry, const char *name)
{
    if (is_reserved(name) || registry_problem(registry, name))
        return true;
    for (size_t i = 0; registry->algorithms[i]; i++)
        if (!strcmp(registry->algorithms[i]->name, name))
            return true;
    for (size_t i = 0; registry->problems[i]; i++)
        if (registry_algorithm(registry, registry->problems[i], name))
            return true;
    return false;
}

static enum status check_name(const struct registry *registry, const char *what,
                              const char *name, struct error *err)
{
    if (!is_name(name))
        return error_set(err, STATUS_INPUT,
                         "'%.48s' cannot be a name (expected: letters, digits, _, -)",
                         name);
    if (is_taken(registry, name))
        return error_set(err, STATUS_INPUT, "%s %s: the name is taken", what, name);
    return STATUS_OK;
}

/* ---- tables ---- */

/* Placeholder for the operation that a plugin's problem may omit. */
static enum status no_verify(const void *keys, const void *genome, size_t genes,
                             const double *fitness, size_t objectives, FILE *report,
                             struct error *err)
{
    (void)keys, (void)genome, (void)genes, (void)fitness, (void)objectives;
    (void)report, (void)err;
    return STATUS_OK;
}

/* As problem_check, with verify as an option. */
static enum status check_problem(const struct problem *problem, struct error *err)
{
    struct problem whole = *problem;
    if (!whole.verify)
        whole.verify = no_verify;
    return problem_check(&whole, err);
}

static enum status add_problems(struct plugins *plugins,
                                const struct skerry_plugin *table, struct error *err)
{
    size_t n = 0;
    while (plugins->problems[n])
        n++;
    for (size_t i = 0; table->problems && table->problems[i]; i++) {
        const struct problem *problem = table->problems[i];
        if (check_problem(problem, err) ||
            check_name(&plugins->registry, "problem", problem->name, err))
            return err->status;
        if (n == PLUGINS_MOST_TABLES)
            return error_set(err, STATUS_INPUT, "more than %d problems",
                             PLUGINS_MOST_TABLES);
        plugins->problems[n++] = problem;
        plugins->problems[n] = NULL;
        if (registry_check_algorithms(&plugins->registry, problem, err))
            return err->status;
        for (size_t a = 0; problem->algorithms && problem->algorithms[a]; a++)
            if (!is_name(problem->algorithms[a]->name) ||
                is_reserved(problem->algorithms[a]->name) ||
                registry_problem(&plugins->registry, problem->algorithms[a]->name))
                return error_set(err, STATUS_INPUT,
                                 "algorithm %.48s: the name is taken",
                                 problem->algorithms[a]->name);
    }
    return STATUS_OK;
}

static enum status add_algorithms(struct plugins *plugins,
                                  const struct skerry_plugin *table, struct error *err)
{
    size_t n = 0;
    while (plugins->algorithms[n])
        n++;
    for (size_t i = 0; table->algorithms && table->algorithms[i]; i++) {
        const struct algorithm *algorithm = table->algorithms[i];
        if (algorithm_check(algorithm, err) ||
            check_name(&plugins->registry, "algorithm", algorithm->name, err))
            return err->status;
        if (n == PLUGINS_MOST_TABLES)
            return error_set(err, STATUS_INPUT, "more than %d algorithms",
                             PLUGINS_MOST_TABLES);
        plugins->algorithms[n++] = algorithm;
        plugins->algorithms[n] = NULL;
    }
    return STATUS_OK;
}

/* Checks the version first: other versions may have another layout. */
static enum status check_table(const struct skerry_plugin *table, struct error *err)
{
    if (!table)
        return error_set(err, STATUS_INPUT, "its entry point gives no table");
    if (table->abi != SKERRY_PLUGIN_ABI)
        return error_set(
            err, STATUS_INPUT,
            "built for ABI version %u (expected: version %d, by building it "
            "with the headers of this skerry)",
            table->abi, SKERRY_PLUGIN_ABI);
    if (table->problem_bytes != sizeof(struct problem) ||
        table->algorithm_bytes != sizeof(struct algorithm) ||
        table->island_bytes != sizeof(struct island))
        return error_set(
            err, STATUS_INPUT,
            "built with other headers of ABI version %d (expected: those of "
            "this skerry)",
            SKERRY_PLUGIN_ABI);
    if (!table->name || !table->version)
        return error_set(err, STATUS_INPUT, "its table has no '%s', which is required",
                         table->name ? "version" : "name");
    if ((!table->problems || !table->problems[0]) &&
        (!table->algorithms || !table->algorithms[0]))
        return error_set(err, STATUS_INPUT, "provides neither problems nor algorithms");
    return STATUS_OK;
}

static enum status add_table(struct plugins *plugins, const struct skerry_plugin *table,
                             struct error *err)
{
    if (check_table(table, err) || add_problems(plugins, table, err) ||
        add_algorithms(plugins, table, err)) {
        err->status = STATUS_INPUT; /* plugins are input of the user */
        return err->status;
    }
    assert(table);
    for (size_t i = 0; plugins->tables[i]; i++)
        if (!strcmp(plugins->tables[i]->name, table->name))
            return error_set(err, STATUS_INPUT, "plugin %.48s: the name is taken",
                             table->name);
    plugins->tables[plugins->n] = table;
    return STATUS_OK;
}

/* ---- files ---- */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const struct plugin_file *plugins_named(const struct plugins *plugins, const char *path)
{
    for (size_t i = 0; i < plugins->n; i++)
        if (!strcmp(last_part(plugins->files[i].path), last_part(path)))
            return &plugins->files[i];
    return NULL;
}

/* Removes the path at the beginning of dlerror's text, which our line has too. */
static const char *reason(const char *path)
{
    const char *why = dlerror();
    size_t n = strlen(path);
    if (why && !strncmp(why, path, n) && !strncmp(why + n, ": ", 2))
        why += n + 2;
    return why ? why : "cannot be loaded";
}

static enum status open_table(const char *path, void **handle,
                              const struct skerry_plugin **table, struct error *err)
{
    entry_point *entry;
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*handle)
        return error_set(err, STATUS_INPUT,
                         "%s (expected: a shared object that brings problems or "
                         "algorithms)",
                         reason(path));
    void *symbol = dlsym(*handle, "skerry_plugin");
    if (!symbol) {
        dlclose(*handle);
        return error_set(err, STATUS_INPUT,
                         "no entry point skerry_plugin (expected: a plugin of skerry)");
    }
    memcpy(&entry, &symbol, sizeof entry); /* POSIX: a function's address is one */
    *table = entry();
    return STATUS_OK;
}

static enum status load(struct plugins *plugins, const char *given, struct arena *perm,
                        struct error *err)
{
    char path[PATH_MAX];
    void *handle = NULL;
    const struct skerry_plugin *table = NULL;
    if (!realpath(given, path))
        return error_set(err, STATUS_INPUT,
                         "%s (expected: a shared object that brings problems or "
                         "algorithms)",
                         errno == ENOENT ? "no such file" : strerror(errno));
    for (size_t i = 0; i < plugins->n; i++)
        if (!strcmp(plugins->files[i].path, path))
            return STATUS_OK;
    if (plugins_named(plugins, path))
        return error_set(err, STATUS_INPUT, "a plugin of that file name is loaded");
    if (plugins->n == PLUGINS_MOST)
        return error_set(err, STATUS_INPUT, "more than %d plugins", PLUGINS_MOST);
    const char *kept = arena_text(perm, path);
    if (!kept)
        return error_set(err, STATUS_MEMORY, "no memory for a file name");
    if (open_table(kept, &handle, &table, err) || add_table(plugins, table, err)) {
        /* Not unloaded: tables that were added may point into it, and the command ends
         * now. */
        return err->status;
    }
    plugins->files[plugins->n++] = (struct plugin_file){.path = kept, .handle = handle};
    return STATUS_OK;
}

enum status plugins_open(struct plugins *plugins, const char *path, struct arena *perm,
                         struct error *err)
{
    return load(plugins, path, perm, err) ? error_wrap(err, "%s", path) : STATUS_OK;
}

enum status plugins_open_all(struct plugins *plugins, const struct argument_list *paths,
                             struct comm *comm, struct arena *perm, struct error *err)
{
    for (size_t i = 0; i < paths->count && !err->status; i++)
        plugins_open(plugins, paths->items[i], perm, err);
    return comm_agree(comm, err);
}

void plugins_close(struct plugins *plugins)
{
    while (plugins->n)
        dlclose(plugins->files[--plugins->n].handle);
}
