#include "level_homes.h"

#include <math.h>
#include <string.h>

/* Most steps from a home: the number of its cells grows with the square. Chosen by hand. */
enum { MOST_STEPS = 20 };

/* Steps after which the deletion of any tile is cheaper than its move. */
static uint32_t steps_of(const struct level_game *game)
{
    double steps = 1;
    for (size_t t = 0; t < game->n_tiles; t++)
        if (game->tile[t].move > 0)
            steps = fmax(steps, ceil(game->tile[t].delete / game->tile[t].move));
    return (uint32_t)fmin(steps, MOST_STEPS);
}

static uint8_t terminal_of(const struct level_lagrangian *dual, uint8_t tile)
{
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
        if (dual->tile[k] == tile)
            return (uint8_t)(1 + k);
    return 0;
}

bool level_homes_init(struct level_homes *homes, const struct level_lagrangian *dual,
                      struct arena *arena)
{
    uint32_t n = dual->n, end = 0, most = steps_of(dual->search->rules->game);
    size_t n_multipliers = level_lagrangian_n_multipliers(n, dual->steiner.n_terminals);
    uint32_t *queue = ARENA_NEW(arena, uint32_t, n);
    homes->steps = ARENA_NEW(arena, uint32_t, n);
    homes->area = ARENA_NEW(arena, uint8_t, n);
    homes->multiplier = ARENA_NEW(arena, int32_t, n_multipliers);
    if (!queue || !homes->steps || !homes->area || !homes->multiplier)
        return false;
    uint32_t *steps = homes->steps;
    for (uint32_t u = 0; u < n; u++) {
        homes->area[u] = terminal_of(dual, dual->search->broken->cell[u]);
        steps[u] = 0;
        if (homes->area[u])
            queue[end++] = u;
    }
    for (uint32_t at = 0; at < end && steps[queue[at]] < most; at++) {
        uint32_t u = queue[at];
        for (uint32_t k = 0; k < dual->n_neighbours[u]; k++) {
            uint32_t v = dual->neighbour[4 * u + k];
            if (homes->area[v])
                continue;
            homes->area[v] = homes->area[u];
            steps[v] = steps[u] + 1;
            queue[end++] = v;
        }
    }
    return true;
}

/* Which areas contain places of a terminal; returns how many. */
static int areas_of(const struct level_homes *homes,
                    const struct level_lagrangian *dual, const int32_t *allowed,
                    uint32_t terminal, bool has[1 + LEVEL_LAGRANGIAN_MAX_TERMINALS])
{
    int areas = 0;
    memset(has, 0, (1 + LEVEL_LAGRANGIAN_MAX_TERMINALS) * sizeof *has);
    for (uint32_t u = 0; u < dual->n; u++)
        has[homes->area[u]] |= tile_in((tile_set)allowed[u], dual->tile[terminal]);
    for (uint32_t k = 0; k <= dual->steiner.n_terminals; k++)
        areas += has[k];
    return areas;
}

bool level_homes_next(const struct level_homes *homes,
                      const struct level_lagrangian *dual, const int32_t *allowed,
                      struct level_home_division *division)
{
    bool has[1 + LEVEL_LAGRANGIAN_MAX_TERMINALS];
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
        if (areas_of(homes, dual, allowed, k, has) > 1 && has[1 + k]) {
            *division = (struct level_home_division){k, (uint8_t)(1 + k)};
            return true;
        }
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++) {
        if (areas_of(homes, dual, allowed, k, has) < 2)
            continue;
        uint8_t area = 1;
        while (!has[area])
            area++;
        *division = (struct level_home_division){k, area};
        return true;
    }
    return false;
}

uint32_t level_homes_left(const struct level_homes *homes,
                          const struct level_lagrangian *dual, const int32_t *allowed)
{
    bool has[1 + LEVEL_LAGRANGIAN_MAX_TERMINALS];
    uint32_t left = 0;
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++) {
        areas_of(homes, dual, allowed, k, has);
        left += !has[1 + k];
    }
    return left;
}

/* The scaled cost of moving the tile of a cell to the hole of its area. */
static int32_t cost_to_hole(const struct level_homes *homes,
                            const struct level_lagrangian *dual, uint32_t cell)
{
    const struct level_flow_rules *rules = dual->search->rules;
    const struct level_tile *tile =
        &rules->game->tile[dual->search->broken->cell[cell]];
    double cost = fmin(tile->delete, tile->move * homes->steps[cell]);
    return (int32_t)llround(cost / rules->unit) * dual->scale;
}

void level_homes_lower(const struct level_homes *homes,
                       const struct level_lagrangian *dual, const int32_t *root,
                       const int32_t *allowed)
{
    uint32_t n = dual->n, terminals = dual->steiner.n_terminals;
    bool has[LEVEL_LAGRANGIAN_MAX_TERMINALS][1 + LEVEL_LAGRANGIAN_MAX_TERMINALS];
    memcpy(homes->multiplier, root,
           level_lagrangian_n_multipliers(n, terminals) * sizeof *homes->multiplier);
    for (uint32_t k = 0; k < terminals; k++)
        areas_of(homes, dual, allowed, k, has[k]);
    for (uint32_t u = 0; u < n; u++) {
        uint8_t area = homes->area[u];
        if (!area || has[area - 1][area])
            continue;
        int32_t most = cost_to_hole(homes, dual, u), *m = &homes->multiplier[u];
        *m = *m < most ? *m : most;
        for (uint32_t k = 0; k < terminals; k++) {
            int32_t place =
                most + dual->priced.place_cost[dual->tile[k] * (size_t)n + u];
            m += n;
            *m = *m < place ? *m : place;
        }
    }
}
