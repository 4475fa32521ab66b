#include "sweep_merge.h"

#include "config_value.h"
#include "merge.h"
#include "version.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The columns beside those of the table's keys. */
enum {
    NAME,
    CONFIG,
    STATE,
    BEST,
    SEARCHED,
    BOUND,
    OPTIMAL,
    INFEASIBLE,
    EVALUATIONS,
    GENERATIONS,
    ELAPSED,
    OUTCOMES
};

static const struct merge_column outcomes[OUTCOMES] = {
    [NAME] = {"name", MERGE_TEXT, NULL, "1",
              "name of the task, and of its group in /results", false},
    [CONFIG] = {"config", MERGE_TEXT, NULL, "1", "config of the task", false},
    [STATE] = {"state", MERGE_TEXT, NULL, "1",
               "finished, stopped, unfinished, missing or unusable", false},
    [BEST] = {"best", MERGE_REAL, NULL, "1", "best fitness of all replicas", false},
    [SEARCHED] = {"searched", MERGE_REAL, NULL, "1",
                  "the same without what proofs at the end found", false},
    [BOUND] = {"bound", MERGE_REAL, NULL, "1", "proven bound of the fitness", false},
    [OPTIMAL] = {"optimal", MERGE_WHOLE, NULL, "1", "1: the best is proven optimal",
                 false},
    [INFEASIBLE] = {"infeasible", MERGE_WHOLE, NULL, "1",
                    "1: proven that there is no solution", false},
    [EVALUATIONS] = {"evaluations", MERGE_WHOLE, NULL, "1",
                     "evaluations of all replicas; -1: no result", true},
    [GENERATIONS] = {"generations", MERGE_WHOLE, NULL, "1",
                     "of the longest replica; -1: no result", true},
    [ELAPSED] = {"elapsed", MERGE_REAL, NULL, "s", "run time, without interruptions",
                 false},
};

static bool is_usable(const struct sweep_state *state)
{
    return state->stage == SWEEP_FINISHED || state->stage == SWEEP_STOPPED;
}

static void put_outcome(const struct sweep_survey *survey, size_t i, void **values)
{
    const struct sweep_task *task = &survey->table->tasks[i];
    const struct sweep_state *state = &survey->states[i];
    bool usable = is_usable(state);
    ((const char **)values[NAME])[i] = task->name;
    ((const char **)values[CONFIG])[i] = task->config;
    ((const char **)values[STATE])[i] = sweep_stage_word(state->stage);
    ((double *)values[BEST])[i] = usable ? state->best : NAN;
    ((double *)values[SEARCHED])[i] = usable ? state->searched : NAN;
    ((double *)values[BOUND])[i] = usable ? state->bound : NAN;
    ((int64_t *)values[OPTIMAL])[i] = usable && state->optimal;
    ((int64_t *)values[INFEASIBLE])[i] = usable && state->infeasible;
    ((int64_t *)values[EVALUATIONS])[i] = usable ? state->evaluations : -1;
    ((int64_t *)values[GENERATIONS])[i] = usable ? state->generations : -1;
    ((double *)values[ELAPSED])[i] = usable ? state->elapsed_s : NAN;
}

/* All values are eight bytes wide. */
static void *new_values(const struct sweep_survey *survey, struct arena *perm)
{
    return arena_take_array(perm, survey->table->n_tasks, sizeof(double));
}

static const char *setting(const struct sweep_survey *survey, size_t task,
                           size_t column)
{
    return survey->settings[task * survey->table->n_columns + column];
}

static enum merge_kind kind_of(const struct sweep_survey *survey, size_t column)
{
    bool whole = true, real = true, huge;
    for (size_t i = 0; i < survey->table->n_tasks; i++) {
        int64_t integer;
        double number;
        const char *text = setting(survey, i, column);
        whole = whole && config_value_int(text, &integer, &huge);
        real = real && (!*text || config_value_real(text, &number, &huge));
    }
    return whole ? MERGE_WHOLE : real ? MERGE_REAL : MERGE_TEXT;
}

