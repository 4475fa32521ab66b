/* How far each task of a sweep is, by its result file. Used inside src/app/sweep. */
#ifndef SKERRY_APP_SWEEP_STATE_H
#define SKERRY_APP_SWEEP_STATE_H

#include "digest.h"
#include "run_limits.h"
#include "sweep_table.h"

enum sweep_stage {
    SWEEP_MISSING,    /* no result yet */
    SWEEP_UNFINISHED, /* it runs, or was killed, or failed */
    SWEEP_STOPPED, /* by its time limit, a signal or a limit that is higher now, with a
                         checkpoint */
    SWEEP_FINISHED,
    SWEEP_UNUSABLE, /* damaged, of another config, or cannot become one with the limits of its
                       task */
    SWEEP_STAGES
};

struct sweep_state {
    enum sweep_stage stage;
    const char *trouble; /* UNUSABLE: why */
    double best, bound;  /* fitness; NaN: none */
    double searched;     /* the best without what proofs at the end found; NaN: none */
    const char *fitness, *unit; /* of the best; "" if there is no result */
    bool optimal, infeasible, maximise;
    bool raised; /* STOPPED although its run had finished: a limit is higher now */
    int64_t evaluations, generations;
    double elapsed_s;
};

/* "missing", "unfinished" ... */
const char *sweep_stage_word(enum sweep_stage stage);

/* What the result of a task has to be of. */
struct sweep_expected {
    char identity[DIGEST_HEX_BYTES]; /* of its config, in hexadecimal */
    struct run_limits limits;
};

/* All tasks of a table. */
struct sweep_survey {
    const struct sweep_table *table;
    struct sweep_expected *expected;
    struct sweep_state *states;
    /* Tasks x columns of the table: the values that they have, also where the config gives them; "": it
     * has none, or a list. */
    const char **settings;
    size_t count[SWEEP_STAGES]; /* of each stage */
};

/* Checks the configs of all tasks and reads their results.
 *
 * ranks  of each task, for all of which it must have islands
 * tries  whether the tasks that would run are initialized on their data, too, once for those that
 *        differ in nothing but the seed
 * comm   of one rank
 * err    STATUS_INPUT if a config is refused, with the task's name; STATUS_MEMORY: a damaged
 *        result is a state
 * Cost: loads the config of each task, reads each result whole, and begins what it tries. */
enum status sweep_survey_take(const struct sweep_table *table, size_t ranks, bool tries,
                              struct comm *comm, struct arena *perm,
                              struct sweep_survey *out, struct error *err);

/* Reads the result of one task anew. */
enum status sweep_survey_again(struct sweep_survey *survey, size_t task,
                               struct arena *perm, struct error *err);

/* After a start of the task that was not interrupted: a result that seems to have been ended by
 * a limit, and went no further, was ended by a proof at the same moment, and is finished. */
void sweep_survey_settle(struct sweep_survey *survey, size_t task);

#endif
