#include "level_node_steiner.h"

#include <assert.h>
#include <string.h>

/* `via` of a set of terminals and a cell tells how its tree was made:
 *
 * - below n: from the tree of the same set at that neighbour;
 * - n + a set: by merging the trees of that set and of the rest at this cell;
 * - n + 2^terminals + a cell: the terminal is on that cell. */

bool level_node_steiner_init(struct level_node_steiner *steiner, uint32_t n,
                             const uint8_t *n_neighbours, const uint32_t *neighbour,
                             uint32_t n_terminals, struct arena *arena)
{
    assert(n >= 1 && n_terminals <= LEVEL_NODE_STEINER_MAX_TERMINALS);
    *steiner = (struct level_node_steiner){.n = n,
                                           .n_neighbours = n_neighbours,
                                           .neighbour = neighbour,
                                           .room = 4,
                                           .n_beside = n_neighbours,
                                           .beside = neighbour,
                                           .n_terminals = n_terminals};
    size_t all = ((size_t)1 << n_terminals) * n;
    steiner->cost = ARENA_NEW(arena, int64_t, all);
    steiner->via = ARENA_NEW(arena, uint32_t, all);
    steiner->queue = ARENA_NEW(arena, uint32_t, n);
    steiner->queued = ARENA_NEW(arena, bool, n);
    steiner->in_tree = ARENA_NEW(arena, bool, n);
    return steiner->cost && steiner->via && steiner->queue && steiner->queued &&
           steiner->in_tree;
}

static uint32_t via_terminal(const struct level_node_steiner *steiner, uint32_t cell)
{
    return steiner->n + (1u << steiner->n_terminals) + cell;
}

/* Initializes the trees of a single terminal. */
static void start_terminal(const struct level_node_steiner *steiner,
                           const struct level_node_steiner_terminal *terminal,
                           const int32_t *price, int64_t *cost, uint32_t *via)
{
    assert(terminal->price);
    for (uint32_t u = 0; u < steiner->n; u++) {
        cost[u] = LEVEL_NODE_STEINER_NONE;
        if (price[u] >= LEVEL_NODE_STEINER_FORBIDDEN)
            continue;
        if (!terminal->blocks && terminal->price[u] < LEVEL_NODE_STEINER_FORBIDDEN) {
            cost[u] = price[u] + terminal->price[u];
            via[u] = via_terminal(steiner, u);
        }
        for (uint32_t k = 0; terminal->blocks && k < steiner->n_beside[u]; k++) {
            uint32_t v = steiner->beside[4 * u + k];
            if (terminal->price[v] < LEVEL_NODE_STEINER_FORBIDDEN &&
                price[u] + terminal->price[v] < cost[u]) {
                cost[u] = price[u] + terminal->price[v];
                via[u] = via_terminal(steiner, v);
            }
        }
    }
}

/* Merges the trees of two sets at a cell. */
static void merge_trees(const struct level_node_steiner *steiner, uint32_t set,
                        const int32_t *price, int64_t *cost, uint32_t *via)
{
    assert(set < 1u << steiner->n_terminals && (set & (set - 1)));
    for (uint32_t u = 0; u < steiner->n; u++)
        cost[u] = LEVEL_NODE_STEINER_NONE;
    for (uint32_t part = (set - 1) & set; part > (set ^ part);
         part = (part - 1) & set) {
        const int64_t *a = steiner->cost + (size_t)part * steiner->n;
        const int64_t *b = steiner->cost + (size_t)(set ^ part) * steiner->n;
        const uint32_t n = steiner->joint ? steiner->n_joints : steiner->n;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t u = steiner->joint ? steiner->joint[i] : i;
            if (a[u] < LEVEL_NODE_STEINER_NONE && b[u] < LEVEL_NODE_STEINER_NONE &&
                a[u] + b[u] - price[u] < cost[u]) {
                cost[u] = a[u] + b[u] - price[u];
                via[u] = steiner->n + part;
            }
        }
    }
}

/* The cells whose trees are to be extended. */
struct waiting {
    uint32_t first, n;
};

/* Extends the tree at a cell to another one, at a price. */
static inline void extend_tree(struct level_node_steiner *steiner, uint32_t from,
                               uint32_t to, int32_t price, int64_t *cost, uint32_t *via,
                               struct waiting *waiting)
{
    if (price >= LEVEL_NODE_STEINER_FORBIDDEN || cost[from] + price >= cost[to])
        return;
    cost[to] = cost[from] + price;
    via[to] = from;
    if (!steiner->queued[to]) {
        steiner->queued[to] = true;
        steiner->queue[(waiting->first + waiting->n++) % steiner->n] = to;
    }
}

