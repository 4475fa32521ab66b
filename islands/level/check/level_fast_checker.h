/* The fast checker: whether a level is playable, without a reason, for evaluation in
 * the inner loop. level_checker.h says why a level is not. */
#ifndef SKERRY_LEVEL_FAST_CHECKER_H
#define SKERRY_LEVEL_FAST_CHECKER_H

#include "level_grid.h"

/* A game on levels of one size, with the neighbours of each cell. */
struct level_board {
    struct level_game game;
    size_t rows, cols, cells;
    uint32_t *first; /* cells + 1: the neighbours of v are near[first[v]] and on */
    uint32_t *near;
};

/* Copies the game; lists are in perm. */
enum status level_board_init(const struct level_game *game, size_t rows, size_t cols,
                             struct arena *perm, struct level_board *board,
                             struct error *err);

/* Bytes that the functions below take from scratch. */
size_t level_board_bytes(const struct level_board *board);

/* Cost: O(n) for each rule. */
bool level_board_is_playable(const struct level_board *board, const uint8_t *cell,
                             struct arena scratch);

/* Steps of the shortest path from a cell of `from` to one of `to` over cells that are
 * not of `walls`; 0 when there is none. */
size_t level_board_path_length(const struct level_board *board, const uint8_t *cell,
                               tile_set from, tile_set to, tile_set walls,
                               struct arena scratch);

#endif
