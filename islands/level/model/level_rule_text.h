/* The rules of a game as one list of all kinds: their number, their description in
 * words, and their removal. */
#ifndef SKERRY_LEVEL_RULE_TEXT_H
#define SKERRY_LEVEL_RULE_TEXT_H

#include "level_game.h"

enum { LEVEL_RULE_TEXT_BYTES = 512 };

/* The number of rules of all kinds: counts, shares, borders and so on, in the order of
 * struct level_game. */
size_t level_rule_count(const struct level_game *game);

/* Describes a rule: "exactly 1 of player 'A'"; out has LEVEL_RULE_TEXT_BYTES. Returns
 * out. */
const char *level_rule_text(const struct level_game *game, size_t index, char *out);

/* Removes a rule from the game. */
void level_rule_drop(struct level_game *game, size_t index);

#endif
