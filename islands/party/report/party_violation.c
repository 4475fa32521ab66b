#include "party_violation.h"

#include "party_chemistry.h"
#include "party_construct.h"
#include "utf8.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All chosen by hand, not measured: a few tenths of a second for the whole search. An
 * operation of work_of is counted as a nanosecond. */
enum {
    STARTS = 4,
    MOST_PARTIES = 400000, /* evaluations in all, half of them by annealing */
    MOST_WORK = 200000000  /* operations, limiting the evaluations */
};

/* Share of moves that swap two places; and of the others, which replace a hero, share
 * that draw one with a trait value of another hero of the party. By hand. */
static const double SWAP_RATE = 0.2, ALIKE_RATE = 0.5;

/* First and last temperature, in violation, geometric in between. By hand: a violation
 * of 0.1 is one hero of ten. */
static const double HOT = 0.1, COLD = 0.001;

struct nearest_search {
    const struct party *party;
    double range[PARTY_MAX_REQUIREMENTS]; /* distance of violation 1 */
    double *alternative_range;            /* the same, by alternative */
    /* Free heroes by the value of each trait that a rule uses; NULL for other
     * traits. */
    uint32_t *row[PARTY_MAX_TRAITS], *first[PARTY_MAX_TRAITS];
    size_t n_traits;
    uint32_t trait[PARTY_MAX_TRAITS]; /* those that have lists */
    size_t n_open;
    uint8_t open[PARTY_MAX_PLACES]; /* places without a fixed hero */
    size_t n_free;
    uint32_t *free;   /* heroes that may be chosen, by their rows in the pool */
    uint64_t parties; /* evaluations left */
    struct rng rng;
};

static double outside(double amount, double least, double most)
{
    return amount < least ? least - amount : amount > most ? amount - most : 0;
}

static double range_of(const struct party *party, const struct party_requirement *r)
{
    if (party_is_chemistry(r->kind))
        return (party->chemistry->most ? party->chemistry->most : 1) *
               (r->kind == PARTY_CHEMISTRY ? (double)party->n_places : 1);
    if (party_is_on_trait(r->kind))
        return (double)party->n_places;
    const double *value = party->number[r->column].value;
    double least = INFINITY, most = -INFINITY;
    for (size_t h = 0; h < party->n_heroes; h++) {
        least = fmin(least, value[h]);
        most = fmax(most, value[h]);
    }
    return (most > least ? most - least : 1) *
           (r->kind == PARTY_RATING ? 1 : (double)party->n_places);
}

static double synergy_range(const struct party *party)
{
    return party->most_points > 0 ? (double)party->most_points : 1;
}

/* Places of a rule for places that have a hero who may not stand there. */
static int misplaced(const struct party *party, size_t rule, const int32_t *hero)
{
    if (party->place_rule[rule].unlinked)
        return 0;
    return __builtin_popcountll(party->place_rule[rule].places) -
           party_place_rule_admitted(party, rule, hero);
}

/* By the bounds of the config: those of the searches have a slack where numbers are decimals. */
static double amount_outside(const struct party *party,
                             const struct party_requirement *r, const int32_t *hero)
{
    double amount = party_amount(party, r->kind, r->column, r->value, hero);
    double times = r->mean ? (double)party->n_places : 1;
    if (r->kind != PARTY_SUM || !party->number[r->column].exact.units)
        return outside(amount, r->min, r->max);
    return party_sum_holds(party, r, hero)
               ? 0
               : outside(amount, r->given_min * times, r->given_max * times);
}

/* Violation of an either/or: the least one of its alternatives. */
static double either_violation(const struct nearest_search *s,
                               const struct party_either *either, const int32_t *hero)
{
    double least = INFINITY;
    for (size_t k = either->first; k < either->first + either->n && least > 0; k++)
        least =
            fmin(least,
                 amount_outside(s->party, &s->party->alternative[k].requirement, hero) /
                     s->alternative_range[k]);
    return least;
}

static double violation_of(struct nearest_search *s, const int32_t *hero)
{
    const struct party *party = s->party;
    double sum = 0;
    s->parties -= s->parties > 0;
    for (size_t i = 0; i < party_given(party); i++) {
        const struct party_requirement *r = &party->requirement[i];
        sum += amount_outside(party, r, hero) / s->range[i];
    }
    for (size_t i = 0; i < party->n_either; i++)
        sum += either_violation(s, &party->either[i], hero);
    for (size_t i = 0; i < party->n_place_rules; i++)
        sum += misplaced(party, i, hero) / (double)party->n_places;
    if (party->synergy_min > 0)
        sum += outside(party_points(party, hero), party->synergy_min, INFINITY) /
               synergy_range(party);
    return sum;
}

