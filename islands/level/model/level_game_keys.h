/* The keys of a game file; README.md in this folder has examples. Sets of tiles are
 * strings of their symbols; a leading ^ denotes the complement. */
#ifndef SKERRY_LEVEL_GAME_KEYS_H
#define SKERRY_LEVEL_GAME_KEYS_H

#include "option.h"

struct level_tile_keys {
    const char *tile, *name;
    double move, delete;
};

struct level_count_keys {
    const char *tiles;
    int64_t least, most;
};

struct level_share_keys {
    const char *tiles, *of;
    double most;
};

struct level_border_keys {
    int sides; /* enum level_sides */
    const char *tiles;
};

struct level_reach_keys {
    const char *from, *to, *blocking;
};

struct level_path_keys {
    const char *from, *to, *blocking, *cost;
    int64_t least, most;
};

struct level_exits_keys {
    const char *tiles, *walls;
    int64_t least;
};

struct level_block_keys {
    const char *tiles;
    int64_t rows, cols;
};

struct level_alike_keys {
    int what; /* enum level_alike_what */
    const char *tiles;
};

struct level_game_keys {
    const char *summary;
    struct option_list tiles; /* struct level_tile_keys */
    int wrap;                 /* enum level_wrap */
    const char *once;         /* each of these tiles on exactly one cell */
    struct option_list counts, shares, border, reach, apart, paths, exits, blocks,
        alike;
};

extern const struct config_option level_game_options[];

#endif
