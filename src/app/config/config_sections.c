#include "config_sections.h"

#include "config_plugins.h"
#include "config_resolve.h"
#include "settings.h"

#include <assert.h>
#include <string.h>

enum { MAX_NAMES = 64 };

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the config");
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
    memcpy(choices, names, n * sizeof *names);
    *option = (struct config_option){
        .name = key, .type = OPTION_CHOICE, .choices = choices, .meaning = meaning};
    return config_resolve_value(option, config_node_get(given, key), given, key, arena,
                                chosen, err);
}

static enum status choose_problem(const struct config_node *given,
                                  const struct registry *registry, struct arena *arena,
                                  const struct problem **problem, struct error *err)
{
    const char *names[MAX_NAMES];
    struct config_node *chosen = NULL;
    size_t n = 0;
    for (; registry->problems[n] && n < MAX_NAMES; n++)
        names[n] = registry->problems[n]->name;
    enum status status =
        choose("problem", "the puzzle to solve", names, n, given, arena, &chosen, err);
    if (status != STATUS_OK)
        return status;
    assert(chosen);
    *problem = registry_problem(registry, chosen->text);
    return STATUS_OK;
}

static enum status choose_algorithm(const struct config_node *given,
                                    const struct registry *registry,
                                    const struct problem *problem, struct arena *arena,
                                    const struct algorithm **algorithm,
                                    struct error *err)
{
    const char *names[MAX_NAMES];
    const struct algorithm *known;
    struct config_node *chosen = NULL;
    size_t n = 0;
    while (n < MAX_NAMES && (known = registry_algorithm_at(registry, problem, n)))
        names[n++] = known->name;
    enum status status = choose("algorithm", "the search algorithm", names, n, given,
                                arena, &chosen, err);
    if (status != STATUS_OK)
        return status;
    assert(chosen);
    *algorithm = registry_algorithm(registry, problem, chosen->text);
    return STATUS_OK;
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

/* The option table for this config. */
static struct config_option *table_of(const struct config_node *given,
                                      const struct registry *registry,
                                      const struct problem *problem,
                                      const struct algorithm *algorithm,
                                      struct arena *arena)
{
    const struct algorithm *known;
    size_t n = 0;
    struct config_option *table =
        ARENA_NEW(arena, struct config_option, MAX_NAMES + 16);
    if (!table)
        return NULL;
    table[n++] = name_option("problem", problem->name, arena);
    table[n++] = group(problem->name, problem->options, problem->summary);
    table[n++] = name_option("algorithm", algorithm->name, arena);
    for (size_t i = 0;
         i < MAX_NAMES && (known = registry_algorithm_at(registry, problem, i)); i++)
        if (known == algorithm || config_node_get(given, known->name))
            table[n++] = group(known->name, known->options, known->summary);
    for (size_t i = 0; settings_sections[i].name; i++)
        table[n++] = group(settings_sections[i].name, settings_sections[i].options,
                           settings_sections[i].summary);
    if (config_node_get(given, config_plugins_option.name))
        table[n++] = config_plugins_option;
    return table[0].choices && table[2].choices ? table : NULL;
}

/* Checks that a limit ends the run if the algorithm does not terminate by itself. */
static enum status check_limits(const struct config_node *tree,
                                const struct config_node *given,
                                const struct algorithm *algorithm, struct error *err)
{
    static const char *const limits[] = {"epochs", "time_limit_s", "max_evaluations",
                                         "target"};
    const struct config_node *run = config_node_get(given, "run");
    if (algorithm->ends)
        return STATUS_OK;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (config_node_get(config_node_get(tree, "run"), limits[i])->kind !=
            CONFIG_NODE_NULL)
            return STATUS_OK;
    return config_node_error(err, run ? run : given, "run",
                             "nothing ends the run (expected: at least one of epochs, "
                             "time_limit_s, max_evaluations, target)");
}

enum status config_sections_resolve(struct config_node *given,
                                    const struct registry *registry,
                                    struct arena *arena, struct config_node **tree,
                                    const struct problem **problem,
                                    const struct algorithm **algorithm,
                                    struct error *err)
{
    struct config_option *table;
    enum status status;
    given->line = 0; /* the root represents the whole file */
    if (given->kind == CONFIG_NODE_NULL)
        return config_node_error(
            err, given, "", "the config is empty (expected: problem, algorithm, run)");
    if (given->kind != CONFIG_NODE_MAP)
        return config_node_error(
            err, given, "", "the config is no mapping (expected: lines of key: value)");
    if ((status = choose_problem(given, registry, arena, problem, err)) != STATUS_OK ||
        (status = choose_algorithm(given, registry, *problem, arena, algorithm, err)) !=
            STATUS_OK ||
        (status = refuse_other_problems(given, registry, *problem, err)) != STATUS_OK)
        return status;
    table = table_of(given, registry, *problem, *algorithm, arena);
    if (!table)
        return no_memory(err);
    status = config_resolve_mapping(table, given, given, "", arena, tree, err);
    return status == STATUS_OK ? check_limits(*tree, given, *algorithm, err) : status;
}
