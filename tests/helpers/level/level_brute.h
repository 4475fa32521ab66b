/* The cheapest playable level by trying them all: for grids of a dozen cells. Shares
 * nothing with the repair; knows borders, tiles that stand once, one share and
 * reachability. */
#ifndef SKERRY_TEST_LEVEL_BRUTE_H
#define SKERRY_TEST_LEVEL_BRUTE_H

#include "level_repair.h"
#include "rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BRUTE_CELLS = 30, BRUTE_FREE = 9, BRUTE_MASKS = 1 << BRUTE_FREE };

struct brute {
    const struct level_game *game;
    const struct level_grid *broken;
    size_t n, n_free;
    size_t free[BRUTE_FREE];                    /* cells with a choice of tiles */
    uint8_t cell[BRUTE_CELLS];                  /* the level that is tried */
    double price[LEVEL_MAX_TILES][BRUTE_MASKS]; /* of a tile on these free cells */
    double best;
};

static tile_set brute_open(const struct brute *brute, size_t u)
{
    size_t rows = brute->broken->rows, cols = brute->broken->cols;
    bool border =
        u < cols || u >= (rows - 1) * cols || u % cols == 0 || u % cols == cols - 1;
    tile_set open = level_all_tiles(brute->game);
    if (border && brute->game->n_borders)
        open &= brute->game->borders[0].tiles;
    return open;
}

static size_t brute_steps(const struct brute *brute, size_t a, size_t b)
{
    size_t rows = brute->broken->rows, cols = brute->broken->cols;
    size_t down = (size_t)labs((long)(a / cols) - (long)(b / cols));
    size_t across = (size_t)labs((long)(a % cols) - (long)(b % cols));
    if (brute->game->wrap == LEVEL_WRAP_BOTH && rows - down < down)
        down = rows - down;
    if (brute->game->wrap != LEVEL_WRAP_NONE && cols - across < across)
        across = cols - across;
    return down + across;
}

/* Fills price[tile]: for each set of free cells, the cheapest way to match the tiles
 * that were there with cells that hold them, the rest deleted. Cells that certainly
 * hold the tile keep it: with equal costs a step that is never dearer. */
static void brute_price(struct brute *brute, uint8_t tile)
{
    const struct level_tile *kind = &brute->game->tile[tile];
    size_t to[BRUTE_CELLS], n_to = brute->n_free;
    memcpy(to, brute->free, n_to * sizeof *to);
    for (size_t u = 0; u < brute->n; u++)
        if (brute_open(brute, u) == TILE(tile) && brute->broken->cell[u] != tile)
            to[n_to++] = u;
    size_t sets = (size_t)1 << n_to;
    double *now = malloc(2 * sets * sizeof *now), *next = now + sets, *both = now;
    for (size_t s = 0; s < sets; s++)
        now[s] = s ? INFINITY : 0;
    for (size_t u = 0; u < brute->n; u++) {
        if (brute->broken->cell[u] != tile || brute_open(brute, u) == TILE(tile))
            continue;
        for (size_t s = 0; s < sets; s++)
            next[s] = now[s] + kind->delete;
        for (size_t s = 0; s < sets; s++)
            for (size_t j = 0; j < n_to; j++)
                if (!(s >> j & 1)) {
                    double cost =
                        now[s] + kind->move * (double)brute_steps(brute, u, to[j]);
                    next[s | (size_t)1 << j] = fmin(next[s | (size_t)1 << j], cost);
                }
        double *swap = now;
        now = next;
        next = swap;
    }
    for (size_t mask = 0; mask < (size_t)1 << brute->n_free; mask++) {
        double best = INFINITY;
        for (size_t s = 0; s < sets; s++)
            if (!(s & (((size_t)1 << brute->n_free) - 1) & ~mask))
                best = fmin(best, now[s]);
        brute->price[tile][mask] = best;
    }
    free(both);
}

static bool brute_reached(const struct brute *brute, const struct level_reach *reach)
{
    bool reached[BRUTE_CELLS] = {false};
    for (size_t u = 0; u < brute->n; u++)
        reached[u] = tile_in(reach->from, brute->cell[u]);
    for (bool more = true; more;) {
        more = false;
        for (size_t u = 0; u < brute->n; u++)
            for (size_t v = 0; v < brute->n && reached[u]; v++)
                if (!tile_in(reach->blocking, brute->cell[u]) && !reached[v] &&
                    brute_steps(brute, u, v) == 1)
                    more = reached[v] = true;
    }
    for (size_t u = 0; u < brute->n; u++)
        if (tile_in(reach->to, brute->cell[u]) && !reached[u])
            return false;
    return true;
}

static bool brute_playable(const struct brute *brute)
{
    const struct level_game *game = brute->game;
    size_t part = 0, whole = 0;
    for (size_t u = 0; u < brute->n && game->n_shares; u++) {
        part += tile_in(game->shares[0].tiles, brute->cell[u]);
        whole += tile_in(game->shares[0].of, brute->cell[u]);
    }
    if (game->n_shares && (double)part > game->shares[0].most * (double)whole + 1e-9)
        return false;
    for (size_t i = 0; i < game->n_reach; i++)
        if (!brute_reached(brute, &game->reach[i]))
            return false;
    return true;
}

static double brute_cost(const struct brute *brute)
{
    double cost = 0;
    for (uint8_t t = 0; t < brute->game->n_tiles; t++) {
        size_t mask = 0;
        for (size_t f = 0; f < brute->n_free; f++)
            mask |= (size_t)(brute->cell[brute->free[f]] == t) << f;
        cost += brute->price[t][mask];
    }
    return cost;
}

static void brute_try(struct brute *brute, size_t f, tile_set once)
{
    if (f == brute->n_free) {
        if (once == 0) {
            double cost = brute_cost(brute);
            if (cost < brute->best && brute_playable(brute))
                brute->best = cost;
        }
        return;
    }
    if ((size_t)__builtin_popcount(once) > brute->n_free - f)
        return;
    tile_set all_once = 0;
    for (size_t i = 0; i < brute->game->n_counts; i++)
        all_once |= brute->game->counts[i].tiles;
    tile_set open = brute_open(brute, brute->free[f]) & (~all_once | once);
    for (uint8_t t = 0; t < brute->game->n_tiles; t++)
        if (tile_in(open, t)) {
            brute->cell[brute->free[f]] = t;
            brute_try(brute, f + 1, once & ~TILE(t));
        }
}

/* The least cost of a playable level; INFINITY: there is none. At most BRUTE_FREE cells
 * may have a choice, the others just one tile, and few of those another one now. */
static double brute_repair(const struct level_game *game,
                           const struct level_grid *broken)
{
    struct brute *brute = calloc(1, sizeof *brute);
    brute->game = game;
    brute->broken = broken;
    brute->n = level_cells(broken);
    brute->best = INFINITY;
    for (size_t u = 0; u < brute->n; u++) {
        tile_set open = brute_open(brute, u);
        if (open & (open - 1))
            brute->free[brute->n_free++] = u;
        else
            brute->cell[u] = (uint8_t)__builtin_ctz(open);
    }
    for (uint8_t t = 0; t < game->n_tiles; t++)
        brute_price(brute, t);
    tile_set once = 0;
    for (size_t i = 0; i < game->n_counts; i++)
        once |= game->counts[i].tiles;
    brute_try(brute, 0, once);
    double best = brute->best;
    free(brute);
    return best;
}

#endif
