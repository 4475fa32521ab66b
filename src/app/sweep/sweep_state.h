/* How far each task of a sweep is, by its result file. Used inside src/app/sweep. */
#ifndef SKERRY_APP_SWEEP_STATE_H
#define SKERRY_APP_SWEEP_STATE_H

#include "digest.h"
#include "sweep_table.h"

enum sweep_stage {
    SWEEP_MISSING,    /* no result yet */
    SWEEP_UNFINISHED, /* it runs, or was killed, or failed */
    SWEEP_STOPPED,    /* by its time limit or a signal, with a checkpoint */
    SWEEP_FINISHED,
    SWEEP_UNUSABLE, /* damaged, or of another config */
    SWEEP_STAGES
};

struct sweep_state {
    enum sweep_stage stage;
    const char *trouble;        /* UNUSABLE: why */
    double best, bound;         /* fitness; NaN: none */
    const char *fitness, *unit; /* of the best; "" if there is no result */
    bool optimal, infeasible, maximise;
    int64_t evaluations, generations;
    double elapsed_s;
};

/* "missing", "unfinished" ... */
const char *sweep_stage_word(enum sweep_stage stage);

/* The identity of a task's run, in hexadecimal: loads its config and the files that this
 * names.
 *
 * comm  of one rank
 * err   STATUS_INPUT with a complete line that names the task's config */
enum status sweep_identity(const struct sweep_task *task, struct comm *comm,
                           char hex[DIGEST_HEX_BYTES], struct error *err);

/* Reads the result of a task, if there is one.
 *
 * hex   its identity; NULL: not compared
 * perm  takes the texts of the state
 * err   STATUS_MEMORY only: a damaged result is a state */
enum status sweep_state_read(const struct sweep_task *task, const char *hex,
                             struct arena *perm, struct sweep_state *state,
                             struct error *err);

/* All tasks of a table. */
struct sweep_survey {
    const struct sweep_table *table;
    char (*identities)[DIGEST_HEX_BYTES];
    struct sweep_state *states;
    size_t count[SWEEP_STAGES]; /* of each stage */
};

/* Checks the configs of all tasks and reads their results.
 *
 * err  STATUS_INPUT if a config is refused, with the task's name; STATUS_MEMORY
 * Cost: loads the config of each task, and reads each result whole. */
enum status sweep_survey_take(const struct sweep_table *table, struct comm *comm,
                              struct arena *perm, struct sweep_survey *out,
                              struct error *err);

/* Reads the result of one task anew. */
enum status sweep_survey_again(struct sweep_survey *survey, size_t task,
                               struct arena *perm, struct error *err);

#endif
