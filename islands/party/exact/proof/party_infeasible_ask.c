#include "party_infeasible_ask.h"

#include "party_exact.h"
#include "party_parts.h"
#include "party_solver.h"

#include <assert.h>
#include <math.h>

static bool bars_any(const struct party *party)
{
    for (size_t i = 0; i < party->n_place_rules; i++)
        if (!party->place_rule[i].unlinked)
            return true;
    return false;
}

static bool is_pinned(const struct party *party, size_t hero)
{
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0 &&
            party_is_same_hero(party, party->fixed[p], (int32_t)hero))
            return true;
    return false;
}

party_rule_set party_infeasible_all(const struct party *party)
{
    party_rule_set rules = party_rule_bit(party_given(party)) - 1;
    if (party->place_class && bars_any(party))
        rules |= party_rule_bit(PARTY_RULE_PLACES);
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0)
            rules |= party_rule_bit(PARTY_RULE_FIXED);
    for (size_t h = 0;
         h < party->n_heroes && !(rules & party_rule_bit(PARTY_RULE_EXCLUDED)); h++)
        if (party->banned && party->banned[h] && !is_pinned(party, h))
            rules |= party_rule_bit(PARTY_RULE_EXCLUDED);
    int least = party->points[0];
    for (int m = 1; m <= party->max_match; m++)
        least = party->points[m] < least ? party->points[m] : least;
    if (party->synergy_min > (int)party->n_edges * least)
        rules |= party_rule_bit(PARTY_RULE_SYNERGY);
    return rules;
}

/* Without `unique` among the rules of a variant, both rows of a hero might be chosen. */
static void keep_heroes_apart(struct party *variant)
{
    for (size_t i = 0; i < variant->n_requirements; i++)
        if (variant->requirement[i].unique)
            return;
    if (!variant->other)
        return;
    assert(variant->n_requirements < PARTY_MAX_REQUIREMENTS);
    variant->requirement[variant->n_requirements++] =
        party_identity_requirement(variant);
    variant->n_implied++;
}

/* Without the rules that bar heroes from places; those of positions say what heroes share. */
static enum status drop_place_rules(struct party *variant, struct arena *perm,
                                    struct error *err)
{
    size_t n = variant->n_place_classes;
    variant->n_implied = 0;
    if (!variant->other) {
        variant->place_class = NULL;
        return STATUS_OK;
    }
    uint64_t *places = ARENA_NEW(perm, uint64_t, n + 1);
    if (!places)
        return error_set(err, STATUS_MEMORY, "no memory for a variant");
    for (size_t c = 0; c < n; c++)
        places[c] = party_places_of(variant, variant->class_rules[c], false);
    variant->class_places = places;
    return STATUS_OK;
}

enum status party_infeasible_variant(const struct party *party, party_rule_set rules,
                                     struct arena *perm, struct party *variant,
                                     struct error *err)
{
    assert(rules < party_rule_bit(PARTY_RULES) && party->n_heroes >= 1);
    double *price = ARENA_NEW(perm, double, party->n_heroes + 1);
    uint8_t *banned = ARENA_NEW(perm, uint8_t, party->n_heroes + 1);
    *variant = *party;
    if (!price || !banned)
        return error_set(err, STATUS_MEMORY, "no memory for a variant");
    variant->price = price;
    variant->exact_price = (struct party_decimals){0};
    variant->objective = (struct party_objective){0};
    variant->banned = banned;
    /* Without prices, heroes of larger numbers, which lead to other parts, would replace all others. */
    variant->alone = true;
    variant->n_requirements = 0;
    for (size_t i = 0; i < party->n_requirements; i++)
        if (rules & party_rule_bit(i < party_given(party) ? i : PARTY_RULE_PLACES))
            variant->requirement[variant->n_requirements++] = party->requirement[i];
    if (!(rules & party_rule_bit(PARTY_RULE_PLACES)) &&
        drop_place_rules(variant, perm, err))
        return err->status;
    keep_heroes_apart(variant);
    if (!(rules & party_rule_bit(PARTY_RULE_SYNERGY))) {
        int least = party->points[0];
        for (int m = 1; m <= party->max_match; m++)
            least = party->points[m] < least ? party->points[m] : least;
        variant->synergy_min = (int)party->n_edges * least;
    }
    for (size_t h = 0; h < party->n_heroes; h++)
        banned[h] = (rules & party_rule_bit(PARTY_RULE_EXCLUDED)) && party->banned &&
                    party->banned[h] && !is_pinned(party, h);
    for (size_t p = 0; p < party->n_places; p++) {
        if (!(rules & party_rule_bit(PARTY_RULE_FIXED)))
            variant->fixed[p] = -1;
        else if (party->fixed[p] >= 0)
            party_ban(party, party->fixed[p], banned);
    }
    return STATUS_OK;
}

