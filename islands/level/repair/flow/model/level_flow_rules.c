#include "level_flow_rules.h"

#include "level_rule_text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* Candidates for the unit of cost, and the most units of a single cost, well within
 * LEVEL_FLOW_MAX_COST. Chosen by hand. */
enum { COST_UNITS = 6, MOST_UNITS = 1000000 };

/* Whether a cost is a multiple of a unit, up to the rounding of doubles. */
static bool is_multiple(double cost, double unit)
{
    double n = round(cost / unit);
    return n <= MOST_UNITS && fabs(cost - n * unit) <= 2 * DBL_EPSILON * cost;
}

/* The largest candidate that divides all costs; 0 if there is none. */
static double unit_of(const struct level_game *game)
{
    static const double unit[COST_UNITS] = {1, 0.5, 0.25, 0.1, 0.01, 0.001};
    for (size_t i = 0; i < COST_UNITS; i++) {
        bool fits = true;
        for (size_t t = 0; t < game->n_tiles; t++)
            fits = fits && is_multiple(game->tile[t].move, unit[i]) &&
                   is_multiple(game->tile[t].delete, unit[i]);
        if (fits)
            return unit[i];
    }
    return 0;
}

static const char *counts_suit(const struct level_game *game, size_t cells,
                               struct level_flow_rules *rules, size_t *at)
{
    for (size_t i = 0; i < game->n_counts; i++) {
        const struct level_count *count = &game->counts[i];
        bool single = __builtin_popcount(count->tiles) == 1;
        if (single && count->least == 1 && count->most == 1)
            rules->once |= count->tiles;
        else if (count->least > 0 || (count->most > 0 && count->most < cells)) {
            *at = i;
            return "a count other than exactly one or none";
        }
    }
    return NULL;
}

static const char *reach_suits(const struct level_game *game,
                               struct level_flow_rules *rules, size_t *at)
{
    for (size_t i = 0; i < game->n_reach; i++) {
        *at = game->n_counts + game->n_shares + game->n_borders + i;
        const struct level_reach *reach = &game->reach[i];
        if (__builtin_popcount(reach->from) != 1)
            return "reachability from one of several tiles";
        if ((reach->from | reach->to) & ~rules->once)
            return "reachability between tiles that do not occur exactly once";
        if (reach->from & reach->blocking)
            return "a blocking tile as the source of a reachability rule";
        if (i > 0 && reach->blocking != rules->blocking)
            return "reachability rules with different blocking tiles";
        rules->blocking = reach->blocking;
    }
    return NULL;
}

static const char *shares_suit(const struct level_game *game,
                               struct level_flow_rules *rules, size_t *at)
{
    *at = game->n_counts + game->n_shares - 1;
    if (game->n_shares == 0)
        return NULL;
    if (game->n_shares > 1)
        return "more than one share";
    const struct level_share *share = &game->shares[0];
    rules->has_share = true;
    rules->limited = share->tiles;
    rules->outside = level_all_tiles(game) & ~share->of;
    rules->most = share->most;
    if (rules->limited & rules->once)
        return "a share that counts tiles which occur exactly once";
    if (rules->outside & rules->once)
        return "a share of a whole that leaves out tiles which occur exactly once";
    return rules->limited & rules->outside
               ? "a share of tiles that are not part of the whole"
               : NULL;
}

bool level_flow_rules_may_count(const struct level_flow_rules *rules, tile_set allowed)
{
    return (allowed & ~rules->once & ~rules->outside) != 0;
}

uint8_t level_flow_rules_fill(const struct level_flow_rules *rules, tile_set allowed)
{
    uint8_t best = (uint8_t)rules->game->n_tiles;
    double least = INFINITY;
    for (uint8_t t = 0; t < rules->game->n_tiles; t++) {
        if (!tile_in(allowed & ~rules->once, t))
            continue;
        double burden = tile_in(rules->blocking, t) +
                        (rules->has_share ? 4 * tile_in(rules->limited, t) +
                                                2 * tile_in(rules->outside, t)
                                          : 0);
        if (burden < least) {
            least = burden;
            best = t;
        }
    }
    return best;
}

/* Whether a tile dominates every tile of a set: it is restricted by no further rule. */
static bool dominates(const struct level_flow_rules *rules, uint8_t tile, tile_set set)
{
    return tile < rules->game->n_tiles &&
           !(tile_in(rules->blocking, tile) && (set & ~rules->blocking)) &&
           !(tile_in(rules->limited, tile) && (set & ~rules->limited)) &&
           !(tile_in(rules->outside, tile) && (set & ~rules->outside));
}

tile_set level_flow_rules_allowed(const struct level_flow_rules *rules, size_t rows,
                                  size_t cols, size_t cell)
{
    return level_game_allowed_tiles(rules->game, rows, cols, cell) &
           tiles_open(rules->open, cell);
}

bool level_flow_rules_is_limited(const struct level_flow_rules *rules, tile_set allowed)
{
    return rules->open && rules->has_share && allowed && !(allowed & ~rules->limited);
}

