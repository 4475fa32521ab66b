/* Looks at every party, in exact arithmetic. */
#include "fuzz_party.h"

#include <string.h>

struct challenge fuzz_challenge;
struct truth fuzz_truth;
static struct challenge *const c = &fuzz_challenge;
static struct truth *const truth = &fuzz_truth;

bool fuzz_party_sums(enum kind kind)
{
    return kind == MEAN || kind == SUM;
}

bool fuzz_party_reacts(enum kind kind)
{
    return kind == CHEMISTRY || kind == LEAST;
}

bool fuzz_party_is_out(int hero, int place)
{
    for (int i = 0; i < c->n_place_rules; i++)
        if (c->place_rule[i].loose && c->place_rule[i].at[place] &&
            !c->place_rule[i].admits[hero])
            return true;
    return false;
}

/* Points of all heroes, or the fewest of one. */
static int chemistry(bool least, const int *hero)
{
    int sum = 0, fewest = 0;
    for (int p = 0; p < c->places; p++) {
        int points = 0;
        for (int t = 0; t < c->n_traits && !fuzz_party_is_out(hero[p], p); t++) {
            int share = 0;
            for (int q = 0; q < c->places; q++)
                share += c->trait[t].code[hero[p]] == c->trait[t].code[hero[q]] &&
                         !fuzz_party_is_out(hero[q], q);
            points += c->trait[t].reaction[share];
        }
        if (c->cap && points > c->cap)
            points = c->cap;
        sum += points;
        fewest = p == 0 || points < fewest ? points : fewest;
    }
    return least ? fewest : sum;
}

/* floor(round(sum + excess) / places), where all is times places. */
static wide rating(const wide *value, const int *hero)
{
    wide sum = 0, total = 0;
    for (int p = 0; p < c->places; p++)
        sum += value[hero[p]];
    total = sum * c->places;
    for (int p = 0; p < c->places; p++)
        if (value[hero[p]] * c->places > sum)
            total += value[hero[p]] * c->places - sum;
    wide rounded = fuzz_divided(2 * total + c->places, 2 * c->places, false);
    return fuzz_divided(rounded, c->places, false);
}

wide fuzz_party_amount(const struct rule *r, const int *hero)
{
    wide sum = 0;
    int most = 0, distinct = 0, count = 0;
    if (fuzz_party_reacts(r->kind))
        return chemistry(r->kind == LEAST, hero);
    if (r->kind == RATING)
        return rating(c->number[r->column].value, hero);
    if (fuzz_party_sums(r->kind)) {
        const struct numbers *x = r->budget ? &c->price : &c->number[r->column];
        for (int p = 0; p < c->places; p++)
            if (!(r->in_place && fuzz_party_is_out(hero[p], p)))
                sum += x->value[hero[p]];
        return sum;
    }
    const int *code = c->trait[r->column].code;
    for (int p = 0; p < c->places; p++) {
        int before = 0;
        for (int q = 0; q < p; q++)
            before += code[hero[q]] == code[hero[p]];
        distinct += before == 0;
        most = before + 1 > most ? before + 1 : most;
        count += code[hero[p]] == r->value &&
                 !(r->in_place && fuzz_party_is_out(hero[p], p));
    }
    return r->kind == COUNT ? count : r->kind == DISTINCT ? distinct : most;
}

static bool rule_holds(const struct rule *r, const int *hero)
{
    bool sums = fuzz_party_sums(r->kind);
    wide amount = fuzz_party_amount(r, hero) * fuzz_power(r->scale);
    wide times = (r->kind == MEAN ? c->places : 1) *
                 fuzz_power(r->budget ? c->price.scale
                            : sums    ? c->number[r->column].scale
                                      : 0);
    return (!r->has[0] || amount >= r->bound[0] * times) &&
           (!r->has[1] || amount <= r->bound[1] * times);
}

static int64_t pair_points(int a, int b)
{
    return a < c->heroes && b < c->heroes ? c->pair[a][b] : fuzz_party_pair(a, b);
}

int64_t fuzz_party_points(const int *hero)
{
    int64_t points = 0;
    for (int e = 0; e < c->n_edges; e++) {
        int a = c->edge[e][0], b = c->edge[e][1];
        points += fuzz_party_is_out(hero[a], a) || fuzz_party_is_out(hero[b], b)
                      ? c->points[0]
                      : pair_points(hero[a], hero[b]);
    }
    return points;
}

wide fuzz_party_cost(const int *hero)
{
    wide cost = 0;
    if (c->by_points)
        return -fuzz_party_points(hero);
    for (int p = 0; p < c->places; p++)
        if (!(c->cost_in_place && fuzz_party_is_out(hero[p], p)))
            cost += c->cost.value[hero[p]];
    return cost;
}

bool fuzz_party_place_holds(const struct place_rule *rule, const int *hero)
{
    for (int p = 0; p < c->places; p++)
        if (rule->at[p] && !rule->loose && !rule->admits[hero[p]])
            return false;
    return true;
}

