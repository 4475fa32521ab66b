#include "sweep_state.h"

#include "checkpoint.h"
#include "comm_serial.h"
#include "config_plan.h"
#include "differences.h"
#include "plugins.h"
#include "resume.h"
#include "run_trial.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *sweep_stage_word(enum sweep_stage stage)
{
    static const char *const words[SWEEP_STAGES] = {"missing", "unfinished", "stopped",
                                                    "finished", "unusable"};
    return words[stage];
}

/* The config of a task while it is looked at. */
struct loaded {
    struct arena arena;
    struct plugins plugins;
    struct config config;
};

/* Gives an error its position in the config; returns its status. */
static enum status locate(const struct config *config, struct error *err)
{
    char line[sizeof err->text];
    if (err->status && err->key[0]) {
        config_locate(config, err, line, sizeof line);
        error_set(err, err->status, "%s", line);
    }
    return err->status;
}

static enum status load(const struct sweep_task *task, struct comm *comm,
                        struct loaded *loaded, struct error *err)
{
    struct config *config = &loaded->config;
    struct config_request request = {.path = task->config,
                                     .overrides = task->overrides,
                                     .n_overrides = task->n_overrides,
                                     .plugins = &loaded->plugins,
                                     .output = task->output};
    *config = (struct config){0};
    arena_init(&loaded->arena);
    plugins_init(&loaded->plugins, &registry_all);
    config_load(&request, &loaded->plugins.registry, comm, &loaded->arena, config, err);
    return locate(config, err);
}

static void unload(struct loaded *loaded)
{
    plugins_close(&loaded->plugins);
    arena_free(&loaded->arena);
}

/* What the result of a task has to be of, by its config. */
static enum status expect(const struct sweep_task *task, const struct config *config,
                          size_t ranks, struct sweep_expected *expected,
                          struct error *err)
{
    struct digest digest;
    if (config->run.islands == OPTION_ABSENT)
        return error_set(
            err, STATUS_INPUT,
            "%s: run.islands: is not set (expected: a number, there or in the "
            "sweep, so that a task is the same on any number of ranks)",
            task->config);
    if (config_check_ranks(config, ranks, err))
        return locate(config, err);
    expected->limits = run_limits_of(config);
    memcpy(digest.bytes, config->identity, sizeof digest.bytes);
    digest_hex(&digest, expected->identity);
    return STATUS_OK;
}

/* In which settings or files the result of a task differs from its config, "" if none.
 *
 * limits  only in these, else in what is part of the identity */
static void find_differences(const struct sweep_task *task, const char *stored,
                             bool limits, char *words, size_t bytes)
{
    struct loaded loaded;
    struct comm *alone;
    struct error ignored = {0};
    words[0] = '\0';
    if (comm_serial_open(&alone, &ignored))
        return;
    if (load(task, alone, &loaded, &ignored) == STATUS_OK) {
        if (limits)
            differences_describe(&loaded.config, stored, NULL, run_limits_is_key, words,
                                 bytes);
        else
            resume_compare(&loaded.config, stored, words, bytes);
    }
    unload(&loaded);
    comm_close(alone);
}

static enum status say_other(const struct sweep_task *task, const char *stored,
                             struct error *trouble)
{
    char words[512];
    find_differences(task, stored, false, words, sizeof words);
    return error_set(trouble, STATUS_INPUT, "%.200s: is of another config%s%s%s",
                     task->output, *words ? " (" : "", words, *words ? ")" : "");
}

static enum status say_limits(const struct sweep_task *task, const char *stored,
                              const char *why, struct error *trouble)
{
    char words[512];
    find_differences(task, stored, true, words, sizeof words);
    return error_set(trouble, STATUS_INPUT, "%.200s: %s (%s)", task->output, why,
                     words);
}

/* Whether a result is that of its task, or may become it. */
static enum status compare(const struct sweep_task *task,
                           const struct sweep_expected *expected,
                           const struct result *result, const char *checkpoint,
                           enum run_limits_verdict *verdict, struct error *trouble)
{
    if (strcmp(result->identity, expected->identity) != 0)
        return say_other(task, result->config, trouble);
    *verdict = run_limits_compare(&expected->limits, result);
    if (*verdict == RUN_LIMITS_PASSED)
        return say_limits(task, result->config, "went on beyond the limits of its task",
                          trouble);
    if (*verdict == RUN_LIMITS_RAISED && !checkpoint_exists(checkpoint))
        return say_limits(task, result->config,
                          "is finished and has no checkpoint, so it cannot continue "
                          "with other limits",
                          trouble);
    return STATUS_OK;
}

