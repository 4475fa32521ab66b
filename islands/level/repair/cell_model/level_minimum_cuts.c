#include "level_minimum_cuts.h"

#include <math.h>
#include <string.h>

/* VIOLATION  least violation of a cut that is added
 * CREEP      added to capacities, so that of equal cuts the minimum has the fewest arcs
 * EPSILON    capacities up to this count as 0: far below CREEP, above rounding errors
 * MAX_CUTS   in a call; chosen by hand, not measured */
static const double VIOLATION = 0.02, CREEP = 1e-6, EPSILON = 1e-9;
/* Cells that ask for this much come first. Chosen by hand, not measured. */
static const double LARGE = 0.9;
enum { MAX_CUTS = 60 };

/* A cell has two nodes: one that is entered, and one that is left. */
enum { SOURCE = 0, TARGET = 1, FIRST_CELL = 2 };

static uint32_t entered(size_t cell)
{
    return FIRST_CELL + 2 * (uint32_t)cell;
}

static uint32_t left(size_t cell)
{
    return entered(cell) + 1;
}

struct cut_network {
    struct level_cell_model *model;
    const struct level_reach *rule;
    tile_set passing, to;
    uint32_t n_nodes, n_arcs;
    uint32_t *first, *next; /* arcs of a node: a list; the twin of arc a is a ^ 1 */
    uint32_t *head;
    double *capacity, *rest; /* rest: what the flow leaves */
    uint32_t *level, *at, *queue;
    double *width;        /* of each node: flow that is known to get to it */
    uint32_t *target_arc; /* of each cell: its arc to the target */
    bool *mark;
    bool *beyond; /* of each cell: see cut_cells */
    size_t added;
};

static bool take_arrays(struct cut_network *net, struct arena *arena)
{
    size_t n = net->model->n, most = 2 * 7 * n;
    net->n_nodes = FIRST_CELL + 2 * (uint32_t)n;
    net->first = ARENA_NEW(arena, uint32_t, net->n_nodes);
    net->level = ARENA_NEW(arena, uint32_t, net->n_nodes);
    net->at = ARENA_NEW(arena, uint32_t, net->n_nodes);
    net->queue = ARENA_NEW(arena, uint32_t, net->n_nodes);
    net->mark = ARENA_NEW(arena, bool, net->n_nodes);
    net->next = ARENA_NEW(arena, uint32_t, most);
    net->head = ARENA_NEW(arena, uint32_t, most);
    net->capacity = ARENA_NEW(arena, double, most);
    net->rest = ARENA_NEW(arena, double, most);
    net->width = ARENA_NEW(arena, double, net->n_nodes);
    net->beyond = ARENA_NEW(arena, bool, n);
    net->target_arc = ARENA_NEW(arena, uint32_t, n);
    return net->first && net->level && net->at && net->queue && net->mark &&
           net->next && net->head && net->capacity && net->rest && net->target_arc &&
           net->beyond && net->width;
}

static uint32_t add_arc(struct cut_network *net, uint32_t from, uint32_t to,
                        double capacity)
{
    const uint32_t ends[2] = {from, to};
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t arc = net->n_arcs++;
        net->head[arc] = ends[1 - k];
        net->capacity[arc] = k ? 0 : capacity;
        net->next[arc] = net->first[ends[k]];
        net->first[ends[k]] = arc;
    }
    return net->n_arcs - 2;
}

/* A path starts where a source is left, and passes through cells that are passable and
 * hold no source. */
static void add_arcs(struct cut_network *net, const double *x)
{
    struct level_cell_model *model = net->model;
    memset(net->first, 0xff, net->n_nodes * sizeof *net->first);
    for (size_t u = 0; u < model->n; u++) {
        size_t near[4], k = level_cell_model_neighbours(model, u, near);
        double starts =
            level_cell_model_value(model, x, u, net->passing & net->rule->from);
        double passes =
            level_cell_model_value(model, x, u, net->passing & ~net->rule->from);
        add_arc(net, SOURCE, left(u), fmax(starts, 0) + CREEP);
        add_arc(net, entered(u), left(u), fmax(passes, 0) + CREEP);
        while (k-- > 0)
            add_arc(net, left(u), entered(near[k]), INFINITY);
        net->target_arc[u] = add_arc(net, entered(u), TARGET, 0);
    }
}

