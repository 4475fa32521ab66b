#include "level_lagrangian_branching.h"

#include "clock.h"
#include "level_node_bound.h"
#include "level_pseudo_costs.h"
#include "level_repair_process.h"
#include "level_subgradient.h"

#include <assert.h>
#include <string.h>

/* Capacity of the heap at first. Chosen by hand, not measured. */
enum { FIRST_NODES = 64 };
/* Memory of the open nodes. Chosen by hand. */
static const size_t MAX_NODE_BYTES = 2000000000;
/* To branch on a row or column, a terminal must have been on either side of it in at least
 * this share of the rounds. Chosen by hand, not measured. */
static const double MIN_SIDE_SHARE = 0.25;
/* Rounds at a node that is divided by homes, whose children start anew. */
enum { HOME_ROUNDS = 1 };
/* Cells that are compared with rows and columns. Chosen by hand, not measured. */
enum { CELLS = 3, CANDIDATES = CELLS + 2 * LEVEL_LAGRANGIAN_MAX_TERMINALS };

struct node {
    struct level_bounded_node of;
    uint64_t order;
    struct level_division division; /* of its parent */
    int side;                       /* of it; -1: another way to divide */
};

struct branching {
    struct level_node_bounds bounds;
    struct level_lagrangian *dual; /* by which the node was bounded: one of `bounds` */
    struct level_pseudo_costs costs;
    struct level_division division; /* of the node that is divided */
    int side;                       /* of the next child; see struct node */
    struct node *node;              /* heap: the least bound first, then the newest */
    size_t n, max;
    uint64_t order;
};

/* ---- nodes ---- */

static bool is_before(const struct node *a, const struct node *b)
{
    return a->of.bound != b->of.bound ? a->of.bound < b->of.bound : a->order > b->order;
}

