#include "level_node_steiner.h"

#include "status.h"

#include <assert.h>
#include <string.h>

/* `via` of a set of terminals and a cell tells how its tree was made:
 *
 * - below n: from the tree of the same set at that neighbour;
 * - n: by merging the trees of two parts of the set at this cell; see merged_part;
 * - n + 1 + a cell: the terminal is on that cell.
 *
 * Merges take most of the time, so they note costs alone. With joints, only the costs at these are kept,
 * in blocks of LANES joints with all sets of terminals: a block is added up in vectors, and fits a
 * cache. The other cells are those of one set at a time, and are found again for the sets of the tree. */

enum { LANES = 16 };
typedef int64_t half __attribute__((vector_size(LANES / 2 * sizeof(int64_t))));

static struct level_node_steiner steiner_of(uint32_t n, const uint8_t *n_neighbours,
                                            const uint32_t *neighbour,
                                            uint32_t n_terminals)
{
    assert(n >= 1 && n_terminals <= LEVEL_NODE_STEINER_MAX_TERMINALS);
    return (struct level_node_steiner){.n = n,
                                       .n_neighbours = n_neighbours,
                                       .neighbour = neighbour,
                                       .room = 4,
                                       .n_beside = n_neighbours,
                                       .beside = neighbour,
                                       .n_terminals = n_terminals};
}

/* entries: of `cost` and `via` */
static bool take_arrays(struct level_node_steiner *steiner, size_t entries,
                        struct arena *arena)
{
    steiner->cost = ARENA_NEW(arena, int64_t, entries);
    steiner->via = ARENA_NEW(arena, uint32_t, entries);
    steiner->queue = ARENA_NEW(arena, uint32_t, steiner->n);
    steiner->queued = ARENA_NEW(arena, bool, steiner->n);
    steiner->in_tree = ARENA_NEW(arena, bool, steiner->n);
    return steiner->cost && steiner->via && steiner->queue && steiner->queued &&
           steiner->in_tree;
}

bool level_node_steiner_init(struct level_node_steiner *steiner, uint32_t n,
                             const uint8_t *n_neighbours, const uint32_t *neighbour,
                             uint32_t n_terminals, struct arena *arena)
{
    *steiner = steiner_of(n, n_neighbours, neighbour, n_terminals);
    return take_arrays(steiner, ((size_t)1 << n_terminals) * n, arena);
}

static uint32_t blocks_of(const struct level_node_steiner *steiner)
{
    return (steiner->n_joints + LANES - 1) / LANES;
}

bool level_node_steiner_init_joints(struct level_node_steiner *steiner, uint32_t n,
                                    const uint8_t *n_neighbours,
                                    const uint32_t *neighbour, uint32_t n_terminals,
                                    const uint32_t *joint, uint32_t n_joints,
                                    struct arena *arena)
{
    *steiner = steiner_of(n, n_neighbours, neighbour, n_terminals);
    assert(n_terminals >= 1);
    steiner->joint = joint;
    steiner->n_joints = n_joints;
    const size_t entries = (size_t)blocks_of(steiner) << (n_terminals - 1);
    steiner->at_joint = ARENA_NEW(arena, int64_t, entries * LANES);
    return take_arrays(steiner, n, arena) && steiner->at_joint;
}

/* Where the costs of a set are in `cost`, and how they came about in `via`. */
static size_t row_of(const struct level_node_steiner *steiner, uint32_t set)
{
    return steiner->joint ? 0 : (size_t)set * steiner->n;
}

