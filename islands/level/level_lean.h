/* A repair program without networks, for games where moving a tile is never cheaper
 * than deleting it: every cell then pays for itself.
 *
 * A cell chooses among its own tile, one tile for each kind that the rules tell apart,
 * and, at cells that belong together, the others' tiles. One choice is implied by the
 * rest and has no variable. Tiles that stand once and that the rules treat alike share
 * a variable, "one of those that are missing". Reachability comes as cuts where it
 * fails.
 *
 * Source: the paper's program, Eq. (1) and the domain-specific constraints; the
 * reduction is ours. Local. */
#ifndef SKERRY_LEVEL_LEAN_H
#define SKERRY_LEVEL_LEAN_H

#include "level_program.h"

enum { LEAN_IMPLIED = -1, LEAN_MOST_SHARES = 4 };

/* One thing that a cell may hold: a tile, or n_tiles: one of the missing. */
struct lean_choice {
    uint8_t tile;
    int col; /* LEAN_IMPLIED: whenever no other is chosen */
};

struct lean {
    const struct level_game *game;
    const struct level_grid *broken;
    size_t n;
    tile_set missing; /* tiles that stand once and are treated alike; maybe none */
    bool connected[LEVEL_MAX_RULES]; /* reach rules that only ask that all cells which
                                        do not block hang together */
    uint32_t *first;                 /* n + 1: choices of each cell */
    struct lean_choice *choice;
    struct level_program program;
    size_t max_rows, max_entries;
    size_t *last; /* of each variable: its last coefficient */
    struct arena *arena;
    bool lost;   /* memory ran out */
    size_t kept; /* the first so many constraints stay when slack ones are dropped */
};

/* Says in `why` when a game is beyond the program: paths, apart, a tile that is worth
 * moving, reachability from tiles that do not stand once. */
bool lean_suits(const struct level_game *game, char why[512]);

/* Builds the program without reachability; borrows its inputs. False without memory. */
bool lean_init(struct lean *lean, const struct level_game *game,
               const struct level_grid *broken, struct arena *arena);

/* Cells beside a cell, as the game wraps; returns how many. */
size_t lean_near(const struct lean *lean, size_t cell, size_t out[4]);

/* Reads the level off a solution. */
void lean_read(const struct lean *lean, const double *x, uint8_t *cell);

/* Adds a variable from 0 to 1 that costs nothing and need not be whole; returns its
 * number. There is room for LEAN_MOST_SHARES a cell. */
int lean_add_share(struct lean *lean);

/* A constraint under construction: begin, add terms, end with low <= sum <= high. */
void lean_begin(struct lean *lean);
void lean_add(struct lean *lean, int col, double factor);
/* factor for each cell that holds a tile of a set (1 or 0 of them). */
void lean_add_cell(struct lean *lean, size_t cell, tile_set tiles, double factor);
void lean_end(struct lean *lean, double low, double high);

/* Adds constraints that a level breaks which it should not: how many. 0: all that must
 * be reached is. cell is a solution as lean_read gives it. */
size_t lean_cut(struct lean *lean, const uint8_t *cell);

/* The share of a cell that holds a tile of a set, in a solution that may have
 * fractions.
 */
double lean_share(const struct lean *lean, const double *x, size_t cell,
                  tile_set tiles);

/* Least and most that the share can be within the bounds of the variables. */
struct lean_span {
    double low, high;
};
struct lean_span lean_span(const struct lean *lean, size_t cell, tile_set tiles);

/* Adds constraints which say that all open cells hang together where that fails:
 * regions of open cells are grown towards one another, and the wall that is left
 * between them needs openings, one less than there are regions. Returns how many.
 *
 * passing  tiles that do not block
 * open     share of each cell that is passable, in [0, 1]
 * arena    for the work */
size_t lean_cut_parts(struct lean *lean, tile_set passing, const double *open,
                      struct arena *arena);

/* Takes out the constraints from `kept` on that do not bind in a solution. */
void lean_drop_slack(struct lean *lean, const double *x);

/* Takes out the constraints that hold for all that is within the bounds of the
 * variables, which must not widen any more then. */
void lean_drop_idle(struct lean *lean);

/* Chooses cells that join all parts of open cells when they open, the more open ones
 * first; false when there is nothing to join or no way. carved: a place a cell. */
bool lean_carve(struct lean *lean, tile_set passing, const double *open, bool *carved,
                struct arena *arena);

#endif
