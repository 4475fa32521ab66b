#include "level_construct_room.h"

#include "clock.h"
#include "level_construct_connect.h"

/* Sizes of rooms, tried one after the other: small ones are repaired at once, if there are such levels.
 * Chosen by hand; the last is that of the paper's levels. */
static const struct {
    size_t rows, cols;
} sizes[] = {{5, 7}, {7, 9}, {9, 13}};
/* Places of a room that are tried, in steps of half of its size from the first one. */
static const int shifts[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, -1}, {-1, 0}};

struct room {
    struct level_construct *c;
    size_t row, col; /* of its first cell in the level */
    struct level_grid grid;
    bool *reached;  /* of each cell, see reach_from */
    tile_set *kept; /* of each cell: what it might hold before it was settled */
};

static size_t cell_of(const struct room *room, size_t v)
{
    return (room->row + v / room->grid.cols) * room->c->cols + room->col +
           v % room->grid.cols;
}

/* Where a room of `size` out of `all` begins that has a place in its middle, or is shifted from there,
 * within the border if possible. */
static size_t first_of(size_t at, int shift, size_t size, size_t all)
{
    long middle = (long)at + shift * (long)(size / 2) - (long)(size / 2);
    size_t last = all - size, first = middle > 0 ? (size_t)middle : 0;
    if (last >= 2)
        return first < 1 ? 1 : first < last - 1 ? first : last - 1;
    return first < last ? first : last;
}

/* The room is around the first tile from which a path begins. False if it is the whole level, or has no
 * inside. */
static bool place_room(struct room *room, size_t rows, size_t cols, const int shift[2])
{
    const struct level_construct *c = room->c;
    const struct level_game *game = c->game;
    tile_set from = game->n_apart ? game->apart[0].from : game->paths[0].from;
    size_t v = 0;
    while (v < c->n && !tile_in(from, c->broken->cell[v]))
        v++;
    v = v < c->n ? v : c->n / 2 + c->cols / 2;
    room->grid.rows = c->rows < rows ? c->rows : rows;
    room->grid.cols = c->cols < cols ? c->cols : cols;
    room->row = first_of(v / c->cols, shift[0], room->grid.rows, c->rows);
    room->col = first_of(v % c->cols, shift[1], room->grid.cols, c->cols);
    return level_cells(&room->grid) < c->n && room->grid.rows > 2 &&
           room->grid.cols > 2;
}

static bool is_edge(const struct level_grid *grid, size_t v)
{
    size_t row = v / grid->cols, col = v % grid->cols;
    return row == 0 || col == 0 || row + 1 == grid->rows || col + 1 == grid->cols;
}

/* Repairs the room, with a closed edge, and settles its cells. */
static bool repair_room(struct room *room, level_construct_solver *solve, void *context,
                        struct arena *arena)
{
    struct level_construct *c = room->c;
    size_t n = level_cells(&room->grid);
    struct level_game *game = ARENA_NEW(arena, struct level_game, 1);
    tile_set *open = ARENA_NEW(arena, tile_set, n);
    uint8_t *cell = ARENA_NEW(arena, uint8_t, n);
    room->grid.cell = ARENA_NEW(arena, uint8_t, n);
    room->reached = ARENA_NEW(arena, bool, n);
    room->kept = ARENA_NEW(arena, tile_set, n);
    if (!game || !open || !cell || !room->grid.cell || !room->reached || !room->kept)
        return false;
    *game = *c->game;
    game->wrap = LEVEL_WRAP_NONE;
    game->n_alike = 0;
    for (size_t v = 0; v < n; v++) {
        room->grid.cell[v] = c->broken->cell[cell_of(room, v)];
        open[v] = room->kept[v] = c->open[cell_of(room, v)];
        if (is_edge(&room->grid, v))
            open[v] &= ~c->passing;
        if (!open[v])
            return false;
    }
    const struct level_demands demands = {.open = open, .no_reason = true};
    if (!solve(context, game, &room->grid, &demands, cell))
        return false;
    for (size_t v = 0; v < n; v++) {
        room->grid.cell[v] = c->cell[cell_of(room, v)] = cell[v];
        c->open[cell_of(room, v)] = TILE(cell[v]);
    }
    return true;
}

