#include "level_edit_cost.h"

#include "assignment.h"
#include "clock.h"

#include <math.h>

/* The assignment problem of one tile. Of the cells that lost it and those that gained it the fewer are
 * its rows; columns are the others, followed by one deletion column per row: of a tile that is lost,
 * or, where a cell that gained one gets none of those lost, of one of them that is left over. */
struct edits {
    const struct level_game *game;
    const struct level_tile *tile;
    size_t rows, cols;     /* of the level */
    size_t n_few, n_other; /* cells */
    size_t *few, *other;
    double *cost;    /* of one row, by column */
    double deadline; /* in clock_thread_s() */
};

size_t level_edit_cost_bytes(size_t cells)
{
    /* A cell loses the tile or gains it, so there are at most `cells` columns. */
    return cells * (3 * sizeof(size_t) + sizeof(double)) +
           assignment_bytes(cells, cells) + 4 * ARENA_ALIGN;
}

static size_t distance_along(size_t a, size_t b, size_t length, bool wraps)
{
    size_t d = a > b ? a - b : b - a;
    return wraps && length - d < d ? length - d : d;
}

static double cost_of_move(const struct edits *e, size_t from, size_t to)
{
    size_t down = distance_along(from / e->cols, to / e->cols, e->rows,
                                 e->game->wrap == LEVEL_WRAP_BOTH);
    size_t right = distance_along(from % e->cols, to % e->cols, e->cols,
                                  e->game->wrap != LEVEL_WRAP_NONE);
    return e->tile->move * (double)(down + right);
}

static double cost_of_edit(const struct edits *e, size_t row, size_t column)
{
    return column < e->n_other ? cost_of_move(e, e->few[row], e->other[column])
                               : e->tile->delete;
}

static const double *costs_of(void *self, size_t row)
{
    struct edits *e = self;
    if (clock_thread_s() > e->deadline)
        return NULL;
    for (size_t j = 0; j < e->n_other + e->n_few; j++)
        e->cost[j] = cost_of_edit(e, row, j);
    return e->cost;
}

static double solve(struct edits *e, struct arena scratch)
{
    size_t columns = e->n_other + e->n_few;
    size_t *row_of = ARENA_NEW(&scratch, size_t, columns);
    double cost = 0;
    if (!assignment_solve(e->n_few, columns, costs_of, e, scratch, row_of))
        return NAN;
    for (size_t j = 0; j < columns; j++)
        if (row_of[j] != ASSIGNMENT_FREE)
            cost += cost_of_edit(e, row_of[j], j);
    return cost;
}

static double cost_of_tile(const struct level_game *game, uint8_t tile,
                           const struct level_grid *broken,
                           const struct level_grid *repaired, double deadline,
                           struct arena scratch)
{
    size_t cells = level_cells(broken);
    size_t *lost = ARENA_NEW(&scratch, size_t, cells), n_lost = 0;
    size_t *gained = ARENA_NEW(&scratch, size_t, cells), n_gained = 0;
    for (size_t v = 0; v < cells; v++) {
        bool was = broken->cell[v] == tile, is = repaired->cell[v] == tile;
        if (was && !is)
            lost[n_lost++] = v;
        if (is && !was)
            gained[n_gained++] = v;
    }
    bool more_lost = n_lost > n_gained;
    struct edits e = {.game = game,
                      .tile = &game->tile[tile],
                      .rows = broken->rows,
                      .cols = broken->cols,
                      .few = more_lost ? gained : lost,
                      .n_few = more_lost ? n_gained : n_lost,
                      .other = more_lost ? lost : gained,
                      .n_other = more_lost ? n_lost : n_gained,
                      .deadline = deadline,
                      .cost = ARENA_NEW(&scratch, double, n_gained + n_lost)};
    double left_over = more_lost ? (double)(n_lost - n_gained) * e.tile->delete : 0;
    return left_over + solve(&e, scratch);
}

double level_edit_cost(const struct level_game *game, const struct level_grid *broken,
                       const struct level_grid *repaired, struct arena scratch)
{
    return level_edit_cost_until(game, broken, repaired, INFINITY, scratch);
}

double level_edit_cost_until(const struct level_game *game,
                             const struct level_grid *broken,
                             const struct level_grid *repaired, double deadline,
                             struct arena scratch)
{
    double cost = 0;
    ensure(broken->rows == repaired->rows && broken->cols == repaired->cols);
    if (game->objective == LEVEL_HAMMING) {
        for (size_t v = 0; v < level_cells(broken); v++)
            cost += broken->cell[v] != repaired->cell[v];
        return cost;
    }
    for (size_t t = 0; t < game->n_tiles; t++)
        cost += cost_of_tile(game, (uint8_t)t, broken, repaired, deadline, scratch);
    return cost;
}