bool fuzz_party_any_holds(int any, const int *hero)
{
    for (int i = 0; i < c->n_rules; i++)
        if (c->rule[i].any == any && rule_holds(&c->rule[i], hero))
            return true;
    return false;
}

bool fuzz_party_holds(const int *hero, uint32_t rules)
{
    for (int i = 0; i < c->n_place_rules && rules >> PLACES & 1; i++)
        if (!fuzz_party_place_holds(&c->place_rule[i], hero))
            return false;
    if (rules >> SYNERGY & 1 && fuzz_party_points(hero) < c->synergy_min)
        return false;
    bool one = rules & ONE_OF_ANY;
    for (int i = 0; i < c->n_rules; i++)
        if (rules >> i & 1 && !(one && c->rule[i].any) &&
            !rule_holds(&c->rule[i], hero))
            return false;
    for (int any = 1; any <= c->n_any && one; any++)
        if (!fuzz_party_any_holds(any, hero))
            return false;
    return true;
}

static bool may_stand(int h)
{
    return !truth->used[h] && !c->excluded[h];
}

static void try_party(wide cost)
{
    if (c->by_points || c->cost_in_place)
        cost = fuzz_party_cost(truth->hero);
    if ((truth->feasible && cost >= truth->cost) ||
        !fuzz_party_holds(truth->hero, truth->rules))
        return;
    if (truth->each) {
        truth->each(truth->hero, cost);
        return;
    }
    truth->feasible = true;
    truth->cost = cost;
}

static void try_place(int i, int first, wide cost)
{
    if (truth->feasible && (truth->any || (!*c->goal && cost >= truth->cost)))
        return;
    if (++truth->looked > MOST_STEPS && truth->any)
        return;
    if (i == c->places) {
        try_party(cost);
        return;
    }
    int place = truth->order[i], left = 0;
    int fixed = truth->rules >> FIXED & 1 ? c->fixed[place] : -1;
    bool ordered = i < truth->n_ordered;
    for (int h = ordered ? c->heroes : first; h < c->heroes; h++)
        left += may_stand(h);
    for (int h = ordered ? 0 : first; h < c->heroes; h++) {
        if (fixed >= 0 ? h != fixed || truth->used[h] : !may_stand(h))
            continue;
        if (!ordered && left-- < c->places - i)
            break; /* too few for the places that are left */
        truth->used[h] = true;
        truth->hero[place] = h;
        try_place(i + 1, ordered ? 0 : h + 1, cost + c->cost.value[h]);
        truth->used[h] = false;
    }
}

static bool needs_order(int place, uint32_t rules)
{
    for (int i = 0; i < c->n_place_rules; i++)
        if (c->place_rule[i].at[place] &&
            (c->place_rule[i].loose || rules >> PLACES & 1))
            return true;
    return (c->fixed[place] >= 0 && rules >> FIXED & 1) ||
           (c->touched[place] && (c->synergy_min > 0 || c->by_points) &&
            rules >> SYNERGY & 1);
}

static void enumerate(uint32_t rules)
{
    int n = 0;
    for (int order = 1; order >= 0; order--) {
        for (int p = 0; p < c->places; p++)
            if (needs_order(p, rules) == order)
                truth->order[n++] = p;
        truth->n_ordered = order ? n : truth->n_ordered;
    }
    /* A fixed hero stands in no other place; nobody else is excluded without the rule.
     */
    bool excluded[MOST_HEROES];
    memcpy(excluded, c->excluded, sizeof excluded);
    for (int h = 0; h < c->heroes; h++)
        c->excluded[h] = c->excluded[h] && rules >> EXCLUDED & 1;
    for (int p = 0; p < c->places && rules >> FIXED & 1; p++)
        if (c->fixed[p] >= 0)
            c->excluded[c->fixed[p]] = true;
    try_place(0, 0, 0);
    memcpy(c->excluded, excluded, sizeof excluded);
}

void fuzz_party_enumerate(uint32_t rules, bool any)
{
    *truth = (struct truth){.rules = rules, .any = any};
    enumerate(rules);
}

void fuzz_party_each(uint32_t rules, void (*each)(const int *hero, wide cost))
{
    *truth = (struct truth){.rules = rules, .each = each};
    enumerate(rules);
}

/* About how many parties that are. */
double fuzz_party_leaves(int heroes)
{
    double leaves = 1;
    int rest = 0, taken = 0;
    for (int p = 0; p < c->places; p++)
        if (c->fixed[p] < 0 && needs_order(p, ALL_RULES))
            leaves *= heroes - taken++;
        else if (c->fixed[p] < 0)
            rest++;
        else
            taken++;
    for (int k = 0; k < rest; k++)
        leaves *= (double)(heroes - taken - k) / (k + 1);
    return leaves;
}
