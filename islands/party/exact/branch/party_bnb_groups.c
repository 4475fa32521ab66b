#include "party_bnb_node.h"

#include <assert.h>
#include <string.h>

/* Entries of a convolution that count as one node of work; by hand. */
enum { CONVOLVED_A_NODE = 1024 };

void party_bnb_pin(const struct party_bnb *w, size_t n,
                   struct party_placement_pattern *pattern)
{
    const struct party_bnb_slice *now = w->now;
    const struct party_reduced *r = w->reduced;
    pattern->any_pinned = r->n_fixed > 0;
    pattern->any_barred = r->places != NULL;
    for (size_t a = 0; a < pattern->n && r->places; a++)
        pattern->allowed[a] = a < n ? r->places[now->group[a]] : UINT64_MAX;
    for (size_t p = 0, f = 0; r->n_fixed && p < r->n_places; p++) {
        pattern->pinned[p] = -1;
        if (r->party->fixed[p] < 0)
            continue;
        for (size_t a = 0; a < n; a++)
            if (now->group[a] == r->fixed_group[f])
                pattern->pinned[p] = (int8_t)a;
        f++;
    }
}

/* Whether the formation may admit the groups of the first n parts, with the least
 * losses for the other parts. */
static bool groups_fit_formation(struct party_bnb *w, size_t n)
{
    const struct party_bnb_slice *now = w->now;
    const struct party_aggregation *g = w->groups;
    const struct party_reduced *r = w->reduced;
    if (!r->synergy)
        return true;
    assert(n >= 1 && n <= now->partition->n && now->partition->n <= PARTY_MAX_PLACES);
    size_t parts = now->partition->n;
    struct party_placement_pattern pattern = {.n = parts, .n_blocks = parts};
    memcpy(pattern.count, now->partition->part, now->partition->n);
    for (size_t a = 0; a < now->partition->n; a++)
        for (size_t b = 0; b < now->partition->n; b++) {
            uint32_t loss = a == b ? g->least_within : g->least_between;
            if (a < n && b < n)
                loss = party_aggregation_loss(g, now->group[a], now->group[b]);
            else if (a != b && (a < n || b < n))
                loss = g->least_loss[now->group[a < n ? a : b]];
            pattern.loss[a][b] = loss;
        }
    party_bnb_pin(w, n, &pattern);
    return party_bnb_ask_placement(w, &pattern, party_bnb_placement_limit(w)) !=
           PARTY_PLACEMENT_NO;
}

static bool constraints_fit(const struct party_bnb *w, size_t n, size_t left)
{
    const struct party_aggregation *g = w->groups;
    size_t n_groups = w->reduced->n_groups;
    for (size_t l = 0; l < w->reduced->n_constraints; l++) {
        const struct party_constraint *constraint = &w->reduced->constraint[l];
        double low = (double)left * g->constraint_least[l];
        double high = (double)left * g->constraint_most[l];
        for (size_t i = 0; i < n; i++) {
            size_t at = l * n_groups + w->now->group[i];
            low += w->now->partition->part[i] * g->constraint_low[at];
            high += w->now->partition->part[i] * g->constraint_high[at];
        }
        double slack = party_constraint_slack(constraint);
        if (high < constraint->lo - slack || low > constraint->hi + slack)
            return false;
    }
    return true;
}

/* Limits on a trait that is constant in groups: each part has one value. */
static bool settled_limits_fit(const struct party_bnb *w, size_t s, size_t n, int left)
{
    const struct party_value_limits *q = &w->reduced->limits[s];
    int distinct = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        uint16_t value =
            w->groups->settled_value[s * w->reduced->n_groups + w->now->group[i]];
        int count = 0;
        bool is_new = true;
        for (size_t k = 0; k < n; k++) {
            if (w->groups->settled_value[s * w->reduced->n_groups + w->now->group[k]] !=
                value)
                continue;
            count += w->now->partition->part[k];
            is_new = is_new && k >= i;
        }
        distinct += is_new;
        most = count > most ? count : most;
    }
    int parts_left = (int)(w->now->partition->n - n);
    return most <= q->same_max && distinct <= q->distinct_max &&
           distinct + parts_left >= q->distinct_min && most + left >= q->same_min;
}

static bool light_limits_fit(const struct party_bnb *w, size_t s, size_t n, int left)
{
    const struct party_value_limits *q = &w->reduced->limits[s];
    int distinct = left;
    for (size_t i = 0; i < n; i++) {
        int values = w->groups->n_values[s * w->reduced->n_groups + w->now->group[i]];
        int part = w->now->partition->part[i];
        if (part > values * q->same_max)
            return false;
        distinct += part < values ? part : values;
    }
    return distinct >= q->distinct_min;
}

