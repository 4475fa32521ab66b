#include "party_branch_and_bound.h"

#include "interrupt.h"
#include "party_bnb_node.h"
#include "party_bnb_tree.h"
#include "party_presolve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Placings, and entries of a convolution, that count as one node of work; by hand. */
enum { PLACINGS_A_NODE = 2, CONVOLVED_A_NODE = 1024 };

/* The price limit of the first round is this share above the first bound; the distance
 * doubles in each further round. By hand: 0.005 leaves one of nine challenges unproven
 * after 20 s; 0.1 takes a third of the nodes and the same time
 * (results/party/experiments.md). */
static const double FIRST_ROUND = 0.02;

/* A round that takes more than round_work and so many times the work of those before gets a lower
 * limit, as far above the last one divided by LOWER_LIMIT: with each coin a search takes more work. It
 * goes on where it is; once rounds have reached its former limit, it goes on from there with that. By
 * hand. */
enum { MORE_WORK = 8, LOWER_LIMIT = 4, MOST_COINS = PARTY_COINS_NONE - 1 };

static size_t seen_bytes(const struct party_reduced *r)
{
    size_t bytes = 0;
    for (size_t s = 0; s < r->n_limits; s++)
        bytes += r->party->trait[r->limits[s].trait].n_values + 2 * ARENA_ALIGN;
    return bytes;
}

size_t party_bnb_scratch_bytes(const struct party_reduced *r)
{
    return party_completion_bytes(r) + seen_bytes(r) + sizeof(struct party_bnb_slice) +
           2 * (r->n_places + 1) * (r->steps + 1) * sizeof(int32_t) + 5 * ARENA_ALIGN +
           party_levels_bytes(r) + party_bnb_nested_bytes(r);
}

static double bound_of_coins(const struct party_bnb *w, int32_t coins)
{
    const struct party_reduced *r = w->reduced;
    return r->whole ? coins * r->unit_whole / r->unit_scale
                    : coins * r->unit * (1 - PARTY_SLACK);
}

void party_bnb_init(struct party_bnb *w, const struct party_aggregation *groups,
                    struct party_placement *placement, struct party_patterns *patterns,
                    unsigned share, unsigned shares)
{
    assert(shares >= 1 && share < shares);
    *w = (struct party_bnb){.reduced = groups->reduced,
                            .groups = groups,
                            .placement = placement,
                            .patterns = patterns,
                            .share = share,
                            .shares = shares,
                            .patterns_after = PARTY_BNB_PATTERNS_AFTER,
                            .round_work = PARTY_BNB_ROUND_WORK,
                            .few_heroes = PARTY_BNB_FEW_HEROES,
                            .best = INFINITY};
    bool whole = patterns && patterns->available;
    w->state = (struct party_bnb_state){.begun = whole ? PARTY_BNB_ALL_PARTITIONS
                                                       : PARTY_BNB_PARTITIONS,
                                        .subproblem = whole ? 0 : share,
                                        .undecided = INFINITY,
                                        .bound = -INFINITY};
    if (groups->levels)
        w->state.bound = bound_of_coins(w, groups->levels->coins);
}

uint32_t party_bnb_first_choice(const struct party_bnb *w, size_t level)
{
    assert(level < PARTY_BNB_PATH);
    return level < w->now->resume ? w->state.at[level] : 0;
}

void party_bnb_charge(struct party_bnb *w, uint64_t work)
{
    if (!w->now->resume)
        w->state.work += work;
}

enum party_placement_answer
party_bnb_ask_placement(struct party_bnb *w,
                        const struct party_placement_pattern *pattern, uint64_t limit)
{
    uint64_t placings = 0;
    enum party_placement_answer answer =
        party_placement_ask(w->placement, pattern, limit, &placings);
    party_bnb_charge(w, placings / PLACINGS_A_NODE);
    return answer;
}

/* Checks at every 16th call: tables and placements take time between two calls. */
static bool is_interrupted(struct party_bnb *w)
{
    if (w->placement->interrupted || (w->now->asked++ % 16 == 0 && interrupt_pending()))
        w->interrupted = true;
    return w->interrupted;
}

/* Ends the slice before a choice. */
static bool end_before(struct party_bnb *w, size_t level, uint32_t choice)
{
    w->state.at[level] = choice;
    w->state.depth = (uint32_t)level + 1;
    return false;
}

bool party_bnb_reject(struct party_bnb *w, size_t level, uint32_t choice)
{
    struct party_bnb_slice *now = w->now;
    assert(level < PARTY_BNB_PATH);
    if (now->resume || ++now->rejected % PARTY_BNB_REJECTED_A_NODE)
        return true;
    w->state.work++;
    return (w->state.work < now->stop && !is_interrupted(w)) ||
           end_before(w, level, choice);
}

