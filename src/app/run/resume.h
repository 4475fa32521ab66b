/* What --resume finds beside a config, on rank 0: whether it belongs to it, and from
 * where the run goes on. */
#ifndef SKERRY_APP_RESUME_H
#define SKERRY_APP_RESUME_H

#include "checkpoint.h"
#include "config.h"

struct resume {
    bool there;              /* there is a result */
    bool finished;           /* that result is finished */
    bool found;              /* there is a checkpoint to go on from */
    bool solved, infeasible; /* what that result says */
    struct checkpoint checkpoint;
};

/* Reads the result and the checkpoint of the config, and says on stderr what becomes of
 * them. The caller has opened the recorder, which holds others off and has refused a
 * result of another config.
 *
 * version, commit  of this program
 * err  STATUS_INPUT when the checkpoint is damaged or of another config, or missing
 *      beside a finished result whose limits are not these */
enum status resume_find(const struct config *config, const char *version,
                        const char *commit, struct arena *perm, struct resume *resume,
                        struct error *err);

/* Writes the first key that decides the course of a run and differs between a stored
 * config and ours, and how many more there are: "run.seed is 1 there, 2 here".
 *
 * self  a struct config */
void resume_compare(void *self, const char *stored, char *words, size_t bytes);

#endif
