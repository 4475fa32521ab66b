#include "level_subgradient.h"

#include "clock.h"
#include "level_multipliers.h"
#include "level_reduced_cost_fixing.h"
#include "level_repair_process.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The constants of the method. Measured on 300 levels of zelda-walls, of which some 12.2 ms
 * are the mean with these values (results/level/experiments.md).
 *
 * PATIENCE         rounds without a better bound before steps are halved: 13.6 ms with 2,
 *                  11.9 with 10
 * HEURISTIC_EVERY  rounds between runs of the heuristic: 15.0 ms with 3, 12.9 with 12
 * DEFLECTION       weight of the last direction in the next, the rest is the subgradient:
 *                  13.1 ms with 0.4, 16.3 with 0.85
 * TARGET_FACTOR    target of Polyak's step, relative to the bound, while no level is known:
 *                  14.0 ms with 1.05, 13.4 with 1.5 */
enum { PATIENCE = 5, HEURISTIC_EVERY = 6 };
static const double DEFLECTION = 0.7, TARGET_FACTOR = 1.1;

/* Multiplicative hashing (D. Knuth, The Art of Computer Programming 3, section 6.4):
 * 2^64 divided by the golden ratio, made odd. */
static const uint64_t HASH = 0x9E3779B97F4A7C15;

static uint32_t find(const struct level_lagrangian *dual, uint8_t tile)
{
    const uint8_t *at = memchr(dual->level, tile, dual->n);
    ensure(at != NULL); /* it occurs exactly once */
    return (uint32_t)(at - dual->level);
}

/* ---- the flow ---- */

/* Marks the cells that are reachable from one. */
static void mark_reachable(struct level_lagrangian *dual, uint32_t from)
{
    uint32_t end = 0;
    memset(dual->reached, 0, dual->n);
    dual->queue[end++] = from;
    dual->reached[from] = true;
    for (uint32_t at = 0; at < end; at++) {
        uint32_t u = dual->queue[at];
        for (uint32_t k = 0;
             k < dual->n_neighbours[u] && !level_lagrangian_is_blocked(dual, u); k++) {
            uint32_t v = dual->neighbour[4 * u + k];
            if (!dual->reached[v]) {
                dual->reached[v] = true;
                dual->queue[end++] = v;
            }
        }
    }
}

static bool is_reachable(struct level_lagrangian *dual)
{
    const struct level_game *game = dual->search->rules->game;
    for (size_t i = 0; i < game->n_reach; i++) {
        mark_reachable(dual, find(dual, (uint8_t)__builtin_ctz(game->reach[i].from)));
        for (tile_set rest = game->reach[i].to; rest; rest &= rest - 1)
            if (!dual->reached[find(dual, (uint8_t)__builtin_ctz(rest))])
                return false;
    }
    return true;
}

static void keep_level(struct level_lagrangian *dual, int64_t cost)
{
    if (dual->failed || cost >= dual->search->best || !is_reachable(dual))
        return;
    dual->search->best = cost;
    memcpy(dual->search->level, dual->level, dual->n);
    if (level_flow_rules_share_holds(dual->search->rules, dual->level, dual->n))
        level_repair_process_found(dual->level,
                                   (double)cost * dual->search->rules->unit);
}

