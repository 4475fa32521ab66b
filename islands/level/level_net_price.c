#include "level_net.h"

#include <assert.h>

/* One cell of a network whose prices change. */
struct cell_change {
    struct net *net;
    uint32_t cell;
    const int32_t *price;
    tile_set open;
    uint32_t from, to;  /* where its unit goes before, after: NET_SINK or NET_WALLS */
    uint32_t now, best; /* arcs that its unit lands by; FLOW_NONE: none does */
    int32_t least;      /* potential of the cell with the best */
};

static uint32_t tail_of(const struct flow *flow, uint32_t arc)
{
    return flow->arc[flow->arc[arc].twin].head;
}

static void set_carried(struct flow *flow, uint32_t arc, int32_t carried, int32_t left)
{
    flow->arc[arc].left = left;
    flow->arc[flow->arc[arc].twin].left = carried;
}

static void keep_potential(struct flow *flow, uint32_t node, int32_t potential)
{
    flow->lost = flow->lost || potential < -FLOW_MOST_POTENTIAL ||
                 potential > FLOW_MOST_POTENTIAL;
    flow->potential[node] = potential;
}

/* Looks at one tile: its arc gets its new cost, and may become the best. */
static void offer(struct cell_change *change, uint8_t tile)
{
    struct net *net = change->net;
    struct flow *flow = &net->flow;
    size_t at = tile * (size_t)net->n + change->cell;
    uint32_t land = net->land[at];
    if (land == FLOW_NONE)
        return;
    struct flow_arc *arc = &flow->arc[land], *back = &flow->arc[arc->twin];
    if (back->left > 0) {
        change->now = land;
        net->cost -= arc->cost;
    }
    arc->cost = net->landing[at] + (change->price ? change->price[at] : 0);
    back->cost = -arc->cost;
    if (!tile_in(change->open, tile)) {
        set_carried(flow, land, 0, 0);
        return;
    }
    assert(arc->cost >= -FLOW_MOST_COST && arc->cost <= FLOW_MOST_COST);
    int32_t potential = arc->cost + flow->potential[back->head];
    if (potential < change->least ||
        (potential == change->least && change->now == land)) {
        change->least = potential;
        change->best = land;
    }
    set_carried(flow, land, 0, 1);
}

/* Gives a cell the unit that is best for it as potentials are, and notes who is left
 * over and who is missing. */
static void change_cell(struct cell_change *change)
{
    struct net *net = change->net;
    struct flow *flow = &net->flow;
    uint32_t u = change->cell;
    change->from = net_sink(net->rules, (tile_set)net->open[u]);
    change->to = net_sink(net->rules, change->open);
    change->now = change->best = FLOW_NONE;
    change->least = flow->potential[change->to];
    for (uint8_t t = 0; t < net->rules->game->n_tiles; t++)
        offer(change, t);
    bool holds = change->best != FLOW_NONE;
    if (change->now != FLOW_NONE)
        net->excess[change->from]--;
    if (holds)
        net->excess[change->to]++;
    if (change->now != FLOW_NONE)
        net->excess[tail_of(flow, change->now)]++;
    if (holds) {
        net->excess[tail_of(flow, change->best)]--;
        net->cost += flow->arc[change->best].cost;
        set_carried(flow, change->best, 1, 0);
    }
    if (change->from != change->to)
        set_carried(flow, net->leave[u + (change->from == NET_WALLS ? net->n : 0)], 0,
                    0);
    set_carried(flow, net->leave[u + (change->to == NET_WALLS ? net->n : 0)], holds,
                !holds);
    keep_potential(flow, NET_FIRST_CELL + u, change->least);
    net->open[u] = (int32_t)change->open;
}

/* Has an arc into the sink carry so many units at least; more only where that is free.
 */
static void demand(struct net *net, uint32_t arc, int32_t least, int32_t *held)
{
    struct flow *flow = &net->flow;
    uint32_t tail = tail_of(flow, arc);
    int32_t carried = flow_carried(flow, arc) + *held;
    int32_t next = carried, all = flow->arc[arc].left + carried;
    least = least > 0 ? least : 0;
    assert(carried >= 0 && *held >= 0 && all >= carried);
    if (carried < least || flow->potential[tail] > flow->potential[NET_SINK])
        next = least;
    net->excess[NET_SINK] += next - carried;
    net->excess[tail] -= next - carried;
    set_carried(flow, arc, next - least, all - next);
    *held = least;
}

/* A wall that must be one where a tile stands which stands once makes up for that unit.
 */
static void keep_share(struct net *net, const struct net_share *share)
{
    int32_t crowd = 0, walls = 0;
    if (share->bound) {
        walls = (int32_t)net->n_walls - (int32_t)net->n + share->whole;
        for (uint32_t u = 0; u < net->n; u++)
            walls += !net_may_clear(net->rules, (tile_set)net->open[u]);
        crowd = (int32_t)net->n_crowd - share->crowd;
    }
    demand(net, net->crowd_arc, crowd, &net->crowd_least);
    demand(net, net->walls_arc, walls, &net->walls_least);
}

void net_reprice(struct net *net, const int32_t *price, const int32_t *open,
                 const struct net_share *share, int64_t *cost)
{
    struct flow *flow = &net->flow;
    int32_t sink = flow->potential[NET_SINK];
    for (uint32_t v = 0; v < flow->n_nodes; v++)
        keep_potential(flow, v, flow->potential[v] - sink);
    for (uint32_t u = 0; u < net->n; u++)
        change_cell(&(struct cell_change){
            .net = net, .cell = u, .price = price, .open = (tile_set)open[u]});
    keep_share(net, share);
    *cost = flow_balance(flow, net->excess, &net->cost) ? net->cost : FLOW_NEVER;
}
