/* Which tiles the rules of a game distinguish: of those that they do not, the cell model
 * needs one only.
 *
 * Source: our own. Cost: linear in the rules. */
#ifndef SKERRY_LEVEL_TILE_CLASSES_H
#define SKERRY_LEVEL_TILE_CLASSES_H

#include "level_game.h"

/* Whether no rule distinguishes two tiles, except for counts of a single tile. */
bool level_tiles_are_alike(const struct level_game *game, uint8_t a, uint8_t b);

/* Whether a count is that of a single tile that occurs exactly once. */
bool level_tiles_count_is_once(const struct level_count *count);

/* Whether a rule requires, perhaps among others, that all passable cells are reachable
 * from the only one of a kind. */
bool level_tiles_are_connected(const struct level_game *game,
                               const struct level_reach *reach);

#endif
