#include "level_game_keys.h"

#include "level_game.h"

static const char *const wraps[] = {"none", "horizontal", "both", NULL};
static const char *const sides[] = {"all", "rows", "columns", NULL};
static const char *const whats[] = {"columns", "rows", "left_right", "top_bottom",
                                    NULL};

/* Defaults: the costs of moves and deletions are those of the paper's experiments (C_m,
 * C_d); two exits are its rule against dead ends, blocks of 2 x 2 are from its authors'
 * program for Pac-Man. */
static const struct config_option tile_options[] = {
    OPTION_TEXT_AT(struct level_tile_keys, tile, NULL,
                   "its symbol in level files, one character"),
    OPTION_TEXT_AT(struct level_tile_keys, name, NULL, "its name in messages"),
    OPTION_REAL_AT(struct level_tile_keys, move, "1", 0, 1e6,
                   "cost of moving it by one cell"),
    OPTION_REAL_AT(struct level_tile_keys, delete, "10", 0, 1e6, "cost of deleting it"),
    OPTION_END};

static const struct config_option count_options[] = {
    OPTION_TEXT_AT(struct level_count_keys, tiles, NULL, "tiles that are counted"),
    OPTION_INT_AT(struct level_count_keys, least, "0", 0, 1e6, "fewest cells"),
    OPTION_INT_AT(struct level_count_keys, most, "~", 0, 1e6, "most cells"),
    OPTION_END};

static const struct config_option share_options[] = {
    OPTION_TEXT_AT(struct level_share_keys, tiles, NULL, "tiles that are counted"),
    OPTION_TEXT_AT(struct level_share_keys, of, NULL, "tiles they are compared with"),
    OPTION_REAL_AT(struct level_share_keys, most, NULL, 0, 1, "largest share"),
    OPTION_END};

static const struct config_option border_options[] = {
    OPTION_TEXT_AT(struct level_border_keys, tiles, NULL, "tiles of the border"),
    OPTION_CHOICE_AT(struct level_border_keys, sides, "all", sides,
                     "all sides, the first and last rows, or columns"),
    OPTION_END};

static const struct config_option reach_options[] = {
    OPTION_TEXT_AT(struct level_reach_keys, from, NULL, "tiles where paths start"),
    OPTION_TEXT_AT(struct level_reach_keys, to, NULL, "tiles where paths end"),
    OPTION_TEXT_AT(struct level_reach_keys, blocking, NULL,
                   "tiles that a path may enter, but not leave"),
    OPTION_END};

static const struct config_option path_options[] = {
    OPTION_TEXT_AT(struct level_path_keys, from, NULL, "tiles where paths start"),
    OPTION_TEXT_AT(struct level_path_keys, to, NULL, "tiles where paths end"),
    OPTION_TEXT_AT(struct level_path_keys, blocking, NULL,
                   "tiles that a path may enter, but not leave"),
    OPTION_TEXT_AT(struct level_path_keys, cost, NULL,
                   "tiles that are counted on a path, but for its first cell"),
    OPTION_INT_AT(struct level_path_keys, least, "0", 0, 1e6,
                  "fewest of them on the cheapest path"),
    OPTION_INT_AT(
        struct level_path_keys, most, "~", 0, 1e6,
        "most of them on the cheapest path; without any path this is not met"),
    OPTION_END};

static const struct config_option exits_options[] = {
    OPTION_TEXT_AT(struct level_exits_keys, tiles, NULL, "tiles that need exits"),
    OPTION_TEXT_AT(struct level_exits_keys, walls, NULL,
                   "neighbours that are not exits"),
    OPTION_INT_AT(struct level_exits_keys, least, "2", 1, 4,
                  "neighbours that must be exits"),
    OPTION_END};

static const struct config_option block_options[] = {
    OPTION_TEXT_AT(struct level_block_keys, tiles, NULL, "tiles that may not fill it"),
    OPTION_INT_AT(struct level_block_keys, rows, "2", 1, 1000, "rows of the block"),
    OPTION_INT_AT(struct level_block_keys, cols, "2", 1, 1000, "columns of the block"),
    OPTION_END};

static const struct config_option alike_options[] = {
    OPTION_CHOICE_AT(struct level_alike_keys, what, NULL, whats,
                     "first and last columns or rows, or mirror images"),
    OPTION_TEXT_AT(struct level_alike_keys, tiles, "^",
                   "tiles of which each must be in both cells or in neither"),
    OPTION_END};

#define RULES(member, table, item, why)                                                \
    OPTION_LIST_AT(struct level_game_keys, member, "~", table, sizeof(struct item), 0, \
                   LEVEL_MAX_LISTED, why)

const struct config_option level_game_options[] = {
    OPTION_TEXT_AT(struct level_game_keys, summary, "~", "one-line description"),
    OPTION_LIST_AT(struct level_game_keys, tiles, NULL, tile_options,
                   sizeof(struct level_tile_keys), 1, LEVEL_MAX_TILES,
                   "what a cell can hold"),
    OPTION_CHOICE_AT(
        struct level_game_keys, wrap, "none", wraps,
        "which opposite edges of the level are adjacent, to paths, exits and "
        "moves of tiles; blocks do not wrap"),
    OPTION_TEXT_AT(struct level_game_keys, once, "~", "tiles that occur exactly once"),
    RULES(counts, count_options, level_count_keys,
          "bounds on the number of cells of some tiles"),
    RULES(shares, share_options, level_share_keys,
          "bounds on ratios of numbers of cells"),
    RULES(border, border_options, level_border_keys, "what the border holds"),
    RULES(reach, reach_options, level_reach_keys, "what must be reachable from where"),
    RULES(apart, reach_options, level_reach_keys,
          "what must not be reachable from where"),
    RULES(paths, path_options, level_path_keys,
          "bounds on tiles along the cheapest path"),
    RULES(exits, exits_options, level_exits_keys,
          "numbers of exits of cells: no dead ends"),
    RULES(blocks, block_options, level_block_keys, "forbidden blocks of tiles"),
    RULES(alike, alike_options, level_alike_keys, "pairs of cells that must be equal"),
    OPTION_END};
