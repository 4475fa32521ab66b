#include "config_sections.h"

#include "config_plugins.h"
#include "config_resolve.h"
#include "config_value.h"
#include "settings.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAMES = 64, MAX_ISLANDS = 65536 };

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the config");
}

/* A key without which there is no config, misspelt. */
static enum status refuse_misspelt(const struct config_node *given, const char *key,
                                   struct error *err)
{
    for (const struct config_node *n = given->first; n; n = n->next)
        if (n->kind == CONFIG_NODE_VALUE && config_value_nearest(n->key, &key, 1))
            return config_node_error(err, n, n->key, "unknown key, did you mean '%s'?",
                                     key);
    return STATUS_OK;
}

/* A key that is in a config's table only if it is given, misspelt. */
static enum status refuse_misspelt_optional(const struct config_node *given,
                                            const struct registry *registry,
                                            const struct problem *problem,
                                            struct error *err)
{
    const char *const names[] = {"name", "description", "islands",
                                 config_plugins_option.name};
    for (const struct config_node *n = given->first; n; n = n->next) {
        const char *near =
            config_value_nearest(n->key, names, sizeof names / sizeof *names);
        if (near && strcmp(near, n->key) != 0 && !registry_problem(registry, n->key) &&
            !registry_algorithm(registry, problem, n->key))
            return config_node_error(err, n, n->key, "unknown key, did you mean '%s'?",
                                     near);
    }
    return STATUS_OK;
}

/* An option that chooses a name from a list, such as `problem: party`. */
static enum status choose(const char *key, const char *meaning, const char **names,
                          size_t n, const struct config_node *given,
                          struct arena *arena, struct config_node **chosen,
                          struct error *err)
{
    struct config_option *option = ARENA_NEW(arena, struct config_option, 1);
    const char **choices = ARENA_NEW(arena, const char *, n + 1);
    if (!option || !choices)
        return no_memory(err);
    if (!config_node_get(given, key) && refuse_misspelt(given, key, err))
        return err->status;
    memcpy(choices, names, n * sizeof *names);
    *option = (struct config_option){
        .name = key, .type = OPTION_CHOICE, .choices = choices, .meaning = meaning};
    return config_resolve_value(option, config_node_get(given, key), given, key, arena,
                                chosen, err);
}

/* A problem that is not there, nor like one that is: perhaps that of a plugin. */
static enum status refuse_problem(const struct config_node *given, const char **names,
                                  size_t n, struct error *err)
{
    const struct config_node *named = config_node_get(given, "problem");
    char known[256] = "", shown[96];
    if (!named || named->kind != CONFIG_NODE_VALUE ||
        config_value_nearest(named->text, names, n))
        return STATUS_OK;
    for (size_t i = 0, at = 0; i < n && at < sizeof known; i++)
        at += (size_t)snprintf(known + at, sizeof known - at, "%s%s", i ? ", " : "",
                               names[i]);
    return config_node_error(err, named, "problem",
                             "%s is none of the choices (expected: one of %s; one of a "
                             "plugin needs --plugin FILE, or the key plugins)",
                             config_value_shown(named->text, shown, sizeof shown),
                             known);
}

/* The table of a sweep, or a file that a config names, where a config was expected. */
static enum status refuse_other_files(const struct config_node *given,
                                      struct error *err)
{
    const struct config_node *swept = config_node_get(given, "config");
    if (swept && swept->line)
        return config_node_error(
            err, swept, "config",
            "this is the table of a sweep (expected: a config with "
            "the key `problem`; `skerry sweep %s` runs it)",
            swept->source);
    for (const struct registry_file *f = registry_files; f->name; f++)
        for (const struct config_option *key = f->options; key->name; key++) {
            const struct config_node *node = config_node_get(given, key->name);
            if (!key->fallback && node && node->line)
                return config_node_error(
                    err, node, node->key,
                    "this is the file of a %s, which a config of problem %s names "
                    "(expected: a config with the key `problem`)",
                    f->name, f->problem);
        }
    return STATUS_OK;
}

static enum status choose_problem(const struct config_node *given,
                                  const struct registry *registry, struct arena *arena,
                                  const struct problem **problem, struct error *err)
{
    const char *names[MAX_NAMES];
    struct config_node *chosen = NULL;
    size_t n = 0;
    if (!config_node_get(given, "problem") && refuse_other_files(given, err))
        return err->status;
    for (; registry->problems[n] && n < MAX_NAMES; n++)
        names[n] = registry->problems[n]->name;
    if (refuse_problem(given, names, n, err))
        return err->status;
    enum status status =
        choose("problem", "the puzzle to solve", names, n, given, arena, &chosen, err);
    if (status != STATUS_OK)
        return status;
    assert(chosen);
    *problem = registry_problem(registry, chosen->text);
    return STATUS_OK;
}

