/* Why no level of a size is playable. */
#ifndef SKERRY_LEVEL_REASON_H
#define SKERRY_LEVEL_REASON_H

#include "level_game.h"

enum { LEVEL_REASON_BYTES = 512 };

/* Looks for a set of rules that cannot hold together, while any fewer of them can, by
 * leaving out one rule after the other; feasibility is asked of CBC.
 *
 * seconds   of CPU time for all of it; when they are up, the rules that are left are
 *           told as they are
 * arena     for the work
 * reason    LEVEL_REASON_BYTES; "no level of 1 x 1 tiles holds these rules together:
 *           exactly 1 of player 'A'; exactly 1 of key '+'"
 * proven    false when some level is playable, or the time was up before that was known
 */
enum status level_reason(const struct level_game *game, size_t rows, size_t cols,
                         double seconds, struct arena *arena, char *reason,
                         bool *proven, struct error *err);

#endif
