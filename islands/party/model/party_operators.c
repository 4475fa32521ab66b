#include "party_operators.h"

#include "party_alike.h"
#include "party_chemistry.h"
#include "party_objective.h"
#include "party_rating.h"

#include <math.h>
#include <string.h>

static bool places_hold(const struct party *party, const int32_t *hero)
{
    for (size_t p = 0; p < party->n_places; p++) {
        if (party->fixed[p] >= 0
                ? hero[p] != party->fixed[p]
                : party->banned[hero[p]] || !party_may_stand(party, hero[p], p))
            return false;
        for (size_t q = 0; q < p; q++)
            if (party_is_same_hero(party, hero[q], hero[p]))
                return false;
    }
    return true;
}

/* Points of all heroes, or of the one that has the fewest. */
static double count_chemistry(const struct party *party,
                              enum party_requirement_kind kind, const int32_t *hero)
{
    int points[PARTY_MAX_PLACES], sum = 0, least = party->chemistry->cap;
    party_chemistry_count(party, hero, points);
    for (size_t p = 0; p < party->n_places; p++) {
        sum += points[p];
        least = points[p] < least ? points[p] : least;
    }
    return kind == PARTY_CHEMISTRY ? sum : least;
}

static bool requirement_holds(const struct party *party,
                              const struct party_requirement *r, const int32_t *hero)
{
    double amount = 0;
    int distinct, same;
    size_t n = party->n_places;
    if (r->kind == PARTY_SUM)
        return party_sum_holds(party, r, hero);
    if (party_is_chemistry(r->kind)) {
        amount = count_chemistry(party, r->kind, hero);
        return r->min <= amount && amount <= r->max;
    }
    if (r->kind == PARTY_RATING) {
        amount = (double)party_rating(party, r->column, hero);
        return r->min <= amount && amount <= r->max;
    }
    const struct party_values values =
        party_values_of(party->trait[r->column].code, hero, n);
    if (r->kind == PARTY_COUNT) {
        for (size_t p = 0; p < n; p++)
            amount += values.at[p] == r->value;
    } else {
        party_count_values(&values, n, &distinct, &same);
        amount = r->kind == PARTY_DISTINCT ? distinct : same;
    }
    return r->min <= amount && amount <= r->max;
}

/* Trait by trait, so that codes are gathered once for all edges. */
static int sum_points(const struct party *party, const int32_t *hero)
{
    int match[PARTY_MAX_EDGES], sum = 0;
    uint16_t code[PARTY_MAX_PLACES];
    memset(match, 0, party->n_edges * sizeof *match);
    for (size_t t = 0; t < party->n_traits; t++) {
        const struct party_trait *trait = &party->trait[t];
        if (!trait->most_weight)
            continue;
        for (size_t p = 0; p < party->n_places; p++)
            code[p] = trait->code[hero[p]];
        for (size_t e = 0; e < party->n_edges && !trait->pairs; e++)
            match[e] +=
                code[party->edge[e][0]] == code[party->edge[e][1]] ? trait->weight : 0;
        for (size_t e = 0; e < party->n_edges && trait->pairs; e++)
            match[e] += party_pair_weight(trait, code[party->edge[e][0]],
                                          code[party->edge[e][1]]);
    }
    for (size_t e = 0; e < party->n_edges; e++)
        sum += party->points[match[e]];
    return sum;
}

static bool either_holds(const struct party *party, const struct party_either *either,
                         const int32_t *hero)
{
    for (size_t k = either->first; k < either->first + either->n; k++)
        if (requirement_holds(party, &party->alternative[k].requirement, hero))
            return true;
    return false;
}

static double cost_of(const struct party *party, const int32_t *hero)
{
    if (!places_hold(party, hero))
        return INFINITY;
    for (size_t i = 0; i < party_given(party); i++)
        if (!requirement_holds(party, &party->requirement[i], hero))
            return INFINITY;
    for (size_t i = 0; i < party->n_either; i++)
        if (!either_holds(party, &party->either[i], hero))
            return INFINITY;
    if (party->synergy_min > 0 && sum_points(party, hero) < party->synergy_min)
        return INFINITY;
    return party_objective_cost(party, hero);
}

void party_operators_evaluate(const void *self, const void *genomes, size_t n,
                              struct arena scratch, double *cost)
{
    const struct party *party = self;
    const int32_t *hero = genomes;
    (void)scratch;
    for (size_t i = 0; i < n; i++)
        cost[i] = cost_of(party, hero + i * party->n_places);
}

/* Whether a hero may join a party in a place. */
static bool may_join(const struct party *party, const int32_t *hero, size_t place,
                     int32_t row)
{
    return !party->banned[row] && party_may_stand(party, row, place) &&
           !party_has_either(party, hero, party->n_places, row);
}

void party_operators_crossover(const void *self, const void *a, const void *b,
                               struct rng *rng, struct arena scratch, void *child)
{
    const struct party *party = self;
    const int32_t *parent[2] = {a, b};
    int32_t *out = child;
    uint32_t order[PARTY_MAX_PLACES];
    size_t n = party->n_places;
    (void)scratch;
    for (size_t p = 0; p < n; p++) {
        order[p] = (uint32_t)p;
        out[p] = party->fixed[p];
    }
    rng_shuffle(rng, order, n);
    for (size_t i = 0; i < n; i++) {
        size_t p = order[i];
        uint64_t side = rng_next(rng) >> 63;
        if (party->fixed[p] >= 0)
            continue;
        int32_t hero = parent[side][p];
        if (party_has_either(party, out, n, hero))
            hero = parent[!side][p];
        for (size_t q = 0; q < n && party_has_either(party, out, n, hero); q++)
            hero = parent[0][q];
        out[p] = party_row_in(party, hero, p);
    }
}

/* A random eligible hero for a place, or its own if there is none: by rejection, and
 * after 64 failures (chosen by hand) the next one from a random row. */
static int32_t draw_hero(const struct party *party, const int32_t *hero, size_t place,
                         struct rng *rng)
{
    size_t first = 0;
    for (int try = 0; try < 64; try++) {
        first = (size_t)rng_below(rng, party->n_heroes);
        if (may_join(party, hero, place, (int32_t)first))
            return (int32_t)first;
    }
    for (size_t i = 0; i < party->n_heroes; i++) {
        size_t row = (first + i) % party->n_heroes;
        if (may_join(party, hero, place, (int32_t)row))
            return (int32_t)row;
    }
    return hero[place];
}

void party_operators_mutate(const void *self, double rate, struct rng *rng,
                            struct arena scratch, void *genome)
{
    const struct party *party = self;
    int32_t *hero = genome;
    (void)scratch;
    for (size_t p = 0; p < party->n_places; p++)
        if (rng_chance(rng, rate) && party->fixed[p] < 0)
            hero[p] = draw_hero(party, hero, p, rng);
}

double party_operators_distance(const void *self, const void *a, const void *b,
                                struct arena scratch)
{
    const struct party *party = self;
    const int32_t *one = a, *other = b;
    bool paired[PARTY_MAX_PLACES] = {false};
    size_t n = party->n_places, missing = 0, moved = 0;
    (void)scratch;
    for (size_t p = 0; p < n; p++) {
        size_t q = 0;
        while (q < n && (paired[q] || !party_is_same_hero(party, other[q], one[p])))
            q++;
        if (q < n)
            paired[q] = true;
        missing += q == n;
        moved += one[p] != other[p];
    }
    return (double)(9 * missing + moved) / (double)(10 * n);
}
