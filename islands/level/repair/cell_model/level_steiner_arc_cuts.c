#include "level_steiner_arc_cuts.h"

#include "rng.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Measured as in level_cut_loop.c, 2.55 to 2.75 s with these values.
 *
 * NESTED     rounds of nested cuts for a node: 3.11 s with 1, 2.66 with 6
 * MAX_CUTS   in a call: 2.90 s with 30, 2.97 with 300
 * VIOLATION  least violation of a cut that is added: 2.74 s with 0.005, 2.70 with 0.1
 * CREEP      creep flow, added to capacities so that of equal cuts the minimum has the
 *            fewest arcs: 6.09 s with 0 (one level unproven after 20 s)
 * SEED       any */
enum { NESTED = 3, MAX_CUTS = 100, SEED = 1 };
static const double VIOLATION = 0.02, CREEP = 1e-6;
/* Capacities up to this count as 0: far below CREEP, above rounding errors. */
static const double EPSILON = 1e-9;

/* ---- nodes ---- */

/* Contracts the component of a cell over cells that are certain to be open. */
static void merge_sure_cells(struct level_steiner_arcs *arcs, size_t start,
                             const bool *sure, uint32_t *queue)
{
    uint32_t end = 0;
    size_t next[4];
    arcs->node[start] = arcs->n_nodes;
    queue[end++] = (uint32_t)start;
    for (uint32_t at = 0; at < end; at++) {
        size_t k = level_cell_model_neighbours(arcs->model, queue[at], next);
        while (k-- > 0)
            if (sure[next[k]] && arcs->node[next[k]] == UINT32_MAX) {
                arcs->node[next[k]] = arcs->n_nodes;
                queue[end++] = (uint32_t)next[k];
            }
    }
}

static bool number_nodes(struct level_steiner_arcs *arcs, struct arena *work)
{
    struct level_cell_model *model = arcs->model;
    bool *sure = ARENA_NEW(work, bool, model->n);
    bool *closed = ARENA_NEW(work, bool, model->n);
    uint32_t *queue = ARENA_NEW(work, uint32_t, model->n);
    if (!sure || !closed || !queue)
        return false;
    for (size_t v = 0; v < model->n; v++) {
        struct level_cell_range span = level_cell_model_range(model, v, arcs->passing);
        sure[v] = span.low >= 1;
        closed[v] = span.high <= 0;
        arcs->node[v] = UINT32_MAX;
    }
    for (size_t v = 0; v < model->n; v++) {
        if (closed[v] || arcs->node[v] != UINT32_MAX)
            continue;
        arcs->node[v] = arcs->n_nodes;
        if (sure[v])
            merge_sure_cells(arcs, v, sure, queue);
        arcs->sure[arcs->n_nodes] = sure[v];
        arcs->cell[arcs->n_nodes++] = (uint32_t)v;
    }
    return true;
}

/* Orders the nodes randomly, those that are certain to be open first: cuts for
 * neighbouring nodes are similar. The first node is the root; false if it is not
 * certain to be open. */
static bool order_nodes(struct level_steiner_arcs *arcs)
{
    struct rng rng;
    uint32_t n_sure = 0, end = arcs->n_nodes;
    for (uint32_t v = 0; v < arcs->n_nodes; v++)
        arcs->order[arcs->sure[v] ? n_sure++ : --end] = v;
    rng_seed(&rng, SEED, arcs->n_nodes);
    rng_shuffle(&rng, arcs->order, n_sure);
    rng_shuffle(&rng, arcs->order + n_sure, arcs->n_nodes - n_sure);
    arcs->root = arcs->order[0];
    return n_sure > 0;
}

/* ---- arcs ---- */

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

/* Lists the ordered pairs of neighbouring nodes, each once; returns how many. */
static uint32_t list_pairs(const struct level_steiner_arcs *arcs, uint32_t (*pair)[2])
{
    uint32_t n = 0, kept = 0;
    size_t next[4];
    for (size_t v = 0; v < arcs->model->n; v++) {
        size_t k = arcs->node[v] == UINT32_MAX
                       ? 0
                       : level_cell_model_neighbours(arcs->model, v, next);
        while (k-- > 0) {
            uint32_t other = arcs->node[next[k]];
            if (other == UINT32_MAX || other == arcs->node[v])
                continue;
            pair[n][0] = arcs->node[v];
            pair[n++][1] = other;
        }
    }
    qsort(pair, n, sizeof *pair, compare);
    for (uint32_t i = 0; i < n; i++)
        if (kept == 0 || compare(pair[i], pair[kept - 1])) {
            pair[kept][0] = pair[i][0];
            pair[kept++][1] = pair[i][1];
        }
    return kept;
}

