#include "level_flow_crossings.h"

#include <math.h>

/* The share of a step that the prices are. With all of it, the flow may open walls one after the other at no cost, to
 * carry off what a terminal displaces, and it takes long to find out where that ends. */
static const double SHARE = 0.9;

/* What is common to all cells. */
struct finding {
    struct level_flow_crossings *out;
    const struct level_flow_rules *rules;
    int32_t scale;
    bool one_kind; /* of passable tiles that may occur any number of times */
};

static bool moves(const struct finding *finding, uint8_t tile)
{
    const struct level_tile *kind = &finding->rules->game->tile[tile];
    return !tile_in(finding->rules->once, tile) && kind->move < kind->delete;
}

static int32_t step_of(const struct finding *finding, uint8_t tile)
{
    const struct level_flow_rules *rules = finding->rules;
    return (int32_t)llround(rules->game->tile[tile].move / rules->unit) *
           finding->scale;
}

static tile_set allowed_on(const struct finding *finding, size_t cell)
{
    const struct level_grid *broken = finding->out->broken;
    return level_flow_rules_allowed(finding->rules, broken->rows, broken->cols, cell);
}

static bool has_one_kind(const struct finding *finding)
{
    const struct level_grid *broken = finding->out->broken;
    tile_set kinds = 0;
    for (size_t u = 0; u < level_cells(broken); u++)
        kinds |= TILE(broken->cell[u]);
    kinds &= ~finding->rules->blocking & ~finding->rules->once;
    return __builtin_popcount(kinds) == 1;
}

/* The price of entering from a side; INT32_MAX: no unit does. 0 where another tile may fill the side. */
static int32_t entering_from(const struct finding *finding, uint32_t side)
{
    uint8_t own = finding->out->broken->cell[side];
    if (tile_in(finding->rules->once, own))
        return INT32_MAX;
    bool holds =
        finding->one_kind && moves(finding, own) &&
        level_flow_rules_fill(finding->rules, allowed_on(finding, side)) == own;
    return holds ? step_of(finding, own) : 0;
}

/* Takes the sides of a cell; false if it has none or more than two, or cannot be crossed. */
static bool take_sides(const struct finding *finding, uint32_t cell,
                       struct level_flow_crossing *crossing)
{
    const struct level_flow_rules *rules = finding->rules;
    const struct level_grid *broken = finding->out->broken;
    const uint8_t own = broken->cell[cell];
    const tile_set allowed = allowed_on(finding, cell);
    size_t near[4], k = level_grid_neighbours(rules->game->wrap, broken->rows,
                                              broken->cols, cell, near);
    *crossing = (struct level_flow_crossing){.cell = cell};
    if (!tile_in(rules->blocking & allowed, own) || !moves(finding, own) ||
        !(allowed & ~rules->blocking))
        return false;
    while (k-- > 0) {
        if (tile_in(rules->blocking, broken->cell[near[k]]) ||
            !(allowed_on(finding, near[k]) & ~rules->blocking))
            continue;
        if (crossing->n_sides == 2 ||
            (crossing->n_sides == 1 && crossing->side[0] == near[k]))
            return false;
        crossing->side[crossing->n_sides++] = (uint32_t)near[k];
    }
    return crossing->n_sides > 0;
}

static void set_prices(const struct finding *finding,
                       struct level_flow_crossing *crossing)
{
    int32_t entering = INT32_MAX, *refund = finding->out->refund;
    for (uint32_t i = 0; i < crossing->n_sides; i++) {
        int32_t price = entering_from(finding, crossing->side[i]);
        entering = price < entering ? price : entering;
    }
    crossing->leaving =
        (int32_t)(SHARE * step_of(finding, finding->out->broken->cell[crossing->cell]));
    crossing->entering = entering == INT32_MAX ? 0 : (int32_t)(SHARE * entering);
    for (uint32_t i = 0; i < crossing->n_sides; i++) {
        int32_t *most = &refund[crossing->side[i]];
        if (entering_from(finding, crossing->side[i]) < INT32_MAX &&
            crossing->entering > *most)
            *most = crossing->entering;
    }
}

bool level_flow_crossings_find(struct level_flow_crossings *crossings,
                               const struct level_flow_rules *rules,
                               const struct level_grid *broken, int32_t scale,
                               struct arena *arena)
{
    struct finding finding = {.out = crossings, .rules = rules, .scale = scale};
    size_t n = level_cells(broken);
    *crossings = (struct level_flow_crossings){
        .broken = broken,
        .crossing = ARENA_NEW(arena, struct level_flow_crossing, n),
        .at = ARENA_NEW(arena, uint32_t, n),
        .refund = ARENA_NEW(arena, int32_t, n)};
    if (!crossings->crossing || !crossings->at || !crossings->refund)
        return false;
    finding.one_kind = has_one_kind(&finding);
    for (size_t u = 0; u < n; u++)
        crossings->refund[u] = 0;
    for (uint32_t u = 0; u < n; u++) {
        struct level_flow_crossing *next = &crossings->crossing[crossings->n];
        crossings->at[u] = LEVEL_FLOW_NONE;
        if (!take_sides(&finding, u, next))
            continue;
        set_prices(&finding, next);
        crossings->at[u] = crossings->n++;
    }
    return true;
}

static bool is_side(const struct level_flow_crossing *crossing, uint32_t cell)
{
    return crossing->side[0] == cell ||
           (crossing->n_sides == 2 && crossing->side[1] == cell);
}

int32_t level_flow_crossings_price(const struct level_flow_crossings *crossings,
                                   uint32_t from, uint32_t to)
{
    const struct level_flow_crossing *all = crossings->crossing;
    const uint32_t out = crossings->at[from], in = crossings->at[to];
    if (out != LEVEL_FLOW_NONE && is_side(&all[out], to))
        return all[out].leaving;
    if (in != LEVEL_FLOW_NONE && all[in].entering > 0 && is_side(&all[in], from))
        return all[in].entering;
    return -1;
}
