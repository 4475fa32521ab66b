#include "level_price_engine.h"

#include <assert.h>

/* What is beyond the bound at these prices, with a change made in the flow, in the way,
 * or in both: in the flow by its potentials, which say what it costs at least, in the
 * way exactly. */
struct margins {
    struct engine *engine;
    int64_t room; /* between the bound and a cheaper level */
    int64_t way;  /* cost of the cheapest */
};

/* Potential of a cell if it took a tile; the cell has the least of all. */
static int64_t value_of(const struct net *net, uint8_t tile, uint32_t cell)
{
    uint32_t land = net->land[tile * (size_t)net->n + cell];
    if (land == FLOW_NONE)
        return WAYS_NONE;
    const struct flow_arc *arc = &net->flow.arc[land];
    return (int64_t)arc->cost + net->flow.potential[net->flow.arc[arc->twin].head];
}

/* The same of the best of some tiles, or of no unit when one of these fills the cell.
 */
static int64_t value_of_best(const struct engine *e, tile_set tiles, uint32_t cell)
{
    const struct net *net = &e->priced;
    const struct net_rules *rules = net->rules;
    tile_set open = (tile_set)e->open[cell];
    uint8_t fill = net_fill(rules, open);
    int64_t least = WAYS_NONE;
    if (fill < rules->game->n_tiles && tile_in(tiles, fill))
        least = net->flow.potential[net_sink(rules, open)];
    for (tile_set rest = open & tiles; rest; rest &= rest - 1) {
        int64_t value = value_of(net, (uint8_t)__builtin_ctz(rest), cell);
        least = value < least ? value : least;
    }
    return least;
}

static void forbid(struct engine *e, uint32_t cell, tile_set tiles)
{
    e->open[cell] = (int32_t)((tile_set)e->open[cell] & ~tiles);
}

/* A cell that is passable, or blocked, or on the way costs too much. */
static void fix_cell(const struct margins *margins, uint32_t cell)
{
    struct engine *e = margins->engine;
    tile_set blocking = e->search->rules->blocking;
    int64_t pass = value_of_best(e, ~blocking, cell);
    int64_t block = value_of_best(e, blocking, cell);
    int64_t least = pass < block ? pass : block;
    if (pass - least > margins->room)
        forbid(e, cell, ~blocking);
    else if (block - least > margins->room)
        forbid(e, cell, blocking);
    else if (pass - least + e->through[cell] - margins->way > margins->room)
        e->no_way[cell] = true;
    else
        return;
    e->price[cell] = 0;
    e->drift[cell] = 0;
}

/* An end at a cell costs too much. */
static void fix_end(const struct margins *margins, uint32_t end, uint32_t cell)
{
    struct engine *e = margins->engine;
    uint8_t tile = e->tile[end];
    tile_set open = (tile_set)e->open[cell];
    if (!tile_in(open, tile) || open == TILE(tile))
        return;
    int64_t more = value_of(&e->priced, tile, cell) - value_of_best(e, open, cell);
    int64_t way = e->at[end * e->n + cell];
    if (way >= WAYS_NONE || more + way - margins->way > margins->room)
        forbid(e, cell, TILE(tile));
}

void engine_fix(struct engine *e, int64_t way)
{
    const int64_t cheaper = (e->search->best - 1) * e->scale;
    const struct margins margins = {
        .engine = e, .room = cheaper - e->bound, .way = way};
    assert(margins.room >= 0 && way >= 0 && way < WAYS_NONE);
    ways_measure(&e->ways, e->passing, e->through, e->at);
    for (uint32_t u = 0; u < e->n; u++) {
        for (uint32_t k = 0; k < e->ways.n_ends; k++)
            fix_end(&margins, k, u);
        if (engine_is_undecided(e, u))
            fix_cell(&margins, u);
    }
}
