/* A compact integer program for repair, for games where moving a tile is never cheaper
 * than deleting it: every cell that changes then pays for its own tile, and no network
 * of moves is needed.
 *
 * A cell chooses among its own tile, one tile of each class that the rules tell apart,
 * and, where rules tie cells together, the tiles of the others. One choice is implied
 * by the rest and has no variable. Tiles that stand once and that the rules treat alike
 * are interchangeable and share a variable. Reachability is left out, to be added as
 * cuts where a solution fails it (level_cut_loop.h).
 *
 * Source: the paper's program, Eq. (1) and "Domain-Specific Constraints"; the reduction
 * is ours.
 *
 * Size: 3 variables and 7 constraints for each cell of a random Pac-Man level, against
 * 75 and 30 in the paper's program. Local. */
#ifndef SKERRY_LEVEL_CELL_MODEL_H
#define SKERRY_LEVEL_CELL_MODEL_H

#include "level_program.h"

enum {
    LEVEL_CELL_MODEL_IMPLIED = -1,
    LEVEL_CELL_MODEL_MAX_CONTINUOUS = 4 /* a cell: one for each arc that enters it */
};

/* One thing that a cell may hold: a tile, or n_tiles: an interchangeable one. */
struct level_cell_choice {
    uint8_t tile;
    int col; /* LEVEL_CELL_MODEL_IMPLIED: whenever no other is chosen */
};

struct level_cell_model {
    const struct level_game *game;
    const struct level_grid *broken;
    size_t n;
    tile_set interchangeable; /* tiles that stand once, treated alike; maybe none */
    /* Of each reach rule: it asks that all cells that do not block are connected. */
    bool connected[LEVEL_MAX_RULES];
    uint32_t *first; /* n + 1: choices of each cell */
    struct level_cell_choice *choice;
    struct level_program program;
    size_t max_rows, max_entries;
    size_t *last; /* of each variable: its last coefficient */
    struct arena *arena;
    bool failed; /* memory ran out */
    size_t kept; /* level_cell_model_drop_slack keeps the first so many constraints */
};

/* Whether the model can express a game; else says in `why` what it cannot: paths,
 * apart, a tile that is worth moving, reachability from tiles that do not stand once.
 */
bool level_cell_model_suits(const struct level_game *game, char why[512]);

/* Builds the program without reachability; borrows its inputs. False without memory. */
bool level_cell_model_init(struct level_cell_model *model,
                           const struct level_game *game,
                           const struct level_grid *broken, struct arena *arena);

/* The cells beside a cell, as the game wraps; returns how many. */
size_t level_cell_model_neighbours(const struct level_cell_model *model, size_t cell,
                                   size_t out[4]);

/* Reads the level off a solution. */
void level_cell_model_read(const struct level_cell_model *model, const double *x,
                           uint8_t *cell);

/* Adds a continuous variable in [0, 1] without a cost; returns its number. There is
 * room for LEVEL_CELL_MODEL_MAX_CONTINUOUS of them for each cell. */
int level_cell_model_add_continuous(struct level_cell_model *model);

/* A constraint under construction: begin it, add terms, end it with its bounds, low <=
 * sum <= high. */
void level_cell_model_begin_row(struct level_cell_model *model);
void level_cell_model_add_term(struct level_cell_model *model, int col, double factor);
/* factor times (the cell holds a tile of the set). */
void level_cell_model_add_cell(struct level_cell_model *model, size_t cell,
                               tile_set tiles, double factor);
void level_cell_model_end_row(struct level_cell_model *model, double low, double high);

/* How far a cell holds a tile of a set, in [0, 1], in a solution that may be
 * fractional.
 */
double level_cell_model_value(const struct level_cell_model *model, const double *x,
                              size_t cell, tile_set tiles);

/* The least and the largest such value within the bounds of the variables. */
struct level_cell_range {
    double low, high;
};
struct level_cell_range level_cell_model_range(const struct level_cell_model *model,
                                               size_t cell, tile_set tiles);

/* Takes out the constraints from `kept` on that are slack in a solution. */
void level_cell_model_drop_slack(struct level_cell_model *model, const double *x);

/* Takes out the constraints that hold for all values within the bounds of the
 * variables, which must not be widened afterwards. */
void level_cell_model_drop_redundant(struct level_cell_model *model);

#endif