bool level_subgradient_start(struct level_lagrangian *dual, int32_t *allowed,
                             bool *off_tree, const int32_t *multiplier, int64_t bound)
{
    assert(allowed && off_tree && bound < LEVEL_FLOW_INFINITY);
    size_t n_multipliers =
        level_lagrangian_n_multipliers(dual->n, dual->steiner.n_terminals);
    size_t places = dual->steiner.n_terminals * (size_t)dual->n;
    dual->allowed = allowed;
    dual->off_tree = off_tree;
    dual->bound = bound;
    dual->rounds = dual->stalled = 0;
    memset(dual->direction, 0, n_multipliers * sizeof *dual->direction);
    memset(dual->tree_uses, 0, dual->n * sizeof *dual->tree_uses);
    memset(dual->flow_passes, 0, dual->n * sizeof *dual->flow_passes);
    memset(dual->tree_places, 0, places * sizeof *dual->tree_places);
    memset(dual->flow_places, 0, places * sizeof *dual->flow_places);
    memset(dual->multiplier, 0, n_multipliers * sizeof *dual->multiplier);
    if (multiplier)
        memcpy(dual->multiplier, multiplier, n_multipliers * sizeof *dual->multiplier);
    for (uint32_t u = 0; u < dual->n; u++)
        if (!level_lagrangian_is_undecided(dual, u))
            dual->multiplier[u] = 0;
    bool holds = !dual->infeasible && (multiplier || level_multipliers_estimate(dual));
    memcpy(dual->best_multiplier, dual->multiplier,
           n_multipliers * sizeof *dual->multiplier);
    return holds;
}

/* ---- one round ---- */

static int64_t solve_steiner(struct level_lagrangian *dual)
{
    const uint32_t nodes = dual->graph.n;
    if (dual->steiner.n_terminals == 0)
        return 0;
    for (uint32_t v = 0; v < nodes; v++) {
        const uint32_t u = dual->graph.cell[v];
        dual->node_price[v] = level_lagrangian_may_pass(dual, u)
                                  ? dual->multiplier[u]
                                  : LEVEL_NODE_STEINER_FORBIDDEN;
        for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
            dual->terminal_price[k * (size_t)nodes + v] =
                tile_in((tile_set)dual->allowed[u], dual->tile[k])
                    ? level_lagrangian_multipliers(dual, k)[u]
                    : LEVEL_NODE_STEINER_FORBIDDEN;
    }
    int64_t cost = level_node_steiner_solve(&dual->steiner, dual->node_price);
    if (cost < LEVEL_NODE_STEINER_NONE)
        level_crossing_graph_fold_tree(&dual->graph, &dual->steiner);
    return cost;
}

/* Whether this tree was tried recently; records that it is. */
static bool was_tried(struct level_lagrangian *dual)
{
    uint64_t hash = 0;
    for (uint32_t u = 0; u < dual->n; u++)
        hash = (hash + dual->steiner.in_tree[u]) * HASH;
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
        hash = (hash + dual->steiner.terminal[k].place) * HASH;
    uint64_t *slot = &dual->tried_tree[hash >> 32 & (LEVEL_LAGRANGIAN_TRIED - 1)];
    bool was = *slot == hash;
    *slot = hash;
    return was;
}

static bool is_beside_tree(const struct level_lagrangian *dual, uint32_t cell)
{
    for (uint32_t k = 0; k < dual->n_neighbours[cell]; k++)
        if (dual->steiner.in_tree[dual->neighbour[4 * cell + k]])
            return true;
    return false;
}

/* Whether the heuristic may place a terminal on a cell: where the tree has it or, since
 * trees of a large level often have two of them on one cell, anywhere in or beside it. */
static bool may_place(const struct level_lagrangian *dual, uint32_t terminal,
                      uint32_t cell)
{
    const struct level_node_steiner_terminal *t = &dual->steiner.terminal[terminal];
    if (!dual->search->by_homes)
        return t->place == cell;
    return dual->steiner.in_tree[cell] ? !t->blocks : is_beside_tree(dual, cell);
}

/* The Lagrangian heuristic: opens the cells of the tree, places the terminals as in the
 * tree, and completes the level by a flow. */
static void run_heuristic(struct level_lagrangian *dual)
{
    for (uint32_t u = 0; u < dual->n; u++) {
        tile_set allowed = (tile_set)dual->allowed[u];
        if (dual->steiner.in_tree[u])
            allowed &= ~dual->search->rules->blocking;
        for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
            if (!may_place(dual, k, u))
                allowed &= ~TILE(dual->tile[k]);
        dual->heuristic_allowed[u] = (int32_t)allowed;
    }
    int64_t cost =
        level_lagrangian_flow(dual, dual->plain, NULL, dual->heuristic_allowed);
    if (cost != LEVEL_FLOW_INFINITY)
        keep_level(dual, cost);
}