static bool make_arcs(struct level_steiner_arcs *arcs, struct arena *work)
{
    struct level_cell_model *model = arcs->model;
    uint32_t(*pair)[2] = arena_take_array(work, 4 * model->n, sizeof *pair);
    if (!pair)
        return false;
    arcs->n_arcs = list_pairs(arcs, pair);
    arcs->first = ARENA_NEW(model->arena, uint32_t, arcs->n_nodes + 1);
    arcs->from = ARENA_NEW(model->arena, uint32_t, arcs->n_arcs);
    arcs->to = ARENA_NEW(model->arena, uint32_t, arcs->n_arcs);
    arcs->twin = ARENA_NEW(model->arena, uint32_t, arcs->n_arcs);
    arcs->col = ARENA_NEW(model->arena, int, arcs->n_arcs);
    if (!arcs->first || !arcs->from || !arcs->to || !arcs->twin || !arcs->col)
        return false;
    for (uint32_t a = 0; a < arcs->n_arcs; a++) {
        const uint32_t back[2] = {pair[a][1], pair[a][0]};
        uint32_t(*twin)[2] = bsearch(back, pair, arcs->n_arcs, sizeof *pair, compare);
        assert(twin); /* neighbourhood is symmetric */
        arcs->from[a] = pair[a][0];
        arcs->to[a] = pair[a][1];
        arcs->twin[a] = (uint32_t)(twin - pair);
        arcs->col[a] = level_cell_model_add_continuous(model, 1, 0);
        arcs->first[pair[a][0] + 1]++;
    }
    for (uint32_t u = 0; u < arcs->n_nodes; u++)
        arcs->first[u + 1] += arcs->first[u];
    return true;
}

/* The arcs that enter a node are as many as its value, none for the root. */
static void add_entering(struct level_steiner_arcs *arcs, uint32_t node)
{
    assert(node < arcs->n_nodes);
    struct level_cell_model *model = arcs->model;
    level_cell_model_begin_row(model);
    for (uint32_t a = arcs->first[node]; a < arcs->first[node + 1]; a++)
        level_cell_model_add_term(model, arcs->col[arcs->twin[a]], 1);
    if (!arcs->sure[node])
        level_cell_model_add_cell(model, arcs->cell[node], arcs->passing, -1);
    double sum = arcs->sure[node] && node != arcs->root ? 1 : 0;
    level_cell_model_end_row(model, sum, sum);
}

/* Builds nodes and arcs; false when memory runs out, or no node is certain to be
 * open. */
static bool build(struct level_steiner_arcs *arcs, struct arena *work)
{
    struct level_cell_model *model = arcs->model;
    arcs->node = ARENA_NEW(model->arena, uint32_t, model->n);
    arcs->cell = ARENA_NEW(model->arena, uint32_t, model->n);
    arcs->order = ARENA_NEW(model->arena, uint32_t, model->n);
    arcs->sure = ARENA_NEW(model->arena, bool, model->n);
    model->failed = model->failed || !arcs->node || !arcs->cell || !arcs->order ||
                    !arcs->sure || !number_nodes(arcs, work);
    if (model->failed || !order_nodes(arcs))
        return false;
    model->failed = !make_arcs(arcs, work);
    return !model->failed;
}

bool level_steiner_arcs_init(struct level_steiner_arcs *arcs,
                             struct level_cell_model *model, tile_set passing)
{
    struct arena work;
    *arcs = (struct level_steiner_arcs){.model = model, .passing = passing};
    arena_init(&work);
    bool made = build(arcs, &work);
    arena_free(&work);
    for (uint32_t u = 0; made && u < arcs->n_nodes; u++)
        add_entering(arcs, u);
    if (!made)
        arcs->model = NULL;
    return made && !model->failed;
}

/* ---- cuts ---- */

/* A maximum flow from the root, with the values of the arcs as capacities. */
struct max_flow {
    struct level_steiner_arcs *arcs;
    const double *x, *open;
    double *left; /* of each arc: residual capacity */
    uint32_t *by; /* of each node: the arc that reached it; UINT32_MAX: none */
    uint32_t *queue;
    size_t added;
};

static bool max_flow_init(struct max_flow *flow, struct arena *arena)
{
    const struct level_steiner_arcs *arcs = flow->arcs;
    flow->left = ARENA_NEW(arena, double, arcs->n_arcs);
    flow->by = ARENA_NEW(arena, uint32_t, arcs->n_nodes);
    flow->queue = ARENA_NEW(arena, uint32_t, arcs->n_nodes);
    return flow->left && flow->by && flow->queue;
}

/* The value of a node: the flow that must reach it. */
static double demand(const struct max_flow *flow, uint32_t node)
{
    const struct level_steiner_arcs *arcs = flow->arcs;
    return arcs->sure[node] ? 1 : flow->open[arcs->cell[node]];
}