/* checkpoint  its path */
static enum sweep_stage stage_of(const struct result *result, const char *checkpoint)
{
    assert(result->status);
    return resume_is_finished(result, checkpoint) ? SWEEP_FINISHED
           : !strcmp(result->status, "stopped")   ? SWEEP_STOPPED
                                                  : SWEEP_UNFINISHED;
}

static double searched_of(const struct result *result)
{
    double best = NAN;
    for (uint32_t r = 0; r < result->replicas; r++) {
        double found = result->replica[r].searched;
        best = result->objective[0].maximise ? fmax(best, found) : fmin(best, found);
    }
    return best; /* fmin and fmax pass over NaN */
}

static enum status fill(struct sweep_state *state, const struct result *result,
                        const char *checkpoint, struct arena *perm, struct error *err)
{
    state->stage = stage_of(result, checkpoint);
    state->best = result->best;
    state->searched = searched_of(result);
    state->bound = result->bound;
    state->optimal = result->optimal;
    state->infeasible = result->infeasible;
    state->maximise = result->objective[0].maximise;
    state->evaluations = result->evaluations;
    state->generations = result->generations;
    state->elapsed_s = result->elapsed_s;
    state->fitness = arena_text(perm, result->objective[0].name);
    state->unit = arena_text(perm, result->objective[0].unit);
    return state->fitness && state->unit
               ? STATUS_OK
               : error_set(err, STATUS_MEMORY, "no memory for the state of a task");
}

static enum status refuse(struct sweep_state *state, const struct error *trouble,
                          struct arena *perm, struct error *err)
{
    state->stage = SWEEP_UNUSABLE;
    state->trouble = arena_text(perm, trouble->text);
    return state->trouble
               ? STATUS_OK
               : error_set(err, STATUS_MEMORY, "no memory for the state of a task");
}

/* Reads the result of a task, if there is one. A damaged result is a state. */
static enum status read_state(const struct sweep_task *task,
                              const struct sweep_expected *expected, struct arena *perm,
                              struct sweep_state *state, struct error *err)
{
    struct arena arena;
    struct result result = {0};
    struct error trouble = {0};
    enum run_limits_verdict verdict = RUN_LIMITS_HOLD;
    *state = (struct sweep_state){.best = NAN,
                                  .searched = NAN,
                                  .bound = NAN,
                                  .elapsed_s = NAN,
                                  .fitness = "",
                                  .unit = ""};
    if (access(task->output, F_OK) != 0)
        return STATUS_OK;
    arena_init(&arena);
    const char *checkpoint = checkpoint_path(task->output, &arena);
    if (!checkpoint)
        error_set(&trouble, STATUS_MEMORY, "no memory for a file name");
    else if (result_read(task->output, &arena, &result, &trouble) == STATUS_OK)
        compare(task, expected, &result, checkpoint, &verdict, &trouble);
    if (trouble.status == STATUS_MEMORY)
        *err = trouble;
    else if (trouble.status)
        refuse(state, &trouble, perm, err);
    else
        fill(state, &result, checkpoint, perm, err);
    state->raised = state->stage == SWEEP_FINISHED && verdict == RUN_LIMITS_RAISED;
    if (state->raised)
        state->stage = SWEEP_STOPPED;
    arena_free(&arena);
    return err->status;
}

enum status sweep_survey_again(struct sweep_survey *survey, size_t task,
                               struct arena *perm, struct error *err)
{
    struct sweep_state *state = &survey->states[task];
    survey->count[state->stage]--;
    read_state(&survey->table->tasks[task], &survey->expected[task], perm, state, err);
    survey->count[state->stage]++;
    return err->status;
}

void sweep_survey_settle(struct sweep_survey *survey, size_t task)
{
    struct sweep_state *state = &survey->states[task];
    if (!state->raised)
        return;
    survey->count[state->stage]--;
    state->stage = SWEEP_FINISHED;
    survey->count[state->stage]++;
}

