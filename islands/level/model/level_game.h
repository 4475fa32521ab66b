/* A game: its tiles, what edits cost, and the rules that make a level playable.
 * README.md shows how to write one; configs/level/games/ holds those that come with
 * skerry.
 *
 * A level is a grid of tiles (level_grid.h). A tile is an index 0..n_tiles-1 into
 * game->tile; its symbol is the character that stands for it in files. Sets of tiles
 * are bit masks. Cells are numbered row by row from the top left.
 *
 * Steps go to the 4 neighbours of a cell; `wrap` adds those across the edges. Every
 * rule below must hold for a level to be playable.
 *
 * Source: Zhang, Fontaine, Hoover, Togelius, Dilkina, Nikolaidis, Video Game Level
 * Repair via Mixed Integer Linear Programming, AIIDE 2020 ("the paper"). */
#ifndef SKERRY_LEVEL_GAME_H
#define SKERRY_LEVEL_GAME_H

#include "arena.h"
#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LEVEL_MAX_TILES = 32,
    LEVEL_MAX_LISTED = 32, /* rules in one list of a file */
    LEVEL_MAX_RULES = LEVEL_MAX_LISTED + LEVEL_MAX_TILES,
    LEVEL_NAME_BYTES = 32
};

/* Bit t stands for tile t. */
typedef uint32_t tile_set;

#define TILE(t) ((tile_set)1 << (t))

static inline bool tile_in(tile_set set, uint8_t tile)
{
    return set >> tile & 1;
}

/* Cost of an edit: a tile of the broken level that the repaired one lacks was moved to
 * a cell that got a tile of its kind (`move` for each step of a shortest path over the
 * grid, walls or not), or deleted; what is added costs nothing. */
struct level_tile {
    char symbol; /* visible ASCII, not ^ */
    char name[LEVEL_NAME_BYTES];
    double move, delete; /* C_m and C_d of the paper, >= 0 */
};

enum level_wrap {
    LEVEL_WRAP_NONE,
    LEVEL_WRAP_HORIZONTAL, /* left and right edges touch */
    LEVEL_WRAP_BOTH        /* and top and bottom ones */
};

/* least <= cells of these tiles <= most. */
struct level_count {
    tile_set tiles;
    size_t least, most; /* SIZE_MAX: any number */
};

/* Cells of `tiles` are at most `most` times the cells of `of`, apart from rounding: 0.6
 * of 5 cells is 3 of them, whatever 0.6 is in binary. */
struct level_share {
    tile_set tiles, of;
    double most; /* in [0, 1] */
};

/* Relative slack of a share, well above the rounding of a product of doubles (1e-16)
 * and below one cell of the largest level (1e-6). */
#define LEVEL_SHARE_SLACK 1e-12

static inline bool level_share_holds(const struct level_share *share, size_t tiles,
                                     size_t of)
{
    return (double)tiles <= share->most * (1 + LEVEL_SHARE_SLACK) * (double)of;
}

/* The share as the largest fraction of whole numbers up to `cells` that is within it:
 * levels of up to so many cells keep one exactly when they keep the other, and break
 * the fraction by at least 1 / cells, which a solver's tolerance does not hide. */
double level_share_slope(const struct level_share *share, size_t cells);

enum level_sides { LEVEL_SIDES_ALL, LEVEL_SIDES_ROWS, LEVEL_SIDES_COLUMNS };

/* The cells on the border (ROWS: the first and last row only; COLUMNS alike) hold
 * tiles of this set. */
struct level_border {
    enum level_sides sides;
    tile_set tiles;
};

/* Every cell of `to` can be reached from some cell of `from` by steps that may enter a
 * cell of `blocking`, but not leave it, not even the first one. In `apart` rules: no
 * cell of `to` can be reached. */
struct level_reach {
    tile_set from, to, blocking;
};

/* Of all paths from a cell of `from` to one of `to`, by steps as in level_reach, the
 * one that enters the fewest cells of `cost` enters between `least` and `most` of them.
 * The first cell of a path does not count, its last does. Without any path only most =
 * SIZE_MAX holds.
 * Source: the paper, section "Generality and Limitations". Differs: the range is for
 * the cheapest path, where the paper asks for some path in the range. */
struct level_path {
    tile_set from, to, blocking, cost;
    size_t least, most;
};

/* A cell of `tiles` has at least `least` neighbours that are not of `walls`. Dead ends
 * have one. */
struct level_exits {
    tile_set tiles, walls;
    size_t least;
};

/* No rows x cols block of cells holds tiles of this set only. Blocks do not wrap. */
struct level_block {
    tile_set tiles;
    size_t rows, cols;
};

enum level_alike_what {
    LEVEL_ALIKE_COLUMNS,    /* first and last column, row by row */
    LEVEL_ALIKE_ROWS,       /* first and last row, column by column */
    LEVEL_ALIKE_LEFT_RIGHT, /* each cell and its mirror image in the same row */
    LEVEL_ALIKE_TOP_BOTTOM
};

/* Pairs of cells are tied together: for each tile of this set, both cells of a pair
 * hold it or neither does. */
struct level_alike {
    enum level_alike_what what;
    tile_set tiles;
};

enum level_objective {
    LEVEL_EDIT,   /* moves and deletions, as struct level_tile says */
    LEVEL_HAMMING /* cells that differ */
};

/* The rules of one kind, in the order of the file. */
#define LEVEL_RULES(type, name)                                                        \
    struct type name[LEVEL_MAX_RULES];                                                 \
    size_t n_##name

/* Holds no pointers: a copy is a game of its own. */
struct level_game {
    char name[LEVEL_NAME_BYTES]; /* file name without folder and .yaml */
    size_t n_tiles;
    struct level_tile tile[LEVEL_MAX_TILES];
    enum level_wrap wrap;
    enum level_objective objective;
    LEVEL_RULES(level_count, counts); /* `once` gives one rule a tile, listed first */
    LEVEL_RULES(level_share, shares);
    LEVEL_RULES(level_border, borders);
    LEVEL_RULES(level_reach, reach);
    LEVEL_RULES(level_reach, apart);
    LEVEL_RULES(level_path, paths);
    LEVEL_RULES(level_exits, exits);
    LEVEL_RULES(level_block, blocks);
    LEVEL_RULES(level_alike, alike);
};

static inline tile_set level_all_tiles(const struct level_game *game)
{
    return game->n_tiles == 32 ? UINT32_MAX : TILE(game->n_tiles) - 1;
}

/* Makes the objective the number of cells that differ: LEVEL_HAMMING, with moves and
 * deletions at 1 for code that knows only these. */
void level_game_hamming(struct level_game *game);

/* The tiles that a cell may hold by the border and by counts of none. */
tile_set level_game_allowed_tiles(const struct level_game *game, size_t rows,
                                  size_t cols, size_t cell);

/* Whether deletions, and with `moves` also moves, cost whole numbers; the costs of
 * edits are then whole, and bounds can be rounded up. */
bool level_game_costs_are_whole(const struct level_game *game, bool moves);

/* The tile of a character, or n_tiles. */
size_t level_game_tile_of(const struct level_game *game, char symbol);

/* A set in words: "wall 'w'", "one of key '+', door 'g'"; returns out. */
const char *level_tile_set_text(const struct level_game *game, tile_set set, char *out,
                                size_t bytes);

#endif