/* An arc and its reverse are used at most as often as each of their cells is open. */
static void cut_pairs(struct max_flow *flow)
{
    struct level_steiner_arcs *arcs = flow->arcs;
    for (uint32_t a = 0; a < arcs->n_arcs; a++) {
        uint32_t node = arcs->from[a];
        double sum = flow->x[arcs->col[a]] + flow->x[arcs->col[arcs->twin[a]]];
        if (sum < demand(flow, node) + VIOLATION)
            continue;
        level_cell_model_begin_row(arcs->model);
        level_cell_model_add_term(arcs->model, arcs->col[a], 1);
        level_cell_model_add_term(arcs->model, arcs->col[arcs->twin[a]], 1);
        if (!arcs->sure[node])
            level_cell_model_add_cell(arcs->model, arcs->cell[node], arcs->passing, -1);
        level_cell_model_end_row(arcs->model, -INFINITY, arcs->sure[node]);
        flow->added++;
    }
}

/* Breadth-first search over arcs with residual capacity, from the root or backwards
 * from a node; ends at `to`. Returns whether that was reached. */
static bool search_path(struct max_flow *flow, uint32_t start, uint32_t to, bool back)
{
    const struct level_steiner_arcs *arcs = flow->arcs;
    uint32_t end = 0;
    memset(flow->by, 0xff, arcs->n_nodes * sizeof *flow->by);
    flow->queue[end++] = start;
    flow->by[start] = 0;
    for (uint32_t at = 0; at < end; at++) {
        uint32_t u = flow->queue[at];
        for (uint32_t a = arcs->first[u]; a < arcs->first[u + 1]; a++) {
            uint32_t next = arcs->to[a];
            if (flow->by[next] != UINT32_MAX ||
                flow->left[back ? arcs->twin[a] : a] <= EPSILON)
                continue;
            flow->by[next] = a;
            if (next == to)
                return true;
            flow->queue[end++] = next;
        }
    }
    return false;
}

/* Augments the flow from the root to a node up to its demand; returns what is
 * missing. */
static double augment(struct max_flow *flow, uint32_t node, double needs)
{
    const struct level_steiner_arcs *arcs = flow->arcs;
    while (needs > VIOLATION && search_path(flow, arcs->root, node, false)) {
        double most = needs;
        for (uint32_t v = node; v != arcs->root; v = arcs->from[flow->by[v]])
            most = fmin(most, flow->left[flow->by[v]]);
        assert(most > 0 && most <= needs);
        for (uint32_t v = node; v != arcs->root; v = arcs->from[flow->by[v]]) {
            flow->left[flow->by[v]] -= most;
            flow->left[arcs->twin[flow->by[v]]] += most;
        }
        needs -= most;
    }
    return needs;
}

/* Adds a cut: the arcs that enter a set of nodes, those that the last search reached
 * (`inside`) or those that it did not, carry at least the demand of a node in it. These
 * arcs are saturated: their capacity becomes 1, for the next nested cut. */
static void cut_set(struct max_flow *flow, uint32_t node, bool inside)
{
    struct level_steiner_arcs *arcs = flow->arcs;
    struct level_cell_model *model = arcs->model;
    level_cell_model_begin_row(model);
    for (uint32_t a = 0; a < arcs->n_arcs; a++) {
        bool leaves = (flow->by[arcs->from[a]] != UINT32_MAX) == inside;
        bool enters = (flow->by[arcs->to[a]] != UINT32_MAX) == inside;
        if (!leaves && enters) {
            level_cell_model_add_term(model, arcs->col[a], 1);
            flow->left[a] = 1;
        }
    }
    if (!arcs->sure[node])
        level_cell_model_add_cell(model, arcs->cell[node], arcs->passing, -1);
    level_cell_model_end_row(model, arcs->sure[node], INFINITY);
    flow->added++;
}

/* Adds the cuts between the root and a node: the one nearest to the root, then, unless
 * that suffices, the one nearest to the node (back cut), then nested cuts between
 * them. */
static void cut_between(struct max_flow *flow, uint32_t node)
{
    const struct level_steiner_arcs *arcs = flow->arcs;
    assert(node < arcs->n_nodes && node != arcs->root);
    double needs = demand(flow, node);
    for (uint32_t a = 0; a < arcs->n_arcs; a++)
        flow->left[a] = flow->x[arcs->col[a]] + CREEP;
    for (int i = 0; i < NESTED; i++) {
        needs = augment(flow, node, needs);
        if (needs <= VIOLATION)
            return;
        search_path(flow, arcs->root, UINT32_MAX, false);
        cut_set(flow, node, false);
        if (search_path(flow, arcs->root, node, false))
            continue;
        search_path(flow, node, UINT32_MAX, true);
        cut_set(flow, node, true);
    }
}

size_t level_steiner_arcs_cut(struct level_steiner_arcs *arcs, const double *x,
                              const double *open, struct arena *arena)
{
    struct max_flow flow = {.arcs = arcs, .x = x, .open = open};
    if (!max_flow_init(&flow, arena)) {
        arcs->model->failed = true;
        return 0;
    }
    cut_pairs(&flow);
    for (uint32_t i = 1; i < arcs->n_nodes && flow.added < MAX_CUTS; i++)
        if (demand(&flow, arcs->order[i]) > VIOLATION)
            cut_between(&flow, arcs->order[i]);
    return flow.added;
}
