/* Rules as one list whatever their kind, and in words. */
#ifndef SKERRY_LEVEL_RULE_TEXT_H
#define SKERRY_LEVEL_RULE_TEXT_H

#include "level_game.h"

enum { LEVEL_RULE_TEXT_BYTES = 512 };

/* All rules of a game: the counts first, then shares, borders and so on as in struct
 * level_game. */
size_t level_rule_count(const struct level_game *game);

/* The index-th of them for people: "exactly 1 of player 'A'"; out has
 * LEVEL_RULE_TEXT_BYTES, returns out. */
const char *level_rule_text(const struct level_game *game, size_t index, char *out);

/* Takes the index-th of them out of the game. */
void level_rule_drop(struct level_game *game, size_t index);

#endif