/* Connects the places of the terminals in the flow by a tree through as few blocked
 * cells as possible: for when there was no time for multipliers that distinguish
 * places. If there is none, the last tree remains. */
static void connect_terminals(struct level_lagrangian *dual)
{
    const uint32_t nodes = dual->graph.n;
    for (uint32_t v = 0; v < nodes; v++) {
        const uint32_t u = dual->graph.cell[v];
        dual->node_price[v] = level_lagrangian_may_pass(dual, u)
                                  ? level_lagrangian_is_blocked(dual, u) * dual->scale
                                  : LEVEL_NODE_STEINER_FORBIDDEN;
        for (uint32_t k = 0; k < dual->steiner.n_terminals; k++) {
            bool here = dual->level[u] == dual->tile[k];
            dual->terminal_price[k * (size_t)nodes + v] =
                here ? 0 : LEVEL_NODE_STEINER_FORBIDDEN;
            if (here && dual->steiner.terminal[k].blocks)
                dual->node_price[v] = LEVEL_NODE_STEINER_FORBIDDEN;
        }
    }
    if (dual->steiner.n_terminals > 0 &&
        level_node_steiner_solve(&dual->steiner, dual->node_price) <
            LEVEL_NODE_STEINER_NONE)
        level_crossing_graph_fold_tree(&dual->graph, &dual->steiner);
}

/* The subgradient at a cell: tree minus flow. */
static int difference(const struct level_lagrangian *dual, uint32_t cell)
{
    return dual->steiner.in_tree[cell] - !level_lagrangian_is_blocked(dual, cell);
}

/* Updates the counts for branching; returns the squared norm of the subgradient without
 * the components that cannot move (multipliers of 0 that would decrease). */
static int count_round(struct level_lagrangian *dual)
{
    int norm = 0;
    dual->rounds++;
    for (uint32_t u = 0; u < dual->n; u++) {
        int gradient = difference(dual, u);
        dual->tree_uses[u] += dual->steiner.in_tree[u];
        dual->flow_passes[u] += !level_lagrangian_is_blocked(dual, u);
        norm += gradient > 0 || (gradient < 0 && dual->multiplier[u] > 0);
    }
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++) {
        uint32_t place = dual->steiner.terminal[k].place;
        uint32_t flow_place = find(dual, dual->tile[k]);
        dual->tree_places[k * dual->n + place]++;
        dual->flow_places[k * dual->n + flow_place]++;
        norm += place == flow_place ? 0 : 2;
    }
    return norm;
}

/* Polyak's step along the deflected subgradient, projected onto multipliers >= 0. */
static void step_multipliers(struct level_lagrangian *dual, int64_t bound, int norm)
{
    size_t n_multipliers =
        level_lagrangian_n_multipliers(dual->n, dual->steiner.n_terminals);
    double target = dual->search->best == LEVEL_FLOW_INFINITY
                        ? TARGET_FACTOR * (double)bound + dual->scale
                        : (double)dual->search->best * dual->scale;
    double step = ldexp((target - (double)bound) / fmax(norm, 1),
                        -(int)(dual->stalled / PATIENCE));
    for (size_t i = 0; i < n_multipliers; i++)
        dual->direction[i] *= DEFLECTION;
    for (uint32_t u = 0; u < dual->n; u++)
        if (level_lagrangian_is_undecided(dual, u))
            dual->direction[u] += (1 - DEFLECTION) * difference(dual, u);
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++) {
        double *direction = dual->direction + (size_t)(1 + k) * dual->n;
        direction[dual->steiner.terminal[k].place] += 1 - DEFLECTION;
        direction[find(dual, dual->tile[k])] -= 1 - DEFLECTION;
    }
    for (size_t i = 0; i < n_multipliers; i++) {
        double next = floor(dual->multiplier[i] + step * dual->direction[i] + 0.5);
        if (next < 0) {
            dual->direction[i] = 0;
            next = 0;
        }
        assert(next >= 0); /* and not NAN */
        dual->multiplier[i] =
            next < LEVEL_MAX_MULTIPLIER ? (int32_t)next : LEVEL_MAX_MULTIPLIER;
    }
}

