#include "party_annealing.h"

#include "interrupt.h"

#include <math.h>
#include <string.h>

/* Chosen by hand. */
enum {
    DRAWN_FROM = 2000,        /* the cheapest heroes of a list */
    TRIES = 20,               /* for a hero that shares what it should */
    SCANNED = 200,            /* heroes of a list, for one that is free */
    ADAPT_EVERY = 128,        /* moves from one change of the penalties to the next */
    REPAIR_ADAPTS_EVERY = 16, /* the same of a repair, which is short */
    CHECK_EVERY = 32 /* of these changes from one check for an interrupt to the next */
};
static const double EXCHANGED = 0.12;

/* Factors of a penalty while its rule is broken, and while it holds. */
static const double GROWTH = 1.015, SHRINKAGE = 0.995;

/* A penalty is at most so many times what it begins with, and at least that divided by it; that of a sum begins with at
 * least this share of the unit for a standard deviation, that of synergy for a point. */
static const double RANGE = 1e4, LITTLE = 0.01;

/* The unit of temperatures is at least this share of a hero's mean price. */
static const double LEAST_UNIT = 1e-3;

size_t party_annealing_bytes(const struct party *party)
{
    const struct party_construct_state *plan = party->index;
    return sizeof(struct party_annealing) + plan->rules.n_values + 2 * ARENA_ALIGN;
}

/* Heroes of a value below its least count, or above its most. */
static int beyond_of(const struct party_annealing *a, uint32_t value)
{
    int n = a->count[value], least = a->rules->least[value],
        most = a->rules->most[value];
    return n < least ? least - n : n > most ? n - most : 0;
}

static void note_column(struct party_annealing *a, size_t c, int32_t row, int sign)
{
    const struct party_forward_column *column = &a->rules->column[c];
    uint32_t value = column->first + column->code[row];
    a->beyond[c] -= beyond_of(a, value);
    a->distinct[c] -= a->count[value] > 0;
    a->count[value] = (uint8_t)(a->count[value] + sign);
    a->distinct[c] += a->count[value] > 0;
    a->beyond[c] += beyond_of(a, value);
}

/* Adds a hero to all sums and counts, or removes it. */
static void note(struct party_annealing *a, int32_t row, int sign)
{
    a->price += sign * a->party->price[row];
    for (size_t s = 0; s < a->rules->n_sums; s++)
        a->sum[s] += sign * a->rules->sum[s].value[row];
    for (size_t c = 0; c < a->rules->n_columns; c++)
        note_column(a, c, row, sign);
}

static void put(struct party_annealing *a, size_t place, int32_t row)
{
    const struct party *party = a->party;
    const struct party_index *index = &a->lagrangian->index;
    int32_t old = a->hero[place];
    for (size_t i = 0; i < party->n_neighbours[place]; i++) {
        int32_t other = a->hero[party->neighbour[place][i]];
        a->points += party_index_pair_points(index, row, other) -
                     party_index_pair_points(index, old, other);
    }
    note(a, old, -1);
    note(a, row, 1);
    a->hero[place] = row;
}

static double sum_outside(const struct party_annealing *a, size_t s)
{
    const struct party_forward_sum *sum = &a->rules->sum[s];
    return a->sum[s] < sum->min   ? sum->min - a->sum[s]
           : a->sum[s] > sum->max ? a->sum[s] - sum->max
                                  : 0;
}

/* How many heroes have the most frequent value. */
static int same_of(const struct party_annealing *a,
                   const struct party_forward_column *column)
{
    int most = 0;
    for (size_t p = 0; p < a->party->n_places; p++) {
        int n = a->count[column->first + column->code[a->hero[p]]];
        most = n > most ? n : most;
    }
    return most;
}

