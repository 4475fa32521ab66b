/* Levels as grids of tiles, and their text format: one line per row, one character per
 * tile, empty lines between levels.
 *
 * Source: the level files of the GVGAI framework, which the paper (level_game.h) uses,
 * have one character per tile; several levels in a file are our own. */
#ifndef SKERRY_LEVEL_GRID_H
#define SKERRY_LEVEL_GRID_H

#include "level_game.h"

#include <stdio.h>

/* Rows or columns. Chosen by hand. */
enum { LEVEL_MAX_SIDE = 1000 };

struct level_grid {
    size_t rows, cols; /* 1..LEVEL_MAX_SIDE; both 0: no level */
    uint8_t *cell;     /* rows * cols tiles, row by row */
};

static inline size_t level_cells(const struct level_grid *grid)
{
    return grid->rows * grid->cols;
}

/* A grid filled with tile 0; cell is NULL when memory runs out. */
struct level_grid level_grid_new(size_t rows, size_t cols, struct arena *arena);

/* A reader of levels. Set text, bytes and source to begin, the rest to 0. */
struct level_text {
    const char *text;
    size_t bytes;
    const char *source; /* name of the file, for messages */
    size_t at;          /* bytes read */
    size_t line;        /* lines read */
};

/* Reads the next level; rows is 0 after the last one. White space at the end of a line
 * is ignored.
 *
 * grid  its cells are in arena
 * err   STATUS_INPUT with a complete message, "FILE:LINE: ...": rows of different
 *       length, an unknown tile, too many rows or columns, a file without a level */
enum status level_grid_next(const struct level_game *game, struct level_text *text,
                            struct arena *arena, struct level_grid *grid,
                            struct error *err);

/* Prints the rows as text, each ended by a newline. */
void level_grid_print(const struct level_game *game, const struct level_grid *grid,
                      FILE *out);

/* The cell that a rule pairs with this one; itself: none. */
size_t level_grid_partner(enum level_alike_what what, size_t rows, size_t cols,
                          size_t cell);

/* The neighbours of a cell, each once, without the cell itself (where a single column
 * wraps, it would be its own neighbour). Returns how many, at most 4. */
size_t level_grid_neighbours(enum level_wrap wrap, size_t rows, size_t cols,
                             size_t cell, size_t *out);

#endif
