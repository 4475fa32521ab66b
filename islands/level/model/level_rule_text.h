/* The rules of a game as one list, whatever their kind: counted, dropped, and in words.
 */
#ifndef SKERRY_LEVEL_RULE_TEXT_H
#define SKERRY_LEVEL_RULE_TEXT_H

#include "level_game.h"

enum { LEVEL_RULE_TEXT_BYTES = 512 };

/* How many rules a game has, of all kinds: counts, shares, borders and so on, in the
 * order of struct level_game. */
size_t level_rule_count(const struct level_game *game);

/* A rule in words, "exactly 1 of player 'A'"; out has LEVEL_RULE_TEXT_BYTES, returns
 * out. */
const char *level_rule_text(const struct level_game *game, size_t index, char *out);

/* Removes a rule from the game. */
void level_rule_drop(struct level_game *game, size_t index);

#endif
