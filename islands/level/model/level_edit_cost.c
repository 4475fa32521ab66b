#include "level_edit_cost.h"

#include "clock.h"

#include <math.h>

/* Rows are cells that lost their tile, columns are cells that gained one, then one
 * column for each row's deletion. Arrays of the method count from 1, as 0 stands for
 * none. */
struct assignment {
    const struct level_game *game;
    const struct level_tile *tile;
    size_t rows, cols;     /* of the level */
    size_t n, m;           /* rows, and columns with deletions */
    size_t *lost, *gained; /* cells */
    double *row_price, *col_price, *least;
    size_t *row_of, *from;
    bool *done;
    double deadline; /* of clock_thread_s() */
};

size_t level_edit_cost_bytes(size_t cells)
{
    return (cells + 2) * (5 * sizeof(size_t) + 8 * sizeof(double) + 2 * sizeof(bool)) +
           16 * ARENA_ALIGN;
}

static size_t apart(size_t a, size_t b, size_t length, bool wraps)
{
    size_t d = a > b ? a - b : b - a;
    return wraps && length - d < d ? length - d : d;
}

static double price(const struct assignment *a, size_t row, size_t col)
{
    size_t gained = a->m - a->n;
    if (col > gained)
        return a->tile->delete;
    size_t u = a->lost[row - 1], v = a->gained[col - 1];
    size_t down =
        apart(u / a->cols, v / a->cols, a->rows, a->game->wrap == LEVEL_WRAP_BOTH);
    size_t right =
        apart(u % a->cols, v % a->cols, a->cols, a->game->wrap != LEVEL_WRAP_NONE);
    return a->tile->move * (double)(down + right);
}

/* A step of the shortest path search: relaxes the columns from one that is done;
 * returns the next. */
static size_t relax(struct assignment *a, size_t done)
{
    size_t row = a->row_of[done], next = 0;
    double step = INFINITY;
    for (size_t j = 1; j <= a->m; j++) {
        if (a->done[j])
            continue;
        double reduced = price(a, row, j) - a->row_price[row] - a->col_price[j];
        if (reduced < a->least[j]) {
            a->least[j] = reduced;
            a->from[j] = done;
        }
        if (a->least[j] < step) {
            step = a->least[j];
            next = j;
        }
    }
    for (size_t j = 0; j <= a->m; j++) {
        if (a->done[j]) {
            a->row_price[a->row_of[j]] += step;
            a->col_price[j] -= step;
        } else {
            a->least[j] -= step;
        }
    }
    return next;
}

/* Assigns a row by a shortest augmenting path; false when the time is up. */
static bool assign_row(struct assignment *a, size_t row)
{
    size_t at = 0;
    a->row_of[0] = row;
    for (size_t j = 0; j <= a->m; j++) {
        a->least[j] = INFINITY;
        a->done[j] = false;
    }
    do {
        if (clock_thread_s() > a->deadline)
            return false;
        a->done[at] = true;
        at = relax(a, at);
    } while (a->row_of[at]);
    for (; at; at = a->from[at])
        a->row_of[at] = a->row_of[a->from[at]];
    return true;
}

static double solve(struct assignment *a)
{
    double cost = 0;
    for (size_t j = 0; j <= a->m; j++) {
        a->col_price[j] = 0;
        a->row_of[j] = 0;
    }
    for (size_t i = 0; i <= a->n; i++)
        a->row_price[i] = 0;
    for (size_t i = 1; i <= a->n; i++)
        if (!assign_row(a, i))
            return NAN;
    for (size_t j = 1; j <= a->m; j++)
        if (a->row_of[j])
            cost += price(a, a->row_of[j], j);
    return cost;
}

static double cost_of_tile(const struct level_game *game, uint8_t tile,
                           const struct level_grid *broken,
                           const struct level_grid *repaired, double deadline,
                           struct arena scratch)
{
    size_t cells = level_cells(broken), gained = 0;
    struct assignment a = {.game = game,
                           .tile = &game->tile[tile],
                           .rows = broken->rows,
                           .cols = broken->cols,
                           .deadline = deadline,
                           .lost = ARENA_NEW(&scratch, size_t, cells),
                           .gained = ARENA_NEW(&scratch, size_t, cells)};
    for (size_t v = 0; v < cells; v++) {
        bool was = broken->cell[v] == tile, is = repaired->cell[v] == tile;
        if (was && !is)
            a.lost[a.n++] = v;
        if (is && !was)
            a.gained[gained++] = v;
    }
    /* A cell either loses this tile or gains it, so n + gained <= cells. */
    a.m = gained + a.n;
    a.row_price = ARENA_NEW(&scratch, double, a.n + 1);
    a.col_price = ARENA_NEW(&scratch, double, a.m + 1);
    a.least = ARENA_NEW(&scratch, double, a.m + 1);
    a.row_of = ARENA_NEW(&scratch, size_t, a.m + 1);
    a.from = ARENA_NEW(&scratch, size_t, a.m + 1);
    a.done = ARENA_NEW(&scratch, bool, a.m + 1);
    return solve(&a);
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