/* The name of a key's column: the key, unless another column has that name, as the key `name`. */
static const char *column_name(const char *key, struct arena *perm)
{
    static const char prefix[] = "config.";
    bool taken = false;
    for (size_t c = 0; c < OUTCOMES; c++)
        taken = taken || !strcmp(key, outcomes[c].name);
    size_t bytes = sizeof prefix + strlen(key);
    char *name = taken ? ARENA_NEW(perm, char, bytes) : NULL;
    if (name)
        snprintf(name, bytes, "%s%s", prefix, key);
    return taken ? name : key;
}

/* A column of the values of a key, as text unless all are numbers. */
static bool make_setting(const struct sweep_survey *survey, size_t index,
                         struct arena *perm, struct merge_column *column)
{
    const struct sweep_table *table = survey->table;
    void *values = new_values(survey, perm);
    bool huge;
    *column = (struct merge_column){column_name(table->columns[index], perm),
                                    kind_of(survey, index),
                                    values,
                                    "1",
                                    "config key; empty or NaN: the config has none",
                                    false};
    for (size_t i = 0; values && i < table->n_tasks; i++) {
        const char *text = setting(survey, i, index);
        if (column->kind == MERGE_WHOLE)
            config_value_int(text, &((int64_t *)values)[i], &huge);
        else if (column->kind == MERGE_REAL && !*text)
            ((double *)values)[i] = NAN;
        else if (column->kind == MERGE_REAL)
            config_value_real(text, &((double *)values)[i], &huge);
        else
            ((const char **)values)[i] = text;
    }
    return values && column->name;
}

/* The unit of the fitness, where all tasks have one. */
static const char *unit_of(const struct sweep_survey *survey)
{
    const char *unit = NULL;
    for (size_t i = 0; i < survey->table->n_tasks; i++) {
        if (!is_usable(&survey->states[i]))
            continue;
        if (unit && strcmp(unit, survey->states[i].unit) != 0)
            return "1";
        unit = survey->states[i].unit;
    }
    return unit ? unit : "1";
}

static bool make_columns(const struct sweep_survey *survey, struct arena *perm,
                         struct merge_column *columns)
{
    const struct sweep_table *table = survey->table;
    void *values[OUTCOMES];
    for (size_t c = 0; c < OUTCOMES; c++) {
        columns[c] = outcomes[c];
        columns[c].values = values[c] = new_values(survey, perm);
        if (!values[c])
            return false;
    }
    columns[BEST].unit = columns[SEARCHED].unit = columns[BOUND].unit = unit_of(survey);
    for (size_t i = 0; i < table->n_tasks; i++)
        put_outcome(survey, i, values);
    for (size_t c = 0; c < table->n_columns; c++)
        if (!make_setting(survey, c, perm, &columns[OUTCOMES + c]))
            return false;
    return true;
}

enum status sweep_merge(const struct sweep_survey *survey, struct arena *perm,
                        struct error *err)
{
    const struct sweep_table *table = survey->table;
    size_t n = table->n_tasks;
    struct merge_column *columns =
        ARENA_NEW(perm, struct merge_column, OUTCOMES + table->n_columns);
    const char **names = ARENA_NEW(perm, const char *, n);
    const char **results = ARENA_NEW(perm, const char *, n);
    if (!columns || !names || !results || !make_columns(survey, perm, columns))
        return error_set(err, STATUS_MEMORY, "no memory to merge %zu tasks", n);
    for (size_t i = 0; i < n; i++) {
        names[i] = table->tasks[i].name;
        results[i] = is_usable(&survey->states[i]) ? table->tasks[i].output : NULL;
    }
    const struct merge_table merged = {.text = table->text,
                                       .version = SKERRY_VERSION,
                                       .commit = skerry_commit(),
                                       .rows = n,
                                       .columns = columns,
                                       .n_columns = OUTCOMES + table->n_columns,
                                       .names = names,
                                       .results = results};
    return merge_write(table->merged, &merged, err);
}
