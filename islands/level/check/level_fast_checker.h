/* The fast checker: whether a level is playable, without a reason, for the evaluation
 * of individuals. level_checker.h lists the violated rules.
 *
 * Source: our own. Paths are found by breadth-first search, and for `paths` rules by
 * the label-correcting algorithm with a FIFO queue (R. Ahuja, T. Magnanti, J. Orlin,
 * Network Flows, 1993, chapter 5).
 *
 * Cost: O(n) for each rule on n cells, O(n b) for blocks of b cells, O(n^2) in the
 * worst case for `paths`; it ends at the first violated rule. Memory: 20 bytes per cell
 * for neighbours and 12 of scratch. */
#ifndef SKERRY_LEVEL_FAST_CHECKER_H
#define SKERRY_LEVEL_FAST_CHECKER_H

#include "level_grid.h"

/* A game on levels of one size, with adjacency lists. */
struct level_board {
    struct level_game game;
    size_t rows, cols, cells;
    /* The neighbours of v are near[first[v]] to near[first[v + 1] - 1]. */
    uint32_t *first;
    uint32_t *near;
};

/* Copies the game; arrays are in perm. */
enum status level_board_init(const struct level_game *game, size_t rows, size_t cols,
                             struct arena *perm, struct level_board *board,
                             struct error *err);

/* Scratch memory of the functions below, in bytes. */
size_t level_board_bytes(const struct level_board *board);

/* Whether a level satisfies all rules. */
bool level_board_is_playable(const struct level_board *board, const uint8_t *cell,
                             struct arena scratch);

/* The length in steps of a shortest path from a cell of `from` to one of `to` over
 * cells that are not of `walls` (its ends may be); 0 if there is none. */
size_t level_board_path_length(const struct level_board *board, const uint8_t *cell,
                               tile_set from, tile_set to, tile_set walls,
                               struct arena scratch);

#endif
