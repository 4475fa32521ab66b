/* The run that a config describes, as the engine takes it. */
#ifndef SKERRY_APP_CONFIG_PLAN_H
#define SKERRY_APP_CONFIG_PLAN_H

#include "config.h"
#include "run_plan.h"

/* maximise  whether the first objective of its problem is maximised
 * Borrows from the config. */
struct engine_plan config_plan(const struct config *config, bool maximise);

#endif
