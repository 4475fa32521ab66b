#include "level_child.h"
#include "level_price_engine.h"
#include "level_tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    PATIENCE = 5, /* rounds without a better bound before steps shrink */
    CARVE_EVERY = 6,
    MOST_PRICE = WAYS_NEVER / 64
};
/* How much of a direction stays in the next: Camerini, Fratta, Maffioli, 1975. */
static const double DRIFT = 0.7;
/* The aim beside the bound while no level is known. */
static const double HOPE = 1.1;

/* Multiplier of a hash: 2^64 over the golden ratio, to an odd number. */
static const uint64_t HASH = 0x9E3779B97F4A7C15;

static bool may_pass(const struct engine *e, uint32_t cell)
{
    tile_set open = (tile_set)e->open[cell];
    return !e->no_way[cell] && (open & ~e->search->rules->blocking);
}

bool engine_is_undecided(const struct engine *e, uint32_t cell)
{
    return may_pass(e, cell) &&
           ((tile_set)e->open[cell] & e->search->rules->blocking) != 0;
}

static bool is_blocked(const struct engine *e, uint32_t cell)
{
    return tile_in(e->search->rules->blocking, e->level[cell]);
}

static int32_t *prices_of(const struct engine *e, uint32_t end)
{
    return e->price + (size_t)(1 + end) * e->n;
}

int64_t engine_units(const struct engine *e, int64_t scaled)
{
    return scaled >= 0 ? (scaled + e->scale - 1) / e->scale : -(-scaled / e->scale);
}

static uint32_t find(const struct engine *e, uint8_t tile)
{
    const uint8_t *at = memchr(e->level, tile, e->n);
    ensure(at != NULL); /* it stands exactly once */
    return (uint32_t)(at - e->level);
}

/* ---- the flow ---- */

static void walk(struct engine *e, uint32_t from)
{
    uint32_t end = 0;
    memset(e->reached, 0, e->n);
    e->queue[end++] = from;
    e->reached[from] = true;
    for (uint32_t at = 0; at < end; at++) {
        uint32_t u = e->queue[at];
        for (uint32_t k = 0; k < e->n_neighbours[u] && !is_blocked(e, u); k++) {
            uint32_t v = e->neighbour[4 * u + k];
            if (!e->reached[v]) {
                e->reached[v] = true;
                e->queue[end++] = v;
            }
        }
    }
}

static bool is_reachable(struct engine *e)
{
    const struct level_game *game = e->search->rules->game;
    for (size_t i = 0; i < game->n_reach; i++) {
        walk(e, find(e, (uint8_t)__builtin_ctz(game->reach[i].from)));
        for (tile_set rest = game->reach[i].to; rest; rest &= rest - 1)
            if (!e->reached[find(e, (uint8_t)__builtin_ctz(rest))])
                return false;
    }
    return true;
}

/* The cost of the cheapest flow, which is read into the level; FLOW_NEVER when there is
 * none. */
static int64_t solve_flow(struct engine *e, struct net *net, const int32_t *price,
                          const int32_t *open)
{
    int64_t cost;
    e->search->flows++;
    net_reprice(net, price, open, e->share, &cost);
    e->lost = e->lost || net->flow.lost;
    if (cost != FLOW_NEVER)
        net_read(net, e->level);
    return cost;
}

static void keep_level(struct engine *e, int64_t cost)
{
    if (e->lost || cost >= e->search->best || !is_reachable(e))
        return;
    e->search->best = cost;
    memcpy(e->search->level, e->level, e->n);
    if (net_share_holds(e->search->rules, e->level, e->n))
        level_child_found(e->level, (double)cost * e->search->rules->unit);
}

/* ---- first prices ---- */

/* What it costs in the flow to undo where a cell or an end is, and to send it
 * elsewhere: to rid the cell of some tiles, or, without tiles, to put an end there. */
static int32_t cost_of_change(struct engine *e, struct net *net, uint32_t cell,
                              tile_set without, uint8_t end)
{
    size_t mark = flow_mark(&net->flow);
    int64_t cost = 0;
    uint32_t n = 0;
    for (uint32_t v = 0; !without && v < e->n; v++)
        if (v != cell)
            e->queue[n++] = v;
    bool can = without ? net_restrict(net, cell, without, MOST_PRICE, &cost)
                       : net_bar(net, end, e->queue, n, MOST_PRICE, &cost);
    flow_undo(&net->flow, mark);
    return can && cost < MOST_PRICE ? (int32_t)cost : MOST_PRICE;
}

/* Each change by itself is dearer than among others: too high, but of the right kind.
 * When time is short the others stay at nothing. */
