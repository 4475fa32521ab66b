/* The run that a config describes, as the engine takes it. */
#ifndef SKERRY_APP_CONFIG_PLAN_H
#define SKERRY_APP_CONFIG_PLAN_H

#include "config.h"
#include "run_plan.h"

/* maximise  whether the first objective of its problem is maximised
 * Borrows from the config. */
struct engine_plan config_plan(const struct config *config, bool maximise);

/* Refuses, as the run itself would, more ranks than all islands of all replicas.
 *
 * err  STATUS_INPUT at the key run.islands. Local */
enum status config_check_ranks(const struct config *config, size_t ranks,
                               struct error *err);

#endif
