/* A window: the cells within some steps of one, and a part of the cell model's program: some
 * of its variables and constraints, with numbers of their own.
 *
 * Cost: linear in what is added. Memory: as much as the program. */
#ifndef SKERRY_LEVEL_WINDOW_H
#define SKERRY_LEVEL_WINDOW_H

#include "level_cell_model.h"

struct level_window {
    struct level_cell_model *model;
    struct level_program part;
    uint32_t *local; /* of each variable: its number in the part; UINT32_MAX: none */
    size_t *global;  /* of each variable of the part: its number in the program */
    uint32_t
        *cell_of; /* of each variable: the cell whose choice it is; or UINT32_MAX */
    size_t *cell, *steps, n_cells; /* by their steps from the centre */
    bool *in;                      /* of each cell */
    size_t max_rows, max_entries;
    struct arena *arena;
};

/* Takes the memory for a part; false when it runs out. No variable may be added to the
 * model afterwards. */
bool level_window_init(struct level_window *window, struct level_cell_model *model,
                       struct arena *arena);

/* Empties the part, and finds the cells within so many steps of one. False when memory runs
 * out. */
bool level_window_move(struct level_window *window, size_t centre, size_t radius);

/* Adds a variable with its bounds and cost, unless it is there. */
void level_window_add_column(struct level_window *window, size_t col);

/* Adds the variables of the choices of a cell. */
void level_window_add_cell(struct level_window *window, size_t cell);

/* Adds a constraint; variables that are not in the part have the value x. */
void level_window_add_row(struct level_window *window, size_t row, const double *x);

#endif
