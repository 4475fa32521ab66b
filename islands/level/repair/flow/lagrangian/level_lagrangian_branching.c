#include "level_lagrangian_branching.h"

#include "clock.h"
#include "level_repair_process.h"
#include "level_subgradient.h"

#include <assert.h>
#include <string.h>

/* Rounds of the subgradient method: at the root, which starts without multipliers, and at
 * other nodes. Measured as in level_subgradient.c: 12.2 ms; at the root 11.5 with 40, 13.5
 * with 300; at the others 12.8 with 6, 14.7 with 24. */
enum { FIRST_ROUNDS = 120, ROUNDS = 12 };
/* Capacity of the heap at first; rounds after the deadline while no level is known. Chosen
 * by hand, not measured. */
enum { FIRST_NODES = 64, LATE_ROUNDS = 10 };
/* Memory of the open nodes. Chosen by hand. */
static const size_t MAX_NODE_BYTES = 2000000000;
/* To branch on a row or column, a terminal must have been on either side of it in at least
 * this share of the rounds. Measured as in level_subgradient.c: 12.2 ms; 13.9 with 0.3, 18.3
 * with 0.5. */
static const double MIN_SIDE_SHARE = 0.4;

/* A node: domains of the cells, and the bound and multipliers of its parent. */
struct node {
    int64_t bound;
    int32_t *allowed, *multiplier;
    bool *off_tree; /* cells excluded from the tree */
    uint64_t order;
};

struct branching {
    struct level_lagrangian dual;
    struct node *node; /* heap: the least bound first, then the newest */
    size_t n, max;
    uint64_t order;
};

/* ---- nodes ---- */

static bool is_before(const struct node *a, const struct node *b)
{
    return a->bound != b->bound ? a->bound < b->bound : a->order > b->order;
}

static void push(struct branching *branching, struct node node)
{
    if (branching->n == branching->max) {
        size_t max = branching->max ? 2 * branching->max : FIRST_NODES;
        struct node *larger = ARENA_NEW(branching->dual.arena, struct node, max);
        if (!larger) {
            branching->dual.failed = true;
            return;
        }
        if (branching->n)
            memcpy(larger, branching->node, branching->n * sizeof node);
        branching->node = larger;
        branching->max = max;
    }
    size_t i = branching->n++;
    for (; i > 0 && is_before(&node, &branching->node[(i - 1) / 2]); i = (i - 1) / 2)
        branching->node[i] = branching->node[(i - 1) / 2];
    branching->node[i] = node;
}

static struct node pop(struct branching *branching)
{
    assert(branching->n >= 1);
    struct node top = branching->node[0], last = branching->node[--branching->n];
    size_t i = 0;
    for (size_t k = 1; k < branching->n; k = 2 * i + 1) {
        if (k + 1 < branching->n &&
            is_before(&branching->node[k + 1], &branching->node[k]))
            k++;
        if (!is_before(&branching->node[k], &last))
            break;
        branching->node[i] = branching->node[k];
        i = k;
    }
    branching->node[i] = last;
    assert(branching->n == 0 || !is_before(&branching->node[0], &top));
    return top;
}

/* A copy of the current node; allowed is NULL when memory runs out. */
static struct node copy_node(struct branching *branching)
{
    struct level_lagrangian *dual = &branching->dual;
    size_t n_multipliers =
        level_lagrangian_n_multipliers(dual->n, dual->steiner.n_terminals);
    struct node node = {.bound = dual->bound,
                        .allowed = ARENA_NEW(dual->arena, int32_t, dual->n),
                        .multiplier = ARENA_NEW(dual->arena, int32_t, n_multipliers),
                        .off_tree = ARENA_NEW(dual->arena, bool, dual->n),
                        .order = branching->order++};
    if (!node.allowed || !node.multiplier || !node.off_tree) {
        dual->failed = true;
        return (struct node){0};
    }
    memcpy(node.allowed, dual->allowed, dual->n * sizeof *node.allowed);
    memcpy(node.off_tree, dual->off_tree, dual->n * sizeof *node.off_tree);
    memcpy(node.multiplier, dual->best_multiplier,
           n_multipliers * sizeof *node.multiplier);
    return node;
}

/* ---- branching ---- */

static void forbid(struct node *node, uint32_t cell, tile_set tiles)
{
    node->allowed[cell] = (int32_t)((tile_set)node->allowed[cell] & ~tiles);
}

/* Adds the child in which a cell holds none of these tiles, if it may hold another
 * one. */
