/* What a repaired level must satisfy beyond the rules of the game: the tiles that each
 * cell may hold, and its distance from other levels.
 *
 * Source: our own; the distance is the cut of a 0-1 solution (E. Balas, R. Jeroslow,
 * Canonical cuts on the unit hypercube, SIAM Journal on Applied Mathematics 23, 1972),
 * with any distance in place of 1. */
#ifndef SKERRY_LEVEL_DEMANDS_H
#define SKERRY_LEVEL_DEMANDS_H

#include "level_grid.h"

struct level_demands {
    const tile_set *open; /* of each cell: the tiles that it may hold; NULL: any */
    /* The same without what follows from rules, which the reason must name; NULL: open. */
    const tile_set *given;
    /* The repaired level differs from each of these levels in at least so many cells. */
    size_t n_others;
    uint8_t **other;
    size_t apart;
    bool no_reason; /* why there is no such level is not asked */
};

/* Demands may be NULL: none. */
static inline const tile_set *level_demands_open(const struct level_demands *demands)
{
    return demands ? demands->open : NULL;
}

static inline size_t level_demands_others(const struct level_demands *demands)
{
    return demands ? demands->n_others : 0;
}

/* Whether the reason is asked for if there is no level: for a level that differs from
 * others it would be none in the words of the rules. */
static inline bool level_demands_ask_reason(const struct level_demands *demands)
{
    return !demands || !(demands->n_others || demands->no_reason);
}

/* The sets of a level some of whose cells are kept: these hold their tile only, and a
 * tile that occurs exactly once and is kept is on no other cell.
 *
 * keep   of each cell
 * open   out: of each cell
 * given  out: the same without what follows from a tile that occurs exactly once */
void level_demands_keep(const struct level_game *game, const struct level_grid *broken,
                        const bool *keep, tile_set *open, tile_set *given);

/* The tiles that occur exactly once. */
tile_set level_demands_once(const struct level_game *game);

/* Whether a level satisfies the demands. */
bool level_demands_hold(const struct level_demands *demands, const uint8_t *cell,
                        size_t n_cells);

#endif
