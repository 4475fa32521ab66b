/* The search by patterns (party_patterns.h): in place of partitions and first groups, the
 * subproblems are patterns, and each further group must share with the earlier ones what the
 * pattern says. */
#include "party_bnb_node.h"
#include "party_pattern_prices.h"

#include <string.h>

/* The groups of a pattern while they are chosen. */
struct choice {
    const struct party_patterns *patterns;
    const struct party_pattern *pattern;
    size_t n_traits;
    /* The key of each label in each trait, 0 while no part with it is chosen. */
    uint32_t key[PARTY_PATTERN_TRAITS][PARTY_PATTERN_PLACES];
    /* An earlier part that may be exchanged with each, or the part itself. */
    uint8_t twin[PARTY_PATTERN_PLACES];
    int32_t *combined; /* [parts + 1][width]: value functions of the first parts */
};

static void find_twins(struct choice *c)
{
    for (size_t b = 0; b < c->pattern->n; b++) {
        c->twin[b] = (uint8_t)b;
        for (size_t a = b; a-- > 0 && c->twin[b] == b;)
            if (party_pattern_may_exchange(c->pattern, c->n_traits, a, b))
                c->twin[b] = (uint8_t)a;
    }
}

/* Whether a group shares with the chosen ones what the pattern says of part n. */
static bool matches_pattern(const struct party_bnb *w, const struct choice *c, size_t n,
                            uint32_t group)
{
    const uint32_t *key = c->patterns->key + group * c->n_traits;
    for (size_t t = 0; t < c->n_traits; t++) {
        uint32_t needed = c->key[t][c->pattern->label[t][n]];
        if (needed && needed != key[t])
            return false;
        for (size_t i = 0; i < n && !needed; i++)
            if (c->key[t][c->pattern->label[t][i]] == key[t])
                return false;
    }
    return (c->twin[n] == n || group > w->now->group[c->twin[n]]) &&
           party_aggregation_picks(w->groups, group, c->pattern->part[n]) >= 0;
}

static size_t kind_of(const struct choice *c, size_t part)
{
    size_t kind = 0;
    for (size_t t = 0; t < c->n_traits; t++)
        kind += c->key[t][c->pattern->label[t][part]];
    return kind;
}

/* Takes a group's values for the labels of part n that have none; returns these traits. */
static unsigned take_keys(struct choice *c, size_t n, uint32_t group)
{
    unsigned taken = 0;
    for (size_t t = 0; t < c->n_traits; t++) {
        uint32_t *key = &c->key[t][c->pattern->label[t][n]];
        if (*key == 0) {
            *key = c->patterns->key[group * c->n_traits + t];
            taken |= 1U << t;
        }
    }
    return taken;
}

static void give_keys_back(struct choice *c, size_t n, unsigned taken)
{
    for (size_t t = 0; t < c->n_traits; t++)
        if (taken >> t & 1)
            c->key[t][c->pattern->label[t][n]] = 0;
}

/* The parts after n whose kind depends on the group of part n, as bits; `others` gets the least
 * prices of those after n that do not. */
static unsigned parts_that_depend(const struct choice *c, size_t n,
                                  struct party_pattern_sum *others)
{
    unsigned depend = 0;
    for (size_t i = n + 1; i < c->pattern->n; i++) {
        bool does = false;
        for (size_t t = 0; t < c->n_traits; t++)
            does = does || (c->pattern->label[t][i] == c->pattern->label[t][n] &&
                            c->key[t][c->pattern->label[t][n]] == 0);
        if (does)
            depend |= 1U << i;
        else
            party_pattern_sum_add(c->patterns, kind_of(c, i), c->pattern->part[i],
                                  others);
    }
    return depend;
}

/* Whether part n and those that depend on it fit the price limit, its keys taken. */
static bool price_fits(const struct party_bnb *w, const struct choice *c, size_t n,
                       unsigned depend, const struct party_pattern_sum *others)
{
    struct party_pattern_sum sum;
    party_pattern_sum_copy(c->patterns, others, &sum);
    party_pattern_sum_add(c->patterns, kind_of(c, n), c->pattern->part[n], &sum);
    for (; depend; depend &= depend - 1) {
        size_t i = (size_t)__builtin_ctz(depend);
        party_pattern_sum_add(c->patterns, kind_of(c, i), c->pattern->part[i], &sum);
    }
    return party_pattern_sum_bound(c->patterns, &sum) <= w->now->limit;
}

/* Whether part n shares no more with the earlier parts than the pattern's losses say: then the
 * formation needs no further look. */
