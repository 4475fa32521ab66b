#include "level_game_keys.h"

#include "level_game.h"

static const char *const wraps[] = {"none", "horizontal", "both", NULL};
static const char *const sides[] = {"all", "rows", "columns", NULL};
static const char *const whats[] = {"columns", "rows", "left_right", "top_bottom",
                                    NULL};

static const struct config_option tile_options[] = {
    OPTION_TEXT_AT(struct level_tile_keys, tile, NULL,
                   "the character that stands for it in levels"),
    OPTION_TEXT_AT(struct level_tile_keys, name, NULL, "its name for people"),
    OPTION_REAL_AT(struct level_tile_keys, move, "1", 0, 1e6,
                   "cost of moving it a step"),
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
    OPTION_TEXT_AT(struct level_reach_keys, from, NULL, "tiles where ways begin"),
    OPTION_TEXT_AT(struct level_reach_keys, to, NULL, "tiles that are looked for"),
    OPTION_TEXT_AT(struct level_reach_keys, blocking, NULL,
                   "tiles that a way may enter, but not leave"),
    OPTION_END};

static const struct config_option path_options[] = {
    OPTION_TEXT_AT(struct level_path_keys, from, NULL, "tiles where ways begin"),
    OPTION_TEXT_AT(struct level_path_keys, to, NULL, "tiles where ways end"),
    OPTION_TEXT_AT(struct level_path_keys, blocking, NULL,
                   "tiles that a way may enter, but not leave"),
    OPTION_TEXT_AT(struct level_path_keys, cost, NULL, "tiles that a way counts"),
    OPTION_INT_AT(struct level_path_keys, least, "0", 0, 1e6,
                  "fewest of them on the way that has the fewest"),
    OPTION_INT_AT(struct level_path_keys, most, "~", 0, 1e6,
                  "most of them on the way that has the fewest"),
    OPTION_END};

static const struct config_option exits_options[] = {
    OPTION_TEXT_AT(struct level_exits_keys, tiles, NULL, "tiles that need ways out"),
    OPTION_TEXT_AT(struct level_exits_keys, walls, NULL, "tiles that are no way out"),
    OPTION_INT_AT(struct level_exits_keys, least, "2", 1, 4,
                  "neighbours that must be a way out"),
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
                   "tiles that must be in both places or in neither"),
    OPTION_END};

#define RULES(member, table, item, why)                                                \
    OPTION_LIST_AT(struct level_game_keys, member, "~", table, sizeof(struct item), 0, \
                   LEVEL_MAX_LISTED, why)

const struct config_option level_game_options[] = {
    OPTION_TEXT_AT(struct level_game_keys, summary, "~", "one line for people"),
    OPTION_LIST_AT(struct level_game_keys, tiles, NULL, tile_options,
                   sizeof(struct level_tile_keys), 1, LEVEL_MAX_TILES,
                   "what a cell can hold"),
    OPTION_CHOICE_AT(struct level_game_keys, wrap, "none", wraps,
                     "which edges of the level touch"),
    OPTION_TEXT_AT(struct level_game_keys, once, "~",
                   "tiles that stand on exactly one cell each"),
    RULES(counts, count_options, level_count_keys,
          "cells of some tiles, least to most"),
    RULES(shares, share_options, level_share_keys, "cells of some tiles among others"),
    RULES(border, border_options, level_border_keys, "what the border holds"),
    RULES(reach, reach_options, level_reach_keys, "what must be reachable from where"),
    RULES(apart, reach_options, level_reach_keys,
          "what must not be reachable from where"),
    RULES(paths, path_options, level_path_keys, "what the cheapest way passes"),
    RULES(exits, exits_options, level_exits_keys, "ways out of a cell: no dead ends"),
    RULES(blocks, block_options, level_block_keys, "blocks that must not be"),
    RULES(alike, alike_options, level_alike_keys, "cells that hold the same"),
    OPTION_END};
