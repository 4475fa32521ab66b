#include "level_window.h"

#include <assert.h>
#include <string.h>

/* Room for all variables and constraints of the program as it is. */
static bool reserve(struct level_window *window)
{
    const struct level_program *p = &window->model->program;
    struct level_program *part = &window->part;
    if (p->rows <= window->max_rows && p->entries <= window->max_entries)
        return true;
    window->max_rows = 2 * p->rows;
    window->max_entries = 2 * p->entries;
    part->row_low = ARENA_NEW(window->arena, double, window->max_rows);
    part->row_high = ARENA_NEW(window->arena, double, window->max_rows);
    part->start = ARENA_NEW(window->arena, size_t, window->max_rows + 1);
    part->index = ARENA_NEW(window->arena, int, window->max_entries);
    part->value = ARENA_NEW(window->arena, double, window->max_entries);
    return part->row_low && part->row_high && part->start && part->index && part->value;
}

static bool take_part(struct level_window *window)
{
    struct level_program *part = &window->part;
    size_t cols = window->model->program.cols;
    part->col_low = ARENA_NEW(window->arena, double, cols);
    part->col_high = ARENA_NEW(window->arena, double, cols);
    part->cost = ARENA_NEW(window->arena, double, cols);
    part->integer = ARENA_NEW(window->arena, bool, cols);
    return part->col_low && part->col_high && part->cost && part->integer &&
           reserve(window);
}

bool level_window_init(struct level_window *window, struct level_cell_model *model,
                       struct arena *arena)
{
    size_t cols = model->program.cols, n = model->n;
    *window = (struct level_window){.model = model,
                                    .arena = arena,
                                    .local = ARENA_NEW(arena, uint32_t, cols),
                                    .global = ARENA_NEW(arena, size_t, cols),
                                    .cell_of = ARENA_NEW(arena, uint32_t, cols),
                                    .cell = ARENA_NEW(arena, size_t, n),
                                    .steps = ARENA_NEW(arena, size_t, n),
                                    .in = ARENA_NEW(arena, bool, n)};
    if (!window->local || !window->global || !window->cell_of || !window->cell ||
        !window->steps || !window->in || !take_part(window))
        return false;
    memset(window->local, 0xff, cols * sizeof *window->local);
    level_cell_model_cells_of(model, window->cell_of);
    return true;
}

bool level_window_move(struct level_window *window, size_t centre, size_t radius)
{
    size_t *n = &window->n_cells;
    for (size_t j = 0; j < window->part.cols; j++)
        window->local[window->global[j]] = UINT32_MAX;
    for (size_t i = 0; i < *n; i++)
        window->in[window->cell[i]] = false;
    window->part.cols = window->part.rows = window->part.entries = 0;
    *n = 1;
    window->cell[0] = centre;
    window->steps[0] = 0;
    window->in[centre] = true;
    for (size_t at = 0; at < *n && window->steps[at] < radius; at++) {
        size_t near[4],
            k = level_cell_model_neighbours(window->model, window->cell[at], near);
        while (k-- > 0)
            if (!window->in[near[k]]) {
                window->in[near[k]] = true;
                window->steps[*n] = window->steps[at] + 1;
                window->cell[(*n)++] = near[k];
            }
    }
    return reserve(window);
}

void level_window_add_column(struct level_window *window, size_t col)
{
    const struct level_program *p = &window->model->program;
    struct level_program *part = &window->part;
    if (window->local[col] != UINT32_MAX)
        return;
    size_t at = part->cols++;
    window->local[col] = (uint32_t)at;
    window->global[at] = col;
    part->col_low[at] = p->col_low[col];
    part->col_high[at] = p->col_high[col];
    part->integer[at] = p->integer[col];
    part->cost[at] = p->cost[col];
}

void level_window_add_cell(struct level_window *window, size_t cell)
{
    const struct level_cell_model *model = window->model;
    for (uint32_t c = model->first[cell]; c < model->first[cell + 1]; c++)
        if (model->choice[c].col != LEVEL_CELL_MODEL_IMPLIED)
            level_window_add_column(window, (size_t)model->choice[c].col);
}

void level_window_add_row(struct level_window *window, size_t row, const double *x)
{
    const struct level_program *p = &window->model->program;
    struct level_program *part = &window->part;
    double constant = 0;
    for (size_t k = p->start[row]; k < p->start[row + 1]; k++) {
        size_t col = (size_t)p->index[k];
        if (window->local[col] == UINT32_MAX) {
            assert(x);
            constant += p->value[k] * x[col];
            continue;
        }
        part->index[part->entries] = (int)window->local[col];
        part->value[part->entries++] = p->value[k];
    }
    part->row_low[part->rows] = p->row_low[row] - constant;
    part->row_high[part->rows] = p->row_high[row] - constant;
    part->start[++part->rows] = part->entries;
}
