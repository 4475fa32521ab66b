#include "level_price_engine.h"

#include <math.h>

enum { MOST_SCALE = 64, MOST_SCALED = 1 << 16 /* of the dearest edit */ };

/* The source with the most targets, and these. */
static uint32_t choose_ends(struct engine *e)
{
    const struct level_game *game = e->search->rules->game;
    tile_set most = 0, source = 0;
    uint32_t n = 0;
    for (size_t i = 0; i < game->n_reach; i++) {
        tile_set to = 0;
        for (size_t j = 0; j < game->n_reach; j++)
            to |= game->reach[j].from == game->reach[i].from ? game->reach[j].to : 0;
        to &= ~game->reach[i].from;
        if (__builtin_popcount(to) > __builtin_popcount(most)) {
            most = to;
            source = game->reach[i].from;
        }
    }
    if (most)
        e->tile[n++] = (uint8_t)__builtin_ctz(source);
    for (; most && n < WAYS_MOST_ENDS; most &= most - 1)
        e->tile[n++] = (uint8_t)__builtin_ctz(most);
    return n;
}

static int32_t scale_of(const struct net_rules *rules)
{
    double most = 1;
    for (size_t t = 0; t < rules->game->n_tiles; t++)
        most = fmax(most, fmax(rules->game->tile[t].delete, rules->game->tile[t].move));
    return (int32_t)fmax(1, fmin(MOST_SCALE, MOST_SCALED * rules->unit / most));
}

static bool take_arrays(struct engine *e, uint32_t n_ends)
{
    struct arena *arena = e->arena;
    size_t n = e->n, prices = price_count(e->n, n_ends);
    e->n_neighbours = ARENA_NEW(arena, uint8_t, n);
    e->neighbour = ARENA_NEW(arena, uint32_t, 4 * n);
    e->price = ARENA_NEW(arena, int32_t, prices);
    e->best_price = ARENA_NEW(arena, int32_t, prices);
    e->drift = ARENA_NEW(arena, double, prices);
    e->wanted = ARENA_NEW(arena, uint32_t, n);
    e->passed = ARENA_NEW(arena, uint32_t, n);
    e->placed = ARENA_NEW(arena, uint32_t, prices);
    e->stood = ARENA_NEW(arena, uint32_t, prices);
    e->level = ARENA_NEW(arena, uint8_t, n);
    e->landing = ARENA_NEW(arena, int32_t, n * e->search->rules->game->n_tiles);
    e->places = ARENA_NEW(arena, int32_t, prices);
    e->passing = ARENA_NEW(arena, int32_t, n);
    e->through = ARENA_NEW(arena, int64_t, n);
    e->at = ARENA_NEW(arena, int64_t, prices);
    e->carved = ARENA_NEW(arena, int32_t, n);
    e->queue = ARENA_NEW(arena, uint32_t, n);
    e->reached = ARENA_NEW(arena, bool, n);
    return e->n_neighbours && e->neighbour && e->price && e->best_price && e->drift &&
           e->wanted && e->passed && e->placed && e->stood && e->level && e->landing &&
           e->places && e->passing && e->through && e->at && e->carved && e->queue &&
           e->reached;
}

/* Lays out a network and settles it; false when memory ran out. */
static bool lay_out(struct engine *e, struct net *net, int32_t scale)
{
    int64_t cost;
    if (!net_init(net, e->search->rules, e->search->broken, scale, e->arena))
        return false;
    e->none = !net_settle(net, &cost);
    return true;
}

bool engine_init(struct engine *e, struct price_search *search,
                 const struct net_share *share, struct arena *arena)
{
    const struct level_grid *broken = search->broken;
    *e = (struct engine){.search = search,
                         .share = share,
                         .arena = arena,
                         .n = (uint32_t)level_cells(broken),
                         .scale = scale_of(search->rules)};
    uint32_t n_ends = choose_ends(e);
    if (!take_arrays(e, n_ends) || !lay_out(e, &e->priced, e->scale) ||
        !lay_out(e, &e->plain, 1) ||
        !ways_init(&e->ways, e->n, e->n_neighbours, e->neighbour, n_ends, arena))
        return false;
    for (uint32_t u = 0; u < e->n; u++) {
        size_t near[4], k = level_neighbours(search->rules->game->wrap, broken->rows,
                                             broken->cols, u, near);
        e->n_neighbours[u] = (uint8_t)k;
        while (k-- > 0)
            e->neighbour[4 * u + k] = (uint32_t)near[k];
    }
    for (uint32_t k = 0; k < n_ends; k++) {
        e->ways.end[k].blocks = tile_in(search->rules->blocking, e->tile[k]);
        e->ways.end[k].price = e->places + (size_t)k * e->n;
    }
    return true;
}
