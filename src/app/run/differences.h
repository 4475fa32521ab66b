/* How a config differs from that of a stored result, for messages. */
#ifndef SKERRY_APP_DIFFERENCES_H
#define SKERRY_APP_DIFFERENCES_H

#include "config.h"
#include "result.h"

/* Which keys count. */
typedef bool differences_chooser(const struct config *config, const char *path);

/* Compares the keys of a config with those of a stored one, and the files that keys name with
 * the inputs of its result. Describes up to three differences and the number of others:
 * "run.seed is 1 there, 2 here; party.heroes: /a/heroes.csv has changed since, first in line
 * 7". Keys of a section that only one of them has are left out: the key that chooses the
 * section differs as well. So are keys that an earlier version did not have, at the value of its runs.
 *
 * stored  its resolved config
 * result  its inputs; NULL: not known, and files are not compared
 * words   out: "" without a difference
 * Returns the number of differences. */
size_t differences_describe(const struct config *config, const char *stored,
                            const struct result *result, differences_chooser *chosen,
                            char *words, size_t bytes);

#endif