static int column_outside(const struct party_annealing *a, size_t c)
{
    const struct party_forward_column *column = &a->rules->column[c];
    int outside = a->beyond[c];
    if (a->distinct[c] < column->distinct_min)
        outside += column->distinct_min - a->distinct[c];
    if (a->distinct[c] > column->distinct_max)
        outside += a->distinct[c] - column->distinct_max;
    if (column->same_min > 1) {
        int same = same_of(a, column);
        outside += same < column->same_min ? column->same_min - same : 0;
    }
    return outside;
}

/* Price and penalties; whether a rule is broken. */
static double energy(const struct party_annealing *a, bool *broken)
{
    int missing = a->party->synergy_min - a->points;
    double sum = a->price;
    *broken = missing > 0;
    if (missing > 0)
        sum += missing * a->of_points.coins;
    for (size_t s = 0; s < a->rules->n_sums; s++) {
        double outside = sum_outside(a, s);
        *broken |= outside > 0;
        sum += a->of_sum[s].coins * outside;
    }
    for (size_t c = 0; c < a->rules->n_columns; c++) {
        int outside = column_outside(a, c);
        *broken |= outside > 0;
        sum += a->of_column[c].coins * outside;
    }
    return sum;
}

static void adapt(struct party_annealing_penalty *penalty, bool broken)
{
    double coins = penalty->coins * (broken ? GROWTH : SHRINKAGE);
    penalty->coins = fmin(fmax(coins, penalty->least), penalty->most);
}

void party_annealing_adapt(struct party_annealing *a)
{
    adapt(&a->of_points, a->points < a->party->synergy_min);
    a->price = 0;
    for (size_t p = 0; p < a->party->n_places; p++)
        a->price += a->party->price[a->hero[p]];
    for (size_t s = 0; s < a->rules->n_sums; s++) {
        a->sum[s] = 0;
        for (size_t p = 0; p < a->party->n_places; p++)
            a->sum[s] += a->rules->sum[s].value[a->hero[p]];
        adapt(&a->of_sum[s], sum_outside(a, s) > 0);
    }
    for (size_t c = 0; c < a->rules->n_columns; c++)
        adapt(&a->of_column[c], column_outside(a, c) > 0);
    a->energy = energy(a, &a->broken);
}

/* A hero of a list that may stand in a place, the cheaper the likelier; -1: none was found.
 * shares: a weighted trait whose value it should share with the row `like`, or -1. */
static int32_t draw(struct party_annealing *a, const struct party_index_family *family,
                    struct party_index_list list, size_t place, int shares,
                    int32_t like)
{
    const struct party *party = a->party;
    uint32_t most = list.count < DRAWN_FROM ? list.count : DRAWN_FROM;
    double u = rng_unit(a->rng);
    uint32_t from = (uint32_t)((double)most * (u * u) * (u * u));
    uint32_t end = list.count - from < SCANNED ? list.count : from + SCANNED;
    const uint16_t *code =
        shares < 0 ? NULL : party->trait[a->lagrangian->index.trait[shares]].code;
    for (uint32_t i = from; i < end; i++) {
        int32_t row = family->row[list.first + i];
        if ((!code || code[row] == code[like]) && party_may_stand(party, row, place) &&
            !party_has_either(party, a->hero, party->n_places, row))
            return row;
    }
    return -1;
}

/* The hero of a random neighbour, of a random place where there is none. */
static int32_t near(struct party_annealing *a, size_t place)
{
    size_t n = a->party->n_neighbours[place];
    size_t p = n ? a->party->neighbour[place][rng_below(a->rng, n)]
                 : rng_below(a->rng, a->party->n_places);
    return a->hero[p];
}