/* A free hero, at random or sharing a trait with one of the party; possibly in it. */
static int32_t draw(struct nearest_search *s, const int32_t *hero)
{
    if (s->n_traits && rng_chance(&s->rng, ALIKE_RATE)) {
        uint32_t t = s->trait[rng_below(&s->rng, s->n_traits)];
        int32_t other = hero[rng_below(&s->rng, s->party->n_places)];
        uint32_t value = s->party->trait[t].code[other];
        uint32_t first = s->first[t][value], end = s->first[t][value + 1];
        if (end > first)
            return (int32_t)s->row[t][first + rng_below(&s->rng, end - first)];
    }
    return (int32_t)s->free[rng_below(&s->rng, s->n_free)];
}

/* Copies `hero` to `best` if its violation is smaller. */
static void keep(const struct party *party, const int32_t *hero, double violation,
                 int32_t *best, double *least)
{
    if (violation >= *least)
        return;
    *least = violation;
    memcpy(best, hero, party->n_places * sizeof *hero);
}

static void anneal(struct nearest_search *s, int32_t *hero, uint64_t parties,
                   int32_t *best, double *least)
{
    double now = violation_of(s, hero);
    keep(s->party, hero, now, best, least);
    if (!s->n_open || !s->n_free)
        return;
    for (uint64_t left = parties; left && *least > 0; left--) {
        double temperature = COLD * pow(HOT / COLD, (double)left / (double)parties);
        size_t p = s->open[rng_below(&s->rng, s->n_open)], q = p;
        int32_t before = hero[p];
        if (rng_chance(&s->rng, SWAP_RATE)) {
            q = s->open[rng_below(&s->rng, s->n_open)];
            party_swap(s->party, hero, p, q);
        } else {
            int32_t row = draw(s, hero);
            if (party_has_either(s->party, hero, s->party->n_places, row))
                continue;
            hero[p] = party_row_in(s->party, row, p);
        }
        double next = violation_of(s, hero);
        if (next <= now || rng_unit(&s->rng) < exp((now - next) / temperature)) {
            now = next;
            keep(s->party, hero, now, best, least);
        } else if (q != p)
            party_swap(s->party, hero, p, q);
        else
            hero[p] = before;
    }
}

/* First improvement over swaps of two places and replacements of one hero, to a local
 * minimum or until the evaluations are used up. */
static void descend(struct nearest_search *s, int32_t *hero, double *least)
{
    for (bool improved = true; improved && *least > 0 && s->parties;) {
        improved = false;
        for (size_t i = 0; i < s->n_open; i++) {
            size_t p = s->open[i];
            for (size_t k = 0; k < i && s->parties; k++) {
                party_swap(s->party, hero, p, s->open[k]);
                double next = violation_of(s, hero);
                if (next >= *least) {
                    party_swap(s->party, hero, p, s->open[k]);
                    continue;
                }
                *least = next;
                improved = true;
            }
            for (size_t k = 0; k < s->n_free && s->parties; k++) {
                int32_t before = hero[p], row = (int32_t)s->free[k];
                if (party_has_either(s->party, hero, s->party->n_places, row))
                    continue;
                hero[p] = party_row_in(s->party, row, p);
                double next = violation_of(s, hero);
                if (next >= *least) {
                    hero[p] = before;
                    continue;
                }
                *least = next;
                improved = true;
            }
        }
    }
}

static uint64_t work_of_requirement(const struct party *party,
                                    const struct party_requirement *r)
{
    uint64_t n = party->n_places;
    if (party_is_chemistry(r->kind))
        return n * n * party->chemistry->n;
    return r->kind == PARTY_DISTINCT || r->kind == PARTY_SAME ? n * n : n;
}

static size_t n_alternatives(const struct party *party)
{
    if (!party->n_either)
        return 0;
    const struct party_either *last = &party->either[party->n_either - 1];
    return last->first + last->n;
}

/* Approximate number of operations of one evaluation. */
static uint64_t work_of(const struct party *party)
{
    uint64_t work = 20 + party->n_places;
    for (size_t i = 0; i < party->n_requirements; i++)
        work += work_of_requirement(party, &party->requirement[i]);
    for (size_t k = 0; k < n_alternatives(party); k++)
        work += work_of_requirement(party, &party->alternative[k].requirement);
    return party->synergy_min > 0 ? work + party->n_edges * 2 * (party->n_traits + 1)
                                  : work;
}

/* Marks the traits that a requirement is on. */
static void mark_traits(const struct party *party, const struct party_requirement *r,
                        bool *used)
{
    if (party_is_on_trait(r->kind))
        used[r->column] = true;
    for (size_t i = 0; party_is_chemistry(r->kind) && i < party->chemistry->n; i++)
        used[party->chemistry->trait[i].trait] = true;
}