bool party_bnb_groups_fit_rules(const struct party_bnb *w, size_t n, int left)
{
    if (!constraints_fit(w, n, (size_t)left))
        return false;
    int fixed = (int)w->reduced->n_fixed;
    for (size_t i = 0; i < n; i++)
        fixed -= w->reduced->fixed_in[w->now->group[i]];
    if (fixed > left)
        return false;
    for (size_t s = 0; s < w->reduced->n_limits; s++) {
        if (!(w->groups->settled[s] ? settled_limits_fit(w, s, n, left)
                                    : light_limits_fit(w, s, n, left)))
            return false;
    }
    return true;
}

/* Value functions of the first n parts, and of these with all parts after the next,
 * which have `after` heroes. */
static void price_parts(struct party_bnb *w, size_t n, size_t after)
{
    struct party_bnb_slice *now = w->now;
    size_t width = w->groups->width;
    size_t picks =
        now->partition->part[n - 1] - w->reduced->fixed_in[now->group[n - 1]];
    assert(n >= 1 && after <= w->reduced->n_places);
    const int32_t *group_value =
        party_aggregation_group_value(w->groups, now->group[n - 1], picks);
    int32_t *combined = now->combined + n * width,
            *completed = now->completed + n * width;
    size_t next = n + 1 < now->partition->n ? now->partition->part[n + 1] : 0;
    party_knapsack_infeasible(combined, width);
    party_knapsack_infeasible(completed, width);
    party_knapsack_convolve(group_value, combined - width, width, combined);
    party_knapsack_convolve(combined,
                            party_aggregation_rest_value(w->groups, after, next), width,
                            completed);
    assert(party_knapsack_is_value_function(combined, width) &&
           party_knapsack_is_value_function(completed, width));
    party_bnb_charge(w,
                     1 + width / 16 + width * w->reduced->n_groups / CONVOLVED_A_NODE);
}

/* Whether part n can be of this group within the price limit. */
static bool group_fits_price(const struct party_bnb *w, size_t n, uint32_t group)
{
    const struct party_bnb_slice *now = w->now;
    size_t picks = now->partition->part[n] - w->reduced->fixed_in[group];
    const int32_t *group_value = party_aggregation_group_value(w->groups, group, picks);
    int32_t least = party_knapsack_least_pair(now->completed + n * w->groups->width,
                                              group_value, w->groups->width);
    return least + w->reduced->fixed_coins <= now->limit;
}

static bool may_join(const struct party_bnb *w, size_t n, uint32_t group)
{
    const struct party_bnb_slice *now = w->now;
    const uint8_t *part = now->partition->part;
    if (n > 0 && part[n] == part[n - 1] && group <= now->group[n - 1])
        return false;
    for (size_t i = 0; i < n; i++)
        if (now->group[i] == group)
            return false;
    return party_aggregation_picks(w->groups, group, part[n]) >= 0;
}

/* Branches on the group of part n and of those after it. False if the slice ended. */
static bool branch_on_groups(struct party_bnb *w, size_t level, size_t n, size_t left)
{
    struct party_bnb_slice *now = w->now;
    if (n == now->partition->n)
        return party_bnb_heroes(w, level);
    assert(n < now->partition->n && left >= now->partition->part[n]);
    size_t after = left - now->partition->part[n];
    price_parts(w, n, after);
    for (uint32_t g = party_bnb_first_choice(w, level); g < w->reduced->n_groups; g++) {
        now->group[n] = g;
        if (may_join(w, n, g) && group_fits_price(w, n, g) &&
            party_bnb_groups_fit_rules(w, n + 1, (int)after) &&
            groups_fit_formation(w, n + 1)) {
            if (!party_bnb_enter(w, level, g) ||
                !branch_on_groups(w, level + 1, n + 1, after))
                return false;
        }
        now->resume = 0;
    }
    return true;
}

bool party_bnb_partition(struct party_bnb *w,
                         const struct party_aggregation_subproblem *subproblem)
{
    struct party_bnb_slice *now = w->now;
    now->partition = &w->groups->partition[subproblem->partition];
    assert(subproblem->partition < w->groups->n_partitions &&
           subproblem->group < w->reduced->n_groups);
    now->group[0] = subproblem->group;
    size_t left = w->reduced->n_places - now->partition->part[0];
    if (!party_bnb_groups_fit_rules(w, 1, (int)left) || !groups_fit_formation(w, 1))
        return true;
    return branch_on_groups(w, 0, 1, left);
}
