/* A compact integer program for repair. Every cell that changes pays for its own tile;
 * networks for moves are needed only for the kinds of tiles that are cheaper to move
 * than to delete (level_cell_moves.h).
 *
 * The choices of a cell are its own tile, one tile of each class that the rules
 * distinguish, and, where rules pair cells, the tiles of its partners. One choice is
 * implied by the others and has no variable. Tiles that occur once and that the rules
 * treat alike are interchangeable and share a variable. Reachability is omitted, to be
 * added as cuts that a solution violates (level_cut_loop.h).
 *
 * Where the repair must differ from other levels, every tile of a cell is a choice.
 *
 * Source: the paper's program (level_game.h), Eq. (1) and "Domain-Specific
 * Constraints"; the reduction is our own.
 *
 * Size: 3 variables and 7 constraints for each cell of a random Pac-Man level, against
 * 75 and 30 in the paper's program. Cost to build: linear in the coefficients, and
 * O(t^2 r) per cell for t tiles and r rules. Memory: 12 bytes per coefficient. */
#ifndef SKERRY_LEVEL_CELL_MODEL_H
#define SKERRY_LEVEL_CELL_MODEL_H

#include "level_program.h"

enum {
    LEVEL_CELL_MODEL_IMPLIED = -1,
    /* Variables that may be added per cell: one for each arc into it. */
    LEVEL_CELL_MODEL_MAX_CONTINUOUS = 4
};

/* A choice of a cell: a tile, or n_tiles for an interchangeable one. */
struct level_cell_choice {
    uint8_t tile;
    int col; /* LEVEL_CELL_MODEL_IMPLIED: chosen if no other is */
};

struct level_cell_model {
    const struct level_game *game;
    const struct level_grid *broken;
    size_t n;
    const struct level_demands *demands; /* NULL: none */
    tile_set *open;           /* of each cell: tiles that rules and demands leave it */
    tile_set interchangeable; /* tiles that occur once, treated alike; possibly none */
    /* Tiles of the given level that are cheaper to move than to delete, and those of
     * them that need a flow: they may occur any number of times. */
    tile_set moving, flowing;
    size_t copies[LEVEL_MAX_TILES]; /* of each tile in the given level */
    /* Of a moving tile that occurs once: the distance of each cell from a copy; else
     * NULL. */
    uint32_t *steps[LEVEL_MAX_TILES];
    /* Of each reach rule: it requires that all passable cells are connected, perhaps
     * among others. */
    bool connected[LEVEL_MAX_RULES];
    bool
        at_most[LEVEL_MAX_RULES]; /* of each path: its largest cost is in the program */
    uint32_t *first;              /* n + 1: choices of each cell */
    struct level_cell_choice *choice;
    struct level_program program;
    size_t max_cols, max_rows, max_entries;
    size_t *last; /* of each variable: index of its last coefficient */
    struct arena *arena;
    bool failed;   /* out of memory */
    size_t kept;   /* the first constraints, which are never dropped as slack */
    bool *surplus; /* of each constraint: it follows from the others for levels */
};

/* The tiles that a choice stands for. */
static inline tile_set level_cell_choice_tiles(const struct level_cell_model *model,
                                               const struct level_cell_choice *choice)
{
    return choice->tile < model->game->n_tiles ? TILE(choice->tile)
                                               : model->interchangeable;
}

/* Builds the program without reachability; borrows its inputs. False when memory runs
 * out. */
bool level_cell_model_init(struct level_cell_model *model,
                           const struct level_game *game,
                           const struct level_grid *broken,
                           const struct level_demands *demands, struct arena *arena);

/* The neighbours of a cell, with the wrap of the game; returns how many. */
size_t level_cell_model_neighbours(const struct level_cell_model *model, size_t cell,
                                   size_t out[4]);

/* Reads the level off an integral solution. */
void level_cell_model_read(const struct level_cell_model *model, const double *x,
                           uint8_t *cell);

/* Adds a continuous variable in [0, high]; returns its number. Once the model is built,
 * there is room for LEVEL_CELL_MODEL_MAX_CONTINUOUS of them per cell. */
int level_cell_model_add_continuous(struct level_cell_model *model, double high,
                                    double cost);

/* Builds a constraint, low <= sum <= high: begin the row, add its terms, end it with
 * its bounds. */
void level_cell_model_begin_row(struct level_cell_model *model);
void level_cell_model_add_term(struct level_cell_model *model, int col, double factor);
/* Adds factor times (the cell holds a tile of the set). */
void level_cell_model_add_cell(struct level_cell_model *model, size_t cell,
                               tile_set tiles, double factor);
void level_cell_model_end_row(struct level_cell_model *model, double low, double high);

/* The cell whose choice each variable is; UINT32_MAX: none. */
void level_cell_model_cells_of(const struct level_cell_model *model, uint32_t *cell_of);

/* The value of "the cell holds a tile of the set" in a solution, possibly
 * fractional. */
double level_cell_model_value(const struct level_cell_model *model, const double *x,
                              size_t cell, tile_set tiles);

/* The least and the largest such value within the bounds of the variables. */
struct level_cell_range {
    double low, high;
};
struct level_cell_range level_cell_model_range(const struct level_cell_model *model,
                                               size_t cell, tile_set tiles);

#endif
