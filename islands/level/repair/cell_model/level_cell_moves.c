#include "level_cell_moves.h"

#include <math.h>

enum { NO_ARC = -1 };

/* Distances from the nearest cell of the given level that holds the tile. */
static void find_distances(const struct level_cell_model *model, uint8_t tile,
                           uint32_t *queue, uint32_t *steps)
{
    uint32_t end = 0;
    for (uint32_t u = 0; u < model->n; u++) {
        steps[u] = model->broken->cell[u] == tile ? 0 : UINT32_MAX;
        if (steps[u] == 0)
            queue[end++] = u;
    }
    for (uint32_t at = 0; at < end; at++) {
        size_t near[4], k = level_cell_model_neighbours(model, queue[at], near);
        while (k-- > 0)
            if (steps[near[k]] == UINT32_MAX) {
                steps[near[k]] = steps[queue[at]] + 1;
                queue[end++] = (uint32_t)near[k];
            }
    }
}

bool level_cell_moves_init(struct level_cell_model *model)
{
    const struct level_game *game = model->game;
    tile_set once = level_demands_once(game);
    for (size_t v = 0; v < model->n; v++) {
        uint8_t own = model->broken->cell[v];
        model->copies[own]++;
        if (game->tile[own].move < game->tile[own].delete)
            model->moving |= TILE(own);
    }
    uint32_t *queue = ARENA_NEW(model->arena, uint32_t, model->n);
    bool made = queue != NULL;
    for (tile_set left = model->moving & once; left && made; left &= left - 1) {
        uint8_t tile = (uint8_t)__builtin_ctz(left);
        uint32_t *steps = ARENA_NEW(model->arena, uint32_t, model->n);
        made = steps != NULL;
        if (made)
            find_distances(model, tile, queue, steps);
        model->steps[tile] = steps;
        model->program.constant +=
            (double)(model->copies[tile] - 1) * game->tile[tile].delete;
    }
    model->flowing = model->moving & ~once;
    return made;
}

size_t level_cell_moves_variables(const struct level_cell_model *model)
{
    return 4 * model->n * (size_t)__builtin_popcount(model->flowing);
}

double level_cell_moves_place_cost(const struct level_cell_model *model, uint8_t tile,
                                   size_t cell)
{
    if (tile >= model->game->n_tiles || !model->steps[tile])
        return 0;
    const struct level_tile *kind = &model->game->tile[tile];
    return fmin(kind->delete, kind->move * (double)model->steps[tile][cell]);
}

/* What is on the rim: the outermost rows and columns. */
struct rim {
    bool *idle; /* of each cell of the rim: no tile leaves it or arrives at it */
    bool apart; /* shortest ways need no cells of the rim but those at their ends */
};

static bool is_rim(const struct level_cell_model *model, size_t cell)
{
    const size_t row = cell / model->broken->cols, col = cell % model->broken->cols;
    return row == 0 || col == 0 || row + 1 == model->broken->rows ||
           col + 1 == model->broken->cols;
}

static bool is_corner(const struct level_cell_model *model, size_t cell)
{
    const size_t row = cell / model->broken->cols, col = cell % model->broken->cols;
    return (row == 0 || row + 1 == model->broken->rows) &&
           (col == 0 || col + 1 == model->broken->cols);
}

static bool is_near_corner(const struct level_cell_model *model, size_t cell)
{
    size_t near[4], k = level_cell_model_neighbours(model, cell, near);
    bool found = is_corner(model, cell);
    while (k-- > 0)
        found = found || is_corner(model, near[k]);
    return found;
}

/* Where tiles of a kind cannot leave cells of the rim, or cannot arrive there, one end of every
 * way is inside, and a shortest one leads through the inside but for a cell of the rim, and,
 * from a corner, one beside it. */
