#include "level_lean_arcs.h"

#include "rng.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NESTED = 3, /* times that cuts for one node are looked for */
    MOST_CUTS = 100,
    SEED = 1
};
static const double BROKEN = 0.02;  /* by which a cut is worth adding */
static const double CREEP = 1e-6;   /* makes cuts of few arcs the least */
static const double NOTHING = 1e-9; /* of a flow */

/* ---- nodes ---- */

/* A node for what hangs together with a cell over cells that are sure to be open. */
static void spread(struct lean_arcs *arcs, size_t start, const bool *sure,
                   uint32_t *queue)
{
    uint32_t end = 0;
    size_t next[4];
    arcs->node[start] = arcs->n_nodes;
    queue[end++] = (uint32_t)start;
    for (uint32_t at = 0; at < end; at++) {
        size_t k = lean_near(arcs->lean, queue[at], next);
        while (k-- > 0)
            if (sure[next[k]] && arcs->node[next[k]] == UINT32_MAX) {
                arcs->node[next[k]] = arcs->n_nodes;
                queue[end++] = (uint32_t)next[k];
            }
    }
}

static bool number_nodes(struct lean_arcs *arcs, struct arena *work)
{
    struct lean *lean = arcs->lean;
    bool *sure = ARENA_NEW(work, bool, lean->n);
    bool *closed = ARENA_NEW(work, bool, lean->n);
    uint32_t *queue = ARENA_NEW(work, uint32_t, lean->n);
    if (!sure || !closed || !queue)
        return false;
    for (size_t v = 0; v < lean->n; v++) {
        struct lean_span span = lean_span(lean, v, arcs->passing);
        sure[v] = span.low >= 1;
        closed[v] = span.high <= 0;
        arcs->node[v] = UINT32_MAX;
    }
    for (size_t v = 0; v < lean->n; v++) {
        if (closed[v] || arcs->node[v] != UINT32_MAX)
            continue;
        arcs->node[v] = arcs->n_nodes;
        if (sure[v])
            spread(arcs, v, sure, queue);
        arcs->sure[arcs->n_nodes] = sure[v];
        arcs->cell[arcs->n_nodes++] = (uint32_t)v;
    }
    return true;
}

/* Nodes that are sure to be open first, else by chance: cuts for nodes beside each
 * other are much alike. The first is the root; false when it is not sure to be open. */
static bool order_nodes(struct lean_arcs *arcs)
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

