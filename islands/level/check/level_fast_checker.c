#include "level_fast_checker.h"

#include <string.h>

enum status level_board_init(const struct level_game *game, size_t rows, size_t cols,
                             struct arena *perm, struct level_board *board,
                             struct error *err)
{
    size_t cells = rows * cols, list[4], n = 0;
    *board = (struct level_board){
        .game = *game,
        .rows = rows,
        .cols = cols,
        .cells = cells,
        .first = ARENA_NEW(perm, uint32_t, cells + 1),
        .near = ARENA_NEW(perm, uint32_t, 4 * cells),
    };
    if (!board->first || !board->near)
        return error_set(err, STATUS_MEMORY, "level: out of memory");
    for (size_t v = 0; v < cells; v++) {
        size_t k = level_grid_neighbours(game->wrap, rows, cols, v, list);
        board->first[v] = (uint32_t)n;
        for (size_t i = 0; i < k; i++)
            board->near[n++] = (uint32_t)list[i];
    }
    board->first[cells] = (uint32_t)n;
    return STATUS_OK;
}

size_t level_board_bytes(const struct level_board *board)
{
    return board->cells * 3 * sizeof(uint32_t) + 4 * ARENA_ALIGN;
}

/* ---- single cells ---- */

static size_t cells_of(const struct level_board *b, const uint8_t *cell, tile_set set)
{
    size_t n = 0;
    for (size_t v = 0; v < b->cells; v++)
        n += tile_in(set, cell[v]);
    return n;
}

static bool keeps_counts(const struct level_board *b, const uint8_t *cell)
{
    size_t held[LEVEL_MAX_TILES] = {0};
    for (size_t v = 0; v < b->cells; v++)
        held[cell[v]]++;
    for (size_t i = 0; i < b->game.n_counts; i++) {
        const struct level_count *rule = &b->game.counts[i];
        size_t n = 0;
        for (size_t t = 0; t < b->game.n_tiles; t++)
            n += tile_in(rule->tiles, (uint8_t)t) ? held[t] : 0;
        if (n < rule->least || n > rule->most)
            return false;
    }
    return true;
}

static bool keeps_shares(const struct level_board *b, const uint8_t *cell)
{
    for (size_t i = 0; i < b->game.n_shares; i++) {
        const struct level_share *rule = &b->game.shares[i];
        if (!level_share_holds(rule, cells_of(b, cell, rule->tiles),
                               cells_of(b, cell, rule->of)))
            return false;
    }
    return true;
}

static bool keeps_borders(const struct level_board *b, const uint8_t *cell)
{
    for (size_t i = 0; i < b->game.n_borders; i++) {
        const struct level_border *rule = &b->game.borders[i];
        size_t last = b->cells - b->cols;
        for (size_t c = 0; c < b->cols && rule->sides != LEVEL_SIDES_COLUMNS; c++)
            if (!tile_in(rule->tiles, cell[c]) || !tile_in(rule->tiles, cell[last + c]))
                return false;
        for (size_t r = 0; r < b->cells && rule->sides != LEVEL_SIDES_ROWS;
             r += b->cols)
            if (!tile_in(rule->tiles, cell[r]) ||
                !tile_in(rule->tiles, cell[r + b->cols - 1]))
                return false;
    }
    return true;
}

static bool keeps_exits(const struct level_board *b, const uint8_t *cell)
{
    for (size_t i = 0; i < b->game.n_exits; i++) {
        const struct level_exits *rule = &b->game.exits[i];
        for (size_t v = 0; v < b->cells; v++) {
            size_t exits = 0;
            for (uint32_t e = b->first[v]; e < b->first[v + 1]; e++)
                exits += !tile_in(rule->walls, cell[b->near[e]]);
            if (exits < rule->least && tile_in(rule->tiles, cell[v]))
                return false;
        }
    }
    return true;
}

static bool is_full(const struct level_board *b, const uint8_t *cell,
                    const struct level_block *rule, size_t corner)
{
    for (size_t r = 0; r < rule->rows; r++)
        for (size_t c = 0; c < rule->cols; c++)
            if (!tile_in(rule->tiles, cell[corner + r * b->cols + c]))
                return false;
    return true;
}

static bool keeps_blocks(const struct level_board *b, const uint8_t *cell)
{
    for (size_t i = 0; i < b->game.n_blocks; i++) {
        const struct level_block *rule = &b->game.blocks[i];
        for (size_t r = 0; r + rule->rows <= b->rows; r++)
            for (size_t c = 0; c + rule->cols <= b->cols; c++)
                if (is_full(b, cell, rule, r * b->cols + c))
                    return false;
    }
    return true;
}

/* The cell that a rule pairs with v, or v itself. */
static size_t partner(const struct level_board *b, enum level_alike_what what, size_t v)
{
    size_t r = v / b->cols, c = v % b->cols;
    switch (what) {
    case LEVEL_ALIKE_COLUMNS:
        return c == 0 ? v + b->cols - 1 : v;
    case LEVEL_ALIKE_ROWS:
        return r == 0 ? v + b->cells - b->cols : v;
    case LEVEL_ALIKE_LEFT_RIGHT:
        return v + b->cols - 1 - 2 * c;
    case LEVEL_ALIKE_TOP_BOTTOM:
        return (b->rows - 1 - r) * b->cols + c;
    }
    return v;
}

