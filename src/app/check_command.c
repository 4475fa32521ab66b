#include "check_command.h"

#include "arguments.h"
#include "config_plan.h"
#include "config_value.h"
#include "json_output.h"
#include "run_trial.h"
#include "show_values.h"
#include "utf8.h"

#include <jansson.h>
#include <math.h>

/* ---- JSON ---- */

static json_t *node_json(const struct config_node *node);

static json_t *value_json(const struct config_node *node)
{
    double real;
    int64_t whole;
    bool huge;
    switch (node->option->type) {
    case OPTION_BOOL:
        return json_boolean(node->text[0] == 't');
    case OPTION_INT:
        ensure(config_value_int(node->text, &whole, &huge));
        return json_integer(whole);
    case OPTION_REAL:
        ensure(config_value_real(node->text, &real, &huge));
        return isinf(real) ? json_string(node->text) : json_real(real);
    default:
        return json_string(node->text);
    }
}

static json_t *list_json(const struct config_node *list)
{
    json_t *array = json_array();
    for (const struct config_node *n = list->first; n; n = n->next)
        json_array_append_new(array, node_json(n));
    return array;
}

static json_t *map_json(const struct config_node *map)
{
    json_t *object = json_object();
    for (const struct config_node *n = map->first; n; n = n->next)
        json_object_set_new(object, n->key, node_json(n));
    return object;
}

static json_t *node_json(const struct config_node *node)
{
    switch (node->kind) {
    case CONFIG_NODE_VALUE:
        return value_json(node);
    case CONFIG_NODE_LIST:
        return list_json(node);
    case CONFIG_NODE_MAP:
        return map_json(node);
    case CONFIG_NODE_NULL:
        break;
    }
    return json_null();
}

/* The name of the algorithm, or the names of those of the parts of the islands. */
static json_t *algorithm_json(const struct config *config)
{
    json_t *names = json_array();
    if (config->n_algorithms == 1) {
        json_decref(names);
        return json_string(config->algorithms[0].algorithm->name);
    }
    for (size_t i = 0; i < config->n_algorithms; i++)
        json_array_append_new(names,
                              json_string(config->algorithms[i].algorithm->name));
    return names;
}

static json_t *config_json(const struct config *config, const struct verdict *verdict)
{
    const struct config_node *run = config_node_get(config->tree, "run");
    const char *reason = verdict->infeasible ? verdict->reason : NULL;
    return json_pack("{s:o, s:s, s:o, s:o, s:o, s:s?, s:o}", "config",
                     json_output_name(config->path), "problem", config->problem->name,
                     "algorithm", algorithm_json(config), "islands",
                     node_json(config_node_get(run, "islands")), "replicas",
                     node_json(config_node_get(run, "replicas")), "infeasible", reason,
                     "resolved", node_json(config->tree));
}

enum status check_command_print(const struct config *config,
                                const struct verdict *verdict, bool json, FILE *out,
                                struct error *err)
{
    if (json)
        return json_output(config_json(config, verdict), out, err);
    fputs(config->resolved, out);
    return json_output_flush(out, err);
}

/* ---- the command ---- */

struct check {
    struct comm *comm;
    struct arena perm;
    const char *path, *ranks;
    struct argument_list overrides, plugin_paths;
    bool json, help;
    struct plugins plugins;
    struct config config;
    struct puzzle puzzle;
};

static enum status read_arguments(struct check *check, int argc, char **argv,
                                  struct error *err)
{
    const struct argument table[] = {
        {'s', "set", "KEY=VALUE", ARGUMENT_MANY, &check->overrides,
         "set a key of the config: -s run.seed=7"},
        PLUGINS_ARGUMENT(&check->plugin_paths),
        {'\0', "ranks", "N", ARGUMENT_TEXT, &check->ranks,
         "as a run on so many ranks: whether it has islands for all of them"},
        {'\0', "json", NULL, ARGUMENT_FLAG, &check->json, "print one JSON object"},
        {0}};
    const struct usage usage = {
        .line = "skerry check CONFIG [-s KEY=VALUE]... [--plugin FILE]... [--ranks N] "
                "[--json]",
        .summary =
            "Validates a config and its data files; prints it with all defaults.",
        .arguments = table,
        .positional = "config",
        .least = 1,
        .most = 1};
    return arguments_parse_word(argc, argv, &usage, check->comm->rank, &check->perm,
                                &check->path, &check->help, err);
}

/* Work on a proof that there is no solution, in seconds. Chosen by hand. */
static const double DIAGNOSIS_S = 1;

/* Tells what a run would find out at once: that there is no solution. */
static void diagnose(struct check *check, struct verdict *verdict)
{
    const struct puzzle *puzzle = &check->puzzle;
    if (puzzle->problem->diagnose)
        puzzle->problem->diagnose(puzzle->self, DIAGNOSIS_S, verdict);
    if (verdict->infeasible)
        utf8_print_note(stderr, "skerry: %s: no solution exists: %s", check->path,
                        verdict->reason);
}

/* A target better than a bound that is known beforehand ends no run. */
static void note_target(const struct check *check)
{
    const struct puzzle *puzzle = &check->puzzle;
    const struct measure *first = &puzzle->shape.objective[0];
    double sign = first->maximise ? -1 : 1, target = sign * check->config.run.target;
    double bound =
        puzzle->problem->bound ? puzzle->problem->bound(puzzle->self) : -INFINITY;
    if (!(target < bound) || isinf(bound))
        return;
    struct error note = {0};
    char line[sizeof note.text];
    error_at(&note, "run.target", "%.15g is never reached: ", check->config.run.target);
    config_locate(&check->config, &note, line, sizeof line);
    fputs("skerry: ", stderr);
    utf8_print_name(line, stderr);
    show_bound(first->name, sign * bound, first->unit, first->maximise, stderr);
    fputc('\n', stderr);
}

static enum status check_config(struct check *check, struct error *err)
{
    struct verdict verdict = {0};
    size_t ranks = 0;
    if (check->ranks &&
        arguments_count("--ranks", check->ranks, ARGUMENTS_MOST_RANKS, &ranks, err))
        return err->status;
    struct config_request request = {.path = check->path,
                                     .overrides = check->overrides.items,
                                     .n_overrides = check->overrides.count,
                                     .plugins = &check->plugins,
                                     .islands = (int64_t)ranks};
    if (plugins_open_all(&check->plugins, &check->plugin_paths, check->comm,
                         &check->perm, err) ||
        config_load(&request, &check->plugins.registry, check->comm, &check->perm,
                    &check->config, err))
        return err->status;
    if (config_check_ranks(&check->config, ranks, err) ||
        run_trial(&check->config, check->comm, &check->perm, &check->puzzle, err))
        return err->status;
    if (check->comm->rank == 0) {
        diagnose(check, &verdict);
        if (!verdict.infeasible)
            note_target(check);
        check_command_print(&check->config, &verdict, check->json, stdout, err);
    }
    return comm_agree(check->comm, err);
}

enum status check_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    struct check check = {.comm = comm};
    char line[sizeof err->text];
    arena_init(&check.perm);
    plugins_init(&check.plugins, &registry_all);
    if (read_arguments(&check, argc, argv, err) == STATUS_OK && !check.help)
        check_config(&check, err);
    if (err->status && err->key[0]) {
        config_locate(&check.config, err, line, sizeof line);
        error_set(err, err->status, "%s", line);
    }
    puzzle_destroy(&check.puzzle);
    plugins_close(&check.plugins);
    arena_free(&check.perm);
    return err->status;
}