/* Pairs of nodes beside each other, in order, each once; returns how many. */
static uint32_t list_pairs(const struct lean_arcs *arcs, uint32_t (*pair)[2])
{
    uint32_t n = 0, kept = 0;
    size_t next[4];
    for (size_t v = 0; v < arcs->lean->n; v++) {
        size_t k = arcs->node[v] == UINT32_MAX ? 0 : lean_near(arcs->lean, v, next);
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

static bool draw_arcs(struct lean_arcs *arcs, struct arena *work)
{
    struct lean *lean = arcs->lean;
    uint32_t(*pair)[2] = arena_take_array(work, 4 * lean->n, sizeof *pair);
    if (!pair)
        return false;
    arcs->n_arcs = list_pairs(arcs, pair);
    arcs->first = ARENA_NEW(lean->arena, uint32_t, arcs->n_nodes + 1);
    arcs->from = ARENA_NEW(lean->arena, uint32_t, arcs->n_arcs);
    arcs->to = ARENA_NEW(lean->arena, uint32_t, arcs->n_arcs);
    arcs->twin = ARENA_NEW(lean->arena, uint32_t, arcs->n_arcs);
    arcs->col = ARENA_NEW(lean->arena, int, arcs->n_arcs);
    if (!arcs->first || !arcs->from || !arcs->to || !arcs->twin || !arcs->col)
        return false;
    for (uint32_t a = 0; a < arcs->n_arcs; a++) {
        const uint32_t back[2] = {pair[a][1], pair[a][0]};
        uint32_t(*twin)[2] = bsearch(back, pair, arcs->n_arcs, sizeof *pair, compare);
        assert(twin); /* cells are beside each other both ways */
        arcs->from[a] = pair[a][0];
        arcs->to[a] = pair[a][1];
        arcs->twin[a] = (uint32_t)(twin - pair);
        arcs->col[a] = lean_add_share(lean);
        arcs->first[pair[a][0] + 1]++;
    }
    for (uint32_t u = 0; u < arcs->n_nodes; u++)
        arcs->first[u + 1] += arcs->first[u];
    return true;
}

/* One arc enters a node that is open, none the root. */
static void add_entering(struct lean_arcs *arcs, uint32_t node)
{
    assert(node < arcs->n_nodes);
    struct lean *lean = arcs->lean;
    lean_begin(lean);
    for (uint32_t a = arcs->first[node]; a < arcs->first[node + 1]; a++)
        lean_add(lean, arcs->col[arcs->twin[a]], 1);
    if (!arcs->sure[node])
        lean_add_cell(lean, arcs->cell[node], arcs->passing, -1);
    double sum = arcs->sure[node] && node != arcs->root ? 1 : 0;
    lean_end(lean, sum, sum);
}

/* False when memory ran out, or no node is sure to be open. */
static bool make(struct lean_arcs *arcs, struct arena *work)
{
    struct lean *lean = arcs->lean;
    arcs->node = ARENA_NEW(lean->arena, uint32_t, lean->n);
    arcs->cell = ARENA_NEW(lean->arena, uint32_t, lean->n);
    arcs->order = ARENA_NEW(lean->arena, uint32_t, lean->n);
    arcs->sure = ARENA_NEW(lean->arena, bool, lean->n);
    lean->lost = lean->lost || !arcs->node || !arcs->cell || !arcs->order ||
                 !arcs->sure || !number_nodes(arcs, work);
    if (lean->lost || !order_nodes(arcs))
        return false;
    lean->lost = !draw_arcs(arcs, work);
    return !lean->lost;
}

bool lean_arcs_open(struct lean_arcs *arcs, struct lean *lean, tile_set passing)
{
    struct arena work;
    *arcs = (struct lean_arcs){.lean = lean, .passing = passing};
    arena_init(&work);
    bool made = make(arcs, &work);
    arena_free(&work);
    for (uint32_t u = 0; made && u < arcs->n_nodes; u++)
        add_entering(arcs, u);
    if (!made)
        arcs->lean = NULL;
    return made && !lean->lost;
}

/* ---- cuts ---- */

/* A flow from the root over the arcs of a solution. */
struct stream {
    struct lean_arcs *arcs;
    const double *x, *open;
    double *left; /* of each arc: what it still takes */
    uint32_t *by; /* of each node: the arc that reached it; UINT32_MAX: none */
    uint32_t *queue;
    size_t added;
};

static bool stream_init(struct stream *stream, struct arena *arena)
{
    const struct lean_arcs *arcs = stream->arcs;
    stream->left = ARENA_NEW(arena, double, arcs->n_arcs);
    stream->by = ARENA_NEW(arena, uint32_t, arcs->n_nodes);
    stream->queue = ARENA_NEW(arena, uint32_t, arcs->n_nodes);
    return stream->left && stream->by && stream->queue;
}

/* How far a node is open, and so to be entered. */
static double demand(const struct stream *stream, uint32_t node)
{
    const struct lean_arcs *arcs = stream->arcs;
    return arcs->sure[node] ? 1 : stream->open[arcs->cell[node]];
}

/* An arc and the one back are one at most, and none where a cell is closed. */
static void cut_pairs(struct stream *stream)
{
    struct lean_arcs *arcs = stream->arcs;
    for (uint32_t a = 0; a < arcs->n_arcs; a++) {
        uint32_t node = arcs->from[a];
        double sum = stream->x[arcs->col[a]] + stream->x[arcs->col[arcs->twin[a]]];
        if (sum < demand(stream, node) + BROKEN)
            continue;
        lean_begin(arcs->lean);
        lean_add(arcs->lean, arcs->col[a], 1);
        lean_add(arcs->lean, arcs->col[arcs->twin[a]], 1);
        if (!arcs->sure[node])
            lean_add_cell(arcs->lean, arcs->cell[node], arcs->passing, -1);
        lean_end(arcs->lean, -INFINITY, arcs->sure[node]);
        stream->added++;
    }
}

/* Walks over arcs that take more, from the root, or back from a node; ends at `to`.
 * Returns whether that was reached. */
static bool walk(struct stream *stream, uint32_t start, uint32_t to, bool back)
{
    const struct lean_arcs *arcs = stream->arcs;
    uint32_t end = 0;
    memset(stream->by, 0xff, arcs->n_nodes * sizeof *stream->by);
    stream->queue[end++] = start;
    stream->by[start] = 0;
    for (uint32_t at = 0; at < end; at++) {
        uint32_t u = stream->queue[at];
        for (uint32_t a = arcs->first[u]; a < arcs->first[u + 1]; a++) {
            uint32_t next = arcs->to[a];
            if (stream->by[next] != UINT32_MAX ||
                stream->left[back ? arcs->twin[a] : a] <= NOTHING)
                continue;
            stream->by[next] = a;
            if (next == to)
                return true;
            stream->queue[end++] = next;
        }
    }
    return false;
}

/* Sends more from the root to a node, as long as it needs more; returns how much it
 * still does. */
static double send(struct stream *stream, uint32_t node, double needs)
{
    const struct lean_arcs *arcs = stream->arcs;
    while (needs > BROKEN && walk(stream, arcs->root, node, false)) {
        double most = needs;
        for (uint32_t v = node; v != arcs->root; v = arcs->from[stream->by[v]])
            most = fmin(most, stream->left[stream->by[v]]);
        assert(most > 0 && most <= needs);
        for (uint32_t v = node; v != arcs->root; v = arcs->from[stream->by[v]]) {
            stream->left[stream->by[v]] -= most;
            stream->left[arcs->twin[stream->by[v]]] += most;
        }
        needs -= most;
    }
    return needs;
}

/* The arcs that enter a set of nodes, those that the last walk reached (`inside`) or
 * those that it did not, are at least what a node in it needs. They are full: lets more
 * pass, for the next cut. */
static void cut_set(struct stream *stream, uint32_t node, bool inside)
{
    struct lean_arcs *arcs = stream->arcs;
    struct lean *lean = arcs->lean;
    lean_begin(lean);
    for (uint32_t a = 0; a < arcs->n_arcs; a++) {
        bool leaves = (stream->by[arcs->from[a]] != UINT32_MAX) == inside;
        bool enters = (stream->by[arcs->to[a]] != UINT32_MAX) == inside;
        if (!leaves && enters) {
            lean_add(lean, arcs->col[a], 1);
            stream->left[a] = 1;
        }
    }
    if (!arcs->sure[node])
        lean_add_cell(lean, arcs->cell[node], arcs->passing, -1);
    lean_end(lean, arcs->sure[node], INFINITY);
    stream->added++;
}

/* Cuts between the root and a node: close to the root, and, unless that lets enough
 * pass, close to the node; then further ones in between. */
static void cut_between(struct stream *stream, uint32_t node)
{
    const struct lean_arcs *arcs = stream->arcs;
    assert(node < arcs->n_nodes && node != arcs->root);
    double needs = demand(stream, node);
    for (uint32_t a = 0; a < arcs->n_arcs; a++)
        stream->left[a] = stream->x[arcs->col[a]] + CREEP;
    for (int i = 0; i < NESTED; i++) {
        needs = send(stream, node, needs);
        if (needs <= BROKEN)
            return;
        walk(stream, arcs->root, UINT32_MAX, false);
        cut_set(stream, node, false);
        if (walk(stream, arcs->root, node, false))
            continue;
        walk(stream, node, UINT32_MAX, true);
        cut_set(stream, node, true);
    }
}

size_t lean_arcs_cut(struct lean_arcs *arcs, const double *x, const double *open,
                     struct arena *arena)
{
    struct stream stream = {.arcs = arcs, .x = x, .open = open};
    if (!stream_init(&stream, arena)) {
        arcs->lean->lost = true;
        return 0;
    }
    cut_pairs(&stream);
    for (uint32_t i = 1; i < arcs->n_nodes && stream.added < MOST_CUTS; i++)
        if (demand(&stream, arcs->order[i]) > BROKEN)
            cut_between(&stream, arcs->order[i]);
    return stream.added;
}