static bool guess_prices(struct engine *e)
{
    struct net *net = &e->priced;
    if (solve_flow(e, net, NULL, e->open) == FLOW_NEVER)
        return false;
    for (uint32_t u = 0; u < e->n && cpu_seconds() < e->search->haste; u++) {
        if (engine_is_undecided(e, u) && is_blocked(e, u))
            e->price[u] = cost_of_change(e, net, u, e->search->rules->blocking, 0);
        for (uint32_t k = 0; k < e->ways.n_ends; k++)
            if (tile_in((tile_set)e->open[u], e->tile[k]))
                prices_of(e, k)[u] = cost_of_change(e, net, u, 0, e->tile[k]);
    }
    e->lost = e->lost || net->flow.lost;
    flow_forget(&net->flow);
    return !e->lost;
}

bool engine_enter(struct engine *e, int32_t *open, bool *no_way, const int32_t *price,
                  int64_t bound)
{
    assert(open && no_way && bound < FLOW_NEVER);
    size_t prices = price_count(e->n, e->ways.n_ends);
    size_t ends = e->ways.n_ends * (size_t)e->n;
    e->open = open;
    e->no_way = no_way;
    e->bound = bound;
    e->rounds = e->stale = 0;
    memset(e->drift, 0, prices * sizeof *e->drift);
    memset(e->wanted, 0, e->n * sizeof *e->wanted);
    memset(e->passed, 0, e->n * sizeof *e->passed);
    memset(e->placed, 0, ends * sizeof *e->placed);
    memset(e->stood, 0, ends * sizeof *e->stood);
    memset(e->price, 0, prices * sizeof *e->price);
    if (price)
        memcpy(e->price, price, prices * sizeof *e->price);
    for (uint32_t u = 0; u < e->n; u++)
        if (!engine_is_undecided(e, u))
            e->price[u] = 0;
    bool holds = !e->none && (price || guess_prices(e));
    memcpy(e->best_price, e->price, prices * sizeof *e->price);
    return holds;
}

/* ---- one round ---- */

static const int32_t *prices_of_tile(const struct engine *e, uint8_t tile)
{
    for (uint32_t k = 0; k < e->ways.n_ends; k++)
        if (e->tile[k] == tile)
            return prices_of(e, k);
    return NULL;
}

/* Prices as costs of landing, which may not be negative; returns what is left out. */
static int64_t price_landing(struct engine *e)
{
    const struct net_rules *rules = e->search->rules;
    int64_t out = 0;
    for (uint32_t u = 0; u < e->n; u++)
        out -= e->price[u];
    for (uint8_t t = 0; t < rules->game->n_tiles; t++) {
        const int32_t *places = prices_of_tile(e, t);
        int32_t most = 0, *landing = e->landing + t * (size_t)e->n;
        for (uint32_t u = 0; places && u < e->n; u++)
            most = places[u] > most ? places[u] : most;
        out -= most;
        for (uint32_t u = 0; u < e->n; u++)
            landing[u] = (tile_in(rules->blocking, t) ? e->price[u] : 0) +
                         (places ? most - places[u] : 0);
    }
    return out;
}

static int64_t find_way(struct engine *e)
{
    if (e->ways.n_ends == 0)
        return 0;
    for (uint32_t u = 0; u < e->n; u++) {
        e->passing[u] = may_pass(e, u) ? e->price[u] : WAYS_NEVER;
        for (uint32_t k = 0; k < e->ways.n_ends; k++)
            e->places[k * e->n + u] = tile_in((tile_set)e->open[u], e->tile[k])
                                          ? prices_of(e, k)[u]
                                          : WAYS_NEVER;
    }
    return ways_find(&e->ways, e->passing);
}

/* Whether a way like this was carved lately; notes that it is. */
static bool was_carved(struct engine *e)
{
    uint64_t hash = 0;
    for (uint32_t u = 0; u < e->n; u++)
        hash = (hash + e->ways.on_way[u]) * HASH;
    for (uint32_t k = 0; k < e->ways.n_ends; k++)
        hash = (hash + e->ways.end[k].place) * HASH;
    uint64_t *slot = &e->carved_way[hash >> 32 & (CARVED_WAYS - 1)];
    bool was = *slot == hash;
    *slot = hash;
    return was;
}

/* Opens the way in the level and puts the ends on their places; the flow does the rest.
 */
static void carve(struct engine *e)
{
    for (uint32_t u = 0; u < e->n; u++) {
        tile_set open = (tile_set)e->open[u];
        if (e->ways.on_way[u])
            open &= ~e->search->rules->blocking;
        for (uint32_t k = 0; k < e->ways.n_ends; k++)
            if (e->ways.end[k].place != u)
                open &= ~TILE(e->tile[k]);
        e->carved[u] = (int32_t)open;
    }
    int64_t cost = solve_flow(e, &e->plain, NULL, e->carved);
    if (cost != FLOW_NEVER)
        keep_level(e, cost);
}

