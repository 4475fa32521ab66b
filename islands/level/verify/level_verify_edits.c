#include "level_verify_edits.h"

#include <limits.h>

/* Arcs from a cell, by direction; that of d ^ 1 leads back. */
enum { UP, DOWN, LEFT, RIGHT, DIRECTIONS };
static const size_t NOWHERE = SIZE_MAX;

/* The flow of one tile. A step from cell to cell costs 1, or -1 where it takes back a unit of the
 * flow that goes the other way. */
struct tile_flow {
    const struct level_game *game;
    size_t rows, cols;
    bool *lost, *gained; /* cells with such an edit */
    bool *sent;          /* of those that lost the tile: its unit is on its way */
    bool *filled;        /* of those that gained it: a unit has come */
    bool *deleted;       /* where a unit is deleted: only where one was lost */
    int *units;          /* [cell * DIRECTIONS + d] that go this way */
    int *steps;          /* of the shortest path to the cell; INT_MAX: none */
    uint8_t *came;       /* its last direction; DIRECTIONS: it begins here */
};

size_t level_verify_edits_bytes(size_t cells)
{
    return cells * (5 * sizeof(bool) + (DIRECTIONS + 1) * sizeof(int) + 1) +
           8 * ARENA_ALIGN;
}

static size_t neighbour(const struct tile_flow *f, size_t cell, unsigned direction)
{
    size_t row = cell / f->cols, col = cell % f->cols;
    bool across = f->game->wrap == LEVEL_WRAP_BOTH,
         around = f->game->wrap != LEVEL_WRAP_NONE;
    switch (direction) {
    case UP:
        return row ? cell - f->cols : across ? (f->rows - 1) * f->cols + col : NOWHERE;
    case DOWN:
        return row + 1 < f->rows ? cell + f->cols : across ? col : NOWHERE;
    case LEFT:
        return col ? cell - 1 : around ? cell + f->cols - 1 : NOWHERE;
    default:
        return col + 1 < f->cols ? cell + 1 : around ? cell + 1 - f->cols : NOWHERE;
    }
}

/* Paths from all units that are not sent yet. Whether any got shorter. */
static bool sweep(struct tile_flow *f)
{
    bool shorter = false;
    for (size_t cell = 0; cell < f->rows * f->cols; cell++)
        for (unsigned d = 0; f->steps[cell] < INT_MAX && d < DIRECTIONS; d++) {
            size_t to = neighbour(f, cell, d);
            if (to == NOWHERE)
                continue;
            int step = f->units[to * DIRECTIONS + (d ^ 1)] ? -1 : 1;
            if (f->steps[cell] + step >= f->steps[to])
                continue;
            f->steps[to] = f->steps[cell] + step;
            f->came[to] = (uint8_t)d;
            shorter = true;
        }
    return shorter;
}

static void find_paths(struct tile_flow *f)
{
    for (size_t cell = 0; cell < f->rows * f->cols; cell++) {
        f->steps[cell] = f->lost[cell] && !f->sent[cell] ? 0 : INT_MAX;
        f->came[cell] = DIRECTIONS;
    }
    while (sweep(f))
        continue;
}

/* Sends a unit to this cell, where it fills a gap or is deleted. */
static void send(struct tile_flow *f, size_t cell)
{
    if (f->gained[cell])
        f->filled[cell] = true;
    else
        f->deleted[cell] = true;
    while (f->came[cell] < DIRECTIONS) {
        unsigned d = f->came[cell];
        size_t from = neighbour(f, cell, d ^ 1);
        if (f->units[cell * DIRECTIONS + (d ^ 1)])
            f->units[cell * DIRECTIONS + (d ^ 1)]--;
        else
            f->units[from * DIRECTIONS + d]++;
        cell = from;
    }
    f->sent[cell] = true;
}

/* Sends a unit along the cheapest path; returns its cost. One is left, which can be deleted. */
static double send_one(struct tile_flow *f, const struct level_tile *tile)
{
    size_t best = NOWHERE;
    double least = 0;
    find_paths(f);
    for (size_t cell = 0; cell < f->rows * f->cols; cell++) {
        bool open = (f->gained[cell] && !f->filled[cell]) ||
                    (f->lost[cell] && !f->deleted[cell]);
        if (!open || f->steps[cell] == INT_MAX)
            continue;
        double cost = f->steps[cell] * tile->move + (f->lost[cell] ? tile->delete : 0);
        if (best == NOWHERE || cost < least) {
            best = cell;
            least = cost;
        }
    }
    ensure(best != NOWHERE);
    send(f, best);
    return least;
}

static double cost_of_tile(const struct level_game *game, uint8_t tile,
                           const struct level_grid *broken,
                           const struct level_grid *repaired, struct arena scratch)
{
    size_t cells = level_cells(broken), left = 0;
    struct tile_flow f = {.game = game,
                          .rows = broken->rows,
                          .cols = broken->cols,
                          .lost = ARENA_NEW(&scratch, bool, cells),
                          .gained = ARENA_NEW(&scratch, bool, cells),
                          .sent = ARENA_NEW(&scratch, bool, cells),
                          .filled = ARENA_NEW(&scratch, bool, cells),
                          .deleted = ARENA_NEW(&scratch, bool, cells),
                          .units = ARENA_NEW(&scratch, int, cells *DIRECTIONS),
                          .steps = ARENA_NEW(&scratch, int, cells),
                          .came = ARENA_NEW(&scratch, uint8_t, cells)};
    for (size_t cell = 0; cell < cells; cell++) {
        bool was = broken->cell[cell] == tile, is = repaired->cell[cell] == tile;
        f.lost[cell] = was && !is;
        f.gained[cell] = is && !was;
        f.sent[cell] = f.filled[cell] = f.deleted[cell] = false;
        for (unsigned d = 0; d < DIRECTIONS; d++)
            f.units[cell * DIRECTIONS + d] = 0;
        left += f.lost[cell];
    }
    double cost = 0;
    for (; left; left--)
        cost += send_one(&f, &game->tile[tile]);
    return cost;
}

double level_verify_edits(const struct level_game *game,
                          const struct level_grid *broken,
                          const struct level_grid *repaired, struct arena scratch)
{
    double cost = 0;
    if (game->objective == LEVEL_HAMMING) {
        for (size_t cell = 0; cell < level_cells(broken); cell++)
            cost += broken->cell[cell] != repaired->cell[cell];
        return cost;
    }
    for (size_t tile = 0; tile < game->n_tiles; tile++)
        cost += cost_of_tile(game, (uint8_t)tile, broken, repaired, scratch);
    return cost;
}
