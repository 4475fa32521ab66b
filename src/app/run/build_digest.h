/* What tells this build of the program, with the plugins of a config, from others. */
#ifndef SKERRY_APP_BUILD_DIGEST_H
#define SKERRY_APP_BUILD_DIGEST_H

#include "config.h"
#include "digest.h"

/* The same for the same version and sources, and the same for the same plugins, too. Local. */
struct digest build_digest_alone(void);
struct digest build_digest(const struct config *config);

#endif