/* A way between where the ends stand now, through as few blocked cells as can be: when
 * there is no time for prices, these do not tell one place from another. */
static void join_ends(struct engine *e)
{
    for (uint32_t u = 0; u < e->n; u++) {
        e->passing[u] = may_pass(e, u) ? is_blocked(e, u) : WAYS_NEVER;
        for (uint32_t k = 0; k < e->ways.n_ends; k++) {
            bool stands = e->level[u] == e->tile[k];
            e->places[k * e->n + u] = stands ? 0 : WAYS_NEVER;
            if (stands && e->ways.end[k].blocks)
                e->passing[u] = WAYS_NEVER;
        }
    }
    if (e->ways.n_ends > 0)
        ways_find(&e->ways, e->passing); /* none: the old one stays */
}

/* How the way differs from the flow at a cell: 1 when it alone passes it. */
static int difference(const struct engine *e, uint32_t cell)
{
    return e->ways.on_way[cell] - !is_blocked(e, cell);
}

/* Notes who wants what; returns the number of differences that count. */
static int count_round(struct engine *e)
{
    int differences = 0;
    e->rounds++;
    for (uint32_t u = 0; u < e->n; u++) {
        int gradient = difference(e, u);
        e->wanted[u] += e->ways.on_way[u];
        e->passed[u] += !is_blocked(e, u);
        differences += gradient > 0 || (gradient < 0 && e->price[u] > 0);
    }
    for (uint32_t k = 0; k < e->ways.n_ends; k++) {
        uint32_t place = e->ways.end[k].place, stand = find(e, e->tile[k]);
        e->placed[k * e->n + place]++;
        e->stood[k * e->n + stand]++;
        differences += place == stand ? 0 : 2;
    }
    return differences;
}

/* Moves the prices to where way and flow may agree; by how much is Polyak's rule. */
static void step_prices(struct engine *e, int64_t bound, int differences)
{
    size_t prices = price_count(e->n, e->ways.n_ends);
    double aim = e->search->best == FLOW_NEVER ? HOPE * (double)bound + e->scale
                                               : (double)e->search->best * e->scale;
    double step = ldexp((aim - (double)bound) / fmax(differences, 1),
                        -(int)(e->stale / PATIENCE));
    for (size_t i = 0; i < prices; i++)
        e->drift[i] *= DRIFT;
    for (uint32_t u = 0; u < e->n; u++)
        if (engine_is_undecided(e, u))
            e->drift[u] += (1 - DRIFT) * difference(e, u);
    for (uint32_t k = 0; k < e->ways.n_ends; k++) {
        double *drift = e->drift + (size_t)(1 + k) * e->n;
        drift[e->ways.end[k].place] += 1 - DRIFT;
        drift[find(e, e->tile[k])] -= 1 - DRIFT;
    }
    for (size_t i = 0; i < prices; i++) {
        double next = floor(e->price[i] + step * e->drift[i] + 0.5);
        if (next < 0) {
            e->drift[i] = 0;
            next = 0;
        }
        assert(next >= 0); /* nor is it NAN */
        e->price[i] = next < MOST_PRICE ? (int32_t)next : MOST_PRICE;
    }
}

/* Keeps the bound and its prices if they are better than the node's. */
static void keep_bound(struct engine *e, int64_t bound)
{
    e->stale++;
    if (bound <= e->bound)
        return;
    e->stale = 0;
    e->bound = bound;
    memcpy(e->best_price, e->price,
           price_count(e->n, e->ways.n_ends) * sizeof *e->price);
}

/* The cost of the level without what prices added. */
static int64_t unpriced(const struct engine *e, int64_t cost)
{
    for (uint32_t u = 0; u < e->n; u++)
        cost -= e->landing[e->level[u] * (size_t)e->n + u];
    assert(cost >= 0 && cost % e->scale == 0);
    return cost / e->scale;
}

bool engine_round(struct engine *e)
{
    int64_t out = price_landing(e);
    int64_t flow = solve_flow(e, &e->priced, e->landing, e->open);
    if (flow == FLOW_NEVER)
        return false;
    keep_level(e, unpriced(e, flow));
    int64_t way = find_way(e);
    assert(way >= 0);
    if (way >= WAYS_NONE)
        return false;
    keep_bound(e, flow + out + way);
    if (engine_units(e, e->bound) >= e->search->best)
        return false;
    if (e->stale == 0 && e->search->best < FLOW_NEVER && e->ways.n_ends > 1)
        engine_fix(e, way);
    int differences = count_round(e);
    step_prices(e, flow + out + way, differences);
    bool late = e->search->best == FLOW_NEVER && cpu_seconds() > e->search->haste;
    if (late)
        join_ends(e);
    if ((late || e->rounds % CARVE_EVERY == 0) && !was_carved(e))
        carve(e);
    return engine_units(e, e->bound) < e->search->best;
}
