/* What a run would refuse before its first generation, without the run. */
#ifndef SKERRY_APP_RUN_TRIAL_H
#define SKERRY_APP_RUN_TRIAL_H

#include "config.h"

/* Initializes the problem and the algorithms of a config on its data, checks that the algorithms suit
 * each other and the migration, and reads the solutions to start from (run.start).
 *
 * puzzle  out: to be ended by puzzle_destroy, also after an error
 * err     STATUS_INPUT, often at a key of the config
 * Borrows the config. Collective over comm; the same status everywhere. */
enum status run_trial(const struct config *config, struct comm *comm,
                      struct arena *perm, struct puzzle *puzzle, struct error *err);

#endif