bool party_bnb_enter(struct party_bnb *w, size_t level, uint32_t choice)
{
    assert(level < PARTY_BNB_PATH);
    assert(!w->now->resume || w->state.at[level] <= choice); /* none is skipped */
    struct party_bnb_slice *now = w->now;
    struct party_bnb_state *state = &w->state;
    if (level < now->resume && state->at[level] == choice) {
        if (level + 1 < now->resume)
            return true;
        now->resume = 0; /* the node where the last slice ended */
    } else {
        now->resume = 0;
    }
    if (state->work >= now->stop || now->stopped || is_interrupted(w))
        return end_before(w, level, choice);
    state->at[level] = choice;
    state->nodes++;
    state->work++;
    return true;
}

static int32_t first_bound(const struct party_bnb *w)
{
    if (w->groups->levels)
        return w->groups->levels->coins;
    return w->groups->n_subproblems ? w->groups->subproblem[0].bound : 0;
}

/* The least distance between the limits of two rounds. */
static int32_t least_rise(const struct party_bnb *w)
{
    return (int32_t)ceil((first_bound(w) + 1.0) * FIRST_ROUND);
}

void party_bnb_set_limit(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    if (state->ceiling == 0) {
        state->completed = first_bound(w);
        state->ceiling = first_bound(w) + least_rise(w);
        if (w->feasibility || state->ceiling > MOST_COINS)
            state->ceiling = MOST_COINS;
    }
    int32_t limit = party_integer_scaling_limit(w->reduced, w->best);
    w->now->limit = limit < state->ceiling ? limit : state->ceiling;
    assert(w->now->limit <= state->ceiling && state->ceiling <= MOST_COINS);
}

/* Begins the round anew. */
static void begin_round(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    state->subproblem = state->begun == PARTY_BNB_ALL_PARTITIONS ? 0 : w->share;
    state->depth = 0;
    state->undecided = INFINITY;
    state->work_before = state->work;
}

/* Puts the round off, to go on with a lower limit first. */
static void put_off_round(struct party_bnb_state *state)
{
    state->put_off.ceiling = state->ceiling;
    state->put_off.subproblem = state->subproblem;
    state->put_off.undecided = state->undecided;
    state->put_off.depth = state->depth;
    memcpy(state->put_off.at, state->at, sizeof state->at);
}

/* Goes on with the round that was put off. */
static void go_on_with_round(struct party_bnb_state *state)
{
    state->subproblem = state->put_off.subproblem;
    state->undecided = state->put_off.undecided;
    state->depth = state->put_off.depth;
    memcpy(state->at, state->put_off.at, sizeof state->at);
    state->put_off.ceiling = 0;
}

/* The next round: twice as far above the first bound, but after a limit that was lowered no more than
 * twice as far above the last one, and no further than the round that was put off. */
static void begin_next_round(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    int64_t whole = (int64_t)state->ceiling - first_bound(w);
    int64_t twice = 2 * ((int64_t)state->ceiling - state->completed);
    int64_t ceiling = state->ceiling + (whole < twice ? whole : twice);
    state->completed = state->ceiling;
    state->ceiling = ceiling < MOST_COINS ? (int32_t)ceiling : MOST_COINS;
    begin_round(w);
    if (state->put_off.ceiling && state->put_off.ceiling <= state->ceiling) {
        state->ceiling = state->put_off.ceiling;
        go_on_with_round(state);
    }
}

/* Lowers the limit of a round that takes too long, if the limit and no incumbent is what bounds it: what
 * it has searched is searched for the lower limit, too. */
static void lower_limit(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    uint64_t work = state->work - state->work_before;
    int32_t rise = state->ceiling - state->completed;
    if (w->interrupted || w->now->stopped || w->now->limit < state->ceiling ||
        rise <= least_rise(w) || work < w->round_work ||
        work / MORE_WORK < state->work_before)
        return;
    if (!state->put_off.ceiling)
        put_off_round(state);
    rise /= LOWER_LIMIT;
    state->ceiling = state->completed + (rise > least_rise(w) ? rise : least_rise(w));
    state->work_before = state->work;
}

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
    return party_bnb_ask_placement(w, &pattern,
                                   party_bnb_placement_limit(w->state.pass)) !=
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