static void list_traits(struct nearest_search *s)
{
    const struct party *party = s->party;
    bool used[PARTY_MAX_TRAITS] = {false};
    for (size_t t = 0; t < party->n_traits; t++)
        used[t] = party->synergy_min > 0 && party->trait[t].most_weight > 0;
    for (size_t i = 0; i < party->n_requirements; i++)
        mark_traits(party, &party->requirement[i], used);
    for (size_t k = 0; k < n_alternatives(party); k++)
        mark_traits(party, &party->alternative[k].requirement, used);
    for (uint32_t t = 0; t < party->n_traits; t++)
        if (used[t])
            s->trait[s->n_traits++] = t;
}

/* Lists of free heroes by the value of a trait; false without memory. */
static bool list_by(struct nearest_search *s, uint32_t t, struct arena *arena)
{
    const struct party_trait *trait = &s->party->trait[t];
    uint32_t *first = ARENA_NEW(arena, uint32_t, trait->n_values + 2);
    uint32_t *row = ARENA_NEW(arena, uint32_t, s->n_free + 1);
    if (!first || !row)
        return false;
    for (size_t i = 0; i < s->n_free; i++)
        first[trait->code[s->free[i]] + 2]++;
    for (size_t v = 2; v < trait->n_values + 2; v++)
        first[v] += first[v - 1];
    for (size_t i = 0; i < s->n_free; i++)
        row[first[trait->code[s->free[i]] + 1]++] = s->free[i];
    s->first[t] = first;
    s->row[t] = row;
    return true;
}

/* False if no complete party exists, or without memory. */
static bool prepare(struct nearest_search *s, struct arena *arena)
{
    const struct party *party = s->party;
    size_t fixed = 0;
    s->free = ARENA_NEW(arena, uint32_t, party->n_heroes + 1);
    s->alternative_range = ARENA_NEW(arena, double, n_alternatives(party) + 1);
    if (!s->free || !s->alternative_range)
        return false;
    for (uint32_t h = 0; h < party_n_listed(party); h++)
        if (!party->banned[h])
            s->free[s->n_free++] = h;
    for (size_t p = 0; p < party->n_places; p++) {
        fixed += party->fixed[p] >= 0;
        if (party->fixed[p] < 0)
            s->open[s->n_open++] = (uint8_t)p;
        for (size_t q = 0; q < p; q++)
            if (party->fixed[p] >= 0 && party->fixed[q] == party->fixed[p])
                return false;
    }
    if (s->n_free < party->n_places - fixed)
        return false;
    for (size_t i = 0; i < party->n_requirements; i++)
        s->range[i] = range_of(party, &party->requirement[i]);
    for (size_t k = 0; k < n_alternatives(party); k++)
        s->alternative_range[k] = range_of(party, &party->alternative[k].requirement);
    s->parties = MOST_WORK / work_of(party);
    s->parties = s->parties < MOST_PARTIES ? s->parties : MOST_PARTIES;
    rng_seed(&s->rng, 0, RNG_PROBLEM);
    list_traits(s);
    for (size_t i = 0; i < s->n_traits; i++)
        if (!list_by(s, s->trait[i], arena))
            return false;
    return true;
}

/* A complete party: the result of an attempt of Algorithm 1 in a case, with free heroes in
 * place of missing, banned and repeated ones. */
static void begin(struct nearest_search *s, const struct party *one,
                  struct arena scratch, int32_t *hero)
{
    const struct party *party = s->party;
    int points;
    memcpy(hero, party->fixed, party->n_places * sizeof *hero);
    party_construct_attempt(one, party->guided, &s->rng, scratch, hero, &points);
    for (size_t p = 0, next = 0; p < party->n_places; p++) {
        bool taken = hero[p] < 0 || (party->fixed[p] < 0 && party->banned[hero[p]]);
        for (size_t q = 0; q < p && !taken; q++)
            taken = party_is_same_hero(party, hero[q], hero[p]);
        if (taken) {
            hero[p] = -1;
            while (
                party_has_either(party, hero, party->n_places, (int32_t)s->free[next]))
                next++;
            hero[p] = (int32_t)s->free[next];
        }
        hero[p] = party_row_in(party, hero[p], p);
    }
}

