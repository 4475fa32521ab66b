#include "level_price.h"

#include "level_child.h"
#include "level_price_engine.h"
#include "level_tree.h"

#include <assert.h>
#include <string.h>

enum { FIRST_NODES = 64, FIRST_ROUNDS = 120, ROUNDS = 12, LATE_ROUNDS = 10 };
static const size_t MOST_BYTES = 2000000000; /* of nodes */
/* Shares of the places of an end on both sides of a line, to branch on the line. */
static const double EVEN = 0.4;

/* A part of the problem: what cells may hold; bound and prices as found on the way to
 * it.
 */
struct node {
    int64_t bound;
    int32_t *open, *price;
    bool *no_way; /* cells that the way does not pass */
    uint64_t order;
};

struct heap {
    struct engine engine;
    struct node *node; /* the least bound first, then the newest */
    size_t n, max;
    uint64_t order;
};

/* ---- nodes ---- */

static bool is_before(const struct node *a, const struct node *b)
{
    return a->bound != b->bound ? a->bound < b->bound : a->order > b->order;
}

static void push(struct heap *heap, struct node node)
{
    if (heap->n == heap->max) {
        size_t max = heap->max ? 2 * heap->max : FIRST_NODES;
        struct node *larger = ARENA_NEW(heap->engine.arena, struct node, max);
        if (!larger) {
            heap->engine.lost = true;
            return;
        }
        if (heap->n)
            memcpy(larger, heap->node, heap->n * sizeof node);
        heap->node = larger;
        heap->max = max;
    }
    size_t i = heap->n++;
    for (; i > 0 && is_before(&node, &heap->node[(i - 1) / 2]); i = (i - 1) / 2)
        heap->node[i] = heap->node[(i - 1) / 2];
    heap->node[i] = node;
}

static struct node pop(struct heap *heap)
{
    assert(heap->n >= 1);
    struct node top = heap->node[0], last = heap->node[--heap->n];
    size_t i = 0;
    for (size_t k = 1; k < heap->n; k = 2 * i + 1) {
        if (k + 1 < heap->n && is_before(&heap->node[k + 1], &heap->node[k]))
            k++;
        if (!is_before(&heap->node[k], &last))
            break;
        heap->node[i] = heap->node[k];
        i = k;
    }
    heap->node[i] = last;
    assert(heap->n == 0 || !is_before(&heap->node[0], &top));
    return top;
}

/* A copy of the node at hand; open is NULL without memory. */
static struct node copy_node(struct heap *heap)
{
    struct engine *e = &heap->engine;
    size_t prices = price_count(e->n, e->ways.n_ends);
    struct node node = {.bound = e->bound,
                        .open = ARENA_NEW(e->arena, int32_t, e->n),
                        .price = ARENA_NEW(e->arena, int32_t, prices),
                        .no_way = ARENA_NEW(e->arena, bool, e->n),
                        .order = heap->order++};
    if (!node.open || !node.price || !node.no_way) {
        e->lost = true;
        return (struct node){0};
    }
    memcpy(node.open, e->open, e->n * sizeof *node.open);
    memcpy(node.no_way, e->no_way, e->n * sizeof *node.no_way);
    memcpy(node.price, e->best_price, prices * sizeof *node.price);
    return node;
}

/* ---- branching ---- */

static void forbid(struct node *node, uint32_t cell, tile_set tiles)
{
    node->open[cell] = (int32_t)((tile_set)node->open[cell] & ~tiles);
}

/* A cell without some tiles; a part without any level is left out. */
static void branch_without(struct heap *heap, uint32_t cell, tile_set tiles)
{
    if (!((tile_set)heap->engine.open[cell] & ~tiles))
        return;
    struct node node = copy_node(heap);
    if (!node.open)
        return;
    forbid(&node, cell, tiles);
    push(heap, node);
}