static bool keeps_alike(const struct level_board *b, const uint8_t *cell)
{
    for (size_t i = 0; i < b->game.n_alike; i++) {
        const struct level_alike *rule = &b->game.alike[i];
        for (size_t v = 0; v < b->cells; v++) {
            uint8_t one = cell[v], other = cell[partner(b, rule->what, v)];
            if (one != other && ((TILE(one) | TILE(other)) & rule->tiles))
                return false;
        }
    }
    return true;
}

/* ---- paths ---- */

/* Marks the reachable cells; mark and queue have an entry for each cell. */
static void mark_reached(const struct level_board *b, const uint8_t *cell,
                         const struct level_reach *rule, uint8_t *mark, uint32_t *queue)
{
    size_t head = 0, tail = 0;
    for (size_t v = 0; v < b->cells; v++)
        if ((mark[v] = tile_in(rule->from, cell[v])))
            queue[tail++] = (uint32_t)v;
    while (head < tail) {
        uint32_t v = queue[head++];
        if (tile_in(rule->blocking, cell[v]))
            continue;
        for (uint32_t e = b->first[v]; e < b->first[v + 1]; e++)
            if (!mark[b->near[e]]) {
                mark[b->near[e]] = 1;
                queue[tail++] = b->near[e];
            }
    }
}

static bool keeps_reach(const struct level_board *b, const uint8_t *cell,
                        struct arena scratch)
{
    uint8_t *mark = ARENA_NEW(&scratch, uint8_t, b->cells);
    uint32_t *queue = ARENA_NEW(&scratch, uint32_t, b->cells);
    for (size_t i = 0; i < b->game.n_reach + b->game.n_apart; i++) {
        bool apart = i >= b->game.n_reach;
        const struct level_reach *rule =
            apart ? &b->game.apart[i - b->game.n_reach] : &b->game.reach[i];
        mark_reached(b, cell, rule, mark, queue);
        for (size_t v = 0; v < b->cells; v++)
            if (tile_in(rule->to, cell[v]) && (mark[v] != 0) == apart)
                return false;
    }
    return true;
}

/* The fewest cells of `cost` that a path from `from` to `to` enters, SIZE_MAX without a
 * path: label correcting, with a ring buffer as the queue. */
static size_t cheapest(const struct level_board *b, const uint8_t *cell,
                       const struct level_path *rule, struct arena scratch)
{
    uint32_t *label = ARENA_NEW(&scratch, uint32_t, b->cells);
    uint32_t *ring = ARENA_NEW(&scratch, uint32_t, b->cells);
    uint8_t *queued = ARENA_NEW(&scratch, uint8_t, b->cells);
    size_t head = 0, n = 0;
    uint32_t best = UINT32_MAX;
    for (size_t v = 0; v < b->cells; v++) {
        queued[v] = tile_in(rule->from, cell[v]);
        label[v] = queued[v] ? 0 : UINT32_MAX;
        if (queued[v])
            ring[n++] = (uint32_t)v;
    }
    while (n > 0) {
        uint32_t v = ring[head];
        head = head + 1 == b->cells ? 0 : head + 1;
        n--;
        queued[v] = 0;
        if (tile_in(rule->blocking, cell[v]))
            continue;
        for (uint32_t e = b->first[v]; e < b->first[v + 1]; e++) {
            uint32_t u = b->near[e];
            uint32_t through = label[v] + tile_in(rule->cost, cell[u]);
            if (through >= label[u])
                continue;
            label[u] = through;
            if (!queued[u])
                ring[(head + n++) % b->cells] = u;
            queued[u] = 1;
        }
    }
    for (size_t v = 0; v < b->cells; v++)
        if (tile_in(rule->to, cell[v]) && label[v] < best)
            best = label[v];
    return best == UINT32_MAX ? SIZE_MAX : best;
}

static bool keeps_paths(const struct level_board *b, const uint8_t *cell,
                        struct arena scratch)
{
    for (size_t i = 0; i < b->game.n_paths; i++) {
        size_t n = cheapest(b, cell, &b->game.paths[i], scratch);
        if (n < b->game.paths[i].least || n > b->game.paths[i].most)
            return false;
    }
    return true;
}

size_t level_board_path_length(const struct level_board *board, const uint8_t *cell,
                               tile_set from, tile_set to, tile_set walls,
                               struct arena scratch)
{
    const struct level_path rule = {.from = from,
                                    .to = to,
                                    .blocking = walls & ~from,
                                    .cost = level_all_tiles(&board->game)};
    size_t steps = cheapest(board, cell, &rule, scratch);
    return steps == SIZE_MAX ? 0 : steps;
}

bool level_board_is_playable(const struct level_board *board, const uint8_t *cell,
                             struct arena scratch)
{
    return keeps_borders(board, cell) && keeps_counts(board, cell) &&
           keeps_shares(board, cell) && keeps_alike(board, cell) &&
           keeps_blocks(board, cell) && keeps_exits(board, cell) &&
           keeps_reach(board, cell, scratch) && keeps_paths(board, cell, scratch);
}
