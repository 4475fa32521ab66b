/* The identity of a run: a digest of all that decides its course (config.h). */
#ifndef SKERRY_APP_CONFIG_IDENTITY_H
#define SKERRY_APP_CONFIG_IDENTITY_H

#include "config.h"

/* Fills in the identity of a config that is complete but for it. */
void config_identify(struct config *config, const struct registry *registry);

/* Whether the key at that dotted path is part of the identity. */
bool config_decides_course(const struct config *config, const char *path);

/* Whether a key that was added later has the value of runs before that: then it is not part of the identity. */
bool config_is_as_before(const char *path, const char *value);

#endif