static bool loses_as_pattern(const struct party_bnb *w, const struct choice *c,
                             size_t n)
{
    const uint32_t *group = w->now->group;
    if (party_aggregation_loss(w->groups, group[n], group[n]) > w->groups->least_within)
        return false;
    for (size_t i = 0; i < n; i++)
        if (party_aggregation_loss(w->groups, group[i], group[n]) >
            party_patterns_loss(c->patterns, c->pattern, i, n))
            return false;
    return true;
}

/* Whether the formation may admit the first n groups, and for the other parts what the pattern
 * says of them. */
static bool formation_fits(struct party_bnb *w, const struct choice *c, size_t n)
{
    const struct party_pattern *p = c->pattern;
    const struct party_reduced *r = w->reduced;
    struct party_placement_pattern ask = {.n = p->n, .n_blocks = p->n};
    if (loses_as_pattern(w, c, n - 1) && !r->places && !r->n_fixed)
        return true;
    for (size_t a = 0; a < p->n; a++) {
        ask.count[a] = p->part[a];
        for (size_t b = 0; b < p->n; b++)
            ask.loss[a][b] = a < n && b < n
                                 ? party_aggregation_loss(w->groups, w->now->group[a],
                                                          w->now->group[b])
                             : a == b ? w->groups->least_within
                                      : party_patterns_loss(c->patterns, p, a, b);
    }
    party_bnb_pin(w, n, &ask);
    return party_bnb_ask_placement(w, &ask, party_bnb_placement_limit(w)) !=
           PARTY_PLACEMENT_NO;
}

/* All groups are chosen: their value functions together, then heroes. */
static bool branch_on_heroes(struct party_bnb *w, const struct choice *c, size_t level)
{
    size_t width = w->groups->width;
    for (size_t i = 0; i < c->pattern->n; i++) {
        size_t picks = c->pattern->part[i] - w->reduced->fixed_in[w->now->group[i]];
        int32_t *here = c->combined + (i + 1) * width;
        party_knapsack_infeasible(here, width);
        party_knapsack_convolve(
            party_aggregation_group_value(w->groups, w->now->group[i], picks),
            here - width, width, here);
    }
    int32_t least = c->combined[(c->pattern->n + 1) * width - 1];
    if (least + w->reduced->fixed_coins > w->now->limit)
        return true;
    return party_bnb_heroes(w, level);
}

static bool branch_on_groups(struct party_bnb *w, struct choice *c, size_t level,
                             size_t n, const struct party_pattern_sum *chosen,
                             size_t left)
{
    struct party_bnb_slice *now = w->now;
    if (n == c->pattern->n)
        return branch_on_heroes(w, c, level);
    struct party_pattern_sum others;
    party_pattern_sum_copy(c->patterns, chosen, &others);
    unsigned depend = parts_that_depend(c, n, &others);
    left -= c->pattern->part[n];
    for (uint32_t g = party_bnb_first_choice(w, level); g < w->reduced->n_groups; g++) {
        if (!matches_pattern(w, c, n, g)) {
            now->resume = 0;
            continue;
        }
        now->group[n] = g;
        unsigned taken = take_keys(c, n, g);
        bool goes_on = true;
        if (!price_fits(w, c, n, depend, &others) ||
            !party_bnb_groups_fit_rules(w, n + 1, (int)left) ||
            !formation_fits(w, c, n + 1)) {
            goes_on = party_bnb_reject(w, level, g);
        } else {
            struct party_pattern_sum with;
            party_pattern_sum_copy(c->patterns, chosen, &with);
            party_pattern_sum_add(c->patterns, kind_of(c, n), c->pattern->part[n],
                                  &with);
            goes_on = party_bnb_enter(w, level, g) &&
                      branch_on_groups(w, c, level + 1, n + 1, &with, left);
        }
        give_keys_back(c, n, taken);
        if (!goes_on)
            return false;
        now->resume = 0;
    }
    return true;
}

bool party_bnb_pattern(struct party_bnb *w,
                       const struct party_pattern_subproblem *subproblem)
{
    struct party_bnb_slice *now = w->now;
    const struct party_pattern *pattern = &w->patterns->pattern[subproblem->pattern];
    struct choice choice = {.patterns = w->patterns,
                            .pattern = pattern,
                            .n_traits = w->patterns->n_traits,
                            .combined = now->combined};
    struct party_pattern_sum none;
    party_pattern_prices_choose(w->patterns, subproblem->choice);
    party_pattern_sum_empty(w->patterns, &none);
    now->own = (struct party_aggregation_partition){.n = pattern->n};
    memcpy(now->own.part, pattern->part, pattern->n);
    now->partition = &now->own;
    find_twins(&choice);
    return branch_on_groups(w, &choice, 0, 0, &none, w->reduced->n_places);
}