/* ---- maximum flow ---- */

static bool find_levels(struct cut_network *net, uint32_t sink)
{
    uint32_t end = 0;
    memset(net->level, 0xff, net->n_nodes * sizeof *net->level);
    net->level[SOURCE] = 0;
    net->queue[end++] = SOURCE;
    for (uint32_t at = 0; at < end; at++)
        for (uint32_t a = net->first[net->queue[at]]; a != UINT32_MAX; a = net->next[a])
            if (net->rest[a] > EPSILON && net->level[net->head[a]] == UINT32_MAX) {
                net->level[net->head[a]] = net->level[net->queue[at]] + 1;
                net->queue[end++] = net->head[a];
            }
    return net->level[sink] != UINT32_MAX;
}

/* Sends flow along one path of a level graph; returns how much, 0 if there is no path.
 * The path is kept as its arcs in `queue`. */
static double send_along_path(struct cut_network *net, uint32_t sink)
{
    uint32_t node = SOURCE, depth = 0;
    while (node != sink) {
        uint32_t *a = &net->at[node];
        while (*a != UINT32_MAX && !(net->rest[*a] > EPSILON &&
                                     net->level[net->head[*a]] == net->level[node] + 1))
            *a = net->next[*a];
        if (*a != UINT32_MAX) {
            net->queue[depth++] = *a;
            node = net->head[*a];
            continue;
        }
        if (depth == 0)
            return 0;
        uint32_t back = net->queue[--depth];
        node = net->head[back ^ 1];
        net->at[node] = net->next[back];
    }
    double most = INFINITY;
    for (uint32_t i = 0; i < depth; i++)
        most = fmin(most, net->rest[net->queue[i]]);
    for (uint32_t i = 0; i < depth; i++) {
        net->rest[net->queue[i]] -= most;
        net->rest[net->queue[i] ^ 1] += most;
    }
    return most;
}

/* The maximum flow from the sources, up to what is enough. */
static double max_flow(struct cut_network *net, uint32_t sink, double enough)
{
    double flow = 0;
    memcpy(net->rest, net->capacity, net->n_arcs * sizeof *net->rest);
    while (flow < enough && find_levels(net, sink)) {
        memcpy(net->at, net->first, net->n_nodes * sizeof *net->at);
        for (double sent = 1; sent > 0 && flow < enough; flow += sent)
            sent = send_along_path(net, sink);
    }
    return flow;
}

/* Takes note that so much flow gets to a node, and what a single path carries on from it
 * to others: where that is enough for a target, no maximum flow is needed. Labels are
 * corrected in the order of a queue. */
static void widen(struct cut_network *net, uint32_t from, double flow)
{
    uint32_t n = 1, at = 0;
    memset(net->mark, 0, net->n_nodes * sizeof *net->mark);
    net->width[from] = flow;
    for (net->queue[0] = from; n > 0; n--, at = (at + 1) % net->n_nodes) {
        uint32_t node = net->queue[at];
        net->mark[node] = false;
        for (uint32_t a = net->first[node]; a != UINT32_MAX; a = net->next[a]) {
            uint32_t head = net->head[a];
            double width = fmin(net->width[node], net->capacity[a]);
            if (width <= net->width[head])
                continue;
            net->width[head] = width;
            if (!net->mark[head])
                net->queue[(at + n++) % net->n_nodes] = head;
            net->mark[head] = true;
        }
    }
}

/* ---- cuts ---- */

/* Marks the nodes on the side of the sources: those that they still reach, or, near the
 * target, those from which it is not reached. */
static void mark_side(struct cut_network *net, uint32_t sink, bool near_target)
{
    uint32_t end = 0;
    memset(net->mark, near_target, net->n_nodes * sizeof *net->mark);
    net->queue[end++] = near_target ? sink : SOURCE;
    net->mark[net->queue[0]] = !near_target;
    for (uint32_t at = 0; at < end; at++)
        for (uint32_t a = net->first[net->queue[at]]; a != UINT32_MAX; a = net->next[a])
            if (net->rest[near_target ? a ^ 1 : a] > EPSILON &&
                net->mark[net->head[a]] == near_target) {
                net->mark[net->head[a]] = !near_target;
                net->queue[end++] = net->head[a];
            }
}

