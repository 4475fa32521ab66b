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
#ifndef SKERRY_LEVEL_CELL_MODEL_H
#define SKERRY_LEVEL_CELL_MODEL_H

#include "level_program.h"

enum { LEVEL_CELL_MODEL_IMPLIED = -1, LEVEL_CELL_MODEL_MAX_CONTINUOUS = 4 };

/* One thing that a cell may hold: a tile, or n_tiles: one of the missing. */
struct level_cell_choice {
    uint8_t tile;
    int col; /* LEVEL_CELL_MODEL_IMPLIED: whenever no other is chosen */
};

struct level_cell_model {
    const struct level_game *game;
    const struct level_grid *broken;
    size_t n;
    tile_set
        interchangeable; /* tiles that stand once and are treated alike; maybe none */
    bool connected[LEVEL_MAX_RULES]; /* reach rules that only ask that all cells which
                                        do not block hang together */
    uint32_t *first;                 /* n + 1: choices of each cell */
    struct level_cell_choice *choice;
    struct level_program program;
    size_t max_rows, max_entries;
    size_t *last; /* of each variable: its last coefficient */
    struct arena *arena;
    bool failed; /* memory ran out */
    size_t kept; /* the first so many constraints stay when slack ones are dropped */
};

/* Says in `why` when a game is beyond the program: paths, apart, a tile that is worth
 * moving, reachability from tiles that do not stand once. */
bool level_cell_model_suits(const struct level_game *game, char why[512]);

/* Builds the program without reachability; borrows its inputs. False without memory. */
bool level_cell_model_init(struct level_cell_model *model,
                           const struct level_game *game,
                           const struct level_grid *broken, struct arena *arena);

/* Cells beside a cell, as the game wraps; returns how many. */
size_t level_cell_model_neighbours(const struct level_cell_model *model, size_t cell,
                                   size_t out[4]);

/* Reads the level off a solution. */
void level_cell_model_read(const struct level_cell_model *model, const double *x,
                           uint8_t *cell);

/* Adds a variable from 0 to 1 that costs nothing and need not be whole; returns its
 * number. There is room for LEVEL_CELL_MODEL_MAX_CONTINUOUS a cell. */
int level_cell_model_add_continuous(struct level_cell_model *model);

/* A constraint under construction: begin, add terms, end with low <= sum <= high. */
void level_cell_model_begin_row(struct level_cell_model *model);
void level_cell_model_add_term(struct level_cell_model *model, int col, double factor);
/* factor for each cell that holds a tile of a set (1 or 0 of them). */
void level_cell_model_add_cell(struct level_cell_model *model, size_t cell,
                               tile_set tiles, double factor);
void level_cell_model_end_row(struct level_cell_model *model, double low, double high);

/* Adds constraints that a level breaks which it should not: how many. 0: all that must
 * be reached is. cell is a solution as level_cell_model_read gives it. */
size_t level_reachability_cuts(struct level_cell_model *model, const uint8_t *cell);

/* The share of a cell that holds a tile of a set, in a solution that may have
 * fractions.
 */
double level_cell_model_value(const struct level_cell_model *model, const double *x,
                              size_t cell, tile_set tiles);

/* Least and most that the share can be within the bounds of the variables. */
struct level_cell_range {
    double low, high;
};
struct level_cell_range level_cell_model_range(const struct level_cell_model *model,
                                               size_t cell, tile_set tiles);

/* Adds constraints which say that all open cells hang together where that fails:
 * regions of open cells are grown towards one another, and the wall that is left
 * between them needs openings, one less than there are regions. Returns how many.
 *
 * passing  tiles that do not block
 * open     share of each cell that is passable, in [0, 1]
 * arena    for the work */
size_t level_partition_cuts(struct level_cell_model *model, tile_set passing,
                            const double *open, struct arena *arena);

/* Takes out the constraints from `kept` on that do not bind in a solution. */
void level_cell_model_drop_slack(struct level_cell_model *model, const double *x);

/* Takes out the constraints that hold for all that is within the bounds of the
 * variables, which must not widen any more then. */
void level_cell_model_drop_redundant(struct level_cell_model *model);

/* Chooses cells that join all parts of open cells when they open, the more open ones
 * first; false when there is nothing to join or no way. carved: a place a cell. */
bool level_partition_connect(struct level_cell_model *model, tile_set passing,
                             const double *open, bool *opened, struct arena *arena);

#endif
