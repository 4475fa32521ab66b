#include "party_penalty_search.h"

#include "interrupt.h"
#include "party_alike.h"
#include "party_chemistry.h"
#include "party_rating.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Chosen by hand. On configs/party/squads/league-night.yaml ga found 3,700 coins in 8 s from each of
 * four seeds; 3,700 to 4,000 with one draw, and then 4,100 to 4,300 with a fifth of the steps that
 * end at a fifth of the temperature. */
enum {
    REPAIR_STEPS_A_PLACE = 4000,
    SEARCH_STEPS_A_PLACE = 10000,
    CHECK_EVERY = 4096,
    DRAWS = 8 /* of a hero who may stand in the place, in position */
};
static const double SWAP_RATE = 0.2, ALIKE_RATE = 0.5;

/* Temperatures at the first and the last step, and bounds of the penalty of one unit of violation,
 * in median prices; the factor of the penalty at each step. By hand. */
static const double HOT = 0.5, COLD = 0.05, LEAST_PENALTY = 0.05, MOST_PENALTY = 100,
                    PENALTY_STEP = 1.003;

/* Heroes that may be chosen, by their rows in the pool, by rising price; of a trait, by value, then by
 * price. */
struct list {
    const uint16_t *code;
    uint32_t *row, *first;
};

struct party_penalty {
    double price_unit; /* the median price */
    double unit[PARTY_MAX_REQUIREMENTS];
    size_t n;
    uint32_t *row; /* by rising price */
    size_t n_lists;
    struct list list[PARTY_MAX_TRAITS];
    uint64_t steps; /* of all walks so far */
};

static bool is_special(const struct party *party)
{
    for (size_t i = 0; i < party->n_requirements; i++)
        if (party_is_special(party->requirement[i].kind))
            return true;
    return false;
}

