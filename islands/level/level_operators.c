#include "level_operators.h"

#include <math.h>
#include <string.h>

/* A tile as often as in the corpus. */
static uint8_t draw_tile(const struct level_instance *in, struct rng *rng)
{
    double at = rng_unit(rng);
    size_t t = 0;
    while (t + 1 < in->board.game.n_tiles && at >= in->corpus.tile_share[t])
        at -= in->corpus.tile_share[t++];
    return (uint8_t)t;
}

bool level_heal(const void *self, struct rng *rng, struct arena scratch, void *genome)
{
    const struct level_instance *in = self;
    const struct level_grid broken = {in->board.rows, in->board.cols, genome};
    struct level_repair repair;
    struct error err;
    struct arena work;
    (void)rng;
    if (level_playable(&in->board, genome, scratch))
        return true;
    arena_init(&work);
    bool healed =
        !in->method->repair(&in->board.game, &broken, INFINITY, &work, &repair, &err) &&
        repair.grid.rows;
    if (healed)
        memcpy(genome, repair.grid.cell, in->board.cells);
    arena_free(&work);
    return healed;
}

bool level_sample(const void *self, struct rng *rng, struct arena scratch, void *genome)
{
    const struct level_instance *in = self;
    uint8_t *cell = genome;
    for (size_t v = 0; v < in->board.cells; v++)
        cell[v] = draw_tile(in, rng);
    return level_heal(self, rng, scratch, genome);
}

void level_crossover(const void *self, const void *a, const void *b, struct rng *rng,
                     struct arena scratch, void *child)
{
    const struct level_board *board = &((const struct level_instance *)self)->board;
    size_t rows = 1 + rng_below(rng, board->rows),
           cols = 1 + rng_below(rng, board->cols);
    size_t top = rng_below(rng, board->rows - rows + 1);
    size_t left = rng_below(rng, board->cols - cols + 1);
    (void)scratch;
    memcpy(child, a, board->cells);
    for (size_t r = top; r < top + rows; r++)
        memcpy((uint8_t *)child + r * board->cols + left,
               (const uint8_t *)b + r * board->cols + left, cols);
}

void level_mutate(const void *self, double rate, struct rng *rng, struct arena scratch,
                  void *genome)
{
    const struct level_instance *in = self;
    const struct level_board *b = &in->board;
    uint8_t *cell = genome;
    (void)scratch;
    for (size_t v = 0; v < b->cells; v++) {
        if (!rng_chance(rng, rate))
            continue;
        uint32_t n = b->first[v + 1] - b->first[v];
        if (n == 0 || rng_chance(rng, 0.5)) {
            cell[v] = draw_tile(in, rng);
            continue;
        }
        uint32_t u = b->near[b->first[v] + rng_below(rng, n)];
        uint8_t kept = cell[v];
        cell[v] = cell[u];
        cell[u] = kept;
    }
}

double level_distance(const void *self, const void *a, const void *b,
                      struct arena scratch)
{
    const struct level_board *board = &((const struct level_instance *)self)->board;
    const uint8_t *x = a, *y = b;
    size_t differ = 0;
    (void)scratch;
    for (size_t v = 0; v < board->cells; v++)
        differ += x[v] != y[v];
    return (double)differ / (double)board->cells;
}
