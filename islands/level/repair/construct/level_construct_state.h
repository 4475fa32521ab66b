/* A level under construction, and what each of its cells may become. For the files of this folder.
 *
 * The tiles that let pass according to all reach rules are passing; all of these cells are kept
 * connected, so that what must be reachable is. */
#ifndef SKERRY_LEVEL_CONSTRUCT_STATE_H
#define SKERRY_LEVEL_CONSTRUCT_STATE_H

#include "level_demands.h"
#include "level_fast_checker.h"
#include "rng.h"

struct level_construct {
    const struct level_game *game;
    const struct level_grid *broken;
    size_t rows, cols, n;
    uint8_t *cell;
    /* Of each cell: the tiles that it may hold; with one alone it is settled. */
    tile_set *open;
    tile_set passing;
    tile_set limited;         /* tiles that a count or a share limits */
    struct level_board board; /* of neighbours, and for the check at the end */
    uint32_t *queue;          /* n, for searches */
    uint32_t *mark; /* n, likewise: the number of the search that met a cell */
    uint32_t marks;
    struct rng rng;
};

/* The neighbours of a cell; *n: how many. */
static inline const uint32_t *construct_near(const struct level_construct *c, size_t v,
                                             uint32_t *n)
{
    *n = c->board.first[v + 1] - c->board.first[v];
    return c->board.near + c->board.first[v];
}

static inline bool construct_passes(const struct level_construct *c, size_t v)
{
    return tile_in(c->passing, c->cell[v]);
}

static inline bool construct_is_settled(const struct level_construct *c, size_t v)
{
    return !(c->open[v] & (c->open[v] - 1));
}

/* What a cell costs that differs from the given level, by the cheapest edit there may be. */
static inline double construct_price(const struct level_construct *c, size_t v)
{
    const struct level_tile *own = &c->game->tile[c->broken->cell[v]];
    return own->move < own->delete ? own->move : own->delete;
}

#endif