static int by_price(const void *a, const void *b, void *context)
{
    const struct party *party = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (party->price[x] != party->price[y])
        return party->price[x] < party->price[y] ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* What counts as one unit of violation: the spread of a number, one hero or point otherwise. */
static double unit_of(const struct party *party, const struct party_requirement *r)
{
    double sum = 0, squares = 0, n = (double)party->n_heroes;
    if (r->kind != PARTY_SUM)
        return 1;
    const double *value = party->number[r->column].value;
    for (size_t h = 0; h < party->n_heroes; h++)
        sum += value[h];
    for (size_t h = 0; h < party->n_heroes; h++)
        squares += (value[h] - sum / n) * (value[h] - sum / n);
    return squares > 0 ? sqrt(squares / n) : 1;
}

/* Lists the heroes by the values of a trait; stable, so that each list is by price. */
static bool list_by(const struct party *party, struct party_penalty *x, uint32_t trait,
                    struct arena *perm)
{
    const struct party_trait *t = &party->trait[trait];
    uint32_t *first = ARENA_NEW(perm, uint32_t, t->n_values + 2);
    uint32_t *row = ARENA_NEW(perm, uint32_t, x->n + 1);
    if (!first || !row)
        return false;
    for (size_t i = 0; i < x->n; i++)
        first[t->code[x->row[i]] + 2]++;
    for (size_t v = 2; v < t->n_values + 2; v++)
        first[v] += first[v - 1];
    for (size_t i = 0; i < x->n; i++)
        row[first[t->code[x->row[i]] + 1]++] = x->row[i];
    x->list[x->n_lists++] = (struct list){t->code, row, first};
    return true;
}

/* Lists for each trait that a rule uses. */
static bool list_traits(const struct party *party, struct party_penalty *x,
                        struct arena *perm)
{
    bool used[PARTY_MAX_TRAITS] = {false};
    for (size_t i = 0; i < party->n_requirements; i++)
        if (party_is_on_trait(party->requirement[i].kind))
            used[party->requirement[i].column] = !party->requirement[i].unique;
    for (size_t i = 0; party->chemistry && i < party->chemistry->n; i++)
        used[party->chemistry->trait[i].trait] = true;
    for (uint32_t t = 0; t < party->n_traits; t++)
        if ((used[t] || party->trait[t].most_weight > 0) && !list_by(party, x, t, perm))
            return false;
    return true;
}

enum status party_penalty_prepare(struct party *party, struct arena *perm,
                                  struct error *err)
{
    party->penalty = NULL;
    if (!is_special(party))
        return STATUS_OK;
    struct party_penalty *x = ARENA_NEW(perm, struct party_penalty, 1);
    uint32_t *row = ARENA_NEW(perm, uint32_t, party->n_heroes + 1);
    if (!x || !row)
        return error_set(err, STATUS_MEMORY, "party: no memory for local search");
    x->row = row;
    for (uint32_t h = 0; h < party_n_listed(party); h++)
        if (!party->banned[h])
            row[x->n++] = h;
    qsort_r(row, x->n, sizeof *row, by_price, party);
    x->price_unit = x->n ? party->price[row[x->n / 2]] : 0;
    x->price_unit = x->price_unit > 0 ? x->price_unit : 1;
    for (size_t i = 0; i < party->n_requirements; i++)
        x->unit[i] = unit_of(party, &party->requirement[i]);
    if (!list_traits(party, x, perm))
        return error_set(err, STATUS_MEMORY, "party: no memory for local search");
    party->penalty = x;
    return STATUS_OK;
}

static double outside(double amount, double least, double most)
{
    return amount < least ? least - amount : amount > most ? amount - most : 0;
}

static double amount_of(const struct party *party, const struct party_requirement *r,
                        const int32_t *hero)
{
    int distinct, same;
    double sum = 0;
    if (r->kind == PARTY_DISTINCT || r->kind == PARTY_SAME) {
        const struct party_values values =
            party_values_of(party->trait[r->column].code, hero, party->n_places);
        party_count_values(&values, party->n_places, &distinct, &same);
        return r->kind == PARTY_DISTINCT ? distinct : same;
    }
    for (size_t p = 0; p < party->n_places; p++)
        sum += r->kind == PARTY_SUM ? party->number[r->column].value[hero[p]]
                                    : party->trait[r->column].code[hero[p]] == r->value;
    return sum;
}

/* Violation of the requirements on chemistry: of the least points, what all heroes lack. */
static double chemistry_outside(const struct party_requirement *r, const int *points,
                                size_t n)
{
    double sum = 0, lack = 0, least = INFINITY;
    for (size_t p = 0; p < n; p++) {
        sum += points[p];
        lack += points[p] < r->min ? r->min - points[p] : 0;
        least = fmin(least, points[p]);
    }
    if (r->kind == PARTY_CHEMISTRY)
        return outside(sum, r->min, r->max);
    return lack + (least > r->max ? least - r->max : 0);
}

/* The same of a team rating, before it is rounded down. */
static double rating_outside(const struct party *party,
                             const struct party_requirement *r, const int32_t *hero)
{
    int64_t number[PARTY_MAX_PLACES], n = (int64_t)party->n_places;
    assert(n > 0);
    for (size_t p = 0; p < party->n_places; p++)
        number[p] = (int64_t)party->number[r->column].value[hero[p]];
    int64_t units = party_rating_units(number, party->n_places);
    int64_t whole = units / (2 * n * n);
    double rating = (double)units / (double)(2 * n * n);
    if ((double)whole >= r->min && (double)whole <= r->max)
        return 0;
    return outside(rating, r->min, r->max + 1);
}

static double violation_of(const struct party *party, const int32_t *hero)
{
    const struct party_penalty *x = party->penalty;
    int points[PARTY_MAX_PLACES] = {0};
    double sum = 0;
    if (party->chemistry)
        party_chemistry_count(party, hero, points);
    for (size_t i = 0; i < party_given(party); i++) {
        const struct party_requirement *r = &party->requirement[i];
        sum += party_is_chemistry(r->kind)
                   ? chemistry_outside(r, points, party->n_places)
               : r->kind == PARTY_RATING
                   ? rating_outside(party, r, hero)
                   : outside(amount_of(party, r, hero), r->min, r->max) / x->unit[i];
    }
    for (size_t i = 0; i < party->n_place_rules && party->place_class; i++)
        if (!party->place_rule[i].unlinked)
            sum += __builtin_popcountll(party->place_rule[i].places) -
                   party_place_rule_admitted(party, i, hero);
    if (party->synergy_min > 0) {
        int lack = party->synergy_min - party_points(party, hero);
        sum +=
            lack > 0 ? (double)lack * (double)party->n_edges / party->most_points : 0;
    }
    return sum;
}

/* An annealing walk. */
struct walk {
    const struct party *party;
    const struct party_penalty *penalty;
    struct rng *rng;
    int32_t hero[PARTY_MAX_PLACES];
    double price, violation;
    double weight; /* price of one unit of violation */
    size_t n_open;
    uint8_t open[PARTY_MAX_PLACES]; /* places without a fixed hero */
    bool ordered;                   /* it matters who stands where */
};

static double price_of(const struct walk *w)
{
    double sum = 0;
    for (size_t p = 0; p < w->party->n_places; p++)
        sum += w->party->price[w->hero[p]];
    return sum;
}

/* A hero of a list by price, the cheap ones more often. */
static int32_t draw_of(struct walk *w, const uint32_t *row, size_t n)
{
    double u = rng_unit(w->rng);
    return (int32_t)row[(size_t)(u * u * (double)n)];
}

/* A hero for a place; it may be in the party already. */
static int32_t draw(struct walk *w, size_t place)
{
    const struct party_penalty *x = w->penalty;
    if (x->n_lists && rng_chance(w->rng, ALIKE_RATE)) {
        const struct list *list = &x->list[rng_below(w->rng, x->n_lists)];
        size_t other = rng_below(w->rng, w->party->n_places);
        uint16_t value = list->code[w->hero[other]];
        uint32_t first = list->first[value], n = list->first[value + 1] - first;
        if (other != place && n)
            return draw_of(w, list->row + first, n);
    }
    return draw_of(w, x->row, x->n);
}

/* Fills open places with random heroes, and others as long as those given are taken. */
static void fill(struct walk *w, const int32_t *given)
{
    const struct party *party = w->party;
    for (size_t p = 0; p < party->n_places; p++) {
        int32_t hero = party->fixed[p] >= 0 ? party->fixed[p] : given[p];
        bool taken = hero < 0 || (party->fixed[p] < 0 && party->banned[hero]);
        w->hero[p] = taken || party_has_either(party, w->hero, p, hero)
                         ? -1
                         : party_row_in(party, hero, p);
    }
    for (size_t p = 0; p < party->n_places; p++) {
        size_t at = rng_below(w->rng, w->penalty->n);
        while (w->hero[p] < 0) {
            int32_t hero = (int32_t)w->penalty->row[at];
            if (!party_has_either(party, w->hero, party->n_places, hero))
                w->hero[p] = party_row_in(party, hero, p);
            at = (at + 1) % w->penalty->n;
        }
    }
}

/* False if there are too few heroes, or two places have the same fixed one. */
static bool begin(struct walk *w, const int32_t *given)
{
    const struct party *party = w->party;
    for (size_t p = 0; p < party->n_places; p++) {
        if (party->fixed[p] < 0)
            w->open[w->n_open++] = (uint8_t)p;
        else if (party_has_hero(party->fixed, p, party->fixed[p]))
            return false;
    }
    if (w->penalty->n < w->n_open || !w->n_open)
        return false;
    fill(w, given);
    w->price = price_of(w);
    w->violation = violation_of(party, w->hero);
    w->weight = w->penalty->price_unit;
    w->ordered = party->synergy_min > 0 || party->place_class;
    return true;
}

/* Whether the cost rises by no more than a limit. Of a hero that is too dear whatever rules it satisfies, the rules
 * are not looked at. */
static bool accept(struct walk *w, double limit)
{
    double price = price_of(w), rise = price - w->price;
    if (rise + w->weight * (0 - w->violation) > limit)
        return false;
    double violation = violation_of(w->party, w->hero);
    if (rise + w->weight * (violation - w->violation) > limit)
        return false;
    w->price = price;
    w->violation = violation;
    return true;
}

/* One move, which is taken back if it raises the cost by more than an exponential random number of
 * the temperature's mean. */
static void step(struct walk *w, double temperature)
{
    size_t p = w->open[rng_below(w->rng, w->n_open)], q = p;
    int32_t before = w->hero[p];
    if (w->ordered && rng_chance(w->rng, SWAP_RATE)) {
        q = w->open[rng_below(w->rng, w->n_open)];
        party_swap(w->party, w->hero, p, q);
    } else {
        int32_t hero = draw(w, p);
        for (int again = 1; again < DRAWS && !party_may_stand(w->party, hero, p);
             again++)
            hero = draw(w, p);
        if (party_has_either(w->party, w->hero, w->party->n_places, hero))
            return;
        w->hero[p] = party_row_in(w->party, hero, p);
    }
    if (!accept(w, -temperature * log(1 - rng_unit(w->rng)))) {
        if (q != p)
            party_swap(w->party, w->hero, p, q);
        else
            w->hero[p] = before;
    }
    double unit = w->penalty->price_unit;
    w->weight *= w->violation > 0 ? PENALTY_STEP : 1 / PENALTY_STEP;
    w->weight = fmax(LEAST_PENALTY * unit, fmin(w->weight, MOST_PENALTY * unit));
}

bool party_penalty_walk(const struct party *party, uint64_t steps, bool first,
                        struct rng *rng, int32_t *hero)
{
    struct party_penalty *penalty = party->penalty;
    struct walk w = {.party = party, .penalty = penalty, .rng = rng};
    double best = INFINITY, unit = penalty->price_unit;
    if (party_is_feasible(party, hero, NULL))
        best = party_price(party, hero);
    if (!begin(&w, hero))
        return isfinite(best);
    for (uint64_t i = 0; i < steps && !(first && isfinite(best)); i++) {
        if (i % CHECK_EVERY == 0 && interrupt_pending())
            break;
        penalty->steps++;
        step(&w, HOT * unit * pow(COLD / HOT, (double)i / (double)steps));
        if (w.violation > 0 || w.price >= best ||
            !party_is_feasible(party, w.hero, NULL))
            continue;
        best = party_price(party, w.hero);
        memcpy(hero, w.hero, party->n_places * sizeof *hero);
    }
    return isfinite(best);
}

uint64_t party_penalty_steps(const struct party *party)
{
    uint64_t steps = 0;
    for (size_t i = 0; i < party_n_cases(party); i++) {
        const struct party_penalty *penalty = party_case(party, i)->penalty;
        steps += penalty ? penalty->steps : 0;
    }
    return steps;
}

uint64_t party_penalty_repair_steps(const struct party *party)
{
    return REPAIR_STEPS_A_PLACE * party->n_places;
}

uint64_t party_penalty_search_steps(const struct party *party, double effort)
{
    return 1 + (uint64_t)(effort * SEARCH_STEPS_A_PLACE * (double)party->n_places);
}
