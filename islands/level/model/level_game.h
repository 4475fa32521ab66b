/* A game: its tiles, the costs of edits, and the rules that make a level playable.
 * README.md in this folder describes the file format; configs/level/games/ has the games
 * that come with skerry.
 *
 * A level is a grid of tiles (level_grid.h). A tile is an index 0..n_tiles-1 into
 * game->tile; its symbol is the character that represents it in files. Sets of tiles
 * are bit masks. Cells are numbered row by row from the top left.
 *
 * Paths go from a cell to its 4 neighbours; `wrap` adds neighbours across the edges. A
 * level is playable if it satisfies every rule below.
 *
 * Source: H. Zhang, M. Fontaine, A. Hoover, J. Togelius, B. Dilkina, S. Nikolaidis,
 * Video Game Level Repair via Mixed Integer Linear Programming, AIIDE 2020 ("the
 * paper"), for the tiles, costs and rules. Differs: blocks, equal edges and counts in a
 * range are not in the paper; the first two are in its authors' program for Pac-Man. */
#ifndef SKERRY_LEVEL_GAME_H
#define SKERRY_LEVEL_GAME_H

#include "arena.h"
#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LEVEL_MAX_TILES = 32,
    LEVEL_MAX_LISTED = 32, /* rules of one kind in a file */
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

/* Costs of edits. A tile of the level to be repaired that the repaired level lacks was
 * either moved to a cell that gained this kind of tile, at `move` for each step of a
 * shortest path over the grid regardless of walls, or deleted. Additions are free. */
struct level_tile {
    char symbol; /* visible ASCII, not ^ */
    char name[LEVEL_NAME_BYTES];
    double move, delete; /* C_m and C_d of the paper; >= 0 */
};

enum level_wrap {
    LEVEL_WRAP_NONE,
    LEVEL_WRAP_HORIZONTAL, /* left and right edges are adjacent */
    LEVEL_WRAP_BOTH        /* and top and bottom edges */
};

/* least <= number of cells with these tiles <= most. */
struct level_count {
    tile_set tiles;
    size_t least, most; /* SIZE_MAX: no upper bound */
};

/* The number of cells of `tiles` is at most `most` times that of `of`. The comparison
 * tolerates rounding: 0.6 of 5 cells is 3 cells, although 0.6 has no exact binary
 * form. */
struct level_share {
    tile_set tiles, of;
    double most; /* in [0, 1] */
};

/* Relative tolerance of a share: well above the rounding error of a product of doubles
 * (1e-16), and below one cell of the largest level (1e-6). */
#define LEVEL_SHARE_SLACK 1e-12

static inline bool level_share_holds(const struct level_share *share, size_t tiles,
                                     size_t of)
{
    return (double)tiles <= share->most * (1 + LEVEL_SHARE_SLACK) * (double)of;
}

/* The largest fraction of integers up to `cells` that is within the share. Levels of up
 * to so many cells satisfy the fraction exactly when they satisfy the share, and
 * violate it by at least 1 / cells, which exceeds a solver's tolerance. */
double level_share_slope(const struct level_share *share, size_t cells);

enum level_sides { LEVEL_SIDES_ALL, LEVEL_SIDES_ROWS, LEVEL_SIDES_COLUMNS };

/* The cells on the border hold tiles of this set; ROWS: the first and the last row
 * only; COLUMNS: the first and the last column only. */
struct level_border {
    enum level_sides sides;
    tile_set tiles;
};

/* Every cell of `to` is reachable from some cell of `from` by a path that may enter a
 * blocking cell, but not leave one, not even its first. In an `apart` rule: no cell of
 * `to` is reachable. */
struct level_reach {
    tile_set from, to, blocking;
};

/* Of all paths as in level_reach from a cell of `from` to one of `to`, a path that
 * enters the fewest cells of `cost` enters between `least` and `most` of them. The
 * first cell of a path does not count, the last one does. Without any path, only
 * most = SIZE_MAX is satisfied.
 *
 * Source: the paper, section "Generality and Limitations". Differs: the bounds apply to
 * the cheapest path; the paper asks for some path within them. */
struct level_path {
    tile_set from, to, blocking, cost;
    size_t least, most;
};

/* A cell of `tiles` has at least `least` neighbours that are not of `walls`. A dead end
 * has one.
 *
 * Source: the paper, section "Beyond Zelda Levels", with `least` 2. */
struct level_exits {
    tile_set tiles, walls;
    size_t least;
};

/* No block of rows x cols cells consists of these tiles only. Blocks do not wrap. */
struct level_block {
    tile_set tiles;
    size_t rows, cols;
};

enum level_alike_what {
    LEVEL_ALIKE_COLUMNS,    /* first and last column, row by row */
    LEVEL_ALIKE_ROWS,       /* first and last row, column by column */
    LEVEL_ALIKE_LEFT_RIGHT, /* each cell and its mirror image in its row */
    LEVEL_ALIKE_TOP_BOTTOM
};

/* Pairs of cells are equal: for each tile of this set, both cells of a pair hold it or
 * neither does.
 *
 * Source: symmetry, in the paper's section "Generality and Limitations". */
struct level_alike {
    enum level_alike_what what;
    tile_set tiles;
};

enum level_objective {
    LEVEL_EDIT,   /* cost of moves and deletions, see struct level_tile */
    LEVEL_HAMMING /* number of cells that differ */
};

/* The rules of one kind, in the order of the file. */
#define LEVEL_RULES(type, name)                                                        \
    struct type name[LEVEL_MAX_RULES];                                                 \
    size_t n_##name

/* Contains no pointers: an assignment makes an independent copy. */
struct level_game {
    char name[LEVEL_NAME_BYTES]; /* file name without folder and .yaml */
    size_t n_tiles;
    struct level_tile tile[LEVEL_MAX_TILES];
    enum level_wrap wrap;
    enum level_objective objective;
    LEVEL_RULES(level_count, counts); /* first one for each tile of `once` */
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

/* The tiles of a cell in `open`, one set for each cell; NULL: any. */
static inline tile_set tiles_open(const tile_set *open, size_t cell)
{
    return open ? open[cell] : UINT32_MAX;
}

/* Sets the objective to LEVEL_HAMMING, and the costs of moves and deletions to 1 for
 * code that uses only these. */
void level_game_hamming(struct level_game *game);

/* The tiles that borders and counts of 0 leave for a cell. */
tile_set level_game_allowed_tiles(const struct level_game *game, size_t rows,
                                  size_t cols, size_t cell);

/* Whether deletions, and with `moves` also moves, have integral costs. The costs of
 * edits are then integral, and lower bounds can be rounded up. */
bool level_game_costs_are_whole(const struct level_game *game, bool moves);

/* The largest number of which all costs are multiples: no two costs of edits differ by
 * less. 0: some cost is not a multiple of 10^-6. INFINITY: all costs are 0. */
double level_game_cost_unit(const struct level_game *game);

/* The largest cost of a single edit. */
double level_game_largest_cost(const struct level_game *game);

/* The tile with this symbol, or n_tiles. */
size_t level_game_tile_of(const struct level_game *game, char symbol);

/* Describes a set: "wall 'w'", "one of key '+', door 'g'"; without names where there is no room
 * for all of them: "one of '+g123'". out: at least 64 bytes, with all 32 symbols 44. Returns out. */
const char *level_tile_set_text(const struct level_game *game, tile_set set, char *out,
                                size_t bytes);

#endif
