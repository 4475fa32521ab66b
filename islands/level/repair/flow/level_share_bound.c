#include "level_share_bound.h"

#include "clock.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The largest edit costs this much once it is scaled: prices are rounded to whole numbers, which loses up to one for
 * each tile outside of the whole. Chosen by hand: far within LEVEL_FLOW_MAX_COST. */
static const double MAX_SCALED = 1 << 16;
/* Far above the slack of the share (LEVEL_SHARE_SLACK) and rounding errors. */
static const double ROUNDING = 1e-9;

struct share_dual {
    const struct level_flow_rules *rules;
    struct level_flow_model model;
    int32_t *price; /* [tile * n + cell] */
    int64_t counts; /* cells that may count in the whole */
};

/* Whether a cell is outside of the whole in every level; it is then neither counted nor priced. */
static bool is_outside(const struct share_dual *dual, uint32_t cell)
{
    return !((tile_set)dual->model.allowed[cell] & ~dual->rules->outside);
}

static bool init(struct share_dual *dual, const struct level_flow_rules *rules,
                 const struct level_grid *broken, struct arena *arena)
{
    double most = 1;
    for (size_t t = 0; t < rules->game->n_tiles; t++)
        most = fmax(most, fmax(rules->game->tile[t].delete, rules->game->tile[t].move));
    int32_t scale = (int32_t)fmax(1, MAX_SCALED * rules->unit / most);
    size_t prices = rules->game->n_tiles * level_cells(broken);
    *dual =
        (struct share_dual){.rules = rules, .price = ARENA_NEW(arena, int32_t, prices)};
    if (!dual->price ||
        !level_flow_model_init(&dual->model, rules, broken, scale, arena))
        return false;
    for (uint32_t u = 0; u < dual->model.n; u++)
        dual->counts += !is_outside(dual, u);
    return true;
}

/* The bound of one price, scaled: with l limited tiles and o others outside, l <= most * (counts - o), so that
 * price * l + floor(price * most) * o <= price * most * counts for every level. LEVEL_FLOW_INFINITY if there is none
 * even without the share. */
static int64_t bound_of_price(struct share_dual *dual, int32_t price)
{
    const struct level_flow_rules *rules = dual->rules;
    struct level_flow_model *model = &dual->model;
    double part = price * rules->most;
    int64_t cost, refund = (int64_t)floor(part * (double)dual->counts * (1 + ROUNDING));
    assert(part <= LEVEL_FLOW_MAX_COST);
    for (uint8_t t = 0; t < rules->game->n_tiles; t++) {
        int32_t each = tile_in(rules->limited, t)   ? price
                       : tile_in(rules->outside, t) ? (int32_t)floor(part)
                                                    : 0;
        for (uint32_t u = 0; u < model->n; u++)
            dual->price[t * (size_t)model->n + u] = is_outside(dual, u) ? 0 : each;
    }
    level_flow_model_reoptimize(model, dual->price, model->allowed,
                                &(struct level_flow_share){.bound = false}, &cost);
    return cost == LEVEL_FLOW_INFINITY ? cost : cost - refund;
}

/* The least deletion cost of a limited tile above one; 0: none. */
static int32_t next_price(const struct share_dual *dual, int32_t above)
{
    const struct level_game *game = dual->rules->game;
    int32_t next = 0;
    for (uint8_t t = 0; t < game->n_tiles; t++) {
        int32_t price = (int32_t)llround(game->tile[t].delete / dual->rules->unit) *
                        dual->model.scale;
        if (tile_in(dual->rules->limited, t) && price > above &&
            (!next || price < next))
            next = price;
    }
    return next;
}

bool level_share_bound(const struct level_flow_rules *rules,
                       const struct level_grid *broken, double deadline, int64_t *bound)
{
    struct share_dual dual;
    struct arena work;
    int64_t cost, best = 0;
    assert(rules->has_share);
    arena_init(&work);
    bool made = init(&dual, rules, broken, &work);
    bool goes_on = made && level_flow_model_solve(&dual.model, &cost);
    for (int32_t price = 0; goes_on && (price = next_price(&dual, price)) > 0;) {
        int64_t now = bound_of_price(&dual, price);
        goes_on = !dual.model.flow.failed && now != LEVEL_FLOW_INFINITY && now > best &&
                  clock_thread_s() < deadline;
        if (goes_on)
            best = now;
    }
    *bound = made ? (best + dual.model.scale - 1) / dual.model.scale : 0;
    arena_free(&work);
    return made;
}