/* A tile that stands once, on this cell. */
static void branch_at(struct heap *heap, uint8_t tile, uint32_t cell)
{
    assert(tile < heap->engine.search->rules->game->n_tiles && cell < heap->engine.n);
    struct node node = copy_node(heap);
    for (uint32_t u = 0; node.open && u < heap->engine.n; u++)
        forbid(&node, u, u == cell ? ~TILE(tile) : TILE(tile));
    if (node.open)
        push(heap, node);
}

/* Passable, or blocked by what may stand often, or by a tile that stands once. */
static void branch_on_cell(struct heap *heap, uint32_t cell)
{
    const struct net_rules *rules = heap->engine.search->rules;
    tile_set once = (tile_set)heap->engine.open[cell] & rules->blocking & rules->once;
    branch_without(heap, cell, rules->blocking);
    branch_without(heap, cell, ~rules->blocking | rules->once);
    for (; once; once &= once - 1)
        branch_at(heap, (uint8_t)__builtin_ctz(once), cell);
}

/* A row or column that divides the places of an end. */
struct line {
    uint32_t end, at, score; /* score: rounds on the lesser side */
    bool is_row;
};

static bool is_beyond(const struct engine *e, const struct line *line, uint32_t cell)
{
    uint32_t cols = (uint32_t)e->search->broken->cols;
    return (line->is_row ? cell / cols : cell % cols) > line->at;
}

static void score_line(const struct engine *e, struct line *line)
{
    uint32_t beyond = 0, all = 2 * e->rounds;
    for (uint32_t u = 0; u < e->n; u++)
        if (is_beyond(e, line, u))
            beyond += e->placed[line->end * e->n + u] + e->stood[line->end * e->n + u];
    line->score = beyond < all - beyond ? beyond : all - beyond;
}

/* Branches on where an end is, when it has been on both sides of a line. */
static bool branch_on_line(struct heap *heap)
{
    struct engine *e = &heap->engine;
    const struct level_grid *broken = e->search->broken;
    struct line best = {0}, line = {0};
    for (line.end = 0; line.end < e->ways.n_ends; line.end++)
        for (int side = 0; side < 2; side++) {
            line.is_row = side == 0;
            for (line.at = 0; line.at + 1 < (side ? broken->cols : broken->rows);
                 line.at++) {
                score_line(e, &line);
                best = line.score > best.score ? line : best;
            }
        }
    if (best.score < EVEN * 2 * e->rounds)
        return false;
    for (int side = 0; side < 2; side++) {
        struct node node = copy_node(heap);
        if (!node.open)
            return true;
        for (uint32_t u = 0; u < e->n; u++)
            if (is_beyond(e, &best, u) == side)
                forbid(&node, u, TILE(e->tile[best.end]));
        push(heap, node);
    }
    return true;
}

/* The cell that the way wants most often where the flow most often blocks it. */
static bool branch_on_wanted(struct heap *heap)
{
    const struct engine *e = &heap->engine;
    uint64_t most = 0;
    uint32_t cell = 0;
    for (uint32_t u = 0; u < e->n; u++) {
        uint64_t score = (uint64_t)e->wanted[u] * (e->rounds - e->passed[u]);
        if (engine_is_undecided(e, u) && score > most) {
            most = score;
            cell = u;
        }
    }
    if (most)
        branch_on_cell(heap, cell);
    return most > 0;
}

/* The place that the way has an end on most often where the flow has it most seldom. */
static bool branch_on_place(struct heap *heap)
{
    const struct engine *e = &heap->engine;
    uint64_t most = 0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < e->ways.n_ends * e->n; i++) {
        uint64_t score = (uint64_t)e->placed[i] * (e->rounds - e->stood[i]);
        if (score > most) {
            most = score;
            best = i;
        }
    }
    if (!most)
        return false;
    branch_at(heap, e->tile[best / e->n], best % e->n);
    branch_without(heap, best % e->n, TILE(e->tile[best / e->n]));
    return true;
}

/* Where way and flow agree, a rule fails that the way does not know of: some cell or
 * place is not settled yet. */