static bool branch_on_subproblem(struct party_bnb *w,
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

static void start_slice(struct party_bnb *w, uint64_t work, struct arena *scratch)
{
    const struct party_reduced *r = w->reduced;
    struct party_bnb_slice *now = w->now =
        ARENA_NEW(scratch, struct party_bnb_slice, 1);
    assert(now && w->state.depth <= PARTY_BNB_PATH);
    memset(now, 0, sizeof *now);
    now->stop = w->state.work + work;
    now->resume = w->state.depth;
    party_bnb_set_limit(w);
    /* A cached answer costs no work. Every slice starts with an empty cache, so that a
     * resumed search counts the same work as an uninterrupted one. */
    party_placement_forget(w->placement);
    w->interrupted = w->placement->interrupted = false;
    now->combined = ARENA_NEW(scratch, int32_t, (r->n_places + 1) * w->groups->width);
    now->completed = ARENA_NEW(scratch, int32_t, (r->n_places + 1) * w->groups->width);
    party_knapsack_empty(now->combined, w->groups->width);
    party_completion_init(&now->table, w->groups, scratch);
    assert(now->combined && now->completed && now->table.nothing);
    for (size_t s = 0; s < r->n_limits; s++) {
        size_t values = r->party->trait[r->limits[s].trait].n_values;
        now->seen[s] = ARENA_NEW(scratch, uint8_t, values + 1);
        memset(now->seen[s], 0, values + 1);
    }
    now->steps = r->steps;
    now->repeats = r->repeats;
    now->coins = r->fixed_coins;
    for (size_t f = 0; f < r->n_fixed; f++)
        party_bnb_add_hero(w, r->fixed_row[f], r->fixed_group[f]);
    w->state.depth = 0;
    if (w->groups->levels)
        party_levels_begin(&now->levels_table, w->groups->levels, &now->levels_node,
                           scratch);
    now->spare = *scratch;
    assert(now->n_heroes == r->n_fixed);
}

/* All subproblems are done: the share is finished, or another round follows, or, with
 * undecided placements, another pass. */
static void end_of_round(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    const struct party_bnb_slice *now = w->now;
    double beyond = fmin(w->best, bound_of_coins(w, state->ceiling + 1));
    if (now->limit == MOST_COINS)
        beyond = w->best;
    state->bound = fmax(state->bound, fmin(beyond, state->undecided));
    if (state->undecided < w->best) {
        state->pass++;
        begin_round(w);
    } else if (now->limit < party_integer_scaling_limit(w->reduced, w->best) &&
               now->limit < MOST_COINS) {
        begin_next_round(w);
    } else {
        state->finished = true;
        begin_round(w);
    }
}

/* Has a search that takes long divide its subproblems, patterns where there are such: the round
 * begins anew. False if the list of patterns was interrupted. */
static bool divide(struct party_bnb *w)
{
    struct party_bnb_state *state = &w->state;
    if (state->begun == PARTY_BNB_PARTITIONS ||
        (state->begun == PARTY_BNB_ALL_PARTITIONS && state->work < w->patterns_after))
        return true;
    bool listed = party_patterns_list(w->patterns, w->placement);
    if (!listed && w->patterns->available)
        return false;
    if (state->begun == PARTY_BNB_ALL_PARTITIONS) {
        state->begun = listed ? PARTY_BNB_PATTERNS : PARTY_BNB_PARTITIONS;
        state->put_off.ceiling = 0; /* of other subproblems */
        begin_round(w);
    }
    return true;
}

/* The search by levels is one, which the first share has: its first choices depend on the limit, which
 * other shares may not have in the same round, so that a party could be in none of theirs. */
static size_t n_subproblems(const struct party_bnb *w)
{
    if (w->groups->levels)
        return w->groups->n_subproblems > 0;
    return w->state.begun == PARTY_BNB_PATTERNS ? w->patterns->n_subproblems
                                                : w->groups->n_subproblems;
}

static int32_t subproblem_bound(const struct party_bnb *w, uint64_t i)
{
    if (w->groups->levels)
        return first_bound(w);
    return w->state.begun == PARTY_BNB_PATTERNS ? w->patterns->subproblem[i].bound
                                                : w->groups->subproblem[i].bound;
}

/* Whether subproblems are by rising bound: with choices they are so within each alone. */
static bool is_sorted(const struct party_bnb *w)
{
    return w->state.begun != PARTY_BNB_PATTERNS || w->patterns->n_choices == 1;
}

static bool branch_on(struct party_bnb *w, uint64_t i)
{
    if (w->groups->levels)
        return party_bnb_levels(w);
    return w->state.begun == PARTY_BNB_PATTERNS
               ? party_bnb_pattern(w, &w->patterns->subproblem[i])
               : branch_on_subproblem(w, &w->groups->subproblem[i]);
}

void party_bnb_run(struct party_bnb *w, uint64_t work, struct arena scratch)
{
    struct party_bnb_state *state = &w->state;
    if (w->reduced->impossible) {
        state->finished = true;
        state->bound = INFINITY;
    }
    if (state->finished)
        return;
    if (!divide(w)) {
        w->interrupted = true;
        return;
    }
    start_slice(w, work, &scratch);
    uint64_t stride = state->begun == PARTY_BNB_ALL_PARTITIONS ? 1 : w->shares;
    for (; state->subproblem < n_subproblems(w); state->subproblem += stride) {
        int32_t coins = subproblem_bound(w, state->subproblem);
        if (coins > w->now->limit && is_sorted(w))
            break;
        if (coins > w->now->limit) {
            w->now->resume = 0; /* the path was into this one */
            continue;
        }
        double bound = fmin(fmin(bound_of_coins(w, coins), state->undecided), w->best);
        if (is_sorted(w))
            state->bound = fmax(state->bound, bound);
        w->state.work++;
        if ((!w->now->resume && is_interrupted(w)) ||
            !branch_on(w, state->subproblem) || w->now->stopped) {
            lower_limit(w);
            return;
        }
        w->now->resume = 0;
    }
    assert(stride == 1 || state->subproblem % stride == w->share);
    end_of_round(w);
}