/* The price of extending a tree to the twin of a cell. */
static int32_t price_of_twin(const struct level_node_steiner *steiner, uint32_t cell,
                             const int32_t *price)
{
    const int32_t own = price[steiner->twin[cell]];
    return own >= LEVEL_NODE_STEINER_FORBIDDEN ? own : steiner->twin_price[cell];
}

/* Extends the trees of a set to neighbouring cells, by label correcting. */
static void extend_trees(struct level_node_steiner *steiner, const int32_t *price,
                         int64_t *cost, uint32_t *via)
{
    struct waiting waiting = {0};
    for (uint32_t u = 0; u < steiner->n; u++)
        if (cost[u] < LEVEL_NODE_STEINER_NONE) {
            steiner->queue[waiting.n++] = u;
            steiner->queued[u] = true;
        }
    while (waiting.n > 0) {
        uint32_t u = steiner->queue[waiting.first];
        assert(waiting.n <= steiner->n && steiner->queued[u] && cost[u] >= 0);
        waiting.first = waiting.first + 1 == steiner->n ? 0 : waiting.first + 1;
        waiting.n--;
        steiner->queued[u] = false;
        const uint32_t *neighbour = steiner->neighbour + (size_t)steiner->room * u;
        for (uint32_t k = 0; k < steiner->n_neighbours[u]; k++) {
            uint32_t v = neighbour[k];
            extend_tree(steiner, u, v, price[v], cost, via, &waiting);
        }
        if (steiner->twin && steiner->twin[u] != LEVEL_NODE_STEINER_NO_TWIN)
            extend_tree(steiner, u, steiner->twin[u], price_of_twin(steiner, u, price),
                        cost, via, &waiting);
    }
}

/* Marks the tree of a set of terminals at a cell. */
static void mark_tree(struct level_node_steiner *steiner, uint32_t set, uint32_t cell)
{
    const uint32_t sets = 1u << steiner->n_terminals;
    for (;;) {
        uint32_t via = steiner->via[set * steiner->n + cell];
        assert(set && cell < steiner->n &&
               steiner->cost[set * steiner->n + cell] < LEVEL_NODE_STEINER_NONE);
        steiner->in_tree[cell] = true;
        if (via < steiner->n) {
            cell = via;
        } else if (via < steiner->n + sets) {
            mark_tree(steiner, set ^ (via - steiner->n), cell);
            set = via - steiner->n;
        } else {
            steiner->terminal[__builtin_ctz(set)].place = via - steiner->n - sets;
            assert(!(set & (set - 1)) && via - steiner->n - sets < steiner->n);
            return;
        }
    }
}

/* The cost of the marked tree, for asserts. */
static inline int64_t cost_of_tree(const struct level_node_steiner *steiner,
                                   const int32_t *price)
{
    int64_t cost = 0;
    for (uint32_t u = 0; u < steiner->n; u++) {
        const uint32_t twin = steiner->twin ? steiner->twin[u] : u;
        bool second = twin < u && steiner->in_tree[twin];
        if (steiner->in_tree[u])
            cost += second && steiner->twin_price[u] < price[u] ? steiner->twin_price[u]
                                                                : price[u];
    }
    for (uint32_t k = 0; k < steiner->n_terminals; k++)
        cost += steiner->terminal[k].price[steiner->terminal[k].place];
    return cost;
}

/* The price of a terminal on a cell of the tree, or adjacent to it if it blocks;
 * LEVEL_NODE_STEINER_FORBIDDEN or more where it is excluded. */
static int32_t terminal_price(const struct level_node_steiner *steiner,
                              const struct level_node_steiner_terminal *terminal,
                              uint32_t cell, uint32_t *place)
{
    int32_t least = LEVEL_NODE_STEINER_FORBIDDEN;
    *place = cell;
    if (!terminal->blocks)
        return terminal->price[cell];
    for (uint32_t k = 0; k < steiner->n_beside[cell]; k++) {
        uint32_t v = steiner->beside[4 * cell + k];
        if (terminal->price[v] < least) {
            least = terminal->price[v];
            *place = v;
        }
    }
    return least;
}