static void branch_without(struct branching *branching, uint32_t cell, tile_set tiles)
{
    if (!((tile_set)branching->dual.allowed[cell] & ~tiles))
        return;
    struct node node = copy_node(branching);
    if (!node.allowed)
        return;
    forbid(&node, cell, tiles);
    push(branching, node);
}

/* Adds the child in which a tile that occurs once is on this cell. */
static void branch_at(struct branching *branching, uint8_t tile, uint32_t cell)
{
    assert(tile < branching->dual.search->rules->game->n_tiles &&
           cell < branching->dual.n);
    struct node node = copy_node(branching);
    for (uint32_t u = 0; node.allowed && u < branching->dual.n; u++)
        forbid(&node, u, u == cell ? ~TILE(tile) : TILE(tile));
    if (node.allowed)
        push(branching, node);
}

/* Adds the children in which a cell is passable, is blocked by a tile that may occur
 * any number of times, or is blocked by one that occurs once. */
static void branch_on_cell(struct branching *branching, uint32_t cell)
{
    const struct level_flow_rules *rules = branching->dual.search->rules;
    tile_set once =
        (tile_set)branching->dual.allowed[cell] & rules->blocking & rules->once;
    branch_without(branching, cell, rules->blocking);
    branch_without(branching, cell, ~rules->blocking | rules->once);
    for (; once; once &= once - 1)
        branch_at(branching, (uint8_t)__builtin_ctz(once), cell);
}

/* A row or column that divides the cells of a terminal. */
struct line {
    uint32_t terminal, at, score; /* score: rounds on the side with fewer of them */
    bool is_row;
};

static bool is_beyond(const struct level_lagrangian *dual, const struct line *line,
                      uint32_t cell)
{
    uint32_t cols = (uint32_t)dual->search->broken->cols;
    return (line->is_row ? cell / cols : cell % cols) > line->at;
}

static void score_line(const struct level_lagrangian *dual, struct line *line)
{
    uint32_t beyond = 0, all = 2 * dual->rounds;
    for (uint32_t u = 0; u < dual->n; u++)
        if (is_beyond(dual, line, u))
            beyond += dual->tree_places[line->terminal * dual->n + u] +
                      dual->flow_places[line->terminal * dual->n + u];
    line->score = beyond < all - beyond ? beyond : all - beyond;
}

/* Branches on the sides of a row or column, if a terminal was on both often enough. */
static bool branch_on_line(struct branching *branching)
{
    struct level_lagrangian *dual = &branching->dual;
    const struct level_grid *broken = dual->search->broken;
    struct line best = {0}, line = {0};
    for (line.terminal = 0; line.terminal < dual->steiner.n_terminals; line.terminal++)
        for (int side = 0; side < 2; side++) {
            line.is_row = side == 0;
            for (line.at = 0; line.at + 1 < (side ? broken->cols : broken->rows);
                 line.at++) {
                score_line(dual, &line);
                best = line.score > best.score ? line : best;
            }
        }
    if (best.score < MIN_SIDE_SHARE * 2 * dual->rounds)
        return false;
    for (int side = 0; side < 2; side++) {
        struct node node = copy_node(branching);
        if (!node.allowed)
            return true;
        for (uint32_t u = 0; u < dual->n; u++)
            if (is_beyond(dual, &best, u) == side)
                forbid(&node, u, TILE(dual->tile[best.terminal]));
        push(branching, node);
    }
    return true;
}

/* Branches on the cell that most often was in the tree and blocked in the flow. */
static bool branch_on_tree_cell(struct branching *branching)
{
    const struct level_lagrangian *dual = &branching->dual;
    uint64_t most = 0;
    uint32_t cell = 0;
    for (uint32_t u = 0; u < dual->n; u++) {
        uint64_t score =
            (uint64_t)dual->tree_uses[u] * (dual->rounds - dual->flow_passes[u]);
        if (level_lagrangian_is_undecided(dual, u) && score > most) {
            most = score;
            cell = u;
        }
    }
    if (most)
        branch_on_cell(branching, cell);
    return most > 0;
}

/* Branches on the cell where the tree has a terminal most often and the flow most
 * rarely. */
static bool branch_on_tree_place(struct branching *branching)
{
    const struct level_lagrangian *dual = &branching->dual;
    uint64_t most = 0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < dual->steiner.n_terminals * dual->n; i++) {
        uint64_t score =
            (uint64_t)dual->tree_places[i] * (dual->rounds - dual->flow_places[i]);
        if (score > most) {
            most = score;
            best = i;
        }
    }
    if (!most)
        return false;
    branch_at(branching, dual->tile[best / dual->n], best % dual->n);
    branch_without(branching, best % dual->n, TILE(dual->tile[best / dual->n]));
    return true;
}