/* A hero for a place, mostly one that shares values with its neighbours; -1: none was found. */
static int32_t propose(struct party_annealing *a, size_t place)
{
    const struct party_index *index = &a->lagrangian->index;
    for (int i = 0; i < TRIES; i++) {
        int32_t one = near(a, place), two = near(a, place), row;
        double u = rng_unit(a->rng);
        if (!index->n_weighted) {
            row = draw(a, &index->all, party_index_list_at(&index->all, 0), place, -1,
                       -1);
        } else if (index->n_weighted > 1 && u < 0.75) {
            const uint16_t *first = a->party->trait[index->trait[0]].code,
                           *second = a->party->trait[index->trait[1]].code;
            row = draw(
                a, &index->pairs,
                party_index_list_pair(index, first[one], second[u < 0.2 ? two : one]),
                place, u > 0.5 ? (int)rng_below(a->rng, index->n_weighted) : -1, two);
        } else {
            size_t t = rng_below(a->rng, index->n_weighted);
            row = draw(a, &index->by[t],
                       party_index_list_at(&index->by[t],
                                           a->party->trait[index->trait[t]].code[one]),
                       place, -1, -1);
        }
        if (row >= 0)
            return row;
    }
    return -1;
}

/* Keeps a change with the probability of Metropolis. */
static bool is_kept(struct party_annealing *a, double temperature)
{
    bool broken;
    double now = energy(a, &broken), worse = now - a->energy;
    if (worse > 0 && rng_unit(a->rng) >= exp(-worse / temperature))
        return false;
    a->energy = now;
    a->broken = broken;
    return true;
}

/* By their rows in the other place. */
static void exchange(struct party_annealing *a, size_t p, size_t q)
{
    int32_t row = party_row_in(a->party, a->hero[p], q);
    put(a, p, party_row_in(a->party, a->hero[q], p));
    put(a, q, row);
}

static void replace(struct party_annealing *a, size_t place, double temperature)
{
    int32_t old = a->hero[place], row = propose(a, place);
    if (row < 0)
        return;
    put(a, place, row);
    if (!is_kept(a, temperature))
        put(a, place, old);
}

void party_annealing_step(struct party_annealing *a, double temperature)
{
    const struct party *party = a->party;
    size_t p = a->open[rng_below(a->rng, a->n_open)];
    if (!rng_chance(a->rng, EXCHANGED)) {
        replace(a, p, temperature);
        return;
    }
    size_t q = a->open[rng_below(a->rng, a->n_open)];
    if (p == q || !party_may_stand(party, party_row_in(party, a->hero[p], q), q) ||
        !party_may_stand(party, party_row_in(party, a->hero[q], p), p))
        return;
    exchange(a, p, q);
    if (!is_kept(a, temperature))
        exchange(a, p, q);
}

static struct party_annealing_penalty penalty_of(double coins)
{
    return (struct party_annealing_penalty){coins, coins / RANGE, coins * RANGE};
}

/* A sum costs its multiplier, or a little where that is zero. */
static void set_penalties(struct party_annealing *a)
{
    const struct party_lagrangian *lagrangian = a->lagrangian;
    a->of_points = penalty_of(fmax(lagrangian->penalty, LITTLE * a->unit));
    for (size_t s = 0; s < a->rules->n_sums; s++) {
        double coins = 0;
        for (size_t d = 0; d < lagrangian->n_demands; d++) {
            const struct party_lagrangian_demand *demand = &lagrangian->demand[d];
            if (demand->number == a->rules->sum[s].value)
                coins = fmax(coins,
                             fmax(demand->multiplier, LITTLE * a->unit / demand->unit));
        }
        a->of_sum[s] = penalty_of(coins);
    }
    for (size_t c = 0; c < a->rules->n_columns; c++)
        a->of_column[c] = penalty_of(a->unit);
}