/* Gives the cells of the room back. */
static void forget_room(struct room *room)
{
    struct level_construct *c = room->c;
    for (size_t v = 0; v < level_cells(&room->grid); v++) {
        c->open[cell_of(room, v)] = room->kept[v];
        c->cell[cell_of(room, v)] = c->broken->cell[cell_of(room, v)];
    }
}

/* Marks the cells of the room that are reached by the paths of an `apart` rule. */
static void reach_from(struct room *room, const struct level_reach *rule)
{
    const struct level_grid *grid = &room->grid;
    uint32_t *queue = room->c->queue;
    size_t n = level_cells(grid), head = 0, tail = 0;
    for (size_t v = 0; v < n; v++) {
        room->reached[v] = tile_in(rule->from, grid->cell[v]);
        if (room->reached[v])
            queue[tail++] = (uint32_t)v;
    }
    while (head < tail) {
        size_t v = queue[head++], near[4];
        if (tile_in(rule->blocking, grid->cell[v]))
            continue;
        size_t n_near =
            level_grid_neighbours(LEVEL_WRAP_NONE, grid->rows, grid->cols, v, near);
        for (size_t k = 0; k < n_near; k++)
            if (!room->reached[near[k]]) {
                room->reached[near[k]] = true;
                queue[tail++] = (uint32_t)near[k];
            }
    }
}

/* Whether what is beyond an opening beside this cell stays on the side where `apart` paths begin. */
static bool is_on_this_side(struct room *room, size_t v)
{
    const struct level_game *game = room->c->game;
    bool is = construct_passes(room->c, cell_of(room, v));
    for (size_t i = 0; i < game->n_apart && is; i++) {
        reach_from(room, &game->apart[i]);
        is = room->reached[v] && !tile_in(game->apart[i].blocking, room->grid.cell[v]);
    }
    return is;
}

/* Opens a cell of the edge between one of the room and one outside, both passing then. */
static bool open_edge(struct room *room, size_t edge, size_t inside, size_t outside)
{
    struct level_construct *c = room->c;
    size_t v = cell_of(room, edge);
    tile_set allowed = level_game_allowed_tiles(c->game, c->rows, c->cols, v);
    tile_set kept = c->open[v], kept_outside = c->open[outside];
    if (!is_on_this_side(room, inside))
        return false;
    c->open[v] = allowed & c->passing & ~c->limited;
    c->open[outside] &= c->passing & ~c->limited;
    uint8_t here = level_construct_tile(c, v, true);
    uint8_t there = level_construct_tile(c, outside, true);
    if (here == LEVEL_MAX_TILES || there == LEVEL_MAX_TILES) {
        c->open[v] = kept;
        c->open[outside] = kept_outside;
        return false;
    }
    c->cell[v] = here;
    c->open[v] = TILE(here);
    c->cell[outside] = there;
    c->open[outside] = TILE(there);
    return true;
}

/* Opens the first cell of the edge that may be. */
static bool open_room(struct room *room)
{
    const struct level_construct *c = room->c;
    size_t rows = room->grid.rows, cols = room->grid.cols;
    for (size_t k = 1; k + 1 < cols; k++) {
        size_t top = cell_of(room, k), low = (rows - 1) * cols + k;
        if ((room->row > 0 && open_edge(room, k, cols + k, top - c->cols)) ||
            (room->row + rows < c->rows &&
             open_edge(room, low, low - cols, cell_of(room, low) + c->cols)))
            return true;
    }
    for (size_t r = 1; r + 1 < rows; r++) {
        size_t left = r * cols, right = left + cols - 1;
        if ((room->col > 0 &&
             open_edge(room, left, left + 1, cell_of(room, left) - 1)) ||
            (room->col + cols < c->cols &&
             open_edge(room, right, right - 1, cell_of(room, right) + 1)))
            return true;
    }
    return false;
}

bool level_construct_room(struct level_construct *c, level_construct_solver *solve,
                          void *context, double deadline, struct arena *arena)
{
    struct room room = {.c = c};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof shifts / sizeof *shifts; k++) {
            if (clock_thread_s() > deadline ||
                !place_room(&room, sizes[i].rows, sizes[i].cols, shifts[k]))
                break;
            if (!repair_room(&room, solve, context, arena))
                continue;
            if (open_room(&room))
                return true;
            forget_room(&room);
        }
    return false;
}