/* Whether two tasks differ in nothing but the seed. */
static bool differ_in_seed(const struct sweep_table *table, const struct sweep_task *a,
                           const struct sweep_task *b)
{
    if (strcmp(a->config, b->config) != 0)
        return false;
    for (size_t c = 0; c < table->n_columns; c++)
        if (strcmp(table->columns[c], "run.seed") != 0 &&
            strcmp(a->values[c], b->values[c]) != 0)
            return false;
    return true;
}

/* Whether the tasks are yet to be tried on their data, and the last one that was. */
struct trials {
    bool wanted;
    const struct sweep_task *last;
};

/* Tries a task that would run, unless the one tried before is the same with another seed. */
static enum status try_task(const struct sweep_survey *survey, size_t number,
                            const struct loaded *loaded, struct comm *comm,
                            struct trials *trials, struct error *err)
{
    const struct sweep_task *task = &survey->table->tasks[number];
    enum sweep_stage stage = survey->states[number].stage;
    if (!trials->wanted || stage == SWEEP_FINISHED || stage == SWEEP_UNUSABLE ||
        (trials->last && differ_in_seed(survey->table, trials->last, task)))
        return STATUS_OK;
    struct puzzle puzzle;
    struct arena arena;
    arena_init(&arena);
    trials->last = task;
    run_trial(&loaded->config, comm, &arena, &puzzle, err);
    puzzle_destroy(&puzzle);
    arena_free(&arena);
    return locate(&loaded->config, err);
}

/* The values of the keys of a table that a task has. */
struct noting {
    const struct sweep_table *table;
    struct arena *perm;
    const char **settings; /* by column */
};

static void note_setting(void *context, const char *path, struct config_node *node)
{
    const struct noting *noting = context;
    for (size_t c = 0; c < noting->table->n_columns; c++)
        if (noting->settings[c] && !noting->settings[c][0] &&
            node->kind == CONFIG_NODE_VALUE && !strcmp(path, noting->table->columns[c]))
            noting->settings[c] = arena_text(noting->perm, node->text);
}

static enum status note_settings(struct sweep_survey *survey, size_t number,
                                 const struct config *config, struct arena *perm,
                                 struct error *err)
{
    const struct sweep_table *table = survey->table;
    struct noting noting = {table, perm, survey->settings + number * table->n_columns};
    for (size_t c = 0; c < table->n_columns; c++)
        noting.settings[c] = table->tasks[number].values[c];
    config_tree_walk(config->tree, note_setting, &noting);
    for (size_t c = 0; c < table->n_columns; c++)
        if (!noting.settings[c])
            return error_set(err, STATUS_MEMORY,
                             "no memory for the settings of a task");
    return STATUS_OK;
}

static enum status survey_task(struct sweep_survey *survey, size_t number, size_t ranks,
                               struct comm *comm, struct arena *perm,
                               struct trials *trials, struct error *err)
{
    const struct sweep_task *task = &survey->table->tasks[number];
    struct sweep_expected *expected = &survey->expected[number];
    struct loaded loaded;
    bool refused = load(task, comm, &loaded, err) ||
                   expect(task, &loaded.config, ranks, expected, err) ||
                   note_settings(survey, number, &loaded.config, perm, err);
    if (!refused && !sweep_survey_again(survey, number, perm, err))
        refused = try_task(survey, number, &loaded, comm, trials, err) != STATUS_OK;
    if (refused)
        sweep_table_locate(survey->table, number + 1, err);
    unload(&loaded);
    return err->status;
}

enum status sweep_survey_take(const struct sweep_table *table, size_t ranks, bool tries,
                              struct comm *comm, struct arena *perm,
                              struct sweep_survey *out, struct error *err)
{
    *out = (struct sweep_survey){.table = table};
    out->expected = ARENA_NEW(perm, struct sweep_expected, table->n_tasks);
    out->states = ARENA_NEW(perm, struct sweep_state, table->n_tasks);
    out->settings = ARENA_NEW(perm, const char *, table->n_tasks * table->n_columns);
    if (!out->expected || !out->states || !out->settings)
        return error_set(err, STATUS_MEMORY, "no memory for %zu tasks", table->n_tasks);
    out->count[SWEEP_MISSING] = table->n_tasks;
    struct trials trials = {.wanted = tries};
    for (size_t i = 0; i < table->n_tasks; i++)
        if (survey_task(out, i, ranks, comm, perm, &trials, err))
            return err->status;
    return STATUS_OK;
}