void party_annealing_init(struct party_annealing *a, const struct party *party,
                          const struct party_lagrangian *lagrangian, struct rng *rng,
                          const int32_t *hero, struct arena *scratch)
{
    const struct party_construct_state *plan = party->index;
    *a = (struct party_annealing){
        .party = party,
        .lagrangian = lagrangian,
        .rules = &plan->rules,
        .rng = rng,
        .count = ARENA_NEW(scratch, uint8_t, plan->rules.n_values)};
    memset(a->count, 0, plan->rules.n_values);
    for (size_t c = 0; c < a->rules->n_columns; c++) {
        const struct party_forward_column *column = &a->rules->column[c];
        for (uint32_t v = column->first; v < column->first + column->n_values; v++)
            a->beyond[c] += a->rules->least[v];
    }
    for (size_t p = 0; p < party->n_places; p++) {
        if (party->fixed[p] < 0)
            a->open[a->n_open++] = (uint8_t)p;
        a->hero[p] = hero[p];
        note(a, hero[p], 1);
    }
    a->points = party_points(party, hero);
    a->unit =
        fmax(lagrangian->temperature, LEAST_UNIT * a->price / (double)party->n_places);
    set_penalties(a);
    a->energy = energy(a, &a->broken);
}

/* Keeps the party if it is cheaper than the best so far, and feasible in exact arithmetic. */
static void keep_best(const struct party_annealing *a, double *best, int32_t *hero)
{
    if (a->price >= *best || a->broken || !party_is_feasible(a->party, a->hero, NULL))
        return;
    double price = party_price(a->party, a->hero);
    if (price >= *best)
        return;
    *best = price;
    memcpy(hero, a->hero, a->party->n_places * sizeof *hero);
}

/* Fills open places, mostly with heroes of low reduced prices; false if none was found for one. */
static bool fill(struct party_annealing *a, const int32_t *hero)
{
    const struct party *party = a->party;
    const struct party_index_family *all = &a->lagrangian->index.all;
    memcpy(a->hero, hero, party->n_places * sizeof *hero);
    for (size_t p = 0; p < party->n_places; p++)
        for (int i = 0; a->hero[p] < 0; i++) {
            a->hero[p] = draw(a, all, party_index_list_at(all, 0), p, -1, -1);
            if (i == TRIES)
                return false;
        }
    return true;
}

bool party_annealing_repair(const struct party *party,
                            const struct party_lagrangian *lagrangian, uint64_t steps,
                            double heat, struct rng *rng, struct arena scratch,
                            int32_t *hero)
{
    struct party_annealing *a = ARENA_NEW(&scratch, struct party_annealing, 1);
    int32_t whole[PARTY_MAX_PLACES];
    *a = (struct party_annealing){.party = party, .lagrangian = lagrangian, .rng = rng};
    if (!fill(a, hero))
        return false;
    memcpy(whole, a->hero, sizeof whole);
    party_annealing_init(a, party, lagrangian, rng, whole, &scratch);
    for (uint64_t i = 0; i < steps; i++) {
        if (!a->broken && party_is_feasible(party, a->hero, NULL)) {
            memcpy(hero, a->hero, party->n_places * sizeof *hero);
            return true;
        }
        if (!a->n_open)
            return false;
        if (i % REPAIR_ADAPTS_EVERY == 0) {
            if (i / REPAIR_ADAPTS_EVERY % CHECK_EVERY == 0 && interrupt_pending())
                return false;
            party_annealing_adapt(a);
        }
        party_annealing_step(a, heat * a->unit);
    }
    return false;
}

void party_annealing_run(const struct party *party,
                         const struct party_lagrangian *lagrangian, uint64_t steps,
                         double hot, double cold, struct rng *rng, struct arena scratch,
                         int32_t *hero)
{
    struct party_annealing *a = ARENA_NEW(&scratch, struct party_annealing, 1);
    party_annealing_init(a, party, lagrangian, rng, hero, &scratch);
    double best = party_price(party, hero), temperature = 0;
    for (uint64_t i = 0; i < steps && a->n_open; i++) {
        if (i % ADAPT_EVERY == 0) {
            if (i / ADAPT_EVERY % CHECK_EVERY == 0 && interrupt_pending())
                break;
            temperature = a->unit * hot * pow(cold / hot, (double)i / (double)steps);
            party_annealing_adapt(a);
        }
        party_annealing_step(a, temperature);
        keep_best(a, &best, hero);
    }
}