/* The names of the algorithms for a problem; returns their number. */
static size_t algorithm_names(const struct registry *registry,
                              const struct problem *problem,
                              const char *names[MAX_NAMES])
{
    const struct algorithm *known;
    size_t n = 0;
    while (n < MAX_NAMES && (known = registry_algorithm_at(registry, problem, n)))
        names[n++] = known->name;
    return n;
}

/* The key `algorithm`: one for all islands. */
static enum status choose_algorithm(const struct config_node *given,
                                    const struct registry *registry,
                                    struct arena *arena, struct config_choice *choice,
                                    struct error *err)
{
    const char *names[MAX_NAMES];
    struct config_node *chosen = NULL;
    size_t n = algorithm_names(registry, choice->problem, names);
    if (choose("algorithm", "the search algorithm", names, n, given, arena, &chosen,
               err) != STATUS_OK)
        return err->status;
    assert(chosen);
    choice->n_algorithms = 1;
    choice->algorithms = ARENA_NEW(arena, struct engine_islands, 1);
    if (!choice->algorithms)
        return no_memory(err);
    choice->algorithms[0].algorithm =
        registry_algorithm(registry, choice->problem, chosen->text);
    return STATUS_OK;
}

const struct config_option config_islands_keys[] = {
    {.name = "algorithm", .type = OPTION_TEXT, .meaning = "what these islands run"},
    {.name = "count",
     .type = OPTION_INT,
     .min = 1,
     .max = MAX_ISLANDS,
     .meaning = "how many they are"},
    OPTION_END};

/* The option of the key `islands` for a problem; NULL if memory runs out. */
static struct config_option *islands_option(const struct registry *registry,
                                            const struct problem *problem,
                                            struct arena *arena)
{
    const char **names = ARENA_NEW(arena, const char *, MAX_NAMES + 1);
    struct config_option *fields = arena_take(arena, sizeof config_islands_keys);
    struct config_option *option = ARENA_NEW(arena, struct config_option, 1);
    if (!names || !fields || !option)
        return NULL;
    algorithm_names(registry, problem, names);
    memcpy(fields, config_islands_keys, sizeof config_islands_keys);
    fields[0].type = OPTION_CHOICE;
    fields[0].choices = names;
    *option = (struct config_option){.name = "islands",
                                     .type = OPTION_LIST,
                                     .min = 1,
                                     .max = MAX_NAMES,
                                     .fields = fields};
    return option;
}

static int64_t int_of(const struct config_node *node)
{
    int64_t number = 0;
    bool huge;
    ensure(config_value_int(node->text, &number, &huge)); /* its option was resolved */
    return number;
}

/* The key `islands`: one algorithm for each part of the islands. */
static enum status choose_islands(const struct config_node *given,
                                  const struct registry *registry, struct arena *arena,
                                  struct config_choice *choice, struct error *err)
{
    const struct config_node *islands = config_node_get(given, "islands");
    const struct config_option *option =
        islands_option(registry, choice->problem, arena);
    struct config_node *list = NULL;
    int64_t total = 0;
    if (!option)
        return no_memory(err);
    if (config_node_get(given, "algorithm"))
        return config_node_error(
            err, islands, "islands",
            "is given beside algorithm (expected: one of the two; run.islands is how "
            "many there are)");
    if (config_resolve_value(option, islands, given, "islands", arena, &list, err))
        return err->status;
    assert(list);
    choice->algorithms = ARENA_NEW(arena, struct engine_islands, list->count);
    if (!choice->algorithms)
        return no_memory(err);
    for (const struct config_node *item = list->first; item; item = item->next) {
        int64_t count = int_of(config_node_get(item, "count"));
        choice->algorithms[choice->n_algorithms++] = (struct engine_islands){
            .algorithm = registry_algorithm(registry, choice->problem,
                                            config_node_get(item, "algorithm")->text),
            .count = (uint32_t)count};
        total += count;
    }
    if (total > MAX_ISLANDS)
        return config_node_error(err, islands, "islands",
                                 "%" PRId64 " islands (expected: at most %d)", total,
                                 MAX_ISLANDS);
    return STATUS_OK;
}

static bool is_chosen(const struct config_choice *choice,
                      const struct algorithm *algorithm)
{
    for (size_t i = 0; i < choice->n_algorithms; i++)
        if (choice->algorithms[i].algorithm == algorithm)
            return true;
    return false;
}

