#include "sweep_state.h"

#include "comm_serial.h"
#include "config.h"
#include "plugins.h"
#include "result.h"
#include "resume.h"

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

static enum status load(const struct sweep_task *task, struct comm *comm,
                        struct loaded *loaded, struct error *err)
{
    char line[sizeof err->text];
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
    if (err->status && err->key[0]) {
        config_locate(config, err, line, sizeof line);
        error_set(err, err->status, "%s", line);
    }
    return err->status;
}

static void unload(struct loaded *loaded)
{
    plugins_close(&loaded->plugins);
    arena_free(&loaded->arena);
}

enum status sweep_identity(const struct sweep_task *task, struct comm *comm,
                           char hex[DIGEST_HEX_BYTES], struct error *err)
{
    struct loaded loaded;
    struct digest digest;
    load(task, comm, &loaded, err);
    if (!err->status && loaded.config.run.islands == OPTION_ABSENT)
        error_set(err, STATUS_INPUT,
                  "%s: run.islands: is not set (expected: a number, there or in the "
                  "sweep, so that a task is the same on any number of ranks)",
                  task->config);
    memcpy(digest.bytes, loaded.config.identity, sizeof digest.bytes);
    digest_hex(&digest, hex);
    unload(&loaded);
    return err->status;
}

/* The result of a task is of another config: sets `trouble` to which settings or files
 * differ. */
static void say_differences(const struct sweep_task *task, const char *stored,
                            struct error *trouble)
{
    char words[512] = "";
    struct loaded loaded;
    struct comm *alone;
    struct error ignored = {0};
    if (comm_serial_open(&alone, &ignored) == STATUS_OK) {
        if (load(task, alone, &loaded, &ignored) == STATUS_OK)
            resume_compare(&loaded.config, stored, words, sizeof words);
        unload(&loaded);
        comm_close(alone);
    }
    error_set(trouble, STATUS_INPUT, "%.200s: is of another config%s%s%s", task->output,
              *words ? " (" : "", words, *words ? ")" : "");
}

static enum sweep_stage stage_of(const char *status)
{
    return !strcmp(status, "finished")  ? SWEEP_FINISHED
           : !strcmp(status, "stopped") ? SWEEP_STOPPED
                                        : SWEEP_UNFINISHED;
}

static enum status fill(struct sweep_state *state, const struct result *result,
                        struct arena *perm, struct error *err)
{
    state->stage = stage_of(result->status);
    state->best = result->best;
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

enum status sweep_state_read(const struct sweep_task *task, const char *hex,
                             struct arena *perm, struct sweep_state *state,
                             struct error *err)
{
    struct arena arena;
    struct result result = {0};
    struct error trouble = {0};
    *state = (struct sweep_state){
        .best = NAN, .bound = NAN, .elapsed_s = NAN, .fitness = "", .unit = ""};
    if (access(task->output, F_OK) != 0)
        return STATUS_OK;
    arena_init(&arena);
    result_read(task->output, &arena, &result, &trouble);
    if (!trouble.status && hex && strcmp(result.identity, hex) != 0)
        say_differences(task, result.config, &trouble);
    if (trouble.status == STATUS_MEMORY)
        *err = trouble;
    else if (trouble.status)
        refuse(state, &trouble, perm, err);
    else
        fill(state, &result, perm, err);
    arena_free(&arena);
    return err->status;
}

enum status sweep_survey_again(struct sweep_survey *survey, size_t task,
                               struct arena *perm, struct error *err)
{
    struct sweep_state *state = &survey->states[task];
    survey->count[state->stage]--;
    sweep_state_read(&survey->table->tasks[task], survey->identities[task], perm, state,
                     err);
    survey->count[state->stage]++;
    return err->status;
}

enum status sweep_survey_take(const struct sweep_table *table, struct comm *comm,
                              struct arena *perm, struct sweep_survey *out,
                              struct error *err)
{
    *out = (struct sweep_survey){.table = table};
    out->identities = arena_take_array(perm, table->n_tasks, sizeof *out->identities);
    out->states = ARENA_NEW(perm, struct sweep_state, table->n_tasks);
    if (!out->identities || !out->states)
        return error_set(err, STATUS_MEMORY, "no memory for %zu tasks", table->n_tasks);
    out->count[SWEEP_MISSING] = table->n_tasks;
    for (size_t i = 0; i < table->n_tasks; i++) {
        if (sweep_identity(&table->tasks[i], comm, out->identities[i], err))
            return sweep_table_locate(table, i + 1, err);
        if (sweep_survey_again(out, i, perm, err))
            return err->status;
    }
    return STATUS_OK;
}