static enum party_infeasible_answer search(const struct party *variant, double limit,
                                           struct arena *perm, uint64_t *work)
{
    struct party_solver solver;
    struct party_bnb search;
    struct error err = {0};
    if (party_solver_init(&solver, variant, perm, &err))
        return PARTY_SUBSET_OPEN;
    struct arena scratch =
        arena_scratch(perm, party_bnb_scratch_bytes(&solver.reduced));
    if (!scratch.at)
        return PARTY_SUBSET_OPEN;
    party_solver_begin(&solver, &search);
    search.feasibility = isinf(limit);
    search.first = !search.feasibility;
    search.best = limit;
    while (!search.state.finished && !search.interrupted && !(search.best < limit) &&
           search.state.work < *work)
        party_bnb_run(&search, *work - search.state.work, scratch);
    *work -= search.state.work < *work ? search.state.work : *work;
    if (search.best < limit)
        return PARTY_SUBSET_FEASIBLE;
    return search.state.finished ? PARTY_SUBSET_INFEASIBLE : PARTY_SUBSET_OPEN;
}

enum party_infeasible_answer party_infeasible_ask(const struct party *party,
                                                  party_rule_set rules, uint64_t *work)
{
    struct arena arena;
    struct party variant;
    struct error err = {0};
    enum party_infeasible_answer answer = PARTY_SUBSET_OPEN;
    arena_init(&arena);
    if (party_infeasible_variant(party, rules, &arena, &variant, &err) == STATUS_OK) {
        double limit = party_take_budget(&variant);
        if (isfinite(limit))
            variant.price = party->coins;
        double bound = party_bound_price(&variant);
        /* Where all prices are 0, a positive bound proves infeasibility. */
        bool refuted = isfinite(limit) ? bound >= limit : bound > 0;
        answer =
            refuted ? PARTY_SUBSET_INFEASIBLE : search(&variant, limit, &arena, work);
    }
    arena_free(&arena);
    return answer;
}

/* One bound of a sum. */
struct side {
    const struct party_requirement *rule;
    bool most;
    double tightness; /* standard deviations from the mean of the pool to its own */
};

/* The bound, negative where it is a least one, so that any is the tighter the smaller it is. */
static double bound_of(const struct side *side)
{
    return side->most ? side->rule->max : -side->rule->min;
}

static double tightness_of(const struct party *party, const struct side *side)
{
    const double *value = party->number[side->rule->column].value;
    const double n = (double)party->n_heroes;
    double sum = 0, squares = 0;
    for (size_t h = 0; h < party->n_heroes; h++)
        sum += value[h];
    for (size_t h = 0; h < party->n_heroes; h++)
        squares += (value[h] - sum / n) * (value[h] - sum / n);
    double mean = side->most ? sum / n : -sum / n;
    return squares > 0
               ? (mean - bound_of(side) / (double)party->n_places) / sqrt(squares / n)
               : 0;
}