/* Computes the trees of all sets of terminals up to one. */
static void solve_subsets(struct level_node_steiner *steiner, const int32_t *price,
                          uint32_t last)
{
    const uint32_t n = steiner->n;
    for (uint32_t set = 1; set <= last; set++) {
        int64_t *cost = steiner->cost + (size_t)set * n;
        uint32_t *via = steiner->via + (size_t)set * n;
        if (set & (set - 1))
            merge_trees(steiner, set, price, cost, via);
        else
            start_terminal(steiner, &steiner->terminal[__builtin_ctz(set)], price, cost,
                           via);
        extend_trees(steiner, price, cost, via);
    }
}

int64_t level_node_steiner_solve(struct level_node_steiner *steiner,
                                 const int32_t *price)
{
    assert(steiner->n_terminals >= 1);
    const uint32_t n = steiner->n, all = (1u << (steiner->n_terminals - 1)) - 1;
    const int64_t *cost =
        steiner->cost + (size_t)all * n; /* of all terminals but the last */
    struct level_node_steiner_terminal *last =
        &steiner->terminal[steiner->n_terminals - 1];
    int64_t least = LEVEL_NODE_STEINER_NONE;
    uint32_t best = 0, place;
    solve_subsets(steiner, price, all);
    for (uint32_t u = 0; u < n; u++) {
        if (price[u] >= LEVEL_NODE_STEINER_FORBIDDEN || (all && cost[u] >= least))
            continue;
        int32_t more = terminal_price(steiner, last, u, &place);
        int64_t whole = (all ? cost[u] : price[u]) + more;
        if (more < LEVEL_NODE_STEINER_FORBIDDEN && whole < least) {
            least = whole;
            best = u;
            last->place = place;
        }
    }
    if (least >= LEVEL_NODE_STEINER_NONE)
        return LEVEL_NODE_STEINER_NONE;
    memset(steiner->in_tree, 0, n * sizeof *steiner->in_tree);
    steiner->in_tree[best] = true;
    if (all)
        mark_tree(steiner, all, best);
    assert(cost_of_tree(steiner, price) <= least); /* a shared cell counts once */
    return least;
}

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The costs with a terminal on each cell. cost: of the trees of all other terminals. */
static void cost_at_terminal(const struct level_node_steiner *steiner,
                             const struct level_node_steiner_terminal *terminal,
                             const int64_t *cost, int64_t *cost_at)
{
    for (uint32_t u = 0; u < steiner->n; u++)
        cost_at[u] = LEVEL_NODE_STEINER_NONE;
    for (uint32_t u = 0; u < steiner->n; u++) {
        if (!terminal->blocks && cost[u] < LEVEL_NODE_STEINER_NONE &&
            terminal->price[u] < LEVEL_NODE_STEINER_FORBIDDEN)
            cost_at[u] = cost[u] + terminal->price[u];
        for (uint32_t k = 0; terminal->blocks && k < steiner->n_beside[u]; k++) {
            uint32_t v = steiner->beside[4 * u + k];
            if (cost[u] < LEVEL_NODE_STEINER_NONE &&
                terminal->price[v] < LEVEL_NODE_STEINER_FORBIDDEN)
                cost_at[v] = least_of(cost_at[v], cost[u] + terminal->price[v]);
        }
    }
}

void level_node_steiner_restricted(struct level_node_steiner *steiner,
                                   const int32_t *price, int64_t *cost_through,
                                   int64_t *cost_at)
{
    const uint32_t n = steiner->n, all = (1u << steiner->n_terminals) - 1;
    assert(steiner->n_terminals >= 2);
    solve_subsets(steiner, price, all - 1);
    for (uint32_t u = 0; u < n; u++)
        cost_through[u] = LEVEL_NODE_STEINER_NONE;
    for (uint32_t set = 1; set < all - set; set++)
        for (uint32_t u = 0; u < n; u++) {
            int64_t a = steiner->cost[(size_t)set * n + u];
            int64_t b = steiner->cost[(size_t)(all - set) * n + u];
            if (a < LEVEL_NODE_STEINER_NONE && b < LEVEL_NODE_STEINER_NONE)
                cost_through[u] = least_of(cost_through[u], a + b - price[u]);
        }
    for (uint32_t k = 0; k < steiner->n_terminals; k++)
        cost_at_terminal(steiner, &steiner->terminal[k],
                         steiner->cost + (size_t)(all - (1u << k)) * n,
                         cost_at + (size_t)k * n);
}
