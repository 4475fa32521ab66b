/* Finds the result and checkpoint that --resume continues, on rank 0, and checks that they
 * belong to the config. */
#ifndef SKERRY_APP_RESUME_H
#define SKERRY_APP_RESUME_H

#include "checkpoint.h"
#include "config.h"
#include "result.h"

struct resume {
    bool there;              /* a result exists */
    bool finished;           /* the result is finished */
    bool found;              /* a checkpoint exists */
    bool solved, infeasible; /* the outcome of the result */
    bool limited;            /* the result is finished by a limit that can be raised */
    bool unproven;           /* it is finished, and its last proof has more work now */
    struct result result;    /* if it exists */
    struct checkpoint checkpoint;
};

/* Reads the result and the checkpoint of the config, and reports on stderr how the run is
 * resumed. The caller has opened the recorder, which locks out other runs and has refused a
 * result of another config.
 *
 * err  STATUS_INPUT if the checkpoint is damaged or of another config, or if it is missing
 *      and the result is finished with other limits */
enum status resume_find(const struct config *config, struct arena *perm,
                        struct resume *resume, struct error *err);

/* Reads the result alone, of a run that ends before it has opened the recorder: `result`, `solved` and `infeasible`.
 * False where there is none, or it is damaged or of another config. */
bool resume_read_result(const struct config *config, struct arena *perm,
                        struct resume *resume);

/* Reports on stderr when a result is continued that another build of the program, or of a plugin, has begun.
 *
 * version, commit  of this program */
void resume_say_builds(const struct resume *resume, const struct config *config,
                       const char *version, const char *commit);

/* Whether the run of a result has finished. Without a digest it was killed at its very end, which --resume makes again;
 * but without a checkpoint, too, it is final.
 *
 * checkpoint  its path (checkpoint_path) */
bool resume_is_finished(const struct result *result, const char *checkpoint);

/* Describes how a stored config and the inputs of its result differ from ours, in what is part
 * of the identity: "run.seed is 1 there, 2 here" (differences.h).
 *
 * self  a struct config; its output is the result */
void resume_compare(void *self, const char *stored, char *words, size_t bytes);

#endif
