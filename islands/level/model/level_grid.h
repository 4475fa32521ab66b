/* Levels as grids of tiles, and as text: one line for each row, one character for each
 * tile, an empty line between levels. */
#ifndef SKERRY_LEVEL_GRID_H
#define SKERRY_LEVEL_GRID_H

#include "level_game.h"

#include <stdio.h>

enum { LEVEL_MAX_SIDE = 1000 /* rows or columns */ };

struct level_grid {
    size_t rows, cols; /* 1..LEVEL_MAX_SIDE; both 0: no level */
    uint8_t *cell;     /* rows * cols tiles, row by row */
};

static inline size_t level_cells(const struct level_grid *grid)
{
    return grid->rows * grid->cols;
}

/* A grid of tile 0; cell is NULL when memory ran out. */
struct level_grid level_grid_new(size_t rows, size_t cols, struct arena *arena);

/* A reader of a text with levels. To begin, set text, bytes and source, the rest 0. */
struct level_text {
    const char *text;
    size_t bytes;
    const char *source; /* for errors: the file's name */
    size_t at;          /* bytes read */
    size_t line;        /* lines read */
};

/* Reads the next level; rows is 0 after the last one. Blanks and CR at the end of a
 * line are ignored.
 *
 * grid  its cells are in arena
 * err   STATUS_INPUT in one whole line, "FILE:LINE: ...": a ragged grid, an unknown
 *       tile, too many rows or columns, a file without a level */
enum status level_grid_next(const struct level_game *game, struct level_text *text,
                            struct arena *arena, struct level_grid *grid,
                            struct error *err);

/* The rows as text, each ended by a newline. */
void level_grid_print(const struct level_game *game, const struct level_grid *grid,
                      FILE *out);

/* The cells one step away, each once, without the cell itself (a grid of one column
 * that wraps leads back to it). Returns how many, at most 4. */
size_t level_grid_neighbours(enum level_wrap wrap, size_t rows, size_t cols,
                             size_t cell, size_t *out);

#endif