static void branch_on_any(struct heap *heap)
{
    const struct engine *e = &heap->engine;
    for (uint32_t u = 0; u < e->n; u++) {
        tile_set open = (tile_set)e->open[u], blocking = e->search->rules->blocking;
        if ((open & blocking) && (open & ~blocking)) {
            branch_on_cell(heap, u);
            return;
        }
    }
    for (uint32_t u = 0; u < e->n; u++) {
        tile_set open = (tile_set)e->open[u], once = open & e->search->rules->once;
        if (once && (open & (open - 1))) {
            uint8_t tile = (uint8_t)__builtin_ctz(once);
            branch_at(heap, tile, u);
            branch_without(heap, u, TILE(tile));
            return;
        }
    }
}

/* ---- the search ---- */

/* Whether time is up; a few rounds more may find a level where none is known. */
static bool is_late(const struct engine *e)
{
    bool spare = e->search->best == FLOW_NEVER && e->rounds < LATE_ROUNDS;
    return !spare && cpu_seconds() > e->search->deadline;
}

static void visit(struct heap *heap, const struct node *node)
{
    struct engine *e = &heap->engine;
    const uint32_t most = node->price ? ROUNDS : FIRST_ROUNDS;
    bool open = engine_enter(e, node->open, node->no_way, node->price, node->bound);
    while (open && e->rounds < most && !e->lost && !is_late(e))
        open = engine_round(e);
    if (!open || e->lost)
        return;
    if (!branch_on_line(heap) && !branch_on_wanted(heap) && !branch_on_place(heap))
        branch_on_any(heap);
}

/* All of the problem; its open is NULL without memory. */
static struct node whole_problem(const struct engine *e)
{
    const struct level_grid *broken = e->search->broken;
    struct node node = {.bound = 0,
                        .open = ARENA_NEW(e->arena, int32_t, e->n),
                        .no_way = ARENA_NEW(e->arena, bool, e->n)};
    if (!node.open || !node.no_way)
        return (struct node){0};
    for (uint32_t u = 0; u < e->n; u++) {
        node.open[u] =
            (int32_t)net_open(e->search->rules->game, broken->rows, broken->cols, u);
        node.no_way[u] = false;
    }
    return node;
}

static enum price_end search_nodes(struct heap *heap)
{
    struct engine *e = &heap->engine;
    struct price_search *search = e->search;
    while (heap->n > 0 && !e->lost) {
        search->bound = engine_units(e, heap->node[0].bound);
        if (!e->share->bound) /* else only levels of this share cost so much */
            level_child_bound((double)search->bound * search->rules->unit);
        if (search->bound >= search->best)
            break;
        if (cpu_seconds() > search->deadline || e->arena->taken_bytes > MOST_BYTES)
            return PRICE_LATE;
        struct node node = pop(heap);
        assert(node.open && node.no_way && node.price);
        visit(heap, &node);
    }
    search->bound = search->best;
    return e->lost ? PRICE_LOST : PRICE_DONE;
}

enum price_end price_run(struct price_search *search, const struct net_share *share,
                         struct arena *arena)
{
    struct heap heap = {0};
    enum price_end end = PRICE_LOST;
    search->bound = INT64_MIN;
    if (engine_init(&heap.engine, search, share, arena)) {
        struct node root = whole_problem(&heap.engine);
        if (root.open) {
            visit(&heap, &root); /* whatever the time, so that there is a level */
            end = search_nodes(&heap);
        }
    }
    return end;
}

bool price_flow(const struct price_search *search, const struct net_share *share,
                int64_t *cost)
{
    struct net net;
    struct arena work;
    arena_init(&work);
    bool laid = net_init(&net, search->rules, search->broken, 1, &work);
    if (laid && !net_settle(&net, cost))
        *cost = FLOW_NEVER;
    else if (laid)
        net_reprice(&net, NULL, net.open, share, cost);
    arena_free(&work);
    return laid && !net.flow.lost;
}