/* Adds the constraint of the marked side.
 *
 * cell  of the target; n: anywhere */
static void add_cut(struct cut_network *net, size_t cell)
{
    struct level_cell_model *model = net->model;
    tile_set from = net->rule->from & net->passing;
    bool anywhere = cell == model->n;
    level_cell_model_begin_row(model);
    for (size_t u = 0; u < model->n; u++) {
        bool leaves = !net->mark[left(u)], passes = leaves && net->mark[entered(u)];
        tile_set counts =
            (leaves ? from : 0) | (passes ? net->passing & ~net->rule->from : 0);
        if (counts)
            level_cell_model_add_cell(model, u, counts, 1);
        if (anywhere && net->mark[entered(u)])
            level_cell_model_add_cell(model, u, net->to, 1);
    }
    if (!anywhere)
        level_cell_model_add_cell(model, cell, net->to, -1);
    level_cell_model_end_row(model, anywhere ? 1 : 0, INFINITY);
    net->added++;
}

/* Adds the cuts of the last maximum flow; both sides, unless they are the same. */
static void add_cuts(struct cut_network *net, uint32_t sink, size_t cell, bool *other)
{
    mark_side(net, sink, false);
    memcpy(other, net->mark, net->n_nodes * sizeof *other);
    add_cut(net, cell);
    mark_side(net, sink, true);
    if (memcmp(other, net->mark, net->n_nodes * sizeof *other) != 0)
        add_cut(net, cell);
}

/* A tile that occurs exactly once. */
static void cut_tile(struct cut_network *net, const double *x, bool *other)
{
    struct level_cell_model *model = net->model;
    for (size_t u = 0; u < model->n; u++)
        net->capacity[net->target_arc[u]] =
            fmax(level_cell_model_value(model, x, u, net->to), 0);
    if (max_flow(net, TARGET, 1 - VIOLATION) < 1 - VIOLATION)
        add_cuts(net, TARGET, model->n, other);
    for (size_t u = 0; u < model->n; u++)
        net->capacity[net->target_arc[u]] = 0;
}

/* Whether a cell gets what it asks for. */
static bool gets_enough(struct cut_network *net, size_t cell, double asked)
{
    if (net->width[entered(cell)] >= asked)
        return true;
    double flow = max_flow(net, entered(cell), asked);
    if (flow < asked)
        return false;
    widen(net, entered(cell), flow);
    return true;
}

/* Cells that ask for at least so much; those beyond a cut of this round, which is likely
 * to be theirs as well, are left to the next round. */
static void cut_cells(struct cut_network *net, const double *x, double least,
                      bool *other)
{
    struct level_cell_model *model = net->model;
    for (size_t u = 0; u < model->n && net->added < MAX_CUTS; u++) {
        double value = level_cell_model_value(model, x, u, net->to);
        double asked = value - VIOLATION;
        if (net->beyond[u] || value < least || asked <= 0 || gets_enough(net, u, asked))
            continue;
        add_cuts(net, entered(u), u, other);
        for (size_t v = 0; v < model->n; v++)
            net->beyond[v] = net->beyond[v] || !other[entered(v)];
    }
}

size_t level_minimum_cuts(struct level_cell_model *model,
                          const struct level_reach *rule, tile_set to, const double *x,
                          struct arena *arena)
{
    struct cut_network net = {.model = model,
                              .rule = rule,
                              .passing =
                                  level_all_tiles(model->game) & ~rule->blocking};
    tile_set once = level_demands_once(model->game) & ~model->interchangeable;
    to &= ~rule->from;
    if (!to)
        return 0;
    bool *other = ARENA_NEW(arena, bool, FIRST_CELL + 2 * model->n);
    if (!other || !take_arrays(&net, arena)) {
        model->failed = true;
        return 0;
    }
    add_arcs(&net, x);
    for (tile_set some = to & once; some; some &= some - 1) {
        net.to = some & -some;
        cut_tile(&net, x, other);
    }
    net.to = to & ~once;
    if (net.to) {
        widen(&net, SOURCE, INFINITY);
        cut_cells(&net, x, LARGE, other);
        cut_cells(&net, x, 0, other);
    }
    return net.added;
}
