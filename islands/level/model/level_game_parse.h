/* Reads a game from its YAML file, or a game that comes with skerry by its name. */
#ifndef SKERRY_LEVEL_GAME_PARSE_H
#define SKERRY_LEVEL_GAME_PARSE_H

#include "level_game.h"

/* Reads a game from YAML.
 *
 * source  the name of the text in messages; its last component without .yaml names the
 *         game
 * arena   for working memory, which may be freed afterwards
 * err     STATUS_INPUT with a complete message: file, line, key, what was expected */
enum status level_game_parse(const char *text, size_t bytes, const char *source,
                             struct arena *arena, struct level_game *game,
                             struct error *err);

/* A game that comes with skerry, by name ("zelda"); NULL if there is none. */
struct level_shipped {
    const char *name;
    const char *text; /* YAML */
};
extern const struct level_shipped level_shipped[]; /* name NULL at the end */
const struct level_shipped *level_shipped_find(const char *name);

/* Reads a game that comes with skerry; STATUS_INPUT lists the known names. */
enum status level_game_named(const char *name, struct arena *arena,
                             struct level_game *game, struct error *err);

/* Reads a set: symbols, or ^ and the symbols of its complement.
 *
 * key  of the set, for messages
 * err  STATUS_INPUT at the key: an unknown or repeated symbol, or an empty set */
enum status level_tile_set_parse(const struct level_game *game, const char *text,
                                 const char *key, tile_set *set, struct error *err);

#endif
