#include "level_ways.h"

#include <assert.h>
#include <string.h>

/* `via` of a cell: the cell before it; n + a set of ends: the way is that of the set
 * and that of the rest; n + 2^ends + a cell: an end stands there. */

bool ways_init(struct ways *ways, uint32_t n, const uint8_t *n_neighbours,
               const uint32_t *neighbour, uint32_t n_ends, struct arena *arena)
{
    assert(n >= 1 && n_ends <= WAYS_MOST_ENDS);
    *ways = (struct ways){
        .n = n, .n_neighbours = n_neighbours, .neighbour = neighbour, .n_ends = n_ends};
    size_t all = ((size_t)1 << n_ends) * n;
    ways->cost = ARENA_NEW(arena, int64_t, all);
    ways->via = ARENA_NEW(arena, uint32_t, all);
    ways->queue = ARENA_NEW(arena, uint32_t, n);
    ways->queued = ARENA_NEW(arena, bool, n);
    ways->on_way = ARENA_NEW(arena, bool, n);
    return ways->cost && ways->via && ways->queue && ways->queued && ways->on_way;
}

static uint32_t at_place(const struct ways *ways, uint32_t cell)
{
    return ways->n + (1u << ways->n_ends) + cell;
}

/* Ways of one cell for one end. */
static void begin(const struct ways *ways, const struct ways_end *end,
                  const int32_t *price, int64_t *cost, uint32_t *via)
{
    assert(end->price);
    for (uint32_t u = 0; u < ways->n; u++) {
        cost[u] = WAYS_NONE;
        if (price[u] >= WAYS_NEVER)
            continue;
        if (!end->blocks && end->price[u] < WAYS_NEVER) {
            cost[u] = price[u] + end->price[u];
            via[u] = at_place(ways, u);
        }
        for (uint32_t k = 0; end->blocks && k < ways->n_neighbours[u]; k++) {
            uint32_t v = ways->neighbour[4 * u + k];
            if (end->price[v] < WAYS_NEVER && price[u] + end->price[v] < cost[u]) {
                cost[u] = price[u] + end->price[v];
                via[u] = at_place(ways, v);
            }
        }
    }
}

/* Ways that meet in a cell. */
static void join(const struct ways *ways, uint32_t set, const int32_t *price,
                 int64_t *cost, uint32_t *via)
{
    assert(set < 1u << ways->n_ends && (set & (set - 1)));
    for (uint32_t u = 0; u < ways->n; u++) {
        cost[u] = WAYS_NONE;
        for (uint32_t part = (set - 1) & set; part > (set ^ part);
             part = (part - 1) & set) {
            int64_t a = ways->cost[part * ways->n + u];
            int64_t b = ways->cost[(set ^ part) * ways->n + u];
            if (a < WAYS_NONE && b < WAYS_NONE && a + b - price[u] < cost[u]) {
                cost[u] = a + b - price[u];
                via[u] = ways->n + part;
            }
        }
    }
}

/* Goes on from cell to cell. */
static void spread(struct ways *ways, const int32_t *price, int64_t *cost,
                   uint32_t *via)
{
    uint32_t first = 0, waiting = 0;
    for (uint32_t u = 0; u < ways->n; u++)
        if (cost[u] < WAYS_NONE) {
            ways->queue[waiting++] = u;
            ways->queued[u] = true;
        }
    for (; waiting > 0; waiting--) {
        uint32_t u = ways->queue[first];
        assert(waiting <= ways->n && ways->queued[u] && cost[u] >= 0);
        first = first + 1 == ways->n ? 0 : first + 1;
        ways->queued[u] = false;
        for (uint32_t k = 0; k < ways->n_neighbours[u]; k++) {
            uint32_t v = ways->neighbour[4 * u + k];
            if (price[v] >= WAYS_NEVER || cost[u] + price[v] >= cost[v])
                continue;
            cost[v] = cost[u] + price[v];
            via[v] = u;
            if (!ways->queued[v]) {
                ways->queued[v] = true;
                ways->queue[(first + waiting - 1) % ways->n] = v;
                waiting++;
            }
        }
    }
}

/* Marks the way of a set of ends that goes through a cell. */
static void trace(struct ways *ways, uint32_t set, uint32_t cell)
{
    const uint32_t sets = 1u << ways->n_ends;
    for (;;) {
        uint32_t via = ways->via[set * ways->n + cell];
        assert(set && cell < ways->n && ways->cost[set * ways->n + cell] < WAYS_NONE);
        ways->on_way[cell] = true;
        if (via < ways->n) {
            cell = via;
        } else if (via < ways->n + sets) {
            trace(ways, set ^ (via - ways->n), cell);
            set = via - ways->n;
        } else {
            ways->end[__builtin_ctz(set)].place = via - ways->n - sets;
            assert(!(set & (set - 1)) && via - ways->n - sets < ways->n);
            return;
        }
    }
}

