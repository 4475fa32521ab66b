/* A result as JSON. */
#ifndef SKERRY_APP_SHOW_JSON_H
#define SKERRY_APP_SHOW_JSON_H

#include "result.h"

#include <jansson.h>

/* One object, of the caller, with what show_text prints; NaN and infinity are null.
 *
 * solution  only this one, counted from 0; -1: the best `most`
 * most      -1: SHOW_SOLUTIONS */
json_t *show_json(const struct result *result, int64_t solution, int64_t most);

/* The same object for a run that was stopped before it had a result: `status` is stopped, and all but
 * file, why, problem and seed is null. Of the caller; NULL if memory ran out. */
json_t *show_json_unknown(const char *file, const char *why, const char *problem,
                          uint64_t seed);

#endif