/* Inserts a side into the list, the tightest first, unless one of the same sum is tighter. */
static size_t insert_side(struct side *list, size_t n, const struct side *side)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].most == side->most && list[i].rule->column == side->rule->column) {
            if (bound_of(side) < bound_of(&list[i]))
                list[i] = *side;
            return n;
        }
    list[n] = *side;
    return n + 1;
}

/* Whether its sums are whole numbers, which doubles hold exactly. */
static bool is_whole(const struct party *party, const struct party_number *number)
{
    return !number->exact.units && party_decimals_fit(number->value, party->n_heroes);
}

/* The bounds of sums of whole numbers, the tightest first. */
static size_t list_sides(const struct party *party, party_rule_set rules,
                         struct side *list)
{
    size_t n = 0;
    for (size_t i = 0; i < party_given(party); i++) {
        const struct party_requirement *r = &party->requirement[i];
        if (r->kind != PARTY_SUM || !(rules & party_rule_bit(i)) ||
            !is_whole(party, &party->number[r->column]))
            continue;
        if (isfinite(r->min))
            n = insert_side(list, n, &(struct side){r, false, 0});
        if (isfinite(r->max))
            n = insert_side(list, n, &(struct side){r, true, 0});
    }
    for (size_t i = 0; i < n; i++) {
        struct side side = list[i];
        side.tightness = tightness_of(party, &side);
        size_t k = i;
        for (; k > 0 && list[k - 1].tightness < side.tightness; k--)
            list[k] = list[k - 1];
        list[k] = side;
    }
    return n;
}

/* Makes a price of what each hero has above the least number of the pool, or lacks to the most. Returns a price above
 * those of all parties within the bound and of no others; NAN where doubles do not add such prices up exactly. */
static double price_by(const struct party *party, const struct side *side,
                       double *price)
{
    const double *value = party->number[side->rule->column].value;
    const double sign = side->most ? 1 : -1, whole = floor(bound_of(side));
    double least = INFINITY;
    for (size_t h = 0; h < party->n_heroes; h++)
        least = fmin(least, sign * value[h]);
    for (size_t h = 0; h < party->n_heroes; h++)
        price[h] = sign * value[h] - least;
    if (!party_decimals_fit(price, party->n_heroes) || !(fabs(whole) < 0x1p50))
        return NAN;
    return whole - (double)party->n_places * least + 0.5;
}

static enum party_infeasible_answer ask_by_side(const struct party *party,
                                                party_rule_set rules,
                                                const struct side *side, uint64_t *work)
{
    struct arena arena;
    struct party variant;
    struct error err = {0};
    enum party_infeasible_answer answer = PARTY_SUBSET_OPEN;
    arena_init(&arena);
    double *price = ARENA_NEW(&arena, double, party->n_heroes + 1);
    if (price &&
        party_infeasible_variant(party, rules, &arena, &variant, &err) == STATUS_OK) {
        double limit = price_by(party, side, price);
        variant.price = price;
        if (limit <= 0 || party_bound_price(&variant) >= limit)
            answer = PARTY_SUBSET_INFEASIBLE;
        else if (!isnan(limit))
            answer = search(&variant, limit, &arena, work);
    }
    arena_free(&arena);
    return answer;
}

enum party_infeasible_answer party_infeasible_ask_by_sums(const struct party *party,
                                                          party_rule_set rules,
                                                          uint64_t *work)
{
    struct side side[2 * PARTY_MAX_REQUIREMENTS];
    size_t n = list_sides(party, rules, side);
    enum party_infeasible_answer answer = PARTY_SUBSET_OPEN;
    for (size_t i = 0; i < n && answer == PARTY_SUBSET_OPEN; i++) {
        uint64_t share = i + 1 < n ? *work / 2 : *work, left = share;
        answer = ask_by_side(party, rules, &side[i], &left);
        *work -= share - left;
    }
    return answer;
}