static uint32_t via_terminal(const struct level_node_steiner *steiner, uint32_t cell)
{
    return steiner->n + 1 + cell;
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

/* The costs at a block of joints: LANES of each set of terminals. */
static int64_t *block_of(const struct level_node_steiner *steiner, uint32_t block)
{
    return steiner->at_joint + ((size_t)block << (steiner->n_terminals - 1)) * LANES;
}

static inline half lesser(half one, half other)
{
    const half less = one < other;
    return (one & less) | (other & ~less);
}

/* Merges the trees of any two parts of a set at a block of joints. The prices of the joints, which count
 * twice, are subtracted later. */
static void merge_block(int64_t *block, uint32_t set)
{
    half least[2] = {(half){0} + LEVEL_NODE_STEINER_NONE,
                     (half){0} + LEVEL_NODE_STEINER_NONE};
    for (uint32_t part = (set - 1) & set; part > (set ^ part);
         part = (part - 1) & set) {
        half a[2], b[2];
        memcpy(a, block + (size_t)part * LANES, sizeof a);
        memcpy(b, block + (size_t)(set ^ part) * LANES, sizeof b);
        least[0] = lesser(least[0], a[0] + b[0]);
        least[1] = lesser(least[1], a[1] + b[1]);
    }
    memcpy(block + (size_t)set * LANES, least, sizeof least);
}

/* Merges at all cells. */
static void merge_rows(const struct level_node_steiner *steiner, uint32_t set,
                       int64_t *cost)
{
    const size_t n = steiner->n;
    for (uint32_t part = (set - 1) & set; part > (set ^ part);
         part = (part - 1) & set) {
        const int64_t *a = steiner->cost + part * n;
        const int64_t *b = steiner->cost + (set ^ part) * n;
        for (size_t u = 0; u < n; u++) {
            const int64_t sum = a[u] + b[u];
            cost[u] = sum < cost[u] ? sum : cost[u];
        }
    }
}

/* Takes the merged trees of a set over. */
static void start_merged(const struct level_node_steiner *steiner, uint32_t set,
                         const int32_t *price, int64_t *cost, uint32_t *via)
{
    const uint32_t n = steiner->n;
    for (uint32_t u = 0; u < n; u++) {
        cost[u] = LEVEL_NODE_STEINER_NONE;
        via[u] = n;
    }
    if (!steiner->joint)
        merge_rows(steiner, set, cost);
    for (uint32_t i = 0; steiner->joint && i < steiner->n_joints; i++)
        cost[steiner->joint[i]] =
            block_of(steiner, i / LANES)[(size_t)set * LANES + i % LANES];
    for (uint32_t u = 0; u < n; u++)
        if (cost[u] < LEVEL_NODE_STEINER_NONE)
            cost[u] -= price[u];
}

/* The costs of the trees at a cell: of each set of terminals, so many entries apart. */
static const int64_t *costs_at(const struct level_node_steiner *steiner, uint32_t cell,
                               size_t *apart)
{
    uint32_t i = 0;
    *apart = steiner->joint ? LANES : steiner->n;
    if (!steiner->joint)
        return steiner->cost + cell;
    while (steiner->joint[i] != cell)
        ensure(++i < steiner->n_joints);
    return block_of(steiner, i / LANES) + i % LANES;
}

/* The first part of a set whose tree and that of the rest were merged at a cell. */
static uint32_t merged_part(const struct level_node_steiner *steiner, uint32_t set,
                            uint32_t cell, int32_t price)
{
    size_t apart;
    const int64_t *cost = costs_at(steiner, cell, &apart);
    uint32_t part = (set - 1) & set;
    while (cost[part * apart] + cost[(set ^ part) * apart] - price !=
           cost[set * apart]) {
        part = (part - 1) & set;
        ensure(part > (set ^ part));
    }
    return part;
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

/* Keeps the costs of a set at joints. */
static void keep_at_joints(const struct level_node_steiner *steiner, uint32_t set,
                           const int64_t *cost)
{
    for (uint32_t i = 0; i < blocks_of(steiner) * LANES; i++)
        block_of(steiner, i / LANES)[(size_t)set * LANES + i % LANES] =
            i < steiner->n_joints ? cost[steiner->joint[i]] : LEVEL_NODE_STEINER_NONE;
}

/* Computes the trees of one set of terminals from those of its parts, which are merged at joints, if
 * there are any. */
static void solve_subset(struct level_node_steiner *steiner, const int32_t *price,
                         uint32_t set)
{
    int64_t *cost = steiner->cost + row_of(steiner, set);
    uint32_t *via = steiner->via + row_of(steiner, set);
    if (set & (set - 1))
        start_merged(steiner, set, price, cost, via);
    else
        start_terminal(steiner, &steiner->terminal[__builtin_ctz(set)], price, cost,
                       via);
    extend_trees(steiner, price, cost, via);
    keep_at_joints(steiner, set, cost);
}

/* The next set of as many terminals. Source: R. W. Gosper, item 175 of HAKMEM, MIT AI Memo 239, 1972. */
static uint32_t next_set(uint32_t set)
{
    const uint32_t lowest = set & -set, carried = set + lowest;
    return ((set ^ carried) >> 2) / lowest | carried;
}

/* Computes the trees of all sets up to one, by their size: those of one size are merged block by block. */
static void solve_subsets(struct level_node_steiner *steiner, const int32_t *price,
                          uint32_t last)
{
    for (uint32_t first = 1; first <= last; first = first << 1 | 1) {
        for (uint32_t block = 0; first > 1 && block < blocks_of(steiner); block++)
            for (uint32_t set = first; set <= last; set = next_set(set))
                merge_block(block_of(steiner, block), set);
        for (uint32_t set = first; set <= last; set = next_set(set))
            solve_subset(steiner, price, set);
    }
}

/* With joints: computes the trees of a set again. */
static void solve_again(struct level_node_steiner *steiner, const int32_t *price,
                        uint32_t set)
{
    for (uint32_t block = 0; (set & (set - 1)) && block < blocks_of(steiner); block++)
        merge_block(block_of(steiner, block), set);
    if (steiner->joint)
        solve_subset(steiner, price, set);
}

/* Marks the tree of a set of terminals at a cell. */
static void mark_tree(struct level_node_steiner *steiner, const int32_t *price,
                      uint32_t set, uint32_t cell)
{
    for (;;) {
        solve_again(steiner, price, set);
        const uint32_t *via = steiner->via + row_of(steiner, set);
        assert(set && cell < steiner->n &&
               steiner->cost[row_of(steiner, set) + cell] < LEVEL_NODE_STEINER_NONE);
        for (steiner->in_tree[cell] = true; via[cell] < steiner->n;
             steiner->in_tree[cell] = true)
            cell = via[cell];
        if (via[cell] > steiner->n) {
            steiner->terminal[__builtin_ctz(set)].place = via[cell] - steiner->n - 1;
            assert(!(set & (set - 1)) && via[cell] - steiner->n - 1 < steiner->n);
            return;
        }
        uint32_t part = merged_part(steiner, set, cell, price[cell]);
        mark_tree(steiner, price, set ^ part, cell);
        set = part;
    }
}

int64_t level_node_steiner_solve(struct level_node_steiner *steiner,
                                 const int32_t *price)
{
    assert(steiner->n_terminals >= 1);
    const uint32_t n = steiner->n, all = (1u << (steiner->n_terminals - 1)) - 1;
    const int64_t *cost = /* of all terminals but the last */
        steiner->cost + row_of(steiner, all);
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
        mark_tree(steiner, price, all, best);
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
    assert(steiner->n_terminals >= 2 && !steiner->joint);
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