tile_set level_flow_rules_only(const struct level_flow_rules *rules, tile_set allowed,
                               uint8_t tile)
{
    return TILE(tile) | (tile_in(rules->once, tile) ? allowed & ~rules->once : 0);
}

static bool fill_suits(const struct level_flow_rules *rules, tile_set allowed)
{
    tile_set many = allowed & ~rules->once, blocked = many & rules->blocking;
    tile_set free = allowed & ~rules->blocking;
    bool always = level_flow_rules_is_limited(rules, allowed);
    return dominates(rules, level_flow_rules_fill(rules, allowed), many) &&
           (!blocked ||
            dominates(rules, level_flow_rules_fill(rules, blocked), blocked)) &&
           (!free || (free & ~rules->once)) &&
           /* A cell that can hold only limited tiles holds one with or without a
            * unit: then its units are counted. */
           (always || !(rules->has_share && many && !(many & ~rules->limited))) &&
           (always || !(rules->has_share && blocked && !(blocked & ~rules->limited))) &&
           /* A cell that is outside of the whole unless a tile that occurs once is on
            * it would make the whole depend on the place of that tile. */
           !(rules->has_share && (allowed & rules->once) && !(many & ~rules->outside));
}

static const char *fills_suit(const struct level_flow_rules *rules, size_t rows,
                              size_t cols)
{
    const size_t row[] = {0, rows - 1, rows / 2}, col[] = {0, cols - 1, cols / 2};
    for (size_t i = 0; i < 9; i++) {
        /* Corners, sides and the middle represent all cells. */
        tile_set allowed = level_game_allowed_tiles(rules->game, rows, cols,
                                                    row[i / 3] * cols + col[i % 3]);
        if (!fill_suits(rules, allowed))
            return "cells where no tile dominates the others as their filling";
    }
    return NULL;
}

/* Whether a cell is left to one tile that occurs once. */
static bool is_for_once(const struct level_flow_rules *rules, tile_set allowed)
{
    return __builtin_popcount(allowed) == 1 && (allowed & rules->once);
}

bool level_flow_rules_suit_cell(const struct level_flow_rules *rules, tile_set allowed)
{
    return is_for_once(rules, allowed) || fill_suits(rules, allowed);
}

bool level_flow_rules_restrict(struct level_flow_rules *rules, size_t rows, size_t cols,
                               const tile_set *open)
{
    tile_set fixed = 0, elsewhere = 0;
    rules->open = open;
    for (size_t u = 0; open && u < rows * cols; u++) {
        tile_set allowed = level_flow_rules_allowed(rules, rows, cols, u);
        bool for_once = is_for_once(rules, allowed);
        if (for_once ? (fixed & allowed) != 0 : !fill_suits(rules, allowed))
            return false;
        *(for_once ? &fixed : &elsewhere) |= allowed;
    }
    return !(fixed & elsewhere);
}

static const char *kinds_suit(const struct level_game *game, size_t *at)
{
    /* The first of them in the order of struct level_game. */
    *at = game->n_counts + game->n_shares + game->n_borders + game->n_reach;
    *at += game->n_paths ? game->n_apart : 0;
    return game->n_paths    ? "the length of a path"
           : game->n_apart  ? "tiles that must not be reachable"
           : game->n_exits  ? "a number of exits"
           : game->n_blocks ? "forbidden blocks"
           : game->n_alike  ? "cells that must be equal"
                            : NULL;
}

bool level_flow_rules_init(const struct level_game *game, size_t rows, size_t cols,
                           struct level_flow_rules *rules, char why[512])
{
    *rules = (struct level_flow_rules){
        .game = game, .unit = unit_of(game), .tuning = &LEVEL_FLOW_TUNING};
    char rule[LEVEL_RULE_TEXT_BYTES];
    size_t at = 0;
    const char *reason = kinds_suit(game, &at);
    if (!reason)
        reason = counts_suit(game, rows * cols, rules, &at);
    if (!reason)
        reason = reach_suits(game, rules, &at);
    if (!reason)
        reason = shares_suit(game, rules, &at);
    if (reason) {
        snprintf(why, 512, "%s: %.400s", reason, level_rule_text(game, at, rule));
        return false;
    }
    reason = fills_suit(rules, rows, cols);
    if (!reason && rules->unit <= 0)
        reason = "costs that are neither integers up to 10^6 nor multiples of 0.001 up "
                 "to 1000";
    snprintf(why, 512, "%s", reason ? reason : "");
    return reason == NULL;
}

int64_t level_flow_rules_limit(const struct level_flow_rules *rules, int64_t whole)
{
    return (int64_t)floor(rules->most * (1 + LEVEL_SHARE_SLACK) * (double)whole);
}

bool level_flow_rules_share_holds(const struct level_flow_rules *rules,
                                  const uint8_t *cell, uint32_t n)
{
    int64_t limited = 0, whole = 0;
    for (uint32_t u = 0; u < n; u++) {
        limited += tile_in(rules->limited, cell[u]);
        whole += !tile_in(rules->outside, cell[u]);
    }
    return !rules->has_share || limited <= level_flow_rules_limit(rules, whole);
}