/* Removes the sections and choices that are given as null, such as `islands: ~`, by which -s
 * takes back what a config gives. Other keys that are null have their defaults, or are
 * unknown. */
static void drop_nulls(struct config_node *given, const struct registry *registry,
                       const struct problem *problem)
{
    const struct algorithm *known;
    config_node_drop_null(given, "islands");
    if (config_node_get(given, "islands"))
        config_node_drop_null(given, "algorithm");
    for (size_t i = 0; (known = registry_algorithm_at(registry, problem, i)); i++)
        config_node_drop_null(given, known->name);
    for (size_t i = 0; registry->problems[i]; i++)
        if (registry->problems[i] != problem)
            config_node_drop_null(given, registry->problems[i]->name);
}

/* The section of another problem is not a typing error, so it has its own message. */
static enum status refuse_other_problems(const struct config_node *given,
                                         const struct registry *registry,
                                         const struct problem *problem,
                                         struct error *err)
{
    for (const struct config_node *n = given->first; n; n = n->next) {
        const struct problem *other = registry_problem(registry, n->key);
        if (other && other != problem)
            return config_node_error(
                err, n, n->key,
                "section of another problem (expected: problem: %s, or "
                "a section %s)",
                other->name, problem->name);
    }
    return STATUS_OK;
}

static struct config_option group(const char *name, const struct config_option *fields,
                                  const char *meaning)
{
    static const struct config_option none[] = {OPTION_END};
    return (struct config_option){.name = name,
                                  .type = OPTION_GROUP,
                                  .fallback = "{}",
                                  .fields = fields ? fields : none,
                                  .meaning = meaning};
}

static struct config_option name_option(const char *key, const char *chosen,
                                        struct arena *arena)
{
    const char **choices = ARENA_NEW(arena, const char *, 2);
    if (choices)
        choices[0] = chosen;
    return (struct config_option){
        .name = key, .type = OPTION_CHOICE, .choices = choices};
}

const struct config_option config_labels[] = {{.name = "name",
                                               .type = OPTION_TEXT,
                                               .fallback = "~",
                                               .meaning = "what the run is called"},
                                              {.name = "description",
                                               .type = OPTION_TEXT,
                                               .fallback = "~",
                                               .meaning = "what it is for"},
                                              OPTION_END};

/* The option table for this config. */
static struct config_option *table_of(const struct config_node *given,
                                      const struct registry *registry,
                                      const struct config_choice *choice,
                                      struct arena *arena)
{
    const struct problem *problem = choice->problem;
    const struct algorithm *known;
    size_t n = 0;
    struct config_option *table =
        ARENA_NEW(arena, struct config_option, MAX_NAMES + 16);
    const struct config_option *islands = islands_option(registry, problem, arena);
    if (!table || !islands)
        return NULL;
    table[n++] = name_option("problem", problem->name, arena);
    table[n++] = group(problem->name, problem->options, problem->summary);
    table[n++] =
        config_node_get(given, "islands")
            ? *islands
            : name_option("algorithm", choice->algorithms[0].algorithm->name, arena);
    for (size_t i = 0;
         i < MAX_NAMES && (known = registry_algorithm_at(registry, problem, i)); i++)
        if (is_chosen(choice, known) || config_node_get(given, known->name))
            table[n++] = group(known->name, known->options, known->summary);
    for (size_t i = 0; settings_sections[i].name; i++)
        table[n++] = group(settings_sections[i].name, settings_sections[i].options,
                           settings_sections[i].summary);
    if (config_node_get(given, config_plugins_option.name))
        table[n++] = config_plugins_option;
    for (const struct config_option *label = config_labels; label->name; label++)
        if (config_node_get(given, label->name))
            table[n++] = *label;
    return table[0].choices && (table[2].choices || table[2].fields) ? table : NULL;
}

/* With the key `islands`: run.islands becomes the sum of its counts. */
static enum status set_islands(const struct config_choice *choice,
                               const struct config_node *given,
                               struct config_node *tree, struct arena *arena,
                               struct error *err)
{
    struct config_node *node = config_node_get(config_node_get(tree, "run"), "islands");
    char text[32];
    int64_t total = 0;
    if (!config_node_get(given, "islands"))
        return STATUS_OK;
    for (size_t i = 0; i < choice->n_algorithms; i++)
        total += choice->algorithms[i].count;
    snprintf(text, sizeof text, "%" PRId64, total);
    if (node->kind != CONFIG_NODE_NULL && int_of(node) != total)
        return config_node_error(
            err, config_node_get(config_node_get(given, "run"), "islands"),
            "run.islands",
            "is %s (expected: %s, the sum of the counts of islands, or no such key)",
            node->text, text);
    node->kind = CONFIG_NODE_VALUE;
    node->text = arena_text(arena, text);
    return node->text ? STATUS_OK : no_memory(err);
}