static bool search(struct nearest_search *s, struct arena *arena, int32_t *best)
{
    int32_t hero[PARTY_MAX_PLACES];
    double least = INFINITY;
    size_t bytes = 0, n_cases = party_n_cases(s->party);
    assert(n_cases > 0);
    for (size_t i = 0; i < n_cases; i++) {
        size_t here = party_construct_bytes(party_case(s->party, i));
        bytes = here > bytes ? here : bytes;
    }
    struct arena scratch = arena_scratch(arena, bytes);
    if (!scratch.at || !prepare(s, arena))
        return false;
    uint64_t each = s->parties / (2 * STARTS);
    for (int start = 0; start < STARTS && least > 0; start++) {
        begin(s, party_case(s->party, (size_t)start % n_cases), scratch, hero);
        anneal(s, hero, each, best, &least);
    }
    descend(s, best, &least);
    return true;
}

bool party_violation_nearest(const void *self, void *genome,
                             struct violations *violations)
{
    struct nearest_search s = {.party = self};
    struct arena arena;
    arena_init(&arena);
    bool found = search(&s, &arena, genome);
    arena_free(&arena);
    if (found)
        party_violation_measure(self, genome, violations);
    return found;
}

/* Requirements, with either/or among them, rules for places, and synergy. */
_Static_assert(PARTY_MAX_REQUIREMENTS + PARTY_MAX_PLACE_RULES + 1 <= MOST_BROKEN_RULES,
               "all rules may be broken");

static void add(struct violations *v, const char *rule, struct broken_rule broken)
{
    assert(v->n < MOST_BROKEN_RULES);
    snprintf(broken.rule, sizeof broken.rule, "%s", rule);
    utf8_drop_part(broken.rule);
    size_t k = v->n++;
    for (; k > 0 && v->broken[k - 1].violation < broken.violation; k--)
        v->broken[k] = v->broken[k - 1];
    v->broken[k] = broken;
    v->sum += broken.violation;
}

/* How a requirement is violated; violation 0 if it holds. */
static struct broken_rule measure(const struct party *party,
                                  const struct party_requirement *r,
                                  const int32_t *hero)
{
    double has = party_amount(party, r->kind, r->column, r->value, hero);
    double times = r->mean ? (double)party->n_places : 1;
    double out = outside(has, r->given_min * times, r->given_max * times);
    struct broken_rule broken = {
        .least = r->given_min, .most = r->given_max, .has = has / times};
    if (!party_requirement_holds(party, r,
                                 hero)) /* by less than rounding shows: slack */
        broken.violation = out > 0 ? out / range_of(party, r) : PARTY_SLACK;
    return broken;
}

static void add_requirement(const struct party *party,
                            const struct party_requirement *r, const int32_t *hero,
                            struct violations *v)
{
    struct broken_rule broken = measure(party, r, hero);
    if (broken.violation > 0)
        add(v, r->text, broken);
}

/* An either/or counts as its nearest alternative, which is named first. */
static void add_either(const struct party *party, const struct party_either *either,
                       const int32_t *hero, struct violations *v)
{
    struct broken_rule least = {.violation = INFINITY};
    size_t nearest = either->first;
    char text[sizeof least.rule];
    for (size_t k = either->first; k < either->first + either->n; k++) {
        struct broken_rule broken =
            measure(party, &party->alternative[k].requirement, hero);
        if (broken.violation >= least.violation)
            continue;
        least = broken;
        nearest = k;
    }
    if (!(least.violation > 0))
        return;
    snprintf(text, sizeof text, "%s", party->alternative[nearest].requirement.text);
    for (size_t k = either->first; k < either->first + either->n; k++) {
        size_t used = strlen(text);
        if (k != nearest)
            snprintf(text + used, sizeof text - used, ", or %s",
                     party->alternative[k].requirement.text);
    }
    add(v, text, least);
}

void party_violation_measure(const struct party *party, const int32_t *hero,
                             struct violations *v)
{
    char text[64];
    double range = synergy_range(party);
    int points = party_points(party, hero);
    *v = (struct violations){.n = 0};
    for (size_t i = 0; i < party_given(party); i++)
        add_requirement(party, &party->requirement[i], hero, v);
    for (size_t i = 0; i < party->n_either; i++)
        add_either(party, &party->either[i], hero, v);
    for (size_t i = 0; i < party->n_place_rules; i++) {
        int places = __builtin_popcountll(party->place_rule[i].places);
        int wrong = misplaced(party, i, hero);
        if (wrong)
            add(v, party->place_rule[i].text,
                (struct broken_rule){.least = places,
                                     .most = INFINITY,
                                     .has = places - wrong,
                                     .violation = wrong / (double)party->n_places});
    }
    if (points >= party->synergy_min)
        return;
    party_say_synergy(party, text, sizeof text);
    add(v, text,
        (struct broken_rule){.least = party->synergy_min / range,
                             .most = INFINITY,
                             .has = points / range,
                             .violation = (party->synergy_min - points) / range});
}
