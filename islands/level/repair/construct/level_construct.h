/* A first level for large ones: playable and near the given one, without a program.
 *
 * - A game with `apart` or `paths` gets a room, of the size of a small level, that another method
 *   repairs as a level of its own. All else is beyond one opening of the room, from where nothing
 *   changes for paths in it.
 * - Of tiles that a count limits the first copies stay; missing ones are added.
 * - Passing cells are connected (level_construct_connect.h).
 * - A local search satisfies the rules about few cells, and makes the level cheaper
 *   (level_construct_search.h).
 *
 * It may fail where there are levels: it keeps all passing cells connected, which rules may not ask
 * for, and takes rules that limit the same tiles one after the other.
 *
 * Source: our own. */
#ifndef SKERRY_LEVEL_CONSTRUCT_H
#define SKERRY_LEVEL_CONSTRUCT_H

#include "level_demands.h"

/* Repairs a small level; false if it finds no playable one. cell: out */
typedef bool level_construct_solver(void *context, const struct level_game *game,
                                    const struct level_grid *broken,
                                    const struct level_demands *demands, uint8_t *cell);

/* Finds a playable level that satisfies the demands; false if it finds none, or when memory runs out.
 * Deterministic, but for the time.
 *
 * solve     for the room, with its context
 * deadline  in clock_thread_s()
 * cell      out: rows * cols tiles
 * arena     for working memory, some 100 bytes a cell */
bool level_construct_find(const struct level_game *game,
                          const struct level_grid *broken,
                          const struct level_demands *demands,
                          level_construct_solver *solve, void *context, double deadline,
                          struct arena *arena, uint8_t *cell);

#endif