/* Checks that a limit ends the run if an algorithm does not terminate by itself. */
static enum status check_limits(const struct config_node *tree,
                                const struct config_node *given,
                                const struct config_choice *choice, struct error *err)
{
    static const char *const limits[] = {"epochs", "time_limit_s", "max_evaluations",
                                         "target"};
    const struct config_node *run = config_node_get(given, "run");
    if (choice->ends)
        return STATUS_OK;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (config_node_get(config_node_get(tree, "run"), limits[i])->kind !=
            CONFIG_NODE_NULL)
            return STATUS_OK;
    return config_node_error(err, run ? run : given, "run",
                             "nothing ends the run (expected: at least one of epochs, "
                             "time_limit_s, max_evaluations, target)");
}

/* Checks that clues are not left unused because the key that asks for them was forgotten: its default is none. */
static enum status check_hints(const struct config_node *given, struct error *err)
{
    const struct config_node *eternity = config_node_get(given, "eternity");
    const struct config_node *hints = config_node_get(eternity, "hints");
    const struct config_node *clues = config_node_get(eternity, "clues");
    if (!hints || hints->kind == CONFIG_NODE_NULL ||
        (clues && clues->kind != CONFIG_NODE_NULL))
        return STATUS_OK;
    return config_node_error(err, hints, "eternity.hints",
                             "is given without clues, which says how many of them hold "
                             "(expected: clues: centre, all or none)");
}

/* Checks that nothing else asks islands to wait for each other if they are not to. */
static enum status check_asynchronous(const struct config_node *tree,
                                      const struct config_node *given,
                                      struct error *err)
{
    static const struct {
        const char *section, *key, *allowed; /* NULL: none */
    } keys[] = {{"migration", "policy", "ring"},
                {"migration", "group", NULL},
                {"run", "distribution", "even"}};
    const struct config_node *mode =
        config_node_get(config_node_get(tree, "migration"), "mode");
    if (mode->kind == CONFIG_NODE_NULL || strcmp(mode->text, "asynchronous") != 0)
        return STATUS_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct config_node *node =
            config_node_get(config_node_get(tree, keys[i].section), keys[i].key);
        const char *text = node->kind == CONFIG_NODE_NULL ? NULL : node->text;
        if (text ? keys[i].allowed && !strcmp(text, keys[i].allowed) : !keys[i].allowed)
            continue;
        return config_node_error(
            err, config_node_get(config_node_get(given, "migration"), "mode"),
            "migration.mode", "is asynchronous with %s.%s: %s (expected: %s)",
            keys[i].section, keys[i].key, text,
            keys[i].allowed ? keys[i].allowed : "none");
    }
    return STATUS_OK;
}

enum status config_sections_resolve(struct config_node *given,
                                    const struct registry *registry,
                                    struct arena *arena, struct config_node **tree,
                                    struct config_choice *choice, struct error *err)
{
    struct config_option *table;
    *choice = (struct config_choice){.ends = true};
    given->line = 0; /* the root represents the whole file */
    if (given->kind == CONFIG_NODE_NULL)
        return config_node_error(
            err, given, "", "the config is empty (expected: problem, algorithm, run)");
    if (given->kind != CONFIG_NODE_MAP)
        return config_node_error(
            err, given, "", "the config is no mapping (expected: lines of key: value)");
    if (choose_problem(given, registry, arena, &choice->problem, err))
        return err->status;
    drop_nulls(given, registry, choice->problem);
    if (refuse_misspelt_optional(given, registry, choice->problem, err) ||
        (config_node_get(given, "islands")
             ? choose_islands(given, registry, arena, choice, err)
             : choose_algorithm(given, registry, arena, choice, err)) ||
        refuse_other_problems(given, registry, choice->problem, err))
        return err->status;
    for (size_t i = 0; i < choice->n_algorithms; i++)
        choice->ends = choice->ends && choice->algorithms[i].algorithm->ends;
    table = table_of(given, registry, choice, arena);
    if (!table)
        return no_memory(err);
    if (config_resolve_mapping(table, given, given, "", arena, tree, err) ||
        set_islands(choice, given, *tree, arena, err))
        return err->status;
    return check_limits(*tree, given, choice, err) || check_hints(given, err)
               ? err->status
               : check_asynchronous(*tree, given, err);
}
