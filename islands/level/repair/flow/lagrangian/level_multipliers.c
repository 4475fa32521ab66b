#include "level_multipliers.h"

#include "clock.h"

/* The share of the cost of opening a cell, beyond the prices of crossings, that its first
 * multiplier is. */
static const double FIRST_SHARE = 0.8;

/* ---- prices ---- */

static const int32_t *multipliers_of_tile(const struct level_lagrangian *dual,
                                          uint8_t tile)
{
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
        if (dual->tile[k] == tile)
            return level_lagrangian_multipliers(dual, k);
    return NULL;
}

/* Adds the prices of crossings to the costs of placing tiles; returns the constant that this omits. */
static int64_t price_crossings(struct level_lagrangian *dual)
{
    const struct level_flow_crossings *crossings = dual->crossings;
    const struct level_flow_rules *rules = dual->search->rules;
    int64_t out = 0;
    int32_t most = 0;
    for (uint32_t i = 0; i < crossings->n; i++) {
        const struct level_flow_crossing *one = &crossings->crossing[i];
        const size_t own = dual->search->broken->cell[one->cell];
        dual->place_cost[own * dual->n + one->cell] += one->leaving + one->entering;
        most = one->entering > most ? one->entering : most;
        out -= one->leaving + one->entering;
    }
    for (tile_set rest = rules->once & ~rules->blocking; rest; rest &= rest - 1) {
        int32_t *place_cost = dual->place_cost + (size_t)__builtin_ctz(rest) * dual->n;
        for (uint32_t u = 0; u < dual->n; u++)
            place_cost[u] += most - crossings->refund[u];
        out -= most;
    }
    return out;
}

/* Turns multipliers into costs of placing tiles, which may not be negative; returns the
 * constant that this omits. */
int64_t level_multipliers_price(struct level_lagrangian *dual)
{
    const struct level_flow_rules *rules = dual->search->rules;
    int64_t out = 0;
    for (uint32_t u = 0; u < dual->n; u++)
        out -= dual->multiplier[u];
    for (uint8_t t = 0; t < rules->game->n_tiles; t++) {
        const int32_t *terminal_price = multipliers_of_tile(dual, t);
        int32_t most = 0, *place_cost = dual->place_cost + t * (size_t)dual->n;
        for (uint32_t u = 0; terminal_price && u < dual->n; u++)
            most = terminal_price[u] > most ? terminal_price[u] : most;
        /* In large levels always the same, so that few costs change from one round to the
         * next (level_flow_model_reoptimize). */
        most = terminal_price && dual->search->by_homes ? LEVEL_MAX_MULTIPLIER : most;
        out -= most;
        for (uint32_t u = 0; u < dual->n; u++)
            place_cost[u] = (tile_in(rules->blocking, t) ? dual->multiplier[u] : 0) +
                            (terminal_price ? most - terminal_price[u] : 0);
    }
    return dual->crossings ? out + price_crossings(dual) : out;
}

/* ---- first multipliers ---- */

/* The cost of making a cell passable alone. */
static int32_t cost_of_opening(struct level_lagrangian *dual,
                               struct level_flow_model *model, uint32_t cell)
{
    size_t mark = level_flow_mark(&model->flow);
    int64_t cost = 0;
    bool can = level_flow_model_restrict(model, cell, dual->search->rules->blocking,
                                         LEVEL_MAX_MULTIPLIER, &cost);
    level_flow_undo(&model->flow, mark);
    return can && cost < LEVEL_MAX_MULTIPLIER ? (int32_t)cost : LEVEL_MAX_MULTIPLIER;
}

/* Where opening a wall costs exactly as much as its prices, the flow opens thousands. */
static void lower_multipliers(struct level_lagrangian *dual)
{
    for (uint32_t u = 0; u < dual->n; u++)
        dual->multiplier[u] = (int32_t)(FIRST_SHARE * dual->multiplier[u]);
}

/* A change costs more alone than together with others, so that these multipliers are too
 * large, but in proportion to what matters. */
bool level_multipliers_estimate(struct level_lagrangian *dual)
{
    struct level_flow_model *model = &dual->priced;
    const int32_t *price = NULL;
    if (dual->crossings) {
        level_multipliers_price(dual);
        price = dual->place_cost;
    }
    if (level_lagrangian_flow(dual, model, price, dual->allowed) == LEVEL_FLOW_INFINITY)
        return false;
    for (uint32_t k = 0; k < dual->steiner.n_terminals; k++)
        level_flow_model_place_costs(model, dual->tile[k], LEVEL_MAX_MULTIPLIER,
                                     level_lagrangian_multipliers(dual, k));
    for (uint32_t u = 0;
         u < dual->n && clock_thread_s() < dual->search->feasibility_time; u++)
        if (level_lagrangian_is_undecided(dual, u) &&
            level_lagrangian_is_blocked(dual, u))
            dual->multiplier[u] = cost_of_opening(dual, model, u);
    if (dual->crossings)
        lower_multipliers(dual);
    dual->failed = dual->failed || model->flow.failed;
    level_flow_forget(&model->flow);
    return !dual->failed;
}