/* What the way that was found costs, added up; for asserts. */
static inline int64_t cost_again(const struct ways *ways, const int32_t *price)
{
    int64_t cost = 0;
    for (uint32_t u = 0; u < ways->n; u++)
        cost += ways->on_way[u] ? price[u] : 0;
    for (uint32_t k = 0; k < ways->n_ends; k++)
        cost += ways->end[k].price[ways->end[k].place];
    return cost;
}

/* What an end costs beside or on a cell of the way; WAYS_NEVER or more where it cannot
 * stand. */
static int32_t end_price(const struct ways *ways, const struct ways_end *end,
                         uint32_t cell, uint32_t *place)
{
    int32_t least = WAYS_NEVER;
    *place = cell;
    if (!end->blocks)
        return end->price[cell];
    for (uint32_t k = 0; k < ways->n_neighbours[cell]; k++) {
        uint32_t v = ways->neighbour[4 * cell + k];
        if (end->price[v] < least) {
            least = end->price[v];
            *place = v;
        }
    }
    return least;
}

/* Fills in the ways of sets of ends up to one. */
static void find_sets(struct ways *ways, const int32_t *price, uint32_t last)
{
    const uint32_t n = ways->n;
    for (uint32_t set = 1; set <= last; set++) {
        int64_t *cost = ways->cost + (size_t)set * n;
        uint32_t *via = ways->via + (size_t)set * n;
        if (set & (set - 1))
            join(ways, set, price, cost, via);
        else
            begin(ways, &ways->end[__builtin_ctz(set)], price, cost, via);
        spread(ways, price, cost, via);
    }
}

int64_t ways_find(struct ways *ways, const int32_t *price)
{
    assert(ways->n_ends >= 1);
    const uint32_t n = ways->n, all = (1u << (ways->n_ends - 1)) - 1;
    const int64_t *cost = ways->cost + (size_t)all * n; /* of all ends but the last */
    struct ways_end *last = &ways->end[ways->n_ends - 1];
    int64_t least = WAYS_NONE;
    uint32_t best = 0, place;
    find_sets(ways, price, all);
    for (uint32_t u = 0; u < n; u++) {
        if (price[u] >= WAYS_NEVER || (all && cost[u] >= least))
            continue;
        int32_t more = end_price(ways, last, u, &place);
        int64_t whole = (all ? cost[u] : price[u]) + more;
        if (more < WAYS_NEVER && whole < least) {
            least = whole;
            best = u;
            last->place = place;
        }
    }
    if (least >= WAYS_NONE)
        return WAYS_NONE;
    memset(ways->on_way, 0, n * sizeof *ways->on_way);
    ways->on_way[best] = true;
    if (all)
        trace(ways, all, best);
    assert(cost_again(ways, price) <= least); /* a cell passed twice counts once */
    return least;
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Of ways with an end on or beside cells; cost: of the way that joins all others. */
static void measure_end(const struct ways *ways, const struct ways_end *end,
                        const int64_t *cost, int64_t *at)
{
    for (uint32_t u = 0; u < ways->n; u++)
        at[u] = WAYS_NONE;
    for (uint32_t u = 0; u < ways->n; u++) {
        if (!end->blocks && cost[u] < WAYS_NONE && end->price[u] < WAYS_NEVER)
            at[u] = cost[u] + end->price[u];
        for (uint32_t k = 0; end->blocks && k < ways->n_neighbours[u]; k++) {
            uint32_t v = ways->neighbour[4 * u + k];
            if (cost[u] < WAYS_NONE && end->price[v] < WAYS_NEVER)
                at[v] = least_of(at[v], cost[u] + end->price[v]);
        }
    }
}

void ways_measure(struct ways *ways, const int32_t *price, int64_t *through,
                  int64_t *at)
{
    const uint32_t n = ways->n, all = (1u << ways->n_ends) - 1;
    assert(ways->n_ends >= 2);
    find_sets(ways, price, all - 1);
    for (uint32_t u = 0; u < n; u++)
        through[u] = WAYS_NONE;
    for (uint32_t set = 1; set < all - set; set++)
        for (uint32_t u = 0; u < n; u++) {
            int64_t a = ways->cost[(size_t)set * n + u];
            int64_t b = ways->cost[(size_t)(all - set) * n + u];
            if (a < WAYS_NONE && b < WAYS_NONE)
                through[u] = least_of(through[u], a + b - price[u]);
        }
    for (uint32_t k = 0; k < ways->n_ends; k++)
        measure_end(ways, &ways->end[k], ways->cost + (size_t)(all - (1u << k)) * n,
                    at + (size_t)k * n);
}