static void push(struct branching *branching, struct node node)
{
    if (branching->n == branching->max) {
        size_t max = branching->max ? 2 * branching->max : FIRST_NODES;
        struct node *larger = ARENA_NEW(branching->dual->arena, struct node, max);
        if (!larger) {
            branching->dual->failed = true;
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
    struct level_lagrangian *dual = branching->dual;
    size_t n_multipliers =
        level_lagrangian_n_multipliers(dual->n, dual->steiner.n_terminals);
    struct node node = {
        .of = {.bound = dual->bound,
               .allowed = ARENA_NEW(dual->arena, int32_t, dual->n),
               .multiplier = ARENA_NEW(dual->arena, int32_t, n_multipliers),
               .off_tree = ARENA_NEW(dual->arena, bool, dual->n),
               .with = dual->crossings != NULL},
        .order = branching->order++,
        .division = branching->division,
        .side = branching->side};
    if (!node.of.allowed || !node.of.multiplier || !node.of.off_tree) {
        dual->failed = true;
        return (struct node){.side = -1};
    }
    memcpy(node.of.allowed, dual->allowed, dual->n * sizeof *node.of.allowed);
    memcpy(node.of.off_tree, dual->off_tree, dual->n * sizeof *node.of.off_tree);
    memcpy(node.of.multiplier, dual->best_multiplier,
           n_multipliers * sizeof *node.of.multiplier);
    return node;
}

/* ---- branching ---- */

static void forbid(struct node *node, uint32_t cell, tile_set tiles)
{
    node->of.allowed[cell] = (int32_t)((tile_set)node->of.allowed[cell] & ~tiles);
}

/* Adds the child in which a cell holds none of these tiles, if it may hold another
 * one. */
static void branch_without(struct branching *branching, uint32_t cell, tile_set tiles)
{
    if (!((tile_set)branching->dual->allowed[cell] & ~tiles))
        return;
    struct node node = copy_node(branching);
    if (!node.of.allowed)
        return;
    forbid(&node, cell, tiles);
    push(branching, node);
}

/* Adds the child in which a tile that occurs once is on this cell. */
static void branch_at(struct branching *branching, uint8_t tile, uint32_t cell)
{
    assert(tile < branching->dual->search->rules->game->n_tiles &&
           cell < branching->dual->n);
    struct node node = copy_node(branching);
    for (uint32_t u = 0; node.of.allowed && u < branching->dual->n; u++)
        forbid(&node, u, u == cell ? ~TILE(tile) : TILE(tile));
    if (node.of.allowed)
        push(branching, node);
}

/* Adds the children in which a cell is blocked and in which it is passable. Where the
 * flow cannot express the first, a child for each tile that occurs once, and one for the
 * other tiles, take its place. */
static void branch_on_cell(struct branching *branching, uint32_t cell)
{
    const struct level_lagrangian *dual = branching->dual;
    const struct level_flow_rules *rules = dual->search->rules;
    bool can_block = level_lagrangian_can_block(dual, cell);
    tile_set once = (tile_set)dual->allowed[cell] & rules->blocking & rules->once;
    branching->division = (struct level_division){LEVEL_PSEUDO_COSTS_CELLS, cell};
    branching->side = 1;
    for (tile_set rest = can_block ? 0 : once; rest; rest &= rest - 1)
        branch_at(branching, (uint8_t)__builtin_ctz(rest), cell);
    branch_without(branching, cell, ~rules->blocking | (can_block ? 0 : rules->once));
    branching->side = 0; /* the newest child is the first of those with its bound */
    branch_without(branching, cell, rules->blocking);
}

/* A row or column that divides the cells of a terminal. */
struct line {
    uint32_t terminal, at, score; /* score: rounds on the side with fewer of them */
    bool is_row;
};

/* A division that may be branched on. */
struct candidate {
    struct level_division division;
    struct line line;
    double score; /* 1 where both sides are as likely */
};

static uint32_t line_of(const struct level_lagrangian *dual, const struct line *line,
                        uint32_t cell)
{
    uint32_t cols = (uint32_t)dual->search->broken->cols;
    return line->is_row ? cell / cols : cell % cols;
}

/* Chooses the row or column that divides the rounds of a terminal most evenly. */
static void choose_line(const struct level_lagrangian *dual, struct line *best)
{
    const struct level_grid *broken = dual->search->broken;
    uint32_t *rounds = dual->queue, all = 2 * dual->rounds, before = 0;
    uint32_t n = (uint32_t)(best->is_row ? broken->rows : broken->cols);
    memset(rounds, 0, n * sizeof *rounds);
    for (uint32_t u = 0; u < dual->n; u++)
        rounds[line_of(dual, best, u)] +=
            dual->tree_places[best->terminal * dual->n + u] +
            dual->flow_places[best->terminal * dual->n + u];
    for (uint32_t at = 0; at + 1 < n; at++) {
        before += rounds[at];
        uint32_t score = before < all - before ? before : all - before;
        if (score > best->score) {
            best->score = score;
            best->at = at;
        }
    }
}

static size_t list_lines(const struct level_lagrangian *dual, struct candidate *list)
{
    size_t n = 0;
    for (uint32_t t = 0; t < dual->steiner.n_terminals; t++)
        for (uint32_t side = 0; side < 2; side++) {
            struct line line = {.terminal = t, .is_row = side == 0};
            choose_line(dual, &line);
            if (line.score >= MIN_SIDE_SHARE * 2 * dual->rounds)
                list[n++] =
                    (struct candidate){.division = {.kind = 2 * t + side},
                                       .line = line,
                                       .score = (double)line.score / dual->rounds};
        }
    return n;
}

/* Adds the cells that most often were in the tree and blocked in the flow, the first of
 * equal ones first; returns the number of candidates. */
static size_t list_cells(const struct level_lagrangian *dual, struct candidate *list,
                         size_t first)
{
    size_t n = first;
    double square = (double)dual->rounds * dual->rounds;
    for (uint32_t u = 0; u < dual->n; u++) {
        uint64_t score =
            (uint64_t)dual->tree_uses[u] * (dual->rounds - dual->flow_passes[u]);
        struct candidate cell = {
            .division = {.kind = LEVEL_PSEUDO_COSTS_CELLS, .cell = u},
            .score = 4 * (double)score / square};
        if (!score || !level_lagrangian_is_undecided(dual, u) ||
            (n == first + CELLS && list[n - 1].score >= cell.score))
            continue;
        size_t at = n < first + CELLS ? n++ : n - 1;
        for (; at > first && list[at - 1].score < cell.score; at--)
            list[at] = list[at - 1];
        list[at] = cell;
    }
    return n;
}

/* Adds the children in which a terminal is on one side of a row or column. */
static void branch_on_line(struct branching *branching, const struct line *line)
{
    struct level_lagrangian *dual = branching->dual;
    for (int side = 0; side < 2; side++) {
        branching->side = side;
        struct node node = copy_node(branching);
        if (!node.of.allowed)
            return;
        for (uint32_t u = 0; u < dual->n; u++)
            if ((line_of(dual, line, u) > line->at) == side)
                forbid(&node, u, TILE(dual->tile[line->terminal]));
        push(branching, node);
    }
}

/* Branches on the division of which most is expected. */
static bool branch_on_candidate(struct branching *branching)
{
    struct candidate list[CANDIDATES];
    const struct candidate *best = NULL;
    double most = 0;
    size_t n = list_cells(branching->dual, list, list_lines(branching->dual, list));
    for (size_t i = 0; i < n; i++) {
        double score = list[i].score *
                       level_pseudo_costs_gain(&branching->costs, list[i].division);
        if (score > most) {
            most = score;
            best = &list[i];
        }
    }
    if (!best)
        return false;
    branching->division = best->division;
    if (best->division.kind == LEVEL_PSEUDO_COSTS_CELLS)
        branch_on_cell(branching, best->division.cell);
    else
        branch_on_line(branching, &best->line);
    return true;
}

/* Branches on the cell where the tree has a terminal most often and the flow most
 * rarely. */
static bool branch_on_tree_place(struct branching *branching)
{
    const struct level_lagrangian *dual = branching->dual;
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

/* Where tree and flow agree, a reachability rule that the tree ignores is violated, or a
 * cheaper level has no prices of crossings: branches on the first undecided cell or place.
 * Returns false if there is none. */
static bool branch_on_any(struct branching *branching)
{
    const struct level_lagrangian *dual = branching->dual;
    for (uint32_t u = 0; u < dual->n; u++) {
        tile_set allowed = (tile_set)dual->allowed[u],
                 blocking = dual->search->rules->blocking;
        if ((allowed & blocking) && (allowed & ~blocking)) {
            branch_on_cell(branching, u);
            return true;
        }
    }
    for (uint32_t u = 0; u < dual->n; u++) {
        tile_set allowed = (tile_set)dual->allowed[u],
                 once = allowed & dual->search->rules->once;
        if (once && (allowed & (allowed - 1))) {
            uint8_t tile = (uint8_t)__builtin_ctz(once);
            branch_at(branching, tile, u);
            branch_without(branching, u, TILE(tile));
            return true;
        }
    }
    return false;
}

/* Adds the children in which a terminal is in an area or not. */
static void branch_on_home(struct branching *branching,
                           const struct level_home_division *division)
{
    struct level_lagrangian *dual = branching->dual;
    branching->side = -1;
    for (int in = 0; in < 2; in++) {
        struct node node = copy_node(branching);
        if (!node.of.allowed)
            return;
        node.of.by_home = true;
        for (uint32_t u = 0; u < dual->n; u++)
            if ((branching->bounds.homes.area[u] == division->area) != in)
                forbid(&node, u, TILE(dual->tile[division->terminal]));
        push(branching, node);
    }
}

/* ---- the search ---- */

/* Records what a division gained in one of its children. */
static void learn(struct branching *branching, const struct node *node, bool open)
{
    const struct level_lagrangian *dual = branching->dual;
    int64_t bound = dual->bound;
    if (node->side < 0 || (!open && dual->search->best == LEVEL_FLOW_INFINITY))
        return;
    if (!open && dual->search->best * dual->scale > bound)
        bound = dual->search->best * dual->scale;
    level_pseudo_costs_add(&branching->costs, node->division, node->side,
                           (double)(bound - node->of.bound) / dual->scale);
}

static void visit(struct branching *branching, const struct node *node)
{
    struct level_node_bounds *bounds = &branching->bounds;
    struct level_home_division home;
    const struct level_lagrangian_search *search = bounds->without.search;
    const struct level_flow_tuning *tuning = search->rules->tuning;
    const bool divides =
        search->by_homes &&
        level_homes_next(&bounds->homes, &bounds->without, node->of.allowed, &home);
    const uint32_t most = divides               ? HOME_ROUNDS
                          : node->of.multiplier ? tuning->rounds
                                                : tuning->first_rounds;
    bool open;
    branching->dual = level_node_bounds_run(bounds, &node->of, most, divides, &open);
    learn(branching, node, open);
    if (!open || branching->dual->failed)
        return;
    if (divides) {
        branch_on_home(branching, &home);
        return;
    }
    if (branch_on_candidate(branching))
        return;
    branching->division = (struct level_division){0};
    branching->side = -1;
    if (!branch_on_tree_place(branching) && !branch_on_any(branching) &&
        branching->dual->crossings)
        level_subgradient_solve_decided(branching->dual);
}

static enum level_lagrangian_end search_nodes(struct branching *branching)
{
    struct level_lagrangian_search *search = branching->dual->search;
    while (branching->n > 0 && !branching->dual->failed) {
        search->bound =
            level_lagrangian_units(branching->dual, branching->node[0].of.bound);
        if (!branching->dual->share
                 ->bound) /* with a share it is not a bound for all levels */
            level_repair_process_bound((double)search->bound * search->rules->unit);
        if (search->bound >= search->best)
            break;
        if (clock_thread_s() > search->deadline ||
            branching->dual->arena->taken_bytes > MAX_NODE_BYTES)
            return LEVEL_LAGRANGIAN_LIMIT;
        struct node node = pop(branching);
        assert(node.of.allowed && node.of.off_tree && node.of.multiplier);
        visit(branching, &node);
    }
    search->bound = search->best;
    return branching->dual->failed ? LEVEL_LAGRANGIAN_FAILED : LEVEL_LAGRANGIAN_DONE;
}

enum level_lagrangian_end
level_lagrangian_branching_run(struct level_lagrangian_search *search,
                               const struct level_flow_share *share,
                               struct arena *arena)
{
    struct branching branching = {.dual = &branching.bounds.without};
    enum level_lagrangian_end end = LEVEL_LAGRANGIAN_FAILED;
    struct node root = {.side = -1};
    search->bound = INT64_MIN;
    if (level_node_bounds_init(&branching.bounds, search, share, arena) &&
        level_pseudo_costs_init(&branching.costs, branching.dual->n, arena) &&
        level_node_bounds_domains(branching.dual, &root.of)) {
        visit(&branching, &root); /* regardless of the time, to find some level */
        end = search_nodes(&branching);
    }
    return end;
}