/* Where tree and flow agree, a reachability rule that the tree ignores is violated:
 * branches on the first undecided cell or place. */
static void branch_on_any(struct branching *branching)
{
    const struct level_lagrangian *dual = &branching->dual;
    for (uint32_t u = 0; u < dual->n; u++) {
        tile_set allowed = (tile_set)dual->allowed[u],
                 blocking = dual->search->rules->blocking;
        if ((allowed & blocking) && (allowed & ~blocking)) {
            branch_on_cell(branching, u);
            return;
        }
    }
    for (uint32_t u = 0; u < dual->n; u++) {
        tile_set allowed = (tile_set)dual->allowed[u],
                 once = allowed & dual->search->rules->once;
        if (once && (allowed & (allowed - 1))) {
            uint8_t tile = (uint8_t)__builtin_ctz(once);
            branch_at(branching, tile, u);
            branch_without(branching, u, TILE(tile));
            return;
        }
    }
}

/* ---- the search ---- */

/* Whether the time is up; while no level is known, a few more rounds may find one. */
static bool is_late(const struct level_lagrangian *dual)
{
    bool spare =
        dual->search->best == LEVEL_FLOW_INFINITY && dual->rounds < LATE_ROUNDS;
    return !spare && clock_thread_s() > dual->search->deadline;
}

static void visit(struct branching *branching, const struct node *node)
{
    struct level_lagrangian *dual = &branching->dual;
    const uint32_t most = node->multiplier ? ROUNDS : FIRST_ROUNDS;
    bool open = level_subgradient_start(dual, node->allowed, node->off_tree,
                                        node->multiplier, node->bound);
    while (open && dual->rounds < most && !dual->failed && !is_late(dual))
        open = level_subgradient_round(dual);
    if (!open || dual->failed)
        return;
    if (!branch_on_line(branching) && !branch_on_tree_cell(branching) &&
        !branch_on_tree_place(branching))
        branch_on_any(branching);
}

/* The root; allowed is NULL when memory runs out. */
static struct node whole_problem(const struct level_lagrangian *dual)
{
    const struct level_grid *broken = dual->search->broken;
    struct node node = {.bound = 0,
                        .allowed = ARENA_NEW(dual->arena, int32_t, dual->n),
                        .off_tree = ARENA_NEW(dual->arena, bool, dual->n)};
    if (!node.allowed || !node.off_tree)
        return (struct node){0};
    for (uint32_t u = 0; u < dual->n; u++) {
        node.allowed[u] = (int32_t)level_flow_rules_allowed(
            dual->search->rules, broken->rows, broken->cols, u);
        node.off_tree[u] = false;
    }
    return node;
}

static enum level_lagrangian_end search_nodes(struct branching *branching)
{
    struct level_lagrangian *dual = &branching->dual;
    struct level_lagrangian_search *search = dual->search;
    while (branching->n > 0 && !dual->failed) {
        search->bound = level_lagrangian_units(dual, branching->node[0].bound);
        if (!dual->share->bound) /* with a share it is not a bound for all levels */
            level_repair_process_bound((double)search->bound * search->rules->unit);
        if (search->bound >= search->best)
            break;
        if (clock_thread_s() > search->deadline ||
            dual->arena->taken_bytes > MAX_NODE_BYTES)
            return LEVEL_LAGRANGIAN_LIMIT;
        struct node node = pop(branching);
        assert(node.allowed && node.off_tree && node.multiplier);
        visit(branching, &node);
    }
    search->bound = search->best;
    return dual->failed ? LEVEL_LAGRANGIAN_FAILED : LEVEL_LAGRANGIAN_DONE;
}

enum level_lagrangian_end
level_lagrangian_branching_run(struct level_lagrangian_search *search,
                               const struct level_flow_share *share,
                               struct arena *arena)
{
    struct branching branching = {0};
    enum level_lagrangian_end end = LEVEL_LAGRANGIAN_FAILED;
    search->bound = INT64_MIN;
    if (level_lagrangian_init(&branching.dual, search, share, arena)) {
        struct node root = whole_problem(&branching.dual);
        if (root.allowed) {
            visit(&branching, &root); /* regardless of the time, to find some level */
            end = search_nodes(&branching);
        }
    }
    return end;
}