/* Keeps the bound and its multipliers if it is the best of the node. */
static void keep_bound(struct level_lagrangian *dual, int64_t bound)
{
    dual->stalled++;
    if (bound <= dual->bound)
        return;
    dual->stalled = 0;
    dual->bound = bound;
    memcpy(dual->best_multiplier, dual->multiplier,
           level_lagrangian_n_multipliers(dual->n, dual->steiner.n_terminals) *
               sizeof *dual->multiplier);
}

/* The cost of the level without the multipliers. */
static int64_t without_multipliers(const struct level_lagrangian *dual, int64_t cost)
{
    for (uint32_t u = 0; u < dual->n; u++)
        cost -= dual->place_cost[dual->level[u] * (size_t)dual->n + u];
    assert(cost >= 0 && cost % dual->scale == 0);
    return cost / dual->scale;
}

/* The cost of the level by the plain model, since the other one's includes the prices of crossings. */
static int64_t cost_of_level(struct level_lagrangian *dual)
{
    for (uint32_t u = 0; u < dual->n; u++)
        dual->heuristic_allowed[u] = (int32_t)level_flow_rules_only(
            dual->search->rules, (tile_set)dual->allowed[u], dual->level[u]);
    return level_lagrangian_flow(dual, dual->plain, NULL, dual->heuristic_allowed);
}

/* Keeps the level of the priced flow if it is the best. */
static void keep_level_of_flow(struct level_lagrangian *dual, int64_t flow)
{
    if (!dual->crossings)
        keep_level(dual, without_multipliers(dual, flow));
    else if (is_reachable(dual))
        keep_level(dual, cost_of_level(dual));
}

bool level_subgradient_round(struct level_lagrangian *dual)
{
    int64_t out = level_multipliers_price(dual);
    int64_t flow =
        level_lagrangian_flow(dual, &dual->priced, dual->place_cost, dual->allowed);
    if (flow == LEVEL_FLOW_INFINITY)
        return false;
    keep_level_of_flow(dual, flow);
    int64_t tree_cost = solve_steiner(dual);
    assert(tree_cost >= 0);
    if (tree_cost >= LEVEL_NODE_STEINER_NONE)
        return false;
    keep_bound(dual, flow + out + tree_cost);
    if (level_lagrangian_units(dual, dual->bound) >= dual->search->best)
        return false;
    if (dual->stalled == 0 && dual->search->best < LEVEL_FLOW_INFINITY &&
        dual->steiner.n_terminals > 1)
        level_reduced_cost_fixing(dual, tree_cost);
    int norm = count_round(dual);
    step_multipliers(dual, flow + out + tree_cost, norm);
    bool in_hurry = dual->search->best == LEVEL_FLOW_INFINITY &&
                    clock_thread_s() > dual->search->feasibility_time;
    if (in_hurry)
        connect_terminals(dual);
    if ((in_hurry || dual->search->by_homes || dual->rounds % HEURISTIC_EVERY == 0) &&
        !was_tried(dual))
        run_heuristic(dual);
    return level_lagrangian_units(dual, dual->bound) < dual->search->best;
}

void level_subgradient_solve_decided(struct level_lagrangian *dual)
{
    int64_t cost = level_lagrangian_flow(dual, dual->plain, NULL, dual->allowed);
    if (cost != LEVEL_FLOW_INFINITY)
        keep_level(dual, cost);
}