static void find_rim(const struct level_cell_model *model, uint8_t tile,
                     struct rim *rim)
{
    bool leave = false, arrive = false;
    for (size_t v = 0; v < model->n; v++) {
        const bool own = model->broken->cell[v] == tile, on_rim = is_rim(model, v);
        const bool leaves = on_rim && own && (model->open[v] & ~TILE(tile));
        const bool arrives = on_rim && !own && tile_in(model->open[v], tile);
        rim->idle[v] = on_rim && !leaves && !arrives && !is_near_corner(model, v);
        leave = leave || leaves;
        arrive = arrive || arrives;
    }
    rim->apart = !(leave && arrive) && model->game->wrap == LEVEL_WRAP_NONE &&
                 model->broken->rows > 2 && model->broken->cols > 2;
}

/* Whether a way leads from a cell to its neighbour. */
static bool has_arc(const struct level_cell_model *model, const struct rim *rim,
                    size_t u, size_t v)
{
    if (!rim->apart || !(is_rim(model, u) || is_rim(model, v)))
        return true;
    if (is_rim(model, u) && is_rim(model, v))
        return is_corner(model, u) || is_corner(model, v);
    return !rim->idle[u] && !rim->idle[v];
}

static void add_arc_term(struct level_cell_model *model, int arc, double factor)
{
    if (arc != NO_ARC)
        level_cell_model_add_term(model, arc, factor);
}

/* Adds factor times (flow into a cell - flow out of it). */
static void add_net_flow(struct level_cell_model *model, const int *arc, size_t cell,
                         double factor)
{
    size_t near[4], back[4], k = level_cell_model_neighbours(model, cell, near);
    while (k-- > 0) {
        size_t n_back = level_cell_model_neighbours(model, near[k], back), i = 0;
        while (i < n_back && back[i] != cell)
            i++;
        add_arc_term(model, arc[4 * near[k] + i], factor);
        add_arc_term(model, arc[4 * cell + k], -factor);
    }
}

/* Where the tile was, only a tile that is gone can leave. Elsewhere, no more tiles
 * arrive than the cell holds. */
static void add_balance(struct level_cell_model *model, uint8_t tile, const int *arc,
                        size_t cell)
{
    level_cell_model_begin_row(model);
    add_net_flow(model, arc, cell, 1);
    if (model->broken->cell[cell] == tile) {
        level_cell_model_add_cell(model, cell, TILE(tile), -1);
        level_cell_model_end_row(model, -1, INFINITY);
        return;
    }
    level_cell_model_end_row(model, 0, INFINITY);
    level_cell_model_begin_row(model);
    add_net_flow(model, arc, cell, 1);
    level_cell_model_add_cell(model, cell, TILE(tile), -1);
    level_cell_model_end_row(model, -INFINITY, 0);
}

static void add_flow(struct level_cell_model *model, uint8_t tile, int *arc,
                     struct rim *rim)
{
    const struct level_tile *kind = &model->game->tile[tile];
    find_rim(model, tile, rim);
    for (size_t u = 0; u < model->n && !model->failed; u++) {
        size_t near[4], k = level_cell_model_neighbours(model, u, near);
        for (size_t i = 0; i < k; i++) {
            double leaves = model->broken->cell[u] == tile,
                   enters = model->broken->cell[near[i]] == tile;
            arc[4 * u + i] = !has_arc(model, rim, u, near[i])
                                 ? NO_ARC
                                 : level_cell_model_add_continuous(
                                       model, (double)model->copies[tile],
                                       kind->move + kind->delete *(enters - leaves));
        }
    }
    for (size_t v = 0; v < model->n; v++)
        add_balance(model, tile, arc, v);
}

void level_cell_moves_add(struct level_cell_model *model)
{
    if (!model->flowing)
        return;
    int *arc = ARENA_NEW(model->arena, int, 4 * model->n);
    struct rim rim = {.idle = ARENA_NEW(model->arena, bool, model->n)};
    model->failed = model->failed || !arc || !rim.idle;
    for (tile_set left = model->flowing; left && !model->failed; left &= left - 1)
        add_flow(model, (uint8_t)__builtin_ctz(left), arc, &rim);
}
